import { isMailAddress } from '../address-key.ts';
import { CardCutter, cardLines, unescaped, valueParts, type CardLine } from '../vcard.ts';
import type { ImportTable, TableRow } from './types.ts';

/** What Kontor writes beside what every program knows: each field of a record, or of a contact person of the record before it. */
export const FIELD_LINE = 'X-KONTOR-FIELD';
export const PERSON_LINE = 'X-KONTOR-OF';
export const KEY_PARAMETER = 'X-KEY';

/** Signs of one card without its pictures; the rest of it is left out. */
const MAX_CARD = 500_000;
const MAX_LINE = 100_000;
/** Cards that are looked at to know what there is in a file. */
const LEARNED_FROM = 2000;
const MAX_FIELD_COLUMNS = 200;

export const isCards = (text: string): boolean => /^\s*BEGIN[ \t]*:[ \t]*VCARD/i.test(text);

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.slice(0, MAX_LINE);
    // A line without an end is no line of a card.
    if (rest.length > MAX_LINE) rest = rest.slice(0, MAX_LINE);
  }
  yield rest;
}

/** The cards of a text, one by one. */
async function* cardsOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  const cutter = new CardCutter(MAX_CARD);
  for await (const line of linesOf(text)) for (const card of cutter.take(line)) yield card.text;
  for (const card of cutter.end()) yield card.text;
}

/** Columns of cards, in the order in which they are shown. */
const COLUMNS = [
  'fn',
  'prefix',
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'nickname',
  'organisation',
  'department',
  'title',
  'role',
  'email',
  'phone',
  'mobile',
  'homePhone',
  'fax',
  'street',
  'zip',
  'city',
  'region',
  'country',
  'addresses',
  'website',
  'birthday',
  'categories',
  'note',
] as const;
type Column = (typeof COLUMNS)[number];

const plain = (value: string): string =>
  unescaped(value).replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').toWellFormed().trim();
const partsOf = (value: string): string[] => valueParts(value).map(plain);
const joined = (values: readonly string[], by = ', '): string => [...new Set(values.filter(Boolean))].join(by);

const phoneColumn = (types: string): Column => {
  if (/CELL|MOBILE/i.test(types)) return 'mobile';
  if (/FAX/i.test(types)) return 'fax';
  return /HOME/i.test(types) ? 'homePhone' : 'phone';
};

const phoneAsWritten = (value: string): string => plain(value).replace(/^tel:/i, '');

/** A number as it is dialled: what parts an extension is a blank. A number that a spreadsheet has rounded keeps its comma, by which it is known. */
const phoneText = (value: string): string => phoneAsWritten(value).replaceAll(/[,;](?!\d+\s?E\s?[+-]?\d)/gi, ' ');

/** A birthday as dates are written; what has no year stays as it is. */
const day = (value: string): string => value.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T.*)?$/, '$1-$2-$3');

/** The parts of a name: as the card has them, else out of the whole name, unless that is a company's. */
function namesOf(
  parts: readonly string[],
  whole: string | undefined,
  organisation: string | undefined,
): readonly string[] {
  if (parts.some((part) => part !== '') || whole === undefined || whole === organisation) return parts;
  const [, behind, before] = /^([^,]+),\s*(.+)$/s.exec(whole) ?? [];
  if (behind !== undefined && before !== undefined) return [behind, before];
  const words = whole.split(/\s+/);
  return [words.at(-1) ?? '', words.slice(0, -1).join(' ')];
}

interface Card {
  readonly plain: ReadonlyMap<Column, string>;
  readonly fields: ReadonlyMap<string, string>;
  readonly isPerson: boolean;
}

