import { MAX_CALLER_NAME, MAX_NUMBER_TEXT, type phonecallCommands } from '@kontor/contract/phonecall';
import { parse } from 'csv-parse/sync';
import { plainCell } from '../../../platform/csv.ts';
import type { CommandHandler } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { readNumber } from '../../../platform/phone/said.ts';
import { findUploads } from '../../../platform/uploads/index.ts';
import { CardCutter, cardLines, unescaped, valueParts, type CutCard } from '../../../platform/vcard.ts';
import { phoneCountryIn } from '../../account/index.ts';
import { requireCalls } from '../access.ts';
import { insertEntries, recountEntries, type NewEntry } from './store.ts';
import { tellNumbers, toEntry } from './writing.ts';

/** Bytes of a file. */
const MAX_FILE = 20 * 1024 * 1024;
const MAX_FAULTS = 100;
const AT_ONCE = 1000;
/** Numbers whose calls are found by their new names at once; the calls of others follow when they are changed next. */
const MAX_RENEWED = 1000;

/** A name and a number, and the line that they stand in. */
interface ReadEntry {
  readonly line: number;
  readonly name: string;
  readonly company: string;
  readonly number: string;
}

/** The text of a file: UTF-8, else as Windows wrote it. */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The numbers of the cards of a text, each with the name of its card; the line is that in which the card begins. */
export function entriesOfCards(text: string): readonly ReadEntry[] | undefined {
  const cutter = new CardCutter();
  const entries: ReadEntry[] = [];
  const add = (cards: readonly CutCard[]): void => {
    for (const card of cards) entries.push(...entriesOfCard(card.text, card.line));
  };
  for (const line of text.split(/\r\n?|\n/)) add(cutter.take(line));
  add(cutter.end());
  return entries.length === 0 && !/^\ufeff?BEGIN:VCARD/i.test(text.trimStart()) ? undefined : entries;
}

function entriesOfCard(card: string, line: number): readonly ReadEntry[] {
  const all = cardLines(card);
  const first = (name: string) => all.find((one) => one.name === name)?.value;
  const [last = '', given = ''] = valueParts(first('N') ?? '').map((part) => unescaped(part).trim());
  const [company = ''] = valueParts(first('ORG') ?? '').map((part) => unescaped(part).trim());
  const name = unescaped(first('FN') ?? '').trim() || `${given} ${last}`.trim() || company;
  const said = { line, name, company: company === name ? '' : company };
  const numbers = all
    .filter((one) => one.name === 'TEL')
    .map(({ value }) => unescaped(value).replace(/^tel:/i, '').replace(/;.*$/s, '').trim());
  return (numbers.length === 0 ? [''] : numbers).map((number) => ({ ...said, number }));
}

const NAMES = ['name', 'anzeigename', 'kontakt', 'display name', 'full name', 'caller'];
const FIRST_NAMES = ['vorname', 'first name', 'given name'];
const LAST_NAMES = ['nachname', 'last name', 'family name'];
const COMPANIES = ['firma', 'unternehmen', 'organisation', 'organization', 'company'];
const NUMBERS = [
  'nummer',
  'number',
  'telefon',
  'telefonnummer',
  'rufnummer',
  'phone',
  'phone number',
  'tel',
  'mobil',
  'mobile',
  'handy',
];

/** A row as it is read, and the line that it ends in. */
interface TableRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The rows of a table with columns for name and number; undefined where it has none. */
export function entriesOfTable(text: string): readonly ReadEntry[] | undefined {
  const [head = ''] = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const delimiter = [';', '\t', ','].toSorted((one, other) => head.split(other).length - head.split(one).length)[0];
  let rows: TableRow[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: delimiter ?? ';',
      relax_column_count: true,
      relax_quotes: true,
      info: true,
    }) as unknown as TableRow[];
  } catch {
    return undefined;
  }
  const columns = (rows[0]?.record ?? []).map((name) => name.trim().toLowerCase());
  const at = (names: readonly string[]) => columns.findIndex((column) => names.includes(column));
  const [name, first, last, company] = [at(NAMES), at(FIRST_NAMES), at(LAST_NAMES), at(COMPANIES)];
  const numbers = columns.flatMap((column, index) => (NUMBERS.includes(column) ? index : []));
  if (numbers.length === 0 || (name === -1 && last === -1 && company === -1)) return undefined;
  return rows.slice(1).flatMap(({ record, info: { lines: line } }) => {
    const cell = (index: number) => plainCell((record[index] ?? '').trim());
    const firm = company === -1 ? '' : cell(company);
    const own = (name === -1 ? '' : cell(name)) || `${cell(first)} ${cell(last)}`.trim();
    const said = own || firm;
    const written = numbers.map(cell).filter((number) => number !== '');
    if (said === '' && written.length === 0) return [];
    return (written.length === 0 ? [''] : written).map((number) => ({
      line,
      name: said,
      company: own === '' ? '' : firm,
      number,
    }));
  });
}

/** Takes the entries of a file that was uploaded. */
export const importFile: CommandHandler<(typeof phonecallCommands)['importEntries']> = async (
  ctx,
  { attachmentId, format },
) => {
  requireCalls(ctx);
  const { db, instance, person } = ctx;
  const [file] = await findUploads(ctx, person.id, { attachmentIds: [attachmentId], uploadIds: [] });
  if (file === undefined) return fail('NOT_FOUND');
  if (file.size > MAX_FILE) return fail('PHONE_BOOK_FILE_UNREADABLE');
  const text = textOf(await ctx.blobs.get(instance.id, file.blobHash));
  const read = format === 'vcard' ? entriesOfCards(text) : entriesOfTable(text);
  if (read === undefined) return fail('PHONE_BOOK_FILE_UNREADABLE');
  const country = phoneCountryIn(instance.settings);
  const entries: NewEntry[] = [];
  const faults: { line: number; text: string }[] = [];
  for (const { line, name, company, number } of read) {
    const known = readNumber(number.slice(0, MAX_NUMBER_TEXT), country);
    const entry =
      known === undefined
        ? undefined
        : toEntry({ ...known, name: name.slice(0, MAX_CALLER_NAME), company: company.slice(0, MAX_CALLER_NAME) });
    if (entry === undefined || entry.name === '')
      faults.push({ line, text: [name, number].join(' ').trim().slice(0, 200) });
    else entries.push(entry);
  }
  const about = { source: 'import', userId: person.id, at: new Date(ctx.now()) } as const;
  const unique = [...new Map(entries.map((entry) => [`${entry.digits} ${entry.name_key}`, entry])).values()];
  const made: number[] = [];
  for (let from = 0; from < unique.length; from += AT_ONCE)
    made.push(...(await insertEntries(db, instance.id, unique.slice(from, from + AT_ONCE), about)));
  await recountEntries(db, instance.id, made);
  if (made.length > 0)
    await tellNumbers(
      ctx,
      unique.slice(0, MAX_RENEWED).map(({ number }) => number),
    );
  return { added: made.length, there: entries.length - made.length, faults: faults.slice(0, MAX_FAULTS) };
};
