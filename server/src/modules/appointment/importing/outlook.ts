import {
  FIRST_YEAR,
  LAST_YEAR,
  MAX_APPOINTMENT_TITLE,
  MAX_DESCRIPTION,
  MAX_LOCATION,
  type Alert,
  type CalendarImportFault,
} from '@kontor/contract/appointment';
import { parse, type Options } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { plainCell } from '../../../platform/csv.ts';
import { cleanNote, escapeHtml } from '../../../platform/html/index.ts';
import { bareEvent, type IcalEvent } from '../icalendar/model.ts';
import { asIfUtc, daysLater, isRightSlot, type Slot } from '../times.ts';
import { headOf, type OutlookField, type OutlookHead } from './outlook-columns.ts';
import { dayOrderIn, readClock, readDay, type DayOrder } from './outlook-times.ts';

const DELIMITERS = [',', ';', '\t'] as const;
/** Signs of one row: what is more has a quote that never ends. */
const MAX_ROW = 1_000_000;
/** Signs that a table is parted into to be read, so that others have their turn. */
const PIECE = 65_536;
/** Rows from which it is told in which order days are written. */
const LOOKED_AT = 500;

const optionsFor = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_ROW,
});

function firstRows(text: string, delimiter: string, most: number): string[][] {
  try {
    return parseAll(text.slice(0, MAX_ROW), { ...optionsFor(delimiter), to: most, skip_records_with_error: true });
  } catch {
    return [];
  }
}

/** A table of appointments that Outlook has written. */
export interface OutlookTable {
  readonly delimiter: string;
  readonly head: OutlookHead;
  readonly order: DayOrder;
}

/** How a text is read as such a table; undefined where it is none. */
export function outlookTable(text: string): OutlookTable | undefined {
  for (const delimiter of DELIMITERS) {
    const [first = [], ...rows] = firstRows(text, delimiter, LOOKED_AT);
    const head = headOf(first);
    if (head === undefined) continue;
    const cell = (row: readonly string[], field: OutlookField): string => row[head.get(field)?.at ?? -1] ?? '';
    const days = rows.flatMap((row) => [cell(row, 'startDay'), cell(row, 'endDay')]);
    const clocks = rows.map((row) => cell(row, 'startTime'));
    return { delimiter, head, order: dayOrderIn(days, clocks) };
  }
  return undefined;
}

const YES = /^(?:true|wahr|ein|on|yes|ja|1|-1)$/i;
const PRIVATE = /^(?:private|privat|confidential|vertraulich|personal|persönlich)$/i;
const FREE = /^(?:3|free|frei)$/i;

/** A row by its fields. */
type Cells = (field: OutlookField) => string;

/** When a row is; undefined where it has no beginning, or none that could be kept. */
function slotIn(cell: Cells, order: DayOrder, zone: string): Slot | undefined {
  const [first, last] = [readDay(cell('startDay'), order), readDay(cell('endDay'), order)];
  if (first === undefined) return undefined;
  const [from, to] = [readClock(cell('startTime')), readClock(cell('endTime'))];
  const isDays = YES.test(cell('allDay')) || (from === undefined && to === undefined);
  const begin = `${first}T${isDays ? '00:00' : (from ?? '00:00')}:00`;
  const behind = `${last ?? first}T${isDays ? '00:00' : (to ?? from ?? '00:00')}:00`;
  // Of whole days it names midnight of the day behind the last.
  const ends = isDays && to === '00:00' && behind > begin ? daysLater(behind, -1) : behind;
  const end = ends < begin ? begin : ends;
  const slot: Slot = isDays
    ? { timeMode: 'allDay', start: begin, end, zone: null }
    : { timeMode: 'fixedTime', start: begin, end, zone };
  const years = [slot.start, slot.end].map((time) => Number(time.slice(0, 4)));
  return years.every((year) => year >= FIRST_YEAR && year <= LAST_YEAR) && isRightSlot(slot) ? slot : undefined;
}

const UNITS = [
  ['days', 86_400_000, 365],
  ['hours', 3_600_000, 1000],
  ['minutes', 60_000, 10_000],
] as const;