function cardOf(lines: readonly CardLine[], keepsPauses = false): Card {
  const all = (name: string): string[] => lines.filter((line) => line.name === name).map(({ value }) => value);
  const texts = (name: string): string[] => all(name).map((value) => plain(value).replace(/^(?:mailto|tel):/i, ''));
  const [organisation, ...departments] = partsOf(all('ORG')[0] ?? '');
  const [lastName, firstName, middleName, prefix, suffix] = namesOf(
    partsOf(all('N')[0] ?? ''),
    texts('FN')[0],
    organisation,
  );
  const addresses = texts('EMAIL')
    .flatMap((text) => text.split(/[,;\s]+/))
    .filter(Boolean);
  const good = addresses.filter(isMailAddress);
  // One that is none is no reason to leave the card out where there is another one; it is kept where people read.
  const bad = good.length === 0 ? [] : addresses.filter((one) => !isMailAddress(one));
  const [address = [], ...others] = all('ADR').map(partsOf);
  const [box, further, street, city, region, zip, country] = address;
  const phones = Map.groupBy(
    lines.filter(({ name }) => name === 'TEL'),
    ({ parameters }) => phoneColumn(parameters.get('TYPE') ?? ''),
  );
  const phonesOf = (column: Column): string =>
    joined((phones.get(column) ?? []).map(({ value }) => (keepsPauses ? phoneAsWritten : phoneText)(value)));
  const said: Partial<Record<Column, string | undefined>> = {
    fn: texts('FN')[0] || joined([prefix ?? '', firstName ?? '', middleName ?? '', lastName ?? '', suffix ?? ''], ' '),
    prefix,
    firstName,
    middleName,
    lastName,
    suffix,
    nickname: texts('NICKNAME')[0],
    organisation,
    department: joined(departments),
    title: texts('TITLE')[0],
    role: texts('ROLE')[0],
    email: joined(good.length === 0 ? addresses : good),
    phone: phonesOf('phone'),
    mobile: phonesOf('mobile'),
    homePhone: phonesOf('homePhone'),
    fax: phonesOf('fax'),
    street: joined([street ?? '', further ?? '', box ?? '']),
    zip,
    city,
    region,
    country,
    addresses: others.map((one) => joined(one)).join('\n'),
    website: texts('URL')[0],
    birthday: day(texts('BDAY')[0] ?? ''),
    categories: joined(all('CATEGORIES').flatMap((value) => value.split(/(?<!\\),/).map(plain))),
    note: [...texts('NOTE'), ...bad.map((one) => `E-Mail: ${one}`)].join('\n'),
  };
  const fields = lines.flatMap(({ name, parameters, value }) => {
    const key = parameters.get(KEY_PARAMETER) ?? '';
    return name === FIELD_LINE && /^[a-z][A-Za-z0-9]{0,39}$/.test(key) ? [[key, plain(value)] as const] : [];
  });
  return {
    plain: new Map(COLUMNS.flatMap((column) => (said[column] ? [[column, said[column]]] : []))),
    fields: new Map(fields),
    isPerson: lines.some(({ name }) => name === PERSON_LINE),
  };
}

/** What the cards of a file say, gathered from the first of them. */
export class CardColumns {
  readonly #plain = new Set<Column>();
  readonly #fields = new Set<string>();
  #cards = 0;

  async learn(text: AsyncIterable<string>): Promise<void> {
    for await (const card of cardsOf(text)) {
      const { plain: said, fields, isPerson } = cardOf(cardLines(card));
      this.#cards += 1;
      for (const column of said.keys()) this.#plain.add(column);
      for (const key of fields.keys())
        if (this.#fields.size < MAX_FIELD_COLUMNS) this.#fields.add(isPerson ? `p:${key}` : `x:${key}`);
      if (this.#cards === LEARNED_FROM) return;
    }
  }

  get all(): readonly string[] {
    return [...COLUMNS.filter((column) => this.#plain.has(column)), ...this.#fields];
  }
}

/**
 * The cards of a text as a table; contact persons that Kontor wrote are rows behind their record, whose own columns are its. `keepsPauses`: numbers keep the signs that
 * steer telephones.
 */
export function cardTable(text: () => AsyncIterable<string>, known: CardColumns, keepsPauses: boolean): ImportTable {
  const columns = known.all;
  return {
    columns: columns.map((column) => ({ column, name: column })),
    rows: () => readRows(text(), columns, keepsPauses),
  };
}

async function* readRows(
  text: AsyncIterable<string>,
  columns: readonly string[],
  keepsPauses: boolean,
): AsyncGenerator<TableRow> {
  let row = 0;
  let record: readonly string[] | undefined;
  for await (const found of cardsOf(text)) {
    row += 1;
    const card = cardOf(cardLines(found), keepsPauses);
    const isPerson = card.isPerson && record !== undefined;
    const cells = columns.map((column, index) => {
      const key = column.slice(2);
      if (column.startsWith('p:')) return isPerson ? (card.fields.get(key) ?? '') : '';
      if (isPerson) return record?.[index] ?? '';
      return column.startsWith('x:') ? (card.fields.get(key) ?? '') : (card.plain.get(column as Column) ?? '');
    });
    if (!isPerson) record = cells;
    const fault = cells.some((cell) => cell.includes('\ufffd')) ? 'encoding' : undefined;
    yield { row, cells, ...(fault === undefined ? {} : { fault }), ...(isPerson ? { isPerson: true } : {}) };
  }
}
