import { MAX_MERGED, SIMILAR_REASONS } from '@kontor/contract/record';

export interface Pair {
  readonly one: number;
  readonly other: number;
  readonly why: number;
}

export interface Group {
  /** In their order. */
  readonly recordIds: readonly number[];
  readonly why: readonly number[];
}

/**
 * What pairs make groups of, in the order of their first records: who is like one of a group belongs to it, until it has as many as can
 * become one at a time.
 */
export function groupsOf(pairs: readonly Pair[]): readonly Group[] {
  const groups = new Map<number, { ids: Set<number>; why: Set<number> }>();
  for (const { one, other, why } of pairs) {
    const [mine, theirs] = [groups.get(one), groups.get(other)];
    const ids = new Set([...(mine?.ids ?? [one]), ...(theirs?.ids ?? [other])]);
    if (ids.size > MAX_MERGED) continue;
    const group = { ids, why: new Set([...(mine?.why ?? []), ...(theirs?.why ?? []), why]) };
    for (const id of ids) groups.set(id, group);
  }
  return [...new Set(groups.values())].map(({ ids, why }) => ({
    recordIds: [...ids].toSorted((a, b) => a - b),
    why: [...why].toSorted((a, b) => a - b),
  }));
}

const NUMBER = SIMILAR_REASONS.indexOf('number') + 1;

/** Groups in the order in which they are worth a look: a number alone says little, many of one number less still. */
export const likeliestFirst = (groups: readonly Group[]): readonly Group[] => {
  const isDoubtful = ({ why }: Group): number => (why.every((reason) => reason === NUMBER) ? 1 : 0);
  return groups.toSorted((a, b) => isDoubtful(a) - isDoubtful(b) || a.recordIds.length - b.recordIds.length);
};
