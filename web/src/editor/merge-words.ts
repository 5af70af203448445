import type { WrittenNode } from './document.ts';
import { isBlank, isEnd, isWord, linesOf, type Token, Tokens } from './merge-tokens.ts';

/** Lines of letters: what stands in them is merged by words, and across their ends. */
export const isLine = ({ type }: WrittenNode): boolean => type === 'paragraph' || type === 'heading';

const orderOf = (list: readonly Token[]): string => list.map(({ key }) => key).join('\n');

/** What both have put at one place, in an order that does not depend on whose is whose. */
function both(tokens: Tokens, a: readonly Token[], b: readonly Token[], between?: Token): Token[] {
  if (a.length === 0 || b.length === 0) return [...a, ...b];
  const [first, second] = orderOf(a) < orderOf(b) ? [a, b] : [b, a];
  const parting = between === undefined || isEnd(first.at(-1)) ? tokens.between(first.at(-1), second[0]) : [between];
  return [...first, ...parting, ...second];
}

const sharedStart = (a: readonly Token[], b: readonly Token[]): number => {
  const least = Math.min(a.length, b.length);
  let count = 0;
  while (count < least && a[count] === b[count]) count += 1;
  return count;
};
const reversed = (list: readonly Token[]): Token[] => list.toReversed();

/** The longer of two that were begun, or are ended, alike, as when one was saved while it was written; undefined where it is none. */
const goesOn = (short: readonly Token[], long: readonly Token[]): Token[] | undefined =>
  short.length === sharedStart(short, long) || short.length === sharedStart(reversed(short), reversed(long))
    ? [...long]
    : undefined;

/** More tokens than this, times each other, are not compared one by one. */
const MAX_PAIRS = 6_000_000;
/** What stands for itself is found again before what parts it: blanks are alike everywhere. */
const WEIGHTS = { word: 16, thing: 16, end: 6, blank: 1 } as const;

/** What one side has made of some tokens: which it has left, and what it has put in before each of them, and behind the last. */
interface Edited {
  readonly left: readonly boolean[];
  /** What stands for what was taken out stands where that began. */
  readonly put: readonly (readonly Token[])[];
}

/** Undefined where too many have changed to be compared. */
function editOf(o: readonly Token[], now: readonly Token[]): Edited | undefined {
  const start = sharedStart(o, now);
  const end = sharedStart(reversed(o.slice(start)), reversed(now.slice(start)));
  const made = compared(o.slice(start, o.length - end), now.slice(start, now.length - end));
  if (made === undefined) return undefined;
  const [before, behind] = [o.slice(0, start), o.slice(o.length - end)];
  return {
    left: [...before.map(() => true), ...made.left, ...behind.map(() => true)],
    put: [...before.map(() => []), ...made.put, ...behind.map(() => [])],
  };
}

function compared(o: readonly Token[], now: readonly Token[]): Edited | undefined {
  const width = now.length + 1;
  if ((o.length + 1) * width > MAX_PAIRS) return undefined;
  const best = new Int32Array((o.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const weights = o.map(({ kind }) => WEIGHTS[kind]);
  for (let i = o.length - 1; i >= 0; i -= 1) {
    const [token, weight] = [o[i], weights[i] ?? 0];
    for (let j = now.length - 1; j >= 0; j -= 1)
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), token === now[j] ? at(i + 1, j + 1) + weight : 0);
  }
  const left = o.map(() => false);
  const put: Token[][] = Array.from({ length: o.length + 1 }, () => []);
  let [i, j, gap] = [0, 0, 0];
  while (i < o.length && j < now.length) {
    const [token, other] = [o[i], now[j]] as [Token, Token];
    if (token === other && at(i, j) === at(i + 1, j + 1) + (weights[i] ?? 0)) {
      left[i] = true;
      [i, j, gap] = [i + 1, j + 1, i + 1];
    } else if (at(i, j) === at(i + 1, j + 1)) {
      // One for the other, so that what stands behind both is found again as soon as it can be.
      put[gap]?.push(other);
      [i, j] = [i + 1, j + 1];
    } else if (at(i, j) === at(i, j + 1)) {
      put[gap]?.push(other);
      j += 1;
    } else i += 1;
  }
  put[gap]?.push(...now.slice(j));
  return { left, put };
}

/** Those of the first line. */
function lineOf(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(isEnd);
  return end === -1 ? tokens : tokens.slice(0, end);
}

