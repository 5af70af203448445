import { decodeWords } from './encoded-words.ts';

/** A piece of an address field between two commas or semicolons that stand outside of quotes, brackets and comments. */
interface Piece {
  readonly text: string;
  /** Where the address in angle brackets begins; -1 where there is none. */
  readonly angle: number;
  /** Whether an address may stand in it at all. */
  readonly hasAt: boolean;
  /** Where a colon stands that no quotes hold; -1 where none does. */
  readonly colon: number;
  /** What ends it. */
  readonly end: ',' | ';' | '';
}

const MAX_PIECES = 20_000;
/** What may not be cut: quotes, comments, brackets; runs of letters; and each other sign by itself. */
const TOKEN = /"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)|\((?:[^()\\]|\\[^])*\)|<[^<>]*(?:>|$)|[^"(<,:;@]+|[^]/g;
/** A field has more unclosed quotes than these only to exhaust us. */
const MAX_QUOTES = 3;

/** Cuts a field at its commas and semicolons. Nothing where quotes are not closed however one looks at them. */
function piecesOf(field: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let piece = { angle: -1, colon: -1, hasAt: false };
  const end = (at: number, sign: Piece['end']): void => {
    pieces.push({ ...piece, text: field.slice(start, at), end: sign });
    start = at + 1;
    piece = { angle: -1, colon: -1, hasAt: false };
  };
  for (const { 0: token, index } of field.matchAll(TOKEN)) {
    const [sign] = token;
    if (sign === '<' && piece.angle === -1) piece.angle = index - start;
    else if (token === '@') piece.hasAt = true;
    else if (token === ':' && piece.colon === -1) piece.colon = index - start;
    else if ((token === ',' || token === ';') && pieces.length < MAX_PIECES) end(index, token);
  }
  end(field.length, '');
  return pieces;
}

