import { parse as parseGerman } from 'chrono-node/de';
import { parse as parseEnglish } from 'chrono-node/en';
import type { Language } from '../language.ts';
import { BEFORE, findDate } from './dates.ts';
import {
  HOUR_WORDS,
  NUMBER,
  WEEKDAY,
  find,
  numberOf,
  weekdayOf,
  without,
  words,
  type Found,
  type Span,
} from './line.ts';

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
  hour >= 0 && hour <= 23 && minute <= 59 ? new Temporal.PlainTime(hour, minute) : undefined;
/** Hours of a watch that are said of the afternoon; such a watch shows 1 to 12. */
const inHalf = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return /^p/i.test(half) ? (hour % 12) + 12 : hour % 12;
};

type Rule<T> = readonly [pattern: RegExp, make: (match: RegExpExecArray, now: Now) => T | undefined];

/** An hour as people say it, of the twelve that a watch shows: "halb drei" is meant in the hours that people work. */
interface Spoken {
  readonly time: Time;
  readonly isSpoken: boolean;
}
const spoken = (time: Time | undefined, isSpoken = true): Spoken | undefined => time && { time, isSpoken };
const exactly = (time: Time | undefined): Spoken | undefined => spoken(time, false);
/** Before this hour nobody means the morning unless they say so. */
const FIRST_HOUR = 7;

const LEAD = '(?:um |gegen |ab |bis |at |by )?';
/** "9 am" is a time, "9 am Montag" and "9 am 3." are none. */
const HALF = `(am|pm|a\\.m\\.|p\\.m\\.)(?! (?:${WEEKDAY}|\\d|tag|stück|ende|anfang|rand|ersten|letzten|besten))`;
const HOUR = `\\d{1,2}|${HOUR_WORDS}`;
/** Minutes beside an hour as people say them. */
const MINUTES = '5|10|20|25|fünf|zehn|zwanzig|five|ten|twenty';
const minutesOf = (text: string): number => (/^(?:zwanzig|twenty)$/i.test(text) ? 20 : numberOf(text));
/** By so many of these something grows or moves. */
const MEASURE =
  '(?:%|€|\\$|prozent|percent|euro|cent|dollar|[cdkm]?m|meter|zentimeter|kilometer|kg|kilo|grad|punkte?|points?|stück|zeilen|lines|tage?n?|days?|wochen?|weeks?|monate?n?|months?|jahre?n?|years?|stunden?|std|hours?|minuten?|min|minutes?)(?![\\p{L}\\p{N}])';
/** Behind an hour, another one is until when it is. */
const SINCE = '\\d ?(?:uhr|am|pm)? ?';
/** From when until when is no one time: what is said of it stays as it is. */
const clock = (source: string): RegExp =>
  words(
    `(?<!\\d[:.])(?<!${SINCE}[-–] ?|${SINCE}(?:bis|to|till|until) )(?!(?<=${SINCE})(?:bis|by) )(?:${source})(?! ?[-–] ?\\d| (?:bis|to|till|until) \\d{1,2}(?![\\d./]))`,
  );
