import { parse as parseGerman } from 'chrono-node/de';
import { parse as parseEnglish } from 'chrono-node/en';
import type { Language } from '../../shell/index.ts';
import {
  NUMBER,
  WEEKDAY,
  find,
  numberOf,
  weekdayOf,
  without,
  words,
  type Found,
  type Span,
} from './understand-line.ts';

type Day = Temporal.PlainDate;
type Time = Temporal.PlainTime;
type Now = Temporal.ZonedDateTime;

/** When something is due, as far as a line says it, and where. `moment`: so long from now. */
export interface When {
  readonly day?: Day;
  readonly time?: Time;
  readonly moment?: Now;
  readonly spans: readonly Span[];
}

const at = (hour: number, minute = 0): Time | undefined =>
  hour <= 23 && minute <= 59 ? new Temporal.PlainTime(hour, minute) : undefined;
/** Hours of a watch that are said of the afternoon. */
const inHalf = (hour: number, half: string | undefined): number => {
  if (half === undefined || hour > 12) return hour;
  return /^p/i.test(half) ? (hour % 12) + 12 : hour % 12;
};

type Rule<T> = readonly [pattern: RegExp, make: (match: RegExpExecArray, now: Now) => T | undefined];

const LEAD = '(?:um |gegen |ab |bis |at |by )?';
const TIMES: readonly Rule<Time>[] = [
  [words(`${LEAD}(\\d{1,2})[:.](\\d{2}) ?uhr`), ([, hour, minute]) => at(Number(hour), Number(minute))],
  [
    words(`${LEAD}(\\d{1,2}):(\\d{2})(?: ?(am|pm)(?! \\p{L}))?`),
    ([, hour, minute, half]) => at(inHalf(Number(hour), half), Number(minute)),
  ],
  [words('(?:um|at) (\\d{1,2})\\.(\\d{2})(?!\\.)'), ([, hour, minute]) => at(Number(hour), Number(minute))],
  [words(`${LEAD}(\\d{1,2}) ?uhr(?: (\\d{2}))?`), ([, hour, minute = '0']) => at(Number(hour), Number(minute))],
  [words(`(?:um |gegen )?halb (${NUMBER})`), ([, hour = '']) => at(numberOf(hour) - 1, 30)],
  [
    words(`(?:um |gegen )?viertel (vor|nach) (${NUMBER})`),
    ([, side, hour = '']) => (side?.toLowerCase() === 'vor' ? at(numberOf(hour) - 1, 45) : at(numberOf(hour), 15)),
  ],
  // "9 am" is a time, "9 am Montag" is none.
  [words(`${LEAD}(\\d{1,2}) ?(am|pm)(?! (?:${WEEKDAY}|\\d))`), ([, hour, half]) => at(inHalf(Number(hour), half))],
  [
    words('(?:um|gegen|at) (\\d{1,2})(?!\\d|[.:]\\d|\\.(?: |$)|(?: ?%| ?€| \\p{L}+ (?:weg|ab)))'),
    ([, hour]) => at(Number(hour)),
  ],
  [words('(?:am |zu )?mittag|mittags|at noon|noon'), () => at(12)],
  [
    words('(?<=(?:morgen|tomorrow|heute|today|day|tag|woch) )(?:früh|morning)|in the morning|morgens|am morgen'),
    () => at(8),
  ],
  [words('vormittags|am vormittag|(?<=(?:morgen|heute|tag|woch) )vormittag'), () => at(10)],
  [
    words(
      'nachmittags|am nachmittag|in the afternoon|(?<=(?:morgen|heute|tag|woch|tomorrow|day) )(?:nachmittag|afternoon)',
    ),
    () => at(15),
  ],
  [
    words('abends|am abend|in the evening|(?<=(?:morgen|heute|tag|woch|tomorrow|day|this) )(?:abend|evening)'),
    () => at(18),
  ],
];

const today = (now: Now): Day => now.toPlainDate();
const onOrAfter = (day: Day, weekday: number): Day => day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });
/** The next day of that weekday, today left out. */
const nextWeekday = (day: Day, weekday: number): Day => onOrAfter(day.add({ days: 1 }), weekday);

