import { LOCALES, type Language } from '../../shell/language.ts';

/** How far ahead a day is named by its weekday. */
const WEEK_DAYS = 6;

const at = (instant: string, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone);

const WORDS = {
  de: { today: 'heute', tomorrow: 'morgen' },
  en: { today: 'today', tomorrow: 'tomorrow' },
} as const;

/** How a moment to come is called in a line: `17:00`, `morgen 9:00`, `Do 9:00`, `24.12.`. `isEnd`: midnight is the end of the day before. */
export function sayMoment(
  instant: string,
  now: number,
  { language, zone }: { readonly language: Language; readonly zone: string },
  isEnd = false,
): string {
  const moment = at(instant, zone);
  const isMidnight = moment.hour === 0 && moment.minute === 0;
  const day = (isEnd && isMidnight ? moment.subtract({ minutes: 1 }) : moment).toPlainDate();
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const days = today.until(day).days;
  const isWholeDay = isEnd && isMidnight;
  const time = isWholeDay
    ? ''
    : moment.toLocaleString(LOCALES[language], { hour: language === 'de' ? '2-digit' : 'numeric', minute: '2-digit' });
  const words = WORDS[language];
  if (days === 0) return isWholeDay ? words.today : time;
  if (days === 1) return [words.tomorrow, time].filter(Boolean).join(' ');
  if (days > 0 && days <= WEEK_DAYS) {
    const weekday = day.toLocaleString(LOCALES[language], { weekday: 'short' }).replace('.', '');
    return [weekday, time].filter(Boolean).join(' ');
  }
  const isThisYear = day.year === today.year;
  return day.toLocaleString(LOCALES[language], {
    day: 'numeric',
    month: language === 'de' ? 'numeric' : 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** Until when a choice lasts. `none`: until another one is made. */
export type Lasting = 'halfHour' | 'hour' | 'today' | 'tomorrow' | 'own' | 'none';
export const LASTINGS = ['halfHour', 'hour', 'today', 'tomorrow', 'none', 'own'] as const satisfies readonly Lasting[];

/** Returns the moment at which a choice ends that is made now; undefined for today, which is the server's, and for what has no moment. */
export function endOf(lasting: Lasting, now: Temporal.ZonedDateTime): string | undefined {
  const say = (moment: Temporal.ZonedDateTime): string => moment.toInstant().toString({ fractionalSecondDigits: 3 });
  if (lasting === 'halfHour') return say(now.add({ minutes: 30 }));
  if (lasting === 'hour') return say(now.add({ hours: 1 }));
  if (lasting === 'tomorrow') return say(now.startOfDay().add({ days: 2 }));
  return undefined;
}