const CLOCKS: readonly Rule<Spoken>[] = [
  [clock(`${LEAD}(\\d{1,2})[:.](\\d{2}) ?uhr`), ([, hour, minute]) => exactly(at(Number(hour), Number(minute)))],
  [
    clock(`${LEAD}(\\d{1,2}):(\\d{2})(?: ?${HALF})?`),
    ([, hour, minute, half]) => exactly(at(inHalf(Number(hour), half), Number(minute))),
  ],
  [clock('(?:um|at) (\\d{1,2})\\.(\\d{2})(?!\\.)'), ([, hour, minute]) => exactly(at(Number(hour), Number(minute)))],
  [
    clock(`${LEAD}(${HOUR}) ?uhr(?: (\\d{2}))?(?! \\d)`),
    ([, hour = '', minute = '0']) => exactly(at(numberOf(hour), Number(minute))),
  ],
  [
    clock(`(?:um |gegen )?(${MINUTES})(?: minuten)? (vor|nach)( halb)? (${HOUR})`),
    ([, minutes = '', side = '', half, hour = '']) => {
      const away = (half === undefined ? 0 : -30) + minutesOf(minutes) * (side.toLowerCase() === 'vor' ? -1 : 1);
      const whole = numberOf(hour) * 60 + away;
      return spoken(at(Math.floor(whole / 60) % 24, ((whole % 60) + 60) % 60));
    },
  ],
  [clock(`(?:um |gegen )?dreiviertel (${HOUR})`), ([, hour = '']) => spoken(at((numberOf(hour) + 23) % 24, 45))],
  [clock(`(?:um |gegen )?viertel (${HOUR_WORDS})`), ([, hour = '']) => spoken(at((numberOf(hour) + 23) % 24, 15))],
  [
    clock(`(?:at |by )?(${MINUTES}) (past|to(?= (?:${HOUR})(?: ?[ap]\\.?m|\\s*(?:$|[,;·])))) (${HOUR})(?: ?${HALF})?`),
    ([, minutes = '', side = '', said = '', half]) => {
      const whole = inHalf(numberOf(said), half) * 60 + minutesOf(minutes) * (/to/i.test(side) ? -1 : 1);
      return spoken(at(Math.floor(whole / 60) % 24, ((whole % 60) + 60) % 60), half === undefined);
    },
  ],
  [clock(`(?:um |gegen )?halb (${HOUR})`), ([, hour = '']) => spoken(at((numberOf(hour) + 23) % 24, 30))],
  [
    clock(`(?:um |gegen )?viertel (vor|nach) (${HOUR})`),
    ([, side, hour = '']) =>
      spoken(side?.toLowerCase() === 'vor' ? at((numberOf(hour) + 23) % 24, 45) : at(numberOf(hour), 15)),
  ],
  [
    clock(`(?:at |by )?(half past|quarter past|quarter to) (${HOUR})(?: ?${HALF})?`),
    ([, side = '', said = '', half]) => {
      const hour = inHalf(numberOf(said), half);
      if (/to$/i.test(side)) return spoken(at((hour + 23) % 24, 45), half === undefined);
      return spoken(at(hour, /^h/i.test(side) ? 30 : 15), half === undefined);
    },
  ],
  [clock(`${LEAD}(${HOUR}) ?${HALF}`), ([, hour = '', half]) => exactly(at(inHalf(numberOf(hour), half)))],
  [
    clock(`(?:um|gegen|at) (\\d{1,2})(?!\\d|[.:]\\d|\\.(?: |$)|(?: ?${MEASURE}| \\p{L}+ (?:weg|ab)))`),
    ([, hour]) => spoken(at(Number(hour))),
  ],
  [
    clock(`(?:um|gegen|at) (${HOUR_WORDS})(?! ${MEASURE}| \\p{L}+ (?:weg|ab))`),
    ([, hour = '']) => spoken(at(numberOf(hour))),
  ],
];

/** Behind a word for a day. */
const OF_DAY = (...days: readonly string[]): string => `(?<=(?:${days.join('|')}) )`;
/** Parts of a day; one that is said with an hour of the watch says which half of the day that is in. */
const PARTS: readonly (readonly [pattern: RegExp, time: number, isLater: boolean])[] = [
  [words('(?:am |zu )?mittag|mittags|at noon|noon'), 12, false],
  [
    words(
      `${OF_DAY('morgen', 'tomorrow', 'heute', 'today', 'day', 'tag', 'woch')}(?:früh|morning)|in the morning|morgens|am morgen`,
    ),
    8,
    false,
  ],
  [words(`vormittags|am vormittag|${OF_DAY('morgen', 'heute', 'tag', 'woch')}vormittag`), 10, false],
  [
    words(
      `nachmittags|am nachmittag|in the afternoon|${OF_DAY('morgen', 'heute', 'tag', 'woch', 'tomorrow', 'day')}(?:nachmittag|afternoon)`,
    ),
    15,
    true,
  ],
  [
    words(
      `abends|am abend|in the evening|${OF_DAY('morgen', 'heute', 'tag', 'woch', 'tomorrow', 'day', 'this')}(?:abend|evening)|${OF_DAY('tomorrow')}night`,
    ),
    18,
    true,
  ],
];
interface PartOfDay {
  readonly time: Time;
  readonly isLater: boolean;
}
const partOf = (line: string): Found<PartOfDay> | undefined => {
  for (const [pattern, hour, isLater] of PARTS) {
    const found = find(line, pattern, () => ({ time: new Temporal.PlainTime(hour), isLater }));
    if (found !== undefined) return found;
  }
  return undefined;
};
/** The second half of "Freitagabend", where the first one was understood. */
function partBehind(line: string, { to }: Span): Found<PartOfDay> | undefined {
  const [text = ''] = /^(?:früh|(?:vor|nach)?mittag|abend)(?![\p{L}\p{N}])/iu.exec(line.slice(to)) ?? [];
  const part = text === '' ? undefined : partOf(`tag ${text}`);
  return part === undefined ? undefined : { from: to, to: to + text.length, value: part.value };
}

