import { useState } from 'react';
import type { ListSnapshot } from '../../../client/core/list-store.ts';
import type { Selection } from './selection.ts';
import type { Groups } from './use-groups.ts';

/** A group that was marked as a whole. */
export interface Marked {
  readonly label: string;
  readonly count: number;
  /** Whether more of it may be there than is loaded. */
  readonly isPart: boolean;
  /** Those of it among a list's rows. */
  readonly of: (keys: readonly string[]) => readonly string[];
}

export interface Marks {
  readonly isMarked: (group: string) => boolean;
  readonly mark: (group: string) => void;
  readonly marked: Marked | undefined;
}

/** Marks all that is loaded of a group, or no longer; says which group the selection is. */
export function useMarks(
  { members, items, grouping, groupOf }: Groups,
  { complete }: Pick<ListSnapshot, 'complete'>,
  selection: Selection,
  select: (selected: ReadonlySet<string>, group: string) => void,
): Marks {
  const [last, setLast] = useState<string>();
  const { selected } = selection;
  const isMarked = (group: string): boolean =>
    selected.size > 0 && (members.get(group)?.every((key) => selected.has(key)) ?? false);
  const mark = (group: string): void => {
    const keys = members.get(group) ?? [];
    const next = new Set(selected);
    const isOff = isMarked(group);
    for (const key of keys) {
      if (isOff) next.delete(key);
      else next.add(key);
    }
    setLast(isOff ? undefined : group);
    select(next, group);
  };
  const head = items.find((item) => item.kind === 'group' && item.key === `group:${last ?? ''}`);
  const isStill = last !== undefined && isMarked(last) && selected.size === members.get(last)?.length;
  const marked =
    isStill && head?.kind === 'group'
      ? {
          label: head.label,
          count: head.count,
          // By time, what is still to come can only belong to the last group, or to later ones.
          isPart: !complete && (grouping !== 'timeframe' || [...members.keys()].at(-1) === last),
          of: (keys: readonly string[]) => keys.filter((key) => groupOf(key) === last),
        }
      : undefined;
  return { isMarked, mark, marked };
}
