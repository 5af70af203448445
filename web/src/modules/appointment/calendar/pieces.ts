import { SPAN_COLUMNS, type Span } from '@kontor/contract/appointment';
import { DAY_MINUTES, localOf, type LocalMinute } from '../local-time.ts';
import { addDays, daysBetween, type Period } from '../period.ts';

/** What of a span lies on one day, in minutes of that day's clock. */
export interface Piece {
  readonly span: Span;
  readonly day: string;
  /** From 0 to 1440. */
  readonly from: number;
  readonly to: number;
}

/** A span that stands above the hours: on whole days, or a day and longer. */
export interface Bar {
  readonly span: Span;
  readonly first: string;
  readonly last: string;
}

/** Names an occurrence in a calendar, for as long as it is where it is. */
export const spanKey = ({ calendarId, appointmentId, original, start, title }: Span): string =>
  `${calendarId}:${appointmentId ?? `x${title ?? ''}`}:${original}:${start}`;

/** A part of a day as local times: it may end on the next one. */
export const timesOf = (
  day: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly [LocalMinute, LocalMinute] => [
  { day, minutes: from },
  { day: addDays(day, Math.floor(to / DAY_MINUTES)), minutes: to % DAY_MINUTES },
];

/** Whether two spans say the same of the same occurrence. */
const isEqual = (one: Span, other: Span): boolean => SPAN_COLUMNS.every((column) => one[column] === other[column]);

/** Spans that have come anew, each as it was before where nothing about it has changed; all as they were where nothing has changed at all. */
export function keptSpans(before: readonly Span[], now: readonly Span[]): readonly Span[] {
  let known: ReadonlyMap<string, Span> | undefined;
  const keyed = (): ReadonlyMap<string, Span> => (known ??= new Map(before.map((span) => [spanKey(span), span])));
  let isSame = before.length === now.length;
  const spans = now.map((span, index) => {
    const { [index]: there } = before;
    if (there !== undefined && isEqual(there, span)) return there;
    isSame = false;
    const other = keyed().get(spanKey(span));
    return other !== undefined && isEqual(other, span) ? other : span;
  });
  return isSame ? before : spans;
}

interface Cut {
  readonly pieces: readonly Piece[];
  readonly bars: readonly Bar[];
}

/** Cuts spans into what stands on each day of a period, and what stands above the days. */
export function cutSpans(spans: readonly Span[], { first, last }: Period, zone: string): Cut {
  const pieces: Piece[] = [];
  const bars: Bar[] = [];
  for (const span of spans) {
    if (span.timeMode !== 'fixedTime') {
      if (span.end >= first && span.start <= last) bars.push({ span, first: span.start, last: span.end });
      continue;
    }
    const [start, end] = [localOf(span.start, zone), localOf(span.end, zone)];
    // Nearly all of them lie within one day.
    if (start.day === end.day) {
      if (start.day >= first && start.day <= last)
        pieces.push({ span, day: start.day, from: start.minutes, to: Math.max(end.minutes, start.minutes) });
      continue;
    }
    // What ends at midnight has nothing on the day that begins there.
    const lastDay = end.minutes === 0 && end.day > start.day ? addDays(end.day, -1) : end.day;
    if (lastDay < first || start.day > last) continue;
    const length = daysBetween(start.day, end.day) * DAY_MINUTES + end.minutes - start.minutes;
    if (length >= DAY_MINUTES) {
      bars.push({ span, first: start.day, last: lastDay });
      continue;
    }
    for (let day = start.day; day <= lastDay; day = addDays(day, 1)) {
      if (day < first || day > last) continue;
      const from = day === start.day ? start.minutes : 0;
      pieces.push({ span, day, from, to: day === end.day ? Math.max(end.minutes, from) : DAY_MINUTES });
    }
  }
  return { pieces, bars };
}
