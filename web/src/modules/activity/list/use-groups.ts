import { timeFrameBounds, timeFrameOf, type EntryRow, type TimeFrameBounds } from '@kontor/contract/activity';
import { ITEM_KIND_NAMES } from '@kontor/contract/kernel';
import { useMemo } from 'react';
import type { Client } from '../../../client/client.ts';
import { useValue } from '../../../client/react.tsx';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import type { VirtualItem } from '../../../ui/virtual-layout.ts';
import type { Frames } from '../lists/define-list.ts';
import type { Grouping } from './appearance.ts';
import { REASONS, reasonsAt } from '../rows/reasons.ts';
import { texts } from '../texts.ts';

/** Bounds of the time frames; new ones when a day has passed. */
export function useBounds(): TimeFrameBounds {
  const zone = useZone();
  const minute = useMinute();
  const bounds = timeFrameBounds(minute, zone);
  const key = bounds.map(({ from }) => from).join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- equal bounds are one value
  return useMemo(() => bounds, [key]);
}

/** What a group's heading is the heading of, by its key. */
export const groupName = (key: string): string => key.slice('group:'.length);

const NO_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map();

export interface Groups {
  /** All rows of each group, those that are folded away too, in the order of the groups. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** What the rows are grouped by really. */
  readonly grouping: Grouping;
  readonly items: readonly VirtualItem[];
  /** The rows among them, in their order: those of folded groups are not there. */
  readonly ids: readonly string[];
  readonly groupOf: (key: string) => string | undefined;
}

/**
 * A list's rows with a heading before each group, which tells how many of it are loaded. Grouped by kind or reason they stand in another order; as
 * long as there is one kind alone, its heading would say nothing, and they are grouped as `byTime` says. `whole`: rows with all that they
 * stand for, which count too.
 */
export function useGroups(
  client: Client,
  ids: readonly string[],
  {
    wanted,
    byTime,
    own,
    isReversed,
  }: {
    readonly wanted: Grouping;
    readonly byTime: Grouping;
    /** In the place of time frames. */
    readonly own?: Frames | undefined;
    readonly isReversed: boolean;
  },
  bounds: TimeFrameBounds,
  folded: ReadonlySet<string>,
  whole: (keys: readonly string[]) => readonly string[],
): Groups {
  const time = useTimeGroups(own, bounds, isReversed);
  const { kindsOf, reasons } = useTexts(texts);
  const zone = useZone();
  const userId = useValue(client.user)?.id;
  return useMemo(() => {
    const kind = client.store.get(ids[0] ?? '')?.moduleName;
    const isOneKind =
      wanted === 'moduleGrouping' && ids.every((key) => (client.store.get(key)?.moduleName ?? kind) === kind);
    const grouping = isOneKind ? byTime : wanted;
    const tomorrow = bounds.find(({ frame }) => frame === 'future')?.from ?? 0;
    const reasonOf = grouping === 'reason' ? reasonsAt(tomorrow, zone, userId) : undefined;
    const groupOf = (key: string): string | undefined => {
      const row = grouping === 'none' ? undefined : client.store.get(key);
      if (row === undefined) return undefined;
      return grouping === 'timeframe' ? time.of(row) : (reasonOf?.(row) ?? row.moduleName);
    };
    if (grouping === 'none')
      return {
        members: NO_MEMBERS,
        grouping,
        items: ids.map((key): VirtualItem => ({ kind: 'row', key })),
        ids,
        groupOf,
      };
    const { names, order: ranking } =
      grouping === 'timeframe'
        ? time
        : { names: { ...kindsOf, ...reasons }, order: reasonOf === undefined ? ITEM_KIND_NAMES : REASONS };
    const groups = new Map<string, string[]>();
    let last: string[] = [];
    for (const key of ids) {
      const name = groupOf(key);
      const group = name === undefined ? undefined : groups.get(name);
      if (name !== undefined && group === undefined) groups.set(name, (last = [key]));
      // A row whose time has changed stays where it is for now: it begins no group that is there already.
      else (ranking === undefined ? last : (group ?? last)).push(key);
    }
    const order =
      ranking === undefined ? [...groups] : [...groups].toSorted(([a], [b]) => rankOf(ranking, a) - rankOf(ranking, b));
    const items: VirtualItem[] = [];
    const shown: string[] = [];
    for (const [name, keys] of order) {
      const isFolded = folded.has(name);
      items.push({
        kind: 'group',
        key: `group:${name}`,
        label: (names as Readonly<Record<string, string>>)[name] ?? '',
        count: whole(keys).length,
        folded: isFolded,
      });
      if (isFolded) continue;
      for (const key of keys) {
        items.push({ kind: 'row', key });
        shown.push(key);
      }
    }
    return { members: new Map(order), grouping, items, ids: shown, groupOf };
  }, [client, ids, wanted, byTime, time, folded, whole, kindsOf, reasons, bounds, zone, userId]);
}

const rankOf = (ranking: readonly string[], name: string): number => ranking.indexOf(name);

/** The groups that rows have by time: the frames of all lists, which follow from their order, or a list's own, in theirs. */
function useTimeGroups(own: Frames | undefined, bounds: TimeFrameBounds, isReversed: boolean) {
  const { frames } = useTexts(texts);
  const language = useLanguage();
  const zone = useZone();
  return useMemo(() => {
    if (own === undefined)
      return { of: (row: EntryRow) => timeFrameOf(row.timestamp, bounds), names: frames, order: undefined };
    // Another day has other bounds, and only then.
    const today = bounds.find(({ frame }) => frame === 'today')?.from ?? 0;
    return {
      of: own.at(today * 1000, zone),
      names: own.names[language],
      order: isReversed ? own.order.toReversed() : own.order,
    };
  }, [own, bounds, isReversed, frames, language, zone]);
}
