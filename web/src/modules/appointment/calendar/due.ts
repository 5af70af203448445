import { dueQueries, type DueItem } from '@kontor/contract/activity';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { localOf } from '../local-time.ts';
import type { Period } from '../period.ts';

/** Something to do as it stands in a calendar: the day that it is due on, and by when of that day, in minutes; null: some time of it. */
export interface DueEntry extends Pick<DueItem, 'aggregateId' | 'module' | 'title'> {
  readonly day: string;
  readonly minutes: number | null;
}
export type DueByDay = ReadonlyMap<string, readonly DueEntry[]>;

const NONE: DueByDay = new Map();

/** What is to do by the days that it is due on in a zone. */
export function dueByDay(items: readonly DueItem[], zone: string): DueByDay {
  const all = items.map(({ due, ...item }): DueEntry => {
    if (due.length === 10) return { ...item, day: due, minutes: null };
    return { ...item, ...localOf(due, zone) };
  });
  return Map.groupBy(all, ({ day }) => day);
}

/** What the person has to do in a period, where their own calendar is shown; nothing where it is not. */
export function useDue(calendars: readonly number[], { first, last }: Period, zone: string, ownId: number): DueByDay {
  const isShown = calendars.includes(ownId);
  const { data } = useAsk(dueQueries.due, isShown ? { from: first, to: last, zone } : undefined);
  return useMemo(() => (data === undefined || !isShown ? NONE : dueByDay(data, zone)), [data, isShown, zone]);
}
