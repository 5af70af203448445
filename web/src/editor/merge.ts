import { diff3Merge } from 'node-diff3';
import type { WrittenNode } from './document.ts';
import { keyOf } from './merge-tokens.ts';
import { isLine, mergeLines, type Part } from './merge-words.ts';

/** Entries that either side has added, without those that either has taken away. */
export function mergeSets<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  keyOfOne: (one: T) => string,
): readonly T[] {
  const keys = (list: readonly T[]): Set<string> => new Set(list.map(keyOfOne));
  const [was, here, there] = [keys(base), keys(mine), keys(theirs)];
  const kept = mine.filter((one) => !was.has(keyOfOne(one)) || there.has(keyOfOne(one)));
  const added = theirs.filter((one) => !was.has(keyOfOne(one)) && !here.has(keyOfOne(one)));
  return [...kept, ...added];
}

type Nodes = readonly WrittenNode[];
const clean = (nodes: Nodes): Part => ({ mine: nodes, theirs: nodes, isClean: true });
const isSame = (one: unknown, other: unknown): boolean => keyOf(one) === keyOf(other);
const mineOf = (parts: readonly Part[]): Nodes => parts.flatMap(({ mine }) => mine);
const theirsOf = (parts: readonly Part[]): Nodes => parts.flatMap(({ theirs }) => theirs);

/** Blocks that hold others, in any number. */
const HOLDS = [
  'bulletList',
  'orderedList',
  'taskList',
  'listItem',
  'taskItem',
  'blockquote',
  'tableCell',
  'tableHeader',
];
const ITEMS = ['listItem', 'taskItem'];

/** What a block says by itself, as both have made it; undefined where each has made something else of it. */
function attrsOf(base: WrittenNode, mine: WrittenNode, theirs: WrittenNode): WrittenNode['attrs'] | null {
  const made: Record<string, unknown> = {};
  const names = [base, mine, theirs].flatMap(({ attrs = {} }) => Object.keys(attrs));
  for (const name of new Set(names)) {
    const [was, here, there] = [base, mine, theirs].map(({ attrs }) => attrs?.[name]);
    if (!isSame(here, was) && !isSame(there, was) && !isSame(here, there)) return null;
    made[name] = isSame(here, was) ? there : here;
  }
  return names.length === 0 ? undefined : made;
}

/** Tables of one shape in all three, in which no cell reaches further than its place. */
function isEven(tables: Nodes): boolean {
  const rows = tables.flatMap(({ content = [] }) => content);
  const width = rows[0]?.content?.length;
  return (
    rows.every(({ content = [] }) => content.length === width) &&
    rows.every(({ content = [] }) =>
      content.every(({ attrs }) => Number(attrs?.['colspan'] ?? 1) === 1 && Number(attrs?.['rowspan'] ?? 1) === 1),
    )
  );
}

/** What may stand where all of a block's content was taken out by one or the other. */
const filled = (node: WrittenNode, content: Nodes): Nodes => {
  if (content.length > 0) return [{ ...node, content }];
  return node.type.startsWith('table') ? [{ ...node, content: [{ type: 'paragraph' }] }] : [];
};

function mergeInside(base: WrittenNode, mine: WrittenNode, theirs: WrittenNode): readonly Part[] | undefined {
  const [was, here, there] = [base.content ?? [], mine.content ?? [], theirs.content ?? []];
  if (HOLDS.includes(mine.type)) return mergeBlocks(was, here, there);
  if (mine.type === 'table' && isEven([base, mine, theirs])) return mergeBlocks(was, here, there);
  if (mine.type === 'tableRow' && here.length === was.length && there.length === was.length)
    return was.map((cell, index) => mergeBlock(cell, here[index] ?? cell, there[index] ?? cell));
  return undefined;
}

