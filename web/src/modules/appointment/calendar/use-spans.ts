import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import { useEffect, useMemo } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { changesOf, noteCalendars } from './changes.ts';
import { applyPending, type ShownSpan } from './pending.ts';
import { addDays, type Period } from './period.ts';
import { instantIn } from './pieces.ts';

export interface Spans {
  /** Undefined until anything is known. */
  readonly spans: readonly ShownSpan[] | undefined;
  readonly failure: Failure | undefined;
  readonly isFetching: boolean;
  /** When the server has said so, in milliseconds since 1970. */
  readonly at: number;
  readonly retry: () => void;
}

/** What one question of spans is about. */
export const rangeOf = (calendars: readonly number[], { first, last }: Period, zone: string) => ({
  calendars: [...calendars],
  from: instantIn({ day: first, minutes: 0 }, zone),
  to: instantIn({ day: addDays(last, 1), minutes: 0 }, zone),
  zone,
});

const NONE: readonly Span[] = [];

/** What calendars are taken by in a period, with what this client has changed. None of them: nothing is asked for. */
export function useSpans(calendars: readonly number[], period: Period, zone: string): Spans {
  const client = useClient();
  const { data, failure, isFetching, at, requestedAt, retry } = useAsk(
    appointmentQueries.range,
    calendars.length === 0 ? undefined : rangeOf(calendars, period, zone),
  );
  const changes = useValue(changesOf(client));
  const waiting = useValue(client.waiting);
  useEffect(() => noteCalendars(client, calendars), [client, calendars]);
  const stored = useMemo(() => data?.rows.map(readSpan), [data]);
  const spans = useMemo(() => {
    if (stored === undefined && changes.length === 0) return undefined;
    const of = new Set(calendars);
    // What was refused is told of elsewhere, and stands here as it was.
    const underWay = waiting.filter(({ state }) => state !== 'refused');
    const known = { requestedAt, waiting: new Set(underWay.map(({ processId }) => processId)) };
    return applyPending(stored ?? NONE, changes, known).filter(({ span }) => of.has(span.calendarId));
  }, [stored, changes, waiting, requestedAt, calendars]);
  return { spans, failure, isFetching, at, retry };
}
