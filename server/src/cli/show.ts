import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';

export interface Shown {
  readonly json?: boolean;
}

/** Prints an answer: JSON for scripts, text for people. */
export function show(io: Io, { json }: Shown, data: unknown, text: () => string): void {
  io.out(json ? JSON.stringify(data, null, 2) : text());
}

export type Column<T> = readonly [title: string, cell: (row: T) => string | number, align?: 'right'];

/** An aligned table without lines around it. */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => clean(String(cell(row))))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => widthOf(line[at] ?? ''))));
  return cells
    .map((line) =>
      line
        .map((cell, at) => {
          const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
          return columns[at]?.[2] === 'right' ? space + cell : cell + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Pairs of a name and a value, one a line. */
export const list = (pairs: readonly (readonly [string, string | number])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${clean(String(value))}`.trimEnd()).join('\n');
};

const graphemes = new Intl.Segmenter();
const widthOf = (text: string): number => [...graphemes.segment(text)].length;

/** Names come from people: none of them may move the cursor. */
// oxlint-disable-next-line no-control-regex
const clean = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, ' ');

export const dateTime = (date: Date | null): string =>
  date === null ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Asks before something is destroyed. Without a terminal it takes `--yes`. Returns whether to go on. */
export async function confirm(io: Io, question: string, { yes }: { readonly yes?: boolean }): Promise<boolean> {
  if (yes) return true;
  if (!io.isTerminal) throw new CliError('This cannot be undone: without a terminal it needs --yes.');
  if (/^(y|yes)$/i.test((await io.ask(`${question} y/N `)).trim())) return true;
  io.err('Nothing was changed.');
  return false;
}
