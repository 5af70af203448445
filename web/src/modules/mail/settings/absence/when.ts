import { LOCALES, type Language } from '../../../../shell/language.ts';

/** When somebody is away, as it is written in a form: days as `2026-11-30`, times as `14:00`, in the zone of the person. */
export interface Span {
  readonly isWholeDays: boolean;
  readonly firstDay: string;
  readonly firstTime: string;
  /** The last day that one is away. */
  readonly lastDay: string;
  readonly lastTime: string;
}

export interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
}

const DAY_MS = 86_400_000;
const MAX_MS = 366 * DAY_MS;
const inZone = (instant: string, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
const isMidnight = (moment: Temporal.ZonedDateTime): boolean => moment.equals(moment.startOfDay());
const timeOf = (moment: Temporal.ZonedDateTime): string =>
  moment.toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' });

/** This day alone, with the times that are offered where not all of it is meant. */
export const spanOfDay = (day: string): Span => ({
  isWholeDays: true,
  firstDay: day,
  firstTime: '08:00',
  lastDay: day,
  lastTime: '17:00',
});

export function spanOf({ startsAt, endsAt }: Times, zone: string): Span {
  const [from, until] = [inZone(startsAt, zone), inZone(endsAt, zone)];
  const firstDay = from.toPlainDate().toString();
  if (!isMidnight(from) || !isMidnight(until))
    return {
      isWholeDays: false,
      firstDay,
      firstTime: timeOf(from),
      lastDay: until.toPlainDate().toString(),
      lastTime: timeOf(until),
    };
  return { ...spanOfDay(firstDay), lastDay: until.subtract({ days: 1 }).toPlainDate().toString() };
}

/** A span with another first day: the last one does not come before it. */
export const withFirstDay = (span: Span, firstDay: string): Span => ({
  ...span,
  firstDay,
  lastDay: span.lastDay < firstDay ? firstDay : span.lastDay,
});

function momentAt(day: string, time: string | undefined, zone: string): Temporal.ZonedDateTime | undefined {
  try {
    const date = Temporal.PlainDate.from(day);
    if (time === undefined) return date.toZonedDateTime(zone);
    return date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) });
  } catch {
    // A field that is empty, or half written.
    return undefined;
  }
}

/**
 * The moments that a span stands for; undefined where a day or time is missing. An end that was not changed stays the moment that it was
 * `before`, to the second: an absence that begins at another moment would begin anew.
 */
export function timesOf(span: Span, zone: string, before?: Times): Times | undefined {
  const { isWholeDays, firstDay, firstTime, lastDay, lastTime } = span;
  const from = momentAt(firstDay, isWholeDays ? undefined : firstTime, zone);
  const last = momentAt(lastDay, isWholeDays ? undefined : lastTime, zone);
  if (from === undefined || last === undefined) return undefined;
  const until = isWholeDays ? last.toPlainDate().add({ days: 1 }).toZonedDateTime(zone) : last;
  const asText = (moment: Temporal.ZonedDateTime): string => new Date(moment.epochMilliseconds).toISOString();
  const known = before === undefined ? undefined : spanOf(before, zone);
  const isSame = (...keys: (keyof Span)[]): boolean => keys.every((key) => known?.[key] === span[key]);
  return {
    startsAt: before !== undefined && isSame('isWholeDays', 'firstDay', 'firstTime') ? before.startsAt : asText(from),
    endsAt: before !== undefined && isSame('isWholeDays', 'lastDay', 'lastTime') ? before.endsAt : asText(until),
  };
}

export type TimeFault = 'missing' | 'backwards' | 'past' | 'tooLong';

/** What is wrong with a time; `now` in milliseconds since 1970. */
export function timeFault(times: Times | undefined, now: number): TimeFault | undefined {
  if (times === undefined) return 'missing';
  const [from, until] = [Date.parse(times.startsAt), Date.parse(times.endsAt)];
  if (until <= from) return 'backwards';
  if (until <= now) return 'past';
  return until - from > MAX_MS ? 'tooLong' : undefined;
}

export type Phase = 'coming' | 'now' | 'over';
export function phaseOf({ startsAt, endsAt }: Times, now: number): Phase {
  if (Date.parse(endsAt) <= now) return 'over';
  return Date.parse(startsAt) <= now ? 'now' : 'coming';
}

/** Both ends as they are read: `30. November`, with the time unless it is the edge of a day, with the year unless it is this one. */
export function spanWords(
  { startsAt, endsAt }: Times,
  { language, zone, now }: { readonly language: Language; readonly zone: string; readonly now: number },
): { readonly from: string; readonly until: string } {
  const thisYear = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).year;
  const said = (moment: Temporal.ZonedDateTime, hasTime: boolean): string =>
    new Intl.DateTimeFormat(LOCALES[language], {
      timeZone: zone,
      day: 'numeric',
      month: 'long',
      ...(moment.year === thisYear ? {} : { year: 'numeric' }),
      ...(hasTime ? { hour: language === 'de' ? '2-digit' : 'numeric', minute: '2-digit' } : {}),
    }).format(moment.epochMilliseconds);
  const [from, until] = [inZone(startsAt, zone), inZone(endsAt, zone)];
  return {
    from: said(from, !isMidnight(from)),
    until: isMidnight(until) ? said(until.subtract({ hours: 1 }), false) : said(until, true),
  };
}
