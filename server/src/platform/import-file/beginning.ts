import type { ImportTable, TableRow } from './types.ts';

const SHOWN = 20;
/** Rows from which it is guessed what stands in a column. */
const LOOKED_AT = 500;
const MAX_SAMPLES = 3;
const MAX_CELL = 200;

const cut = (cell: string): string => cell.slice(0, MAX_CELL).toWellFormed();

export interface SeenColumn {
  readonly column: string;
  readonly name: string;
  /** What stands in the first rows, without empty cells. */
  readonly values: readonly string[];
}

/** Reads the beginning of a table: what its columns are guessed by, and what is shown of it. */
export async function beginningOf(table: ImportTable) {
  const rows: TableRow[] = [];
  let isMore = false;
  for await (const one of table.rows()) {
    isMore = rows.length >= LOOKED_AT;
    if (isMore) break;
    rows.push(one);
  }
  const seen: SeenColumn[] = table.columns.map(({ column, name }, index) => ({
    column,
    name,
    values: rows.flatMap(({ cells }) => cells[index]?.trim() || []),
  }));
  const columns = seen.map(({ column, name, values }) => ({
    column,
    name,
    samples: [...new Set(values.map(cut))].slice(0, MAX_SAMPLES),
  }));
  const shown = rows.slice(0, SHOWN).map(({ cells }) => seen.map((_, index) => cut(cells[index] ?? '')));
  return { seen, shown: { columns, rows: shown, isMore: isMore || rows.length > SHOWN } };
}
