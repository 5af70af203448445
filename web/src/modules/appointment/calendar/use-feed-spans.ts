import { appointmentQueries, subscriptionQueries, type Span } from '@kontor/contract/appointment';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useSettings } from '../../../shell/index.ts';
import type { Period } from '../period.ts';
import { rangeOf, spansOf } from './use-spans.ts';

const NONE: readonly Span[] = [];

/** What the feeds say that the person subscribes to, as it stands in their own calendar; nothing where that is not shown. */
export function useFeedSpans(
  calendars: readonly number[],
  period: Period,
  zone: string,
  ownId: number,
): readonly Span[] {
  const isShown = calendars.includes(ownId);
  const subscribed = useAsk(subscriptionQueries.subscriptions, isShown ? {} : undefined).data?.subscriptions;
  const { calendarHiddenFeeds: hidden } = useSettings();
  const ids = useMemo(
    () => subscribed?.flatMap(({ id, calendarId }) => (hidden.includes(id) ? [] : [calendarId])) ?? [],
    [subscribed, hidden],
  );
  const { data } = useAsk(appointmentQueries.range, isShown && ids.length > 0 ? rangeOf(ids, period, zone) : undefined);
  return useMemo(
    () =>
      data === undefined || ids.length === 0 || !isShown
        ? NONE
        : spansOf(data).map((span) => ({ ...span, calendarId: ownId })),
    [data, ids, isShown, ownId],
  );
}