/** The field without a quote that is never closed, which would take all that follows for a name; undefined where it has too many. */
function withClosedQuotes(field: string): string | undefined {
  let closed = field;
  for (let tries = 0; tries <= MAX_QUOTES; tries += 1) {
    const quotes = [...closed.matchAll(TOKEN)].filter(({ 0: token }) => token.startsWith('"'));
    const open = quotes.find(
      ({ 0: token }) => token.length === 1 || !token.endsWith('"') || /(?:^|[^\\])(?:\\\\)*\\"$/.test(token),
    );
    if (open === undefined) return closed;
    // One that holds an address is more likely to be the one that has no end than the last one is.
    const wrong =
      quotes.find(({ 0: token }) => token.endsWith('"') && /<[^<>"]*@[^<>"]*>[^"]*[,;]/.test(token)) ?? open;
    closed = closed.slice(0, wrong.index) + closed.slice(wrong.index + 1).replace(/^([^"]*)\\"/, '$1');
  }
  return undefined;
}

const quoted = (phrase: string): string =>
  /^"[^"]*"$/.test(phrase) ? phrase : `"${phrase.replace(/["\\]/g, '').replace(/\s+/g, ' ').trim()}"`;

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

/** An address in brackets without what no address has: blanks, brackets in brackets, the word of a link. */
const closeUp = (bracket: string): string =>
  bracket.replace(/^<([^<>]*)>>*/, (whole, inside: string) => {
    const bare = inside.replace(/\s+/g, '').replace(/^mailto:/i, '');
    return ADDRESS.test(bare) ? `<${bare}>` : whole;
  });

/** A piece without brackets as the words and the address that it has; undefined where it has none. */
function bareOf(text: string): { words: string; address: string } | undefined {
  const {
    words = '',
    local = '',
    domain = '',
  } = /^(?<words>(?:.*[\s"])??)<?(?<local>[^\s@<>",;:()]+)\s*@\s*(?<domain>[^\s@<>",;:()]+)>?\s*$/s.exec(text)
    ?.groups ?? {};
  if (local === '') return undefined;
  const isApart = /\s@|@\s/.test(text);
  // `Support @ Firma` is a name.
  if (isApart && !/.\../.test(domain)) return undefined;
  return { words: words.trim(), address: `${local}@${domain}` };
}

/**
 * An address field as its writer meant it, who has left out the quotes around a name: `Weber, Udo <udo@firma.example>` is one person, as is
 * `Einkauf: Udo <udo@firma.example>`, and `<udo @firma.example>` an address. What is written by the rules stays as it is. Encoded words have to be even already.
 */
export function mendAddressField(written: string): string {
  const field = withClosedQuotes(written);
  if (field === undefined) return written;
  const mended: Entry[] = [];
  /** Words that bear no address, each with the sign behind it: they wait for the one that they belong to. */
  let before: { readonly text: string; readonly end: string }[] = [];
  let group: string | undefined;
  const members: Entry[] = [];
  const add = (text: string, isPerson: boolean): void =>
    void (group === undefined ? mended : members).push({ text, isPerson });
  const addWords = (): void => {
    for (const { text } of before) add(text, false);
    before = [];
  };
  const pieces = piecesOf(field);
  const groups = groupsOf(pieces);
  for (const [at, piece] of pieces.entries()) {
    const { colon, end } = piece;
    let { text, angle } = piece;
    const isFirst = groups.has(at);
    if (isFirst) {
      addWords();
      group = text.slice(0, colon);
      text = text.slice(colon + 1);
      angle = angle === -1 ? -1 : angle - colon - 1;
    }
    const person = personOf({ ...piece, text, angle, colon: isFirst ? -1 : colon }, before);
    if (person === undefined) {
      if (text.trim() !== '') before.push({ text, end });
    } else {
      add(person, person.includes('@'));
      before = [];
    }
    if (group !== undefined && end === ';') {
      addWords();
      const inside = people(members.splice(0));
      mended.push({ text: `${group}:${inside};`, isPerson: inside.includes('@') });
      group = undefined;
    }
  }
  addWords();
  return people(mended).replace(/;,$/, ';');
}

/** What a field or a group holds: somebody with an address, a group, or words. */
interface Entry {
  readonly text: string;
  readonly isPerson: boolean;
}

/** Entries as they are written. Words are nobody where anybody has an address. */
function people(entries: readonly Entry[]): string {
  const known = entries.filter(({ isPerson }) => isPerson);
  return (known.length === 0 ? entries : known).map(({ text }) => text).join(',');
}

/** Where groups begin: at a name with a colon behind it that a semicolon ends before another one begins. */
function groupsOf(pieces: readonly Piece[]): Set<number> {
  const starts = new Set<number>();
  let start: number | undefined;
  for (const [at, { colon, angle, end, text }] of pieces.entries()) {
    const isName = colon > 0 && (angle === -1 || colon < angle) && !text.slice(0, colon).includes('@');
    if (start === undefined && isName) start = at;
    if (end !== ';') continue;
    if (start !== undefined) starts.add(start);
    start = undefined;
  }
  return starts;
}

/** One person of a piece and of the words before it; undefined where the piece has no address. */
function personOf(
  piece: Piece,
  before: readonly { readonly text: string; readonly end: string }[],
): string | undefined {
  const { text, angle, hasAt, colon } = piece;
  if (angle === -1) {
    const bare = hasAt ? bareOf(text) : undefined;
    if (bare === undefined) return hasAt && !/\s@\s/.test(text) ? text : undefined;
    if (before.length > 0) return `${phraseOf([...before, { text: bare.words, end: '' }])} <${bare.address}>`;
    return bare.words === '' && /\s@|@\s|>/.test(text) ? bare.address : text;
  }
  const phrase = text.slice(0, angle);
  const bracket = closeUp(text.slice(angle).replace(/^<+/, '<'));
  const rest = /^<([^<>@]*)>(.*)$/s.exec(bracket);
  // The name in the brackets, and the address beside them.
  const swapped = rest === null ? undefined : bareOf(`${phrase} ${rest[2]}`);
  if (swapped !== undefined)
    return `${phraseOf([...before, { text: swapped.words, end: '' }, { text: rest?.[1] ?? '', end: '' }])} <${swapped.address}>`;
  const isLoose = before.length > 0 || (colon !== -1 && colon < angle) || /[@]/.test(phrase.replace(/"[^"]*"/g, ''));
  const name = isLoose ? phraseOf([...before, { text: phrase, end: '' }]) : phrase;
  return `${name}${name === '' || name.endsWith(' ') ? '' : ' '}${bracket}`;
}

/** One name of the parts that commas had cut it into. Encoded words mean nothing within quotes. */
function phraseOf(parts: readonly { readonly text: string; readonly end: string }[]): string {
  const filled = parts.filter(({ text }) => text.trim() !== '');
  const whole = filled
    .map(({ text, end }, at) => (at === filled.length - 1 ? text.trim() : `${text.trim()}${end || ','} `))
    .join('');
  if (whole === '') return '';
  if (!whole.includes('=?')) return quoted(whole.replace(/"/g, ''));
  return `=?utf-8?B?${Buffer.from(decodeWords(whole).replace(/["\\]/g, '')).toString('base64')}?=`;
}
