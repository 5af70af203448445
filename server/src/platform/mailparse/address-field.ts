import { decodeWords } from './encoded-words.ts';

/** A piece of an address field between two commas that stand outside of quotes, brackets and comments. */
interface Piece {
  readonly text: string;
  /** Where the address in angle brackets begins; -1 where there is none. */
  readonly angle: number;
  /** Whether an address may stand in it at all. */
  readonly hasAt: boolean;
  /** Where a colon stands that no quotes hold; -1 where none does. */
  readonly colon: number;
}

const MAX_PIECES = 20_000;
/** What may not be cut: quotes, comments, brackets; runs of letters; and each other sign by itself. */
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|$)|\((?:[^()\\]|\\.)*\)|<[^<>]*(?:>|$)|[^"(<,:;@]+|[^]/g;

/** Cuts a field at its commas. `isList`: a semicolon ends a group somewhere, so that colons begin some. Nothing where quotes are never closed: as it stands, it is the reader's. */
function piecesOf(field: string): { pieces: Piece[]; isList: boolean } {
  const pieces: Piece[] = [];
  let isList = false;
  let start = 0;
  let piece = { angle: -1, colon: -1, hasAt: false };
  const end = (at: number): void => {
    pieces.push({ ...piece, text: field.slice(start, at) });
    start = at + 1;
    piece = { angle: -1, colon: -1, hasAt: false };
  };
  for (const { 0: token, index } of field.matchAll(TOKEN)) {
    const [sign] = token;
    if (sign === '"' && (token.length === 1 || !token.endsWith('"'))) return { pieces: [], isList };
    if (sign === '<' && piece.angle === -1) piece.angle = index - start;
    else if (token === '@') piece.hasAt = true;
    else if (token === ':' && piece.colon === -1) piece.colon = index - start;
    else if (token === ';') isList = true;
    else if (token === ',' && pieces.length < MAX_PIECES) end(index);
  }
  end(field.length);
  return { pieces, isList };
}

const quoted = (phrase: string): string =>
  /^"[^"]*"$/.test(phrase) ? phrase : `"${phrase.replace(/["\\]/g, '').replace(/\s+/g, ' ').trim()}"`;

/** An address in brackets without the blanks that no address has. */
const closeUp = (bracket: string): string =>
  bracket.replace(/^<([^<>]*)>/, (whole, inside: string) => {
    const bare = inside.replace(/\s+/g, '');
    return /^[^\s@<>]+@[^\s@<>]+$/.test(bare) ? `<${bare}>` : whole;
  });

/**
 * An address field as its writer meant it, who has left out the quotes around a name: `Weber, Udo <udo@firma.example>` is one person, as is
 * `Einkauf: Udo <udo@firma.example>`, and `<udo @firma.example>` an address. What is written by the rules stays as it is. Encoded words have to be even already.
 */
export function mendAddressField(field: string): string {
  const { pieces, isList } = piecesOf(field);
  if (isList || pieces.length === 0) return field;
  const mended: string[] = [];
  let before: string[] = [];
  for (const piece of pieces) {
    const { text, angle, hasAt, colon } = piece;
    if (angle === -1) {
      // Words that bear no address wait for the one that they belong to.
      if (hasAt) {
        mended.push(...before, text);
        before = [];
      } else before.push(text);
      continue;
    }
    const phrase = text.slice(0, angle);
    const words = before.map((part) => part.trim()).filter((part) => part !== '');
    const isLoose = words.length > 0 || (colon !== -1 && colon < angle);
    const name = isLoose ? phraseOf([...words, phrase.trim()]) : phrase;
    mended.push(`${name}${name === '' || name.endsWith(' ') ? '' : ' '}${closeUp(text.slice(angle))}`);
    before = [];
  }
  return [...mended, ...before].join(',');
}

/** One name of the parts that commas had cut it into. Encoded words mean nothing within quotes. */
function phraseOf(parts: readonly string[]): string {
  const whole = parts.filter((part) => part !== '').join(', ');
  if (!whole.includes('=?')) return quoted(whole.replace(/"/g, ''));
  return `=?utf-8?B?${Buffer.from(decodeWords(whole).replace(/["\\]/g, '')).toString('base64')}?=`;
}