const today = (now: Now): Day => now.toPlainDate();
const onOrAfter = (day: Day, weekday: number): Day => day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });
/** The next day of that weekday, today left out. */
const nextWeekday = (day: Day, weekday: number): Day => onOrAfter(day.add({ days: 1 }), weekday);

const weeksBehind = (now: Now, name: string, weeks: number): Day =>
  nextWeekday(today(now), weekdayOf(name)).add({ weeks });
const PART_OF_WEEKDAY = new RegExp(
  `(?<![\\p{L}\\p{N}@#+.])(?:am |bis |diesen )?(${WEEKDAY})(?=(?:früh|vormittag|mittag|nachmittag|abend)(?![\\p{L}\\p{N}]))`,
  'iu',
);

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

const MONTHS = 'jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez';
const NEAR: readonly Rule<Day>[] = [
  [words(`${BEFORE}(?:übermorgen|(?:the )?day after tomorrow)`), (_match, now) => today(now).add({ days: 2 })],
  [words(`${BEFORE}(?:(?<!guten |am |jeden )morgen|tomorrow)`), (_match, now) => today(now).add({ days: 1 })],
  [words(`${BEFORE}(?:heute|today|tonight)`), (_match, now) => today(now)],
];
const DAYS: readonly Rule<Day>[] = [
  [
    words(`(?:bis (?:zum |am )?|am |zum )(\\d{1,2})\\.(\\d{1,2})(?![\\d.,]| ?${MEASURE})`),
    ([, day = '', month = ''], now) => findDate(`${day}.${month}.`, today(now))?.value,
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
    words(
      `${BEFORE}(?:(?:nächste woche|next week),? (?:am |on )?(${WEEKDAY})|(${WEEKDAY}),? (?:nächste[r]? woche|next week))`,
    ),
    ([, first, second = ''], now) => onOrAfter(today(now), 7).add({ days: weekdayOf(first ?? second) }),
  ],
  [
    words(`${BEFORE}(${WEEKDAY}) in (${NUMBER}) (?:wochen?|weeks?)`),
    ([, name = '', count = ''], now) => weeksBehind(now, name, numberOf(count)),
  ],
  [
    words(`(${NUMBER}) weeks? (?:from|after) (${WEEKDAY})`),
    ([, count = '', name = ''], now) => weeksBehind(now, name, numberOf(count)),
  ],
  [
    words(`${BEFORE}(?:nächste[nrs]?|next) (${WEEKDAY})`),
    ([, name = ''], now) => onOrAfter(today(now), 7).add({ days: weekdayOf(name) }),
  ],
  [
    words(`${BEFORE}(?:diesen |kommenden |this |coming )?(${WEEKDAY})`),
    ([, name = ''], now) => nextWeekday(today(now), weekdayOf(name)),
  ],
  // "Freitagabend": what is left of the word is a part of that day.
  [PART_OF_WEEKDAY, ([, name = ''], now) => nextWeekday(today(now), weekdayOf(name))],
];