/** A block that both have changed. */
function mergeBlock(base: WrittenNode, mine: WrittenNode, theirs: WrittenNode): Part {
  if (isSame(mine, theirs) || isSame(theirs, base)) return clean([mine]);
  if (isSame(mine, base)) return clean([theirs]);
  const apart: Part = { mine: [mine], theirs: [theirs], isClean: false };
  if (mine.type !== theirs.type || mine.type !== base.type) return apart;
  const attrs = attrsOf(base, mine, theirs);
  const parts = attrs === null ? undefined : mergeInside(base, mine, theirs);
  if (attrs === null || parts === undefined) return apart;
  const node: WrittenNode = { type: mine.type, ...(attrs === undefined ? {} : { attrs }) };
  const made: Part = {
    mine: filled(node, mineOf(parts)),
    theirs: filled(node, theirsOf(parts)),
    isClean: parts.every((part) => part.isClean),
  };
  // An item begins with a line.
  const isItem = ITEMS.includes(node.type);
  return isItem && [...made.mine, ...made.theirs].some(({ content }) => content?.[0]?.type !== 'paragraph')
    ? apart
    : made;
}

const textOf = (node: WrittenNode): string => node.text ?? (node.content ?? []).map(textOf).join(' ');
function likeness(one: WrittenNode, other: WrittenNode): number {
  if (one.type !== other.type) return 0;
  const [words, others] = [one, other].map((node) => new Set(textOf(node).split(/\s+/)));
  const shared = [...(words ?? [])].filter((word) => others?.has(word)).length;
  return 0.2 + (2 * shared) / Math.max(1, (words?.size ?? 0) + (others?.size ?? 0));
}