/** The next day, today or later, that is such a one of its month. */
export function nextOfMonth(from: Day, dayOfMonth: number): Day | undefined {
  if (dayOfMonth < 1 || dayOfMonth > 31) return undefined;
  for (let month = from.with({ day: 1 }), tries = 0; tries < 13; tries += 1, month = month.add({ months: 1 })) {
    if (dayOfMonth > month.daysInMonth) continue;
    const day = month.with({ day: dayOfMonth });
    if (Temporal.PlainDate.compare(day, from) >= 0) return day;
  }
  return undefined;
}

/** A date without or with its year, which may have two figures; without one the next that comes. */
function dateOf(day: string, month: string, year: string | undefined, now: Now): Day | undefined {
  const said = year === undefined ? today(now).year : Number(year) + (year.length === 2 ? 2000 : 0);
  try {
    const date = Temporal.PlainDate.from(
      { year: said, month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    );
    const isPast = Temporal.PlainDate.compare(date, today(now)) < 0;
    return isPast && year === undefined ? date.add({ years: 1 }) : date;
  } catch {
    return undefined;
  }
}

const BEFORE =
  '(?:bis (?:zum |am )?|spätestens (?:am )?|am |zum |ab |by (?:the )?|until (?:the )?|on (?:the )?|due |fällig (?:am )?)?';
const MONTHS = 'jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez';
const DAYS: readonly Rule<Day>[] = [
  [words(`${BEFORE}(?:übermorgen|(?:the )?day after tomorrow)`), (_match, now) => today(now).add({ days: 2 })],
  [words(`${BEFORE}(?:(?<!guten |am |jeden )morgen|tomorrow)`), (_match, now) => today(now).add({ days: 1 })],
  [words(`${BEFORE}(?:heute|today|tonight)`), (_match, now) => today(now)],
  [
    words(`${BEFORE}(?<!version |v)(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})?`),
    ([, day = '', month = '', year], now) => dateOf(day, month, year, now),
  ],
  [
    words(`(?:bis )?(?:am|zum|den) (\\d{1,2})\\.(?! ?(?:${MONTHS}|\\d))`),
    ([, day], now) => nextOfMonth(today(now), Number(day)),
  ],
  [
    words('(?:on|by|until) the (\\d{1,2})(?:st|nd|rd|th)(?! of)'),
    ([, day], now) => nextOfMonth(today(now), Number(day)),
  ],
  [
    words(`${BEFORE}(?:ende nächster woche|end of next week)`),
    (_match, now) => onOrAfter(today(now), 7).add({ days: 5 }),
  ],
  [
    words(`${BEFORE}(?:ende (?:der|dieser) woche|wochenende|end of (?:the |this )?week|(?:the |this )?weekend)`),
    (match, now) => onOrAfter(today(now), /wochenende|weekend/i.test(match[0]) ? 6 : 5),
  ],
  [
    words(`${BEFORE}(?:monatsende|ende (?:des|dieses) monats|end of (?:the |this )?month)`),
    (_match, now) => today(now).with({ day: today(now).daysInMonth }),
  ],
  [
    words(`${BEFORE}(?:nächste[nrs]?|next) (${WEEKDAY})`),
    ([, name = ''], now) => onOrAfter(today(now), 7).add({ days: weekdayOf(name) }),
  ],
  [
    words(`${BEFORE}(?:diesen |kommenden |this |coming )?(${WEEKDAY})`),
    ([, name = ''], now) => nextWeekday(today(now), weekdayOf(name)),
  ],
];

/** Short names of weekdays are words of their own, too: they count before a time or at the end. */
const SHORT =
  /(?<![\p{L}\p{N}@#+.])(?:(?:am|bis|on|by) )?(Mo|Di|Mi|Do|Fr|Sa|So|[Mm]on|[Tt]ue|[Ww]ed|[Tt]hu|[Ff]ri|[Ss]at|[Ss]un)\.?(?=\s*(?:$|·|,|\d{1,2}(?::\d{2})?\s*(?:uhr|am|pm|·|$)))/u;
const SHORT_NAMES = ['mo', 'tu|di', 'we|mi', 'th|do', 'fr', 'sa', 'su|so'].map(
  (names) => new RegExp(`^(?:${names})`, 'i'),
);

const RELATIVE = words(`in (${NUMBER}) ?(minuten?|minutes?|min|stunden?|std|hours?|h)`);
const UNSURE = /^\s*(?:in|next|nächste|kommende|this|diese|end)|later|from now|ago$/i;

/** What the library finds in the language that is read, else in the other one: dates by name and spans of days and weeks. */
function askLibrary(line: string, now: Now, language: Language): Found<Day> | undefined {
  const given = { instant: new Date(now.epochMilliseconds), timezone: now.offsetNanoseconds / 60_000_000_000 };
  for (const parse of language === 'de' ? [parseGerman, parseEnglish] : [parseEnglish, parseGerman])
    for (const { text, index, start } of parse(line, given, { forwardDate: true })) {
      // Months and weekdays alone are names and words as well, and "2 days" is how long, not when.
      const isDate = start.isCertain('day') && start.isCertain('month');
      const isSaid = /\d{4}-\d|\d[./]\s?\d|\d(?:st|nd|rd|th|\.)?\s+(?:of\s+)?\p{L}{3}|\p{L}{3,}\.?\s+\d/iu.test(text);
      if (
        !(UNSURE.test(text)
          ? isDate || start.isCertain('month')
          : isDate && isSaid && !/^\d+\s+(?:da|ta|we|wo|mo|ye|ja|st|ho|mi)/i.test(text))
      )
        continue;
      const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
      if (year === null || month === null || day === null) continue;
      const value = Temporal.PlainDate.from({ year, month, day });
      if (Temporal.PlainDate.compare(value, today(now)) < 0) continue;
      const before = new RegExp(`(?<![\\p{L}])${BEFORE.slice(0, -1)}$`, 'iu').exec(line.slice(0, index));
      return { from: index - (before?.[0].length ?? 0), to: index + text.length, value };
    }
  return undefined;
}

function firstOf<T>(line: string, rules: readonly Rule<T>[], now: Now): Found<T> | undefined {
  for (const [pattern, make] of rules) {
    const found = find(line, pattern, (match) => make(match, now));
    if (found !== undefined) return found;
  }
  return undefined;
}

const shortDay = (line: string, now: Now): Found<Day> | undefined =>
  find(line, SHORT, ([, name = '']) => nextWeekday(today(now), SHORT_NAMES.findIndex((names) => names.test(name)) + 1));

/** The first day that a line names. */
export const findDay = (line: string, now: Now, language: Language): Found<Day> | undefined =>
  firstOf(line, DAYS, now) ?? shortDay(line, now) ?? askLibrary(line, now, language);

/** The first time of the day that it names. */
export const findTime = (line: string, now: Now): Found<Time> | undefined => firstOf(line, TIMES, now);

/** What a line says of when something is due. */
export function understandWhen(line: string, now: Now, language: Language): When | undefined {
  const relative = find(line, RELATIVE, ([, count = '', unit = '']) => {
    const many = numberOf(count);
    return Number.isNaN(many) ? undefined : now.add({ [/^m/i.test(unit) ? 'minutes' : 'hours']: many });
  });
  if (relative !== undefined) return { moment: relative.value, spans: [relative] };
  const time = findTime(line, now);
  const rest = time === undefined ? line : without(line, time);
  const day = findDay(rest, now, language);
  if (day === undefined) return time === undefined ? undefined : { time: time.value, spans: [time] };
  if (time !== undefined) return { day: day.value, time: time.value, spans: [day, time] };
  // A number right behind a day is a time where nothing is counted by it.
  const [whole, hour] = /^,? (\d{1,2})(?=\s*(?:$|·|[,;@#+]))/u.exec(line.slice(day.to)) ?? [];
  const bare = hour === undefined ? undefined : at(Number(hour));
  if (whole === undefined || bare === undefined)
    return {
      day: day.value,
      ...(/^(?:tonight)$/i.test(line.slice(day.from, day.to)) ? { time: new Temporal.PlainTime(18) } : {}),
      spans: [day],
    };
  return { day: day.value, time: bare, spans: [{ from: day.from, to: day.to + whole.length }] };
}
