import { UNTIL_ANSWERED, type EntryRow } from '@kontor/contract/activity';

export interface SaidTexts {
  /** `time` as in "heute 8:00", "Mo. 8:00", "30.11.". */
  readonly until: (time: string) => string;
  readonly untilAnswer: string;
  readonly snoozedUntil: (time: string) => string;
  readonly snoozedUntilAnswer: string;
  readonly wokenAt: (time: string) => string;
  readonly answered: (name: string) => string;
  readonly today: (time: string) => string;
}

interface Where {
  readonly locale: string;
  /** IANA zone. */
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Days in which a weekday says which day is meant. */
const NEAR_DAYS = 7;

/** A moment near another one, as short as it is clear: the time of today, a weekday and the time of this week, else the day. */
export function nearText(seconds: number, { today }: Pick<SaidTexts, 'today'>, { locale, zone, now }: Where): string {
  const dayOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
  const ms = seconds * 1000;
  const days = Math.abs(dayOf(now).until(dayOf(ms)).days);
  const write = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(ms);
  const time = write({ hour: 'numeric', minute: '2-digit' });
  if (days === 0) return today(time);
  if (days < NEAR_DAYS) return `${write({ weekday: 'short' })} ${time}`;
  return `${write({ day: 'numeric', month: 'numeric', ...(days > 300 ? { year: 'numeric' } : {}) })} ${time}`;
}

/** What a row says that is put off or has come back: in a line of the list, and in full. */
export function snoozedText(
  { snoozedUntil, extras }: Pick<EntryRow, 'snoozedUntil' | 'extras'>,
  t: SaidTexts,
  where: Where,
): { readonly short: string; readonly long: string } {
  if (snoozedUntil === UNTIL_ANSWERED) return { short: t.untilAnswer, long: t.snoozedUntilAnswer };
  if (snoozedUntil !== null) {
    const time = nearText(snoozedUntil, t, where);
    return { short: t.until(time), long: t.snoozedUntil(time) };
  }
  const { wokenBy, wokenAt } = extras;
  const said =
    typeof wokenBy === 'string' && wokenBy !== ''
      ? t.answered(wokenBy)
      : t.wokenAt(nearText(Number(wokenAt), t, where));
  return { short: said, long: said };
}
