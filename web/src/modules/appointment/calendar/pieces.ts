import type { Span } from '@kontor/contract/appointment';
import { addDays, daysBetween, type Period } from './period.ts';

export const DAY_MINUTES = 1440;

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
export const spanKey = ({ calendarId, appointmentId, original, start }: Span): string =>
  `${calendarId}:${appointmentId ?? 'x'}:${original}:${start}`;

/** A local date and minute. */
export interface LocalMinute {
  readonly day: string;
  readonly minutes: number;
}

/** When an instant is in a zone. */
export function localOf(instant: string, zone: string): LocalMinute {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate().toString(), minutes: local.hour * 60 + local.minute };
}

/** The local time as commands take it: `2026-12-01T10:00:00`; minutes beyond the day are of those that follow. */
export function localTime({ day, minutes }: LocalMinute): string {
  const date = addDays(day, Math.floor(minutes / DAY_MINUTES));
  const rest = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date}T${two(Math.floor(rest / 60))}:${two(rest % 60)}:00`;
}

/** A part of a day as local times: it may end on the next one. */
export const timesOf = (
  day: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly [LocalMinute, LocalMinute] => [
  { day, minutes: from },
  { day: addDays(day, Math.floor(to / DAY_MINUTES)), minutes: to % DAY_MINUTES },
];

/** The instant of a local minute in a zone: the later one where the clock leaves it out, the first where it comes twice. */
export const instantIn = (local: LocalMinute, zone: string): string =>
  Temporal.PlainDateTime.from(localTime(local)).toZonedDateTime(zone).toInstant().toString();

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
