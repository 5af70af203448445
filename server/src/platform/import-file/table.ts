import { IMPORT_DELIMITERS, type ImportReading } from '@kontor/contract/kernel';
import { parse, type Options } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { Readable } from 'node:stream';
import { plainCell } from '../csv.ts';
import type { ImportTable, TableRow } from './types.ts';

type Delimiter = ImportReading['delimiter'];

/** Signs of one row: what is more has a quote that never ends. */
const MAX_ROW = 1_000_000;
const LOOKED_AT = 200;

const options = (delimiter: Delimiter): Options => ({
  delimiter,
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MAX_ROW,
});

/** Spreadsheets say in a line of its own what parts their cells. */
const SEPARATOR = /^\ufeff?sep=(.)\r?\n/i;

/** Whole rows of a text that may end within one; none where it cannot be read in this way. */
function rowsOf(sample: string, delimiter: Delimiter): string[][] {
  try {
    return parseAll(sample, { ...options(delimiter), to: LOOKED_AT, skip_records_with_error: true });
  } catch {
    return [];
  }
}

/** What parts the cells of a table that begins so: what makes the most rows of the same width of it. */
export function guessDelimiter(sample: string): Delimiter {
  const said = IMPORT_DELIMITERS.find((one) => one === SEPARATOR.exec(sample)?.[1]);
  if (said !== undefined) return said;
  const scores = IMPORT_DELIMITERS.map((delimiter) => {
    const widths = rowsOf(sample, delimiter).map((row) => row.length);
    const same = Map.groupBy(
      widths.filter((width) => width > 1),
      (width) => width,
    );
    const [width = 0, rows = []] = [...same].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
    return { delimiter, share: rows.length / Math.max(1, widths.length), width };
  });
  const best = scores.toSorted((a, b) => b.share - a.share || b.width - a.width)[0];
  return best !== undefined && best.width > 1 ? best.delimiter : ';';
}

const DATA = /^[\s\d.,:/€$%+-]+$|@/;

/** Whether the first row has names of columns: each has one, none of them twice, and none reads like what stands in rows. */
export function guessHeader(sample: string, delimiter: Delimiter): boolean {
  const [first = [], ...others] = rowsOf(sample.replace(SEPARATOR, ''), delimiter).filter((row) => !isBlank(row));
  const names = first.map((name) => name.trim().toLowerCase()).filter(Boolean);
  if (names.length === 0 || new Set(names).size < names.length) return false;
  return !names.some((name) => DATA.test(name)) && (others.length > 0 || names.every((name) => name.length < 40));
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** What a cell says, as it can be kept. */
const tidy = (cell: string): string => plainCell(cell.replaceAll('\0', '').toWellFormed());

/** A table of a text that comes in pieces. `width`: how many columns it has where no row says their names. */
export function csvTable(
  text: () => AsyncIterable<string>,
  sample: string,
  { delimiter, hasHeader }: Pick<ImportReading, 'delimiter' | 'hasHeader'>,
): ImportTable {
  const hasSeparator = SEPARATOR.test(sample);
  const beginning = rowsOf(sample.replace(SEPARATOR, ''), delimiter);
  const at = beginning.findIndex((row) => !isBlank(row));
  const header = hasHeader ? (beginning[at] ?? []) : [];
  const width = hasHeader ? header.length : Math.max(0, ...beginning.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => ({
    column: `c${index}`,
    name: (header[index] ?? '').replace(/\s+/g, ' ').trim().slice(0, 200),
  }));
  const first = (hasSeparator ? 1 : 0) + 1;
  return {
    columns,
    rows: () => readRows(text(), { delimiter, width, first, skip: hasHeader ? at + 1 : 0, hasSeparator }),
  };
}

async function* readRows(
  text: AsyncIterable<string>,
  about: {
    readonly delimiter: Delimiter;
    readonly width: number;
    readonly first: number;
    readonly skip: number;
    readonly hasSeparator: boolean;
  },
): AsyncGenerator<TableRow> {
  const source = Readable.from(about.hasSeparator ? withoutSeparator(text) : text);
  const parser = parse(options(about.delimiter));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = about.first - 1;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row < about.first + about.skip || isBlank(record)) continue;
      const cells = record.map(tidy);
      const isWide = cells.slice(about.width).some((cell) => cell.trim() !== '');
      const isForeign = cells.some((cell) => cell.includes('\ufffd'));
      const fault = isWide ? 'columns' : isForeign ? 'encoding' : undefined;
      yield { row, cells, ...(fault === undefined ? {} : { fault }) };
    }
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('CSV_')) throw error;
    yield { row: row + 1, cells: [], fault: 'broken' };
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* withoutSeparator(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  let isThrough = false;
  for await (const piece of text) {
    if (isThrough) yield piece;
    else {
      held += piece;
      isThrough = held.length > 10;
      if (isThrough) yield held.replace(SEPARATOR, '');
    }
  }
  if (!isThrough) yield held.replace(SEPARATOR, '');
}
