import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import { useEffect, useMemo, useState } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useKeptAnswers } from '../../../client/use-kept-answers.ts';
import { changesOf, noteCalendars } from './changes.ts';
import { applyPending, type ShownSpan } from './pending.ts';
import { keptSpans } from './pieces.ts';
import { addDays, type Period } from '../period.ts';
import { instantIn } from '../local-time.ts';
import { keptRanges } from './window.ts';

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
/** Of a client that has changed nothing: when something was asked for does not matter then. */
const NOTHING_CHANGED = { requestedAt: 0, waiting: new Set<string>() } as const;

type Answer = { readonly rows: readonly (readonly unknown[])[] };
const read = new WeakMap<Answer, readonly Span[]>();

/** The spans of an answer, read once however often it is shown. */
export function spansOf(answer: Answer): readonly Span[] {
  let spans = read.get(answer);
  if (spans === undefined) read.set(answer, (spans = answer.rows.map(readSpan)));
  return spans;
}

/** The spans of the answer to a question. Asked again and answered alike they stay the same objects, and nothing is drawn anew for them. */
function useAnswered(answer: Answer | undefined, question: string): readonly Span[] | undefined {
  const [shown, setShown] = useState<{
    readonly answer: Answer;
    readonly question: string;
    readonly spans: readonly Span[];
  }>();
  if (answer === undefined) return undefined;
  if (shown?.answer === answer) return shown.spans;
  const spans = spansOf(answer);
  const next = { answer, question, spans: shown?.question === question ? keptSpans(shown.spans, spans) : spans };
  setShown(next);
  return next.spans;
}

/** What is on the device of some calendars in a period: of each the newest answer. Undefined for nothing. `today`: undefined where it is not looked for. */
function useKeptSpans(calendars: readonly number[], period: Period, today: string | undefined) {
  const params = useMemo(
    () => (today === undefined ? [] : keptRanges(calendars, today, period)),
    [calendars, period, today],
  );
  const answers = useKeptAnswers(appointmentQueries.range, params);
  return useMemo(() => {
    const newest = new Map<number, { readonly spans: readonly Span[]; readonly at: number }>();
    for (const [index, answer] of answers.entries()) {
      const calendarId = params[index]?.calendars[0];
      if (answer === undefined || calendarId === undefined) continue;
      if ((newest.get(calendarId)?.at ?? 0) < answer.at)
        newest.set(calendarId, { spans: spansOf(answer.data), at: answer.at });
    }
    if (newest.size === 0) return undefined;
    const found = [...newest.values()];
    return { spans: found.flatMap(({ spans }) => spans), at: Math.min(...found.map(({ at }) => at)) };
  }, [answers, params]);
}

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
  const answered = useAnswered(data, `${calendars.join('-')} ${period.first} ${period.last} ${zone}`);
  // Before there is an answer, and without a network, what was fetched ahead is shown.
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const kept = useKeptSpans(calendars, period, data === undefined ? today : undefined);
  const stored = answered ?? kept?.spans;
  const known = useMemo(() => {
    if (changes.length === 0) return NOTHING_CHANGED;
    // What was refused is told of elsewhere, and stands here as it was.
    const underWay = waiting.filter(({ state }) => state !== 'refused');
    return { requestedAt, waiting: new Set(underWay.map(({ processId }) => processId)) };
  }, [changes, waiting, requestedAt]);
  const spans = useMemo(() => {
    if (stored === undefined && changes.length === 0) return undefined;
    const of = new Set(calendars);
    return applyPending(stored ?? NONE, changes, known).filter(({ span }) => of.has(span.calendarId));
  }, [stored, changes, known, calendars]);
  return { spans, failure, isFetching, at: data === undefined ? (kept?.at ?? at) : at, retry };
}