/** For each block as it was, where it stands now; undefined where it is gone. In their order, and as like each other as can be. */
function align(base: Nodes, now: Nodes): readonly (number | undefined)[] {
  const best = Array.from({ length: base.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const like = base.map((one) => now.map((other) => likeness(one, other)));
  for (let i = base.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const pair = like[i]?.[j] ?? 0;
      const row = best[i];
      if (row !== undefined) row[j] = Math.max(at(i + 1, j), at(i, j + 1), pair > 0 ? pair + at(i + 1, j + 1) : 0);
    }
  const found: (number | undefined)[] = [];
  let j = 0;
  for (let i = 0; i < base.length; i += 1) {
    while (j < now.length && at(i, j) > at(i + 1, j) && at(i, j) === at(i, j + 1)) j += 1;
    const pair = like[i]?.[j] ?? 0;
    const isPair = j < now.length && pair > 0 && at(i, j) === pair + at(i + 1, j + 1);
    found.push(isPair ? j : undefined);
    if (isPair) j += 1;
  }
  return found;
}

/** What both have put at one place, in an order that does not depend on whose is whose. */
function bothOf(mine: Nodes, theirs: Nodes): Nodes {
  const [first] = mine;
  if (first !== undefined && isSame(first, theirs[0])) return [first, ...bothOf(mine.slice(1), theirs.slice(1))];
  return keyOf(mine) < keyOf(theirs) ? [...mine, ...theirs] : [...theirs, ...mine];
}

/** Blocks of any kind that both have changed, each with what it was. */
function mergeAligned(base: Nodes, mine: Nodes, theirs: Nodes): readonly Part[] {
  const [here, there] = [align(base, mine), align(base, theirs)];
  const parts: Part[] = [];
  let [m, t] = [0, 0];
  const put = (untilMine: number, untilTheirs: number): void => {
    const added = bothOf(mine.slice(m, untilMine), theirs.slice(t, untilTheirs));
    if (added.length > 0) parts.push(clean(added));
    [m, t] = [untilMine, untilTheirs];
  };
  for (const [index, was] of base.entries()) {
    const [atMine, atTheirs] = [here[index], there[index]];
    put(atMine ?? m, atTheirs ?? t);
    const [one, other] = [atMine, atTheirs].map((at, side) =>
      at === undefined ? undefined : (side === 0 ? mine : theirs)[at],
    );
    if (one !== undefined && other !== undefined) parts.push(mergeBlock(was, one, other));
    else {
      // One has taken it out: what the other has made of it stays.
      const left = one ?? other;
      if (left !== undefined && !isSame(left, was)) parts.push(clean([left]));
    }
    if (atMine !== undefined) m = atMine + 1;
    if (atTheirs !== undefined) t = atTheirs + 1;
  }
  put(mine.length, theirs.length);
  return parts;
}

/** More blocks than this are found again by their likeness only where they changed. */
const MAX_ALIGNED = 300;

function mergeRegion(base: Nodes, mine: Nodes, theirs: Nodes): readonly Part[] {
  if (mine.length === 0 || theirs.length === 0) return [clean([...mine, ...theirs])];
  if ([...base, ...mine, ...theirs].every(isLine)) return mergeLines(base, mine, theirs);
  return mergeAligned(base, mine, theirs);
}

const countOf = (isShared: (index: number) => boolean, most: number): number => {
  let count = 0;
  while (count < most && isShared(count)) count += 1;
  return count;
};

function mergeBlocks(base: Nodes, mine: Nodes, theirs: Nodes): readonly Part[] {
  const sides = [base, mine, theirs];
  const least = Math.min(...sides.map(({ length }) => length));
  const start = countOf((index) => sides.every((side) => isSame(side[index], base[index])), least);
  const end = countOf(
    (index) => sides.every((side) => isSame(side.at(-1 - index), base.at(-1 - index))),
    least - start,
  );
  const inside = (side: Nodes): Nodes => side.slice(start, side.length - end);
  const [was, here, there] = [inside(base), inside(mine), inside(theirs)];
  const inner =
    [was, here, there].every((side) => side.length <= MAX_ALIGNED) || [...was, ...here, ...there].every(isLine)
      ? was.length + here.length + there.length === 0
        ? []
        : mergeRegion(was, here, there)
      : mergeMany(was, here, there);
  // Mine come first: this page can show their pictures.
  return [
    ...mine.slice(0, start).map((one) => clean([one])),
    ...inner,
    ...mine.slice(mine.length - end).map((one) => clean([one])),
  ];
}

/** The same of very many blocks, by those that are just as they were. */
function mergeMany(base: Nodes, mine: Nodes, theirs: Nodes): readonly Part[] {
  const nodes = new Map<string, WrittenNode>();
  const keys = (list: Nodes): string[] =>
    list.map((node) => {
      const key = keyOf(node);
      if (!nodes.has(key)) nodes.set(key, node);
      return key;
    });
  const back = (list: readonly string[]): Nodes => list.flatMap((key) => nodes.get(key) ?? []);
  const [a, o, b] = [keys(mine), keys(base), keys(theirs)];
  return diff3Merge(a, o, b, { excludeFalseConflicts: true }).flatMap(({ ok, conflict }) =>
    conflict === undefined
      ? [clean(back(ok ?? []))]
      : mergeRegion(back(conflict.o), back(conflict.a), back(conflict.b)),
  );
}

/** Blocks in which both have rewritten the same words: those of the document from `index` are `mine`. What only one has changed is in both. */
export interface TextConflict {
  readonly index: number;
  readonly mine: readonly WrittenNode[];
  readonly theirs: readonly WrittenNode[];
}

/**
 * Two versions of one text in one: block by block, and within a block by its words. No word that either has written is lost: where both
 * have rewritten the same, the document has mine, and `conflicts` has both.
 */
export function mergeTexts(
  base: WrittenNode,
  mine: WrittenNode,
  theirs: WrittenNode,
): { readonly doc: WrittenNode; readonly conflicts: readonly TextConflict[] } {
  if (isSame(mine, base)) return { doc: theirs, conflicts: [] };
  if (isSame(theirs, base) || isSame(mine, theirs)) return { doc: mine, conflicts: [] };
  const content: WrittenNode[] = [];
  const conflicts: TextConflict[] = [];
  for (const part of mergeBlocks(base.content ?? [], mine.content ?? [], theirs.content ?? [])) {
    if (!part.isClean) conflicts.push({ index: content.length, mine: part.mine, theirs: part.theirs });
    content.push(...part.mine);
  }
  return { doc: { ...mine, content: content.length === 0 ? [{ type: 'paragraph' }] : content }, conflicts };
}

/** The same in one document: what both have rewritten stands there as it is here, and as it is there in a frame below, headed by `version`. */
export function mergeDocs(
  base: WrittenNode,
  mine: WrittenNode,
  theirs: WrittenNode,
  version: string,
): { readonly doc: WrittenNode; readonly isClean: boolean } {
  const { doc, conflicts } = mergeTexts(base, mine, theirs);
  const title: WrittenNode = {
    type: 'paragraph',
    content: [{ type: 'text', text: version, marks: [{ type: 'bold' }] }],
  };
  const content = [...(doc.content ?? [])];
  for (const { index, mine: here, theirs: there } of conflicts.toReversed())
    if (there.length > 0) content.splice(index + here.length, 0, { type: 'blockquote', content: [title, ...there] });
  return { doc: { ...doc, content }, isClean: conflicts.length === 0 };
}