function alertIn(cell: Cells, slot: Slot, order: DayOrder): Alert {
  const [day, clock] = [readDay(cell('reminderDay'), order), readClock(cell('reminderTime'))];
  if (!YES.test(cell('hasReminder')) || day === undefined || clock === undefined) return 'none';
  const before = asIfUtc(slot.start) - asIfUtc(`${day}T${clock}:00`);
  const unit = UNITS.find(([, ms, max]) => before % ms === 0 && before / ms <= max && (before > 0 || ms === 60_000));
  return before < 0 || unit === undefined ? 'none' : { unit: unit[0], value: before / unit[1] };
}

const asParagraphs = (text: string): string =>
  text.trim() === ''
    ? ''
    : text
        .replaceAll('\r', '')
        .trim()
        .split('\n')
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');

/** The text, with those who took part by their names: a table has no addresses to tell who they are. */
function descriptionIn(cell: Cells, head: OutlookHead): string {
  const people = (['organiser', 'required', 'optional', 'resources'] as const).flatMap((field) => {
    const said = cell(field).trim();
    return said === '' ? [] : [`${head.get(field)?.name ?? ''}: ${said}`];
  });
  return cleanNote(
    [asParagraphs(cell('description')), asParagraphs(people.join('\n'))].join('').slice(0, MAX_DESCRIPTION),
  ).html;
}

const oneLine = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();

/** An appointment of a row; undefined where it has no time that could be kept. A table has no uid: the same row has the same one each time, and of two that are alike the second another. */
function eventIn(
  cells: readonly string[],
  { head, order }: OutlookTable,
  zone: string,
  known: Map<string, number>,
): IcalEvent | undefined {
  const cell: Cells = (field) =>
    plainCell((cells[head.get(field)?.at ?? -1] ?? '').replaceAll('\0', '').toWellFormed());
  const slot = slotIn(cell, order, zone);
  if (slot === undefined) return undefined;
  const title = oneLine(cell('subject'), MAX_APPOINTMENT_TITLE);
  const location = oneLine(cell('location'), MAX_LOCATION);
  const said = JSON.stringify([title, slot.timeMode, slot.start, slot.end, location]);
  const before = known.get(said) ?? 0;
  known.set(said, before + 1);
  const hash = createHash('sha256').update(`${said} ${before}`).digest('hex').slice(0, 40);
  const categories = cell('categories')
    .split(/[;,]/)
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    ...bareEvent(`${hash}@outlook.kontor.invalid`, slot),
    title,
    location,
    description: descriptionIn(cell, head),
    access: YES.test(cell('isPrivate')) || PRIVATE.test(cell('sensitivity').trim()) ? 'private' : 'public',
    isFree: FREE.test(cell('showAs').trim()),
    alert: alertIn(cell, slot, order),
    foreign: categories.length === 0 ? [] : [['categories', {}, 'text', ...categories]],
  };
}

/** A row of such a table. */
export interface OutlookRow {
  readonly line: number;
  readonly title: string;
  readonly what: IcalEvent | Extract<CalendarImportFault, 'times' | 'broken'>;
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    // A sign of two halves stays one.
    const isHalf = /[\uD800-\uDBFF]/.test(text[at + PIECE - 1] ?? '');
    const end = at + PIECE + (isHalf ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

/** Reads the appointments of a table, in its order. `zone`: where its times are. */
export async function* outlookRows(text: string, table: OutlookTable, zone: string): AsyncGenerator<OutlookRow> {
  let skipped = 0;
  const source = Readable.from(piecesOf(text));
  const parser = parse({
    ...optionsFor(table.delimiter),
    from: 2,
    raw: true,
    skip_records_with_error: true,
    on_skip: () => void (skipped += 1),
  });
  source.pipe(parser);
  const known = new Map<string, number>();
  let next = 2;
  try {
    for await (const { record, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      const line = next;
      next += raw.split(/\r\n|\r|\n/).length - 1;
      if (record.every((cell) => cell.trim() === '')) continue;
      const subject = record[table.head.get('subject')?.at ?? -1] ?? '';
      const title = subject.replaceAll('\0', '').slice(0, 200).toWellFormed();
      yield { line, title, what: eventIn(record, table, zone, known) ?? 'times' };
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (skipped > 0) yield { line: next, title: '', what: 'broken' };
}
