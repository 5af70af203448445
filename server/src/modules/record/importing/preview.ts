import type { ImportSetup } from '@kontor/contract/record';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { WritableKind } from './access.ts';
import { openTable, readingOf, type Reading } from './file.ts';
import { type TableRow } from './import-table.ts';
import { guessDates, guessDecimal, guessKeys, guessTargets } from './guessing.ts';
import type { ImportRow } from './store.ts';

const SHOWN = 20;
/** Rows from which it is guessed what stands in a column. */
const LOOKED_AT = 500;
const MAX_SAMPLES = 3;
const MAX_CELL = 200;

const cut = (cell: string): string => cell.slice(0, MAX_CELL).toWellFormed();

/** The beginning of a file with all that is guessed of it. */
export async function previewOf(
  ctx: QueryContext,
  row: ImportRow,
  { kind }: WritableKind,
  said: { readonly [K in keyof Reading]?: Reading[K] | undefined },
) {
  const reading = await readingOf(ctx, row, said);
  const table = await openTable(ctx, row, reading);
  const rows: TableRow[] = [];
  let isMore = false;
  for await (const one of table.rows()) {
    isMore = rows.length >= LOOKED_AT;
    if (isMore) break;
    rows.push(one);
  }
  const seen = table.columns.map(({ column, name }, index) => ({
    column,
    name,
    values: rows.flatMap(({ cells }) => cells[index]?.trim() || []),
  }));
  const targets = guessTargets(seen, kind, row.format);
  const all = seen.flatMap(({ values }) => values);
  const setup: ImportSetup = {
    ...reading,
    targets,
    constants: {},
    dates: guessDates(all, reading.delimiter),
    decimal: guessDecimal(all, reading.delimiter),
    unknownChoices: 'tag',
    keys: guessKeys(kind.fields, Object.values(targets)),
    duplicates: 'skip',
  };
  const columns = seen.map(({ column, name, values }) => ({
    column,
    name,
    samples: [...new Set(values.map(cut))].slice(0, MAX_SAMPLES),
  }));
  const shown = rows.slice(0, SHOWN).map(({ cells }) => seen.map((_, index) => cut(cells[index] ?? '')));
  return { setup, columns, rows: shown, isMore: isMore || rows.length > SHOWN };
}