/** Some tokens as both have made them; where both have put something else in the place of the same words, as each has. */
type Piece =
  | { readonly made: readonly Token[] }
  | { readonly mine: readonly Token[]; readonly theirs: readonly Token[] };

/**
 * Two versions of some tokens in one: what either has put in is there, what either has taken out is not. Undefined where they are too many
 * to be compared.
 */
function piecesOf(
  tokens: Tokens,
  o: readonly Token[],
  a: readonly Token[],
  b: readonly Token[],
  /** What stands before and behind them. */
  [before, behind]: readonly [Token | undefined, Token | undefined],
): readonly Piece[] | undefined {
  const [here, there] = [editOf(o, a), editOf(o, b)];
  if (here === undefined || there === undefined) return undefined;
  const isEmptyLine = (i: number): boolean => {
    const last = i === 0 ? before : o[i - 1];
    return isEnd(o[i] ?? behind) && (last === undefined || isEnd(last));
  };
  const pieces: Piece[] = [];
  for (let i = 0; i <= o.length; i += 1) {
    const [mine, theirs] = [here.put[i] ?? [], there.put[i] ?? []];
    const token = o[i];
    const isGoneTwice = isWord(token) && here.left[i] === false && there.left[i] === false;
    const one = goesOn(mine, theirs) ?? goesOn(theirs, mine);
    if (one === undefined && isGoneTwice && mine.some(isWord) && theirs.some(isWord)) {
      // What stands on further lines takes nobody's place.
      const [own, other] = [lineOf(mine), lineOf(theirs)];
      pieces.push(
        { mine: own, theirs: other },
        { made: both(tokens, mine.slice(own.length), theirs.slice(other.length)) },
      );
    }
    // What both put into an empty line are two.
    else if (one === undefined && isEmptyLine(i) && ![...mine, ...theirs].some(isEnd))
      pieces.push({ made: both(tokens, mine, theirs, o[i] ?? behind) });
    else pieces.push({ made: one ?? both(tokens, mine, theirs) });
    if (token !== undefined && here.left[i] === true && there.left[i] === true) pieces.push({ made: [token] });
  }
  return pieces;
}

/** A part of what was merged. Where both have rewritten it, the two are apart. */
export interface Part {
  readonly mine: readonly WrittenNode[];
  readonly theirs: readonly WrittenNode[];
  readonly isClean: boolean;
}

/** Lines that both have changed, by their words: what each has put in, changed or taken out alone is so in both versions. */
export function mergeLines(
  base: readonly WrittenNode[],
  mine: readonly WrittenNode[],
  theirs: readonly WrittenNode[],
): readonly Part[] {
  const tokens = new Tokens();
  const [a, o, b] = [tokens.read(mine), tokens.read(base), tokens.read(theirs)];
  const start = Math.min(sharedStart(o, a), sharedStart(o, b));
  const rest = (list: readonly Token[]): Token[] => list.slice(start);
  const end = Math.min(...[a, b].map((list) => sharedStart(reversed(rest(o)), reversed(rest(list)))));
  const inner = (list: readonly Token[]): Token[] => list.slice(start, list.length - end);
  const pieces = piecesOf(tokens, inner(o), inner(a), inner(b), [o[start - 1], o[o.length - end]]);
  if (pieces === undefined) return [{ mine, theirs, isClean: false }];
  const parts: Part[] = [];
  let [here, there, isClean]: [Token[], Token[], boolean] = [[], [], true];
  const close = (): void => {
    if (here.length + there.length > 0) parts.push({ mine: linesOf(here), theirs: linesOf(there), isClean });
    [here, there, isClean] = [[], [], true];
  };
  const put = (list: Token[], token: Token): void => {
    if (isBlank(token) && isBlank(list.at(-1))) return;
    list.push(...tokens.between(list.at(-1), token), token);
  };
  const take = (made: readonly Token[]): void => {
    for (const token of made) {
      put(here, token);
      put(there, token);
      if (isEnd(token)) close();
    }
  };
  for (const piece of [{ made: o.slice(0, start) }, ...pieces, { made: o.slice(o.length - end) }])
    if ('made' in piece) take(piece.made);
    else {
      isClean = false;
      for (const token of piece.mine) put(here, token);
      for (const token of piece.theirs) put(there, token);
    }
  close();
  return parts;
}