/** Short names of weekdays are words of their own, too: they count before a time or at the end. */
const SHORT =
  /(?<![\p{L}\p{N}@#+.])(?:(?:am|bis|on|by) )?(Mo|Di|Mi|Do|Fr|Sa|So|[Mm]on|[Tt]ue|[Ww]ed|[Tt]hu|[Ff]ri|[Ss]at|[Ss]un)\.?(?=\s*(?:$|·|,|\d{1,2}(?::\d{2})?\s*(?:uhr|am|pm|·|$)))/u;
const SHORT_NAMES = ['mo', 'tu|di', 'we|mi', 'th|do', 'fr', 'sa', 'su|so'].map(
  (names) => new RegExp(`^(?:${names})`, 'i'),
);

const HALF_HOURS = words('in (einer halben stunde|(?:anderthalb|eineinhalb) stunden|half an hour|an hour and a half)');
const RELATIVE = words(
  `in (\\d{1,2}[.,]\\d{1,2}|${NUMBER}) ?(minuten?|minutes?|min|stunden?|std|hours?|h)(?:(?:,| und| and)? (${NUMBER}) ?(?:minuten?|minutes?|min))?`,
);
/** A number that may have a fraction. */
const amountOf = (text: string): number => (/[.,]/.test(text) ? Number(text.replace(',', '.')) : numberOf(text));
const UNSURE = /^\s*(?:in|next|nächste|kommende|this|diese|end)|later|from now|ago$/i;

/** "1/2 cup", "24/7": a day only where it is said to be one. */
const isFraction = (text: string): boolean => /^(?:1\/[2-5]|2\/3|3\/[45]|24\/7)$/.test(text.trim());

/** What the library finds in the language that is read, else in the other one: dates by name and spans of days and weeks. */
function askLibrary(line: string, now: Now, language: Language): Found<Day> | undefined {
  const given = { instant: new Date(now.epochMilliseconds), timezone: now.offsetNanoseconds / 60_000_000_000 };
  for (const parse of language === 'de' ? [parseGerman, parseEnglish] : [parseEnglish, parseGerman])
    for (const { text, index, start } of parse(line, given, { forwardDate: true })) {
      // How long something lasts, or when it was, is not when it is due.
      const behind = line.slice(0, index);
      if (
        /^(?:for|für|during|während|seit|since)\b/i.test(text) ||
        /(?:\b(?:for|für|seit|since|vom|von|dated|from) )$/i.test(behind)
      )
        continue;
      if (isFraction(text) && !new RegExp(`(?<!\\p{L})${BEFORE.slice(0, -1)}$`, 'iu').test(behind)) continue;
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
  firstOf(line, NEAR, now) ??
  findDate(line, today(now)) ??
  firstOf(line, DAYS, now) ??
  shortDay(line, now) ??
  askLibrary(line, now, language);

const TONIGHT = words('tonight');
/** Right behind a time. */
const AT_NIGHT = /^ (?:nachts|in der nacht|at night)(?![\p{L}\p{N}])/iu;
/** A time of the watch with what else is said of it: "8 Uhr abends" is one of the evening, as is "tonight at 9". */
function timeOf(line: string, shown: Found<Spoken> | undefined, part: Found<PartOfDay> | undefined): Time | undefined {
  if (shown === undefined) return part?.value.time;
  const { time, isSpoken } = shown.value;
  const isNight = AT_NIGHT.test(line.slice(shown.to));
  const isLater =
    part?.value.isLater ?? (isNight ? time.hour > 8 : TONIGHT.test(line) || (isSpoken && time.hour < FIRST_HOUR));
  // Half past twelve is one of the day, too, where nobody speaks of the night.
  const isNoon = time.hour === 0 && isSpoken && !isNight;
  return isLater && (time.hour > 0 || isNoon) && time.hour < 12 ? time.add({ hours: 12 }) : time;
}

/** What a line says of when something is due. */
export function understandWhen(line: string, now: Now, language: Language): When | undefined {
  const relative =
    find(line, HALF_HOURS, ([, text = '']) =>
      now.add({ minutes: /^(?:ande|eineinhalb|an hour)/i.test(text) ? 90 : 30 }),
    ) ??
    find(line, RELATIVE, ([, count = '', unit = '', more = '0']) => {
      const many = amountOf(count) * (/^m/i.test(unit) ? 1 : 60) + numberOf(more);
      return Number.isNaN(many) ? undefined : now.add({ minutes: Math.round(many) });
    });
  if (relative !== undefined) return { moment: relative.value, spans: [relative] };
  const shown = firstOf(line, CLOCKS, now);
  const unshown = shown === undefined ? line : without(line, shown);
  const said = partOf(unshown);
  const rest = said === undefined ? unshown : without(unshown, said);
  const day = findDay(rest, now, language);
  const part = said ?? (day === undefined ? undefined : partBehind(rest, day));
  const time = timeOf(line, shown, part);
  const [night] = shown === undefined ? [] : (AT_NIGHT.exec(line.slice(shown.to)) ?? []);
  const watch = shown === undefined || night === undefined ? shown : { ...shown, to: shown.to + night.length };
  const spans = [day, watch, part].filter((span) => span !== undefined);
  if (time !== undefined) return { ...(day === undefined ? {} : { day: day.value }), time, spans };
  if (day === undefined) return undefined;
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
