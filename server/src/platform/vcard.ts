import { decodeText } from './charset.ts';

/** A line of a card (vCard 2.1, 3.0 and 4.0), unfolded and decoded, with what is escaped in its value still escaped. */
export interface CardLine {
  /** In capitals, without its group. */
  readonly name: string;
  /** By names in capitals; the words of older cards, which have no names, stand with TYPE. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** What is longer is a picture or a sound. */
const MAX_LINE = 100_000;
const MAX_VALUE = 20_000;

/** The lines of a card, without its BEGIN and END. What is no line of a card is left out. */
export function cardLines(card: string): CardLine[] {
  return logicalLines(card.split(/\r\n?|\n/)).flatMap((line) => lineOf(line) ?? []);
}

/** A card of a text, without its BEGIN and END, and the line in which it begins, counted from 1. */
export interface CutCard {
  readonly text: string;
  readonly line: number;
}

const BEGIN = /^[\s\ufeff]*BEGIN[ \t]*:[ \t]*VCARD(?:[ \t]+(\S.*))?[ \t]*$/i;
const END = /^[\s\ufeff]*END[ \t]*:[ \t]*VCARD[ \t]*$/i;
/**
 * Where a card ends or begins within a line: at the end of that, or at the beginning of the next card. One that stands in the value of another,
 * where line ends are escaped, is none.
 */
const WITHIN =
  /(?=END:VCARD[^\p{L}\p{N}]{0,20}(?:\w{1,20}\.)?(?:BEGIN:VCARD|$))(?<!^|\\n)|(?<=END:VCARD)(?=[^\p{L}\p{N}]{0,20}(?:\w{1,20}\.)?BEGIN:VCARD)|(?=BEGIN:VCARD\s*$)(?<!^|\\n|AGENT[^:]*:)/iu;
const MARK = /(?:BEGIN|END):VCARD/i;

/** Where programs put cards together, lines between and around two of them may be missing, and a mark or a sign of their own may stand there. */
const apart = (line: string): readonly string[] =>
  !MARK.test(line) || BEGIN.test(line) || END.test(line)
    ? [line]
    : line.split(WITHIN).flatMap((piece) => piece.replace(/^[^\p{L}\p{N}]+(?=BEGIN:VCARD)/iu, '') || []);

/** Cuts a text into its cards. One that never ends, ends where the next begins; what is within another is left out. */
export class CardCutter {
  readonly #maxSize: number;
  #card: string[] | undefined;
  #size = 0;
  #depth = 0;
  #before = '';
  #at = 0;
  #beginsAt = 0;

  /** `maxSize`: signs of a card; the rest of it is left out. */
  constructor(maxSize = Number.POSITIVE_INFINITY) {
    this.#maxSize = maxSize;
  }

