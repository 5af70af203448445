import { diff3Merge } from 'node-diff3';
import type { WrittenNode } from './document.ts';

/** What is found the same on both sides: pictures are shown from addresses that only one page knows. */
export const keyOf = (node: unknown): string =>
  JSON.stringify(node, (name, value: unknown) => (name === 'src' ? undefined : value));

/** Lines of letters: what stands in them is merged by words, and across their ends. */
export const isLine = ({ type }: WrittenNode): boolean => type === 'paragraph' || type === 'heading';

type Token = string;
const END = '"end"';
const isEnd = (token: Token | undefined): boolean => token?.startsWith(`{${END}`) === true;

/** Nodes by what they were called while they were merged; those of this page, which has pictures, first. */
class Names {
  readonly #nodes = new Map<Token, WrittenNode>();
  name(node: WrittenNode): Token {
    const key = keyOf(node);
    if (!this.#nodes.has(key)) this.#nodes.set(key, node);
    return key;
  }
  node(token: Token): WrittenNode {
    return this.#nodes.get(token) ?? (JSON.parse(token) as WrittenNode);
  }
}

const wordsOf = (node: WrittenNode): WrittenNode[] =>
  node.type === 'text'
    ? (node.text ?? '').split(/(\s+)/).flatMap((text) => (text === '' ? [] : [{ ...node, text }]))
    : [node];

/** Words and blanks with their marks, each other thing among them, and behind each line its kind. */
const tokensOf = (names: Names, blocks: readonly WrittenNode[]): Token[] =>
  blocks.flatMap(({ content = [], ...kind }) => [
    ...content.flatMap(wordsOf).map((node) => names.name(node)),
    `{${END}:${keyOf(kind)}}`,
  ]);

function joined(nodes: readonly WrittenNode[]): WrittenNode[] {
  const whole: WrittenNode[] = [];
  for (const node of nodes) {
    const last = whole.at(-1);
    if (last?.type === 'text' && node.type === 'text' && keyOf(last.marks ?? []) === keyOf(node.marks ?? []))
      whole[whole.length - 1] = { ...last, text: `${last.text ?? ''}${node.text ?? ''}` };
    else whole.push(node);
  }
  return whole;
}

function linesOf(names: Names, tokens: readonly Token[]): WrittenNode[] {
  const lines: WrittenNode[] = [];
  let inside: WrittenNode[] = [];
  for (const token of tokens)
    if (isEnd(token)) {
      const { end } = JSON.parse(token) as { readonly end: WrittenNode };
      lines.push(inside.length === 0 ? end : { ...end, content: joined(inside) });
      inside = [];
    } else inside.push(names.node(token));
  if (inside.length > 0) lines.push({ type: 'paragraph', content: joined(inside) });
  return lines;
}

const isWord = (token: Token | undefined): boolean => {
  if (token === undefined || isEnd(token)) return false;
  const { type, text = '' } = JSON.parse(token) as WrittenNode;
  return type === 'text' && text.trim() !== '';
};
const BLANK = keyOf({ type: 'text', text: ' ' } satisfies WrittenNode);
const blankBetween = (before: readonly Token[], after: readonly Token[]): readonly Token[] =>
  isWord(before.at(-1)) && isWord(after[0]) ? [BLANK] : [];

/** What both have put at one place, in an order that does not depend on whose is whose. */
function both(a: readonly Token[], b: readonly Token[], between?: Token): Token[] {
  if (a.length === 0 || b.length === 0) return [...a, ...b];
  const [first, second] = a.join('\n') < b.join('\n') ? [a, b] : [b, a];
  return [
    ...first,
    ...(between === undefined || isEnd(first.at(-1)) ? blankBetween(first, second) : [between]),
    ...second,
  ];
}

const sharedStart = (a: readonly Token[], b: readonly Token[]): number => {
  const least = Math.min(a.length, b.length);
  let count = 0;
  while (count < least && a[count] === b[count]) count += 1;
  return count;
};
const reversed = (list: readonly Token[]): Token[] => list.toReversed();

/** Where `part` stands in `whole`; undefined where it does not. */
function within(
  part: readonly Token[],
  whole: readonly Token[],
): readonly [before: Token[], after: Token[]] | undefined {
  for (let at = 0; at + part.length <= whole.length; at += 1)
    if (part.every((token, index) => whole[at + index] === token))
      return [whole.slice(0, at), whole.slice(at + part.length)];
  return undefined;
}

/** The longer of two that were begun, or are ended, alike, as when one was saved while it was written; undefined where it is none. */
const goesOn = (short: readonly Token[], long: readonly Token[]): Token[] | undefined =>
  short.length === sharedStart(short, long) || short.length === sharedStart(reversed(short), reversed(long))
    ? [...long]
    : undefined;

/** What two have made of a few words, in one; undefined where both have rewritten them. `between` parts what both put into an empty line. */
function settle(a: readonly Token[], o: readonly Token[], b: readonly Token[], between?: Token): Token[] | undefined {
  if (o.length === 0) return goesOn(a, b) ?? goesOn(b, a) ?? both(a, b, between);
  const start = sharedStart(a, b);
  const end = sharedStart(reversed(a.slice(start)), reversed(b.slice(start)));
  const inner = (list: readonly Token[]): Token[] => list.slice(start, list.length - end);
  const [mine, theirs] = [inner(a), inner(b)];
  const from = sharedStart(o, a.slice(0, start));
  const till = sharedStart(reversed(o.slice(from)), reversed(a.slice(a.length - end)));
  const base = o.slice(from, o.length - till);
  const around = (inside: readonly Token[]): Token[] => [...a.slice(0, start), ...inside, ...a.slice(a.length - end)];
  if (mine.length === 0 || theirs.length === 0) return around([...mine, ...theirs]);
  if (base.length === 0) return around(both(mine, theirs));
  const [put, putThere] = [within(base, mine), within(base, theirs)];
  if (put !== undefined && putThere !== undefined)
    return around([...both(put[0], putThere[0]), ...base, ...both(put[1], putThere[1])]);
  const [added, changed] = put === undefined ? [putThere, mine] : [put, theirs];
  if (added === undefined) return undefined;
  const [before, after] = added;
  return around([...before, ...blankBetween(before, changed), ...changed, ...blankBetween(changed, after), ...after]);
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
  const names = new Names();
  const [a, o, b] = [mine, base, theirs].map((lines) => tokensOf(names, lines)) as [Token[], Token[], Token[]];
  const parts: Part[] = [];
  let [here, there, isClean]: [Token[], Token[], boolean] = [[], [], true];
  const close = (): void => {
    if (here.length + there.length > 0)
      parts.push({ mine: linesOf(names, here), theirs: linesOf(names, there), isClean });
    [here, there, isClean] = [[], [], true];
  };
  const take = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      here.push(token);
      there.push(token);
      if (isEnd(token)) close();
    }
  };
  const regions = diff3Merge(a, o, b, { excludeFalseConflicts: true });
  for (const [index, { ok, conflict }] of regions.entries()) {
    if (conflict === undefined) {
      take(ok ?? []);
      continue;
    }
    const next = regions[index + 1]?.ok?.[0];
    const isEmptyLine = here.length === 0 && there.length === 0 && conflict.o.length === 0 && isEnd(next);
    const settled = settle(conflict.a, conflict.o, conflict.b, isEmptyLine ? next : undefined);
    if (settled === undefined) {
      isClean = false;
      here.push(...conflict.a);
      there.push(...conflict.b);
    } else take(settled);
  }
  close();
  return parts;
}
