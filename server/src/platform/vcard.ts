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
  try {
    return new TextDecoder(charset.trim()).decode(bytes);
  } catch {
    return bytes.toString();
  }
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