  /** Takes the next line of the text; returns the cards that have ended with it. */
  take(line: string): CutCard[] {
    this.#at += 1;
    return apart(line).flatMap((piece) => this.#take(piece));
  }

  /** Returns the card that has not ended with the text. */
  end(): CutCard[] {
    return this.#card?.some((line) => line.trim() !== '') === true ? this.#cut() : [];
  }

  #take(line: string): CutCard[] {
    const begin = BEGIN.exec(line);
    const before = this.#before;
    if (line.trim() !== '') this.#before = line;
    if (begin !== null) {
      if (this.#card !== undefined && /^(?:[\w-]+\.)?AGENT[;:]/i.test(before)) {
        this.#depth += 1;
        return [];
      }
      const cut = this.#cut();
      [this.#card, this.#size, this.#depth, this.#beginsAt] = [[], 0, 0, this.#at];
      if (begin[1] !== undefined) this.#card.push(begin[1]);
      return cut;
    }
    if (END.test(line)) {
      if (this.#depth === 0) return this.#cut();
      this.#depth -= 1;
    } else if (this.#card !== undefined && this.#depth === 0 && this.#size < this.#maxSize) {
      this.#card.push(line);
      this.#size += line.length;
    }
    return [];
  }

  #cut(): CutCard[] {
    const card = this.#card;
    this.#card = undefined;
    return card === undefined ? [] : [{ text: card.join('\n'), line: this.#beginsAt }];
  }
}

/** Joins what was folded: by a blank at the beginning of the next line, or, in the oldest cards, by an `=` at the end of one. */
function logicalLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const last = joined.at(-1);
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    if (last !== undefined && (isOpen || isFolded)) {
      if (last.length < MAX_LINE)
        joined[joined.length - 1] = isOpen ? `${last.slice(0, -1)}${line}` : `${last}${line.slice(1)}`;
    } else joined.push(line);
    isOpen = line.endsWith('=') && isQuotedPrintable(joined.at(-1) ?? '');
  }
  return joined;
}

const isQuotedPrintable = (line: string): boolean => {
  const colon = line.indexOf(':');
  return colon > 0 && /QUOTED-PRINTABLE/i.test(line.slice(0, colon));
};

/** Where the value begins, and where each parameter does: what stands in quotes is passed over. */
function marksOf(line: string): { readonly semicolons: readonly number[]; readonly colon: number } {
  const semicolons: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === ':') return { semicolons, colon: at };
    else if (sign === ';') semicolons.push(at);
  }
  return { semicolons, colon: -1 };
}

function lineOf(line: string): CardLine | undefined {
  const { semicolons, colon } = marksOf(line);
  if (colon < 1) return undefined;
  const [head = '', ...parts] = [0, ...semicolons.map((at) => at + 1)].map((from, index) =>
    line.slice(from, semicolons[index] ?? colon),
  );
  const name = head.slice(head.lastIndexOf('.') + 1).toUpperCase();
  if (!/^[A-Z0-9-]+$/.test(name)) return undefined;
  const parameters = new Map<string, string>();
  for (const part of parts.slice(0, 50)) {
    const equals = part.indexOf('=');
    const key = equals < 0 ? 'TYPE' : part.slice(0, equals).trim().toUpperCase();
    const words = part.slice(equals + 1).replaceAll('"', '');
    parameters.set(key, parameters.has(key) ? `${parameters.get(key)},${words}` : words);
  }
  const raw = line.slice(colon + 1, colon + 1 + MAX_LINE);
  const value = isQuotedPrintable(line) ? decoded(raw, parameters.get('CHARSET')) : raw;
  return { name, parameters, value: value.slice(0, MAX_VALUE) };
}

function decoded(value: string, charset = 'utf-8'): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return decodeText(bytes, charset.trim());
}

/** A value as it is meant, without the signs that keep commas, semicolons and line breaks in it. */
export const unescaped = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_all, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));

/** The parts of a value that has several, still escaped. */
export function valueParts(value: string): string[] {
  const parts = [''];
  for (const piece of value.match(/\\[\s\S]|[^\\;]+|[\\;]/g) ?? []) {
    if (piece === ';') parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

const WIDTH = 75;

/** A line as vCard 4.0 has it, folded. `value`: a text, or the parts of one that has several. */
export function cardLine(
  name: string,
  value: string | readonly string[],
  parameters: Readonly<Record<string, string>> = {},
): string {
  const escaped = (text: string): string =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll(/\r\n?|\n/g, '\\n')
      .replaceAll(',', '\\,')
      .replaceAll(';', '\\;');
  const words = Object.entries(parameters).map(([key, word]) => `;${key}=${word}`);
  const line = `${name}${words.join('')}:${typeof value === 'string' ? escaped(value) : value.map(escaped).join(';')}`;
  const folded: string[] = [];
  let rest = Buffer.from(line);
  for (let width = WIDTH; rest.length > width; width = WIDTH - 1) {
    let end = width;
    // Not within a sign of several bytes.
    while (((rest[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    folded.push(rest.toString('utf8', 0, end));
    rest = rest.subarray(end);
  }
  return `${[...folded, rest.toString()].join('\r\n ')}\r\n`;
}
