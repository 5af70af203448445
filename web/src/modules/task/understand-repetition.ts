import { WEEKDAYS, type RepetitionInput } from '@kontor/contract/task';
import type { Language } from '../../shell/index.ts';
import {
  NUMBER,
  SHORT_WEEKDAY,
  TAKEN,
  WEEKDAY,
  find,
  numberOf,
  weekdayOf,
  without,
  words,
  type Found,
} from '../../shell/understand/line.ts';
import { findDay, nextOfMonth } from '../../shell/understand/when.ts';

type Day = Temporal.PlainDate;

/** How something repeats, and its first day, and its time, where the line names no other. */
export interface Repeating {
  readonly repetition: RepetitionInput;
  readonly first: (from: Day) => Day | undefined;
  readonly time?: Temporal.PlainTime;
}

type Rule = readonly [pattern: RegExp, make: (match: RegExpExecArray) => Repeating | undefined];

const same = (from: Day): Day => from;
const plain = (repetition: RepetitionInput): Repeating => ({ repetition, first: same });
const cycle = (text: string | undefined): number => (text === undefined ? 1 : numberOf(text));
const isCycle = (count: number): boolean => count >= 1 && count <= 999;

/** On weekdays, by their numbers from 1. */
function weekly(numbers: readonly number[], cycleTime = 1): Repeating | undefined {
  const days = new Set(numbers);
  if (days.has(0) || days.size === 0) return undefined;
  const flags = Object.fromEntries(WEEKDAYS.map((name, index) => [name, days.has(index + 1)]));
  const ahead = (from: Day): Day =>
    [0, 1, 2, 3, 4, 5, 6].map((by) => from.add({ days: by })).find(({ dayOfWeek }) => days.has(dayOfWeek)) ?? from;
  return { repetition: { type: 'weekly', cycleTime, ...flags }, first: ahead };
}

const namesIn = (list: string): number[] =>
  [...list.matchAll(new RegExp(`(?<!\\p{L})(?:(?:${WEEKDAY})s?|${SHORT_WEEKDAY})(?!\\p{L})`, 'giu'))].map(([name]) =>
    weekdayOf(name),
  );

/** The so-manieth weekday of a month, counted from its end for 0. */
function ofMonth(from: Day, nth: number, weekday: number): Day | undefined {
  for (let month = from.with({ day: 1 }), tries = 0; tries < 13; tries += 1, month = month.add({ months: 1 })) {
    const last = month.with({ day: month.daysInMonth });
    const day =
      nth === 0
        ? last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 })
        : month.add({ days: ((weekday - month.dayOfWeek + 7) % 7) + 7 * (nth - 1) });
    if (day.month === month.month && Temporal.PlainDate.compare(day, from) >= 0) return day;
  }
  return undefined;
}

const lastOfMonth = (from: Day): Day => from.with({ day: from.daysInMonth });
const isWork = ({ dayOfWeek }: Day): boolean => dayOfWeek <= 5;
function workday(from: Day, isLast: boolean): Day | undefined {
  for (let month = from.with({ day: 1 }), tries = 0; tries < 3; tries += 1, month = month.add({ months: 1 })) {
    let day = isLast ? lastOfMonth(month) : month;
    while (!isWork(day)) day = isLast ? day.subtract({ days: 1 }) : day.add({ days: 1 });
    if (Temporal.PlainDate.compare(day, from) >= 0) return day;
  }
  return undefined;
}

const UNITS: readonly (readonly [RegExp, RepetitionInput['type'], number])[] = [
  [/^(?:tag|day)/i, 'daily', 1],
  [/^(?:woche|week)/i, 'weekly', 7],
  [/^(?:monat|month)/i, 'monthly', 30],
  [/^(?:quartal|quarter)/i, 'monthly', 90],
  [/^(?:jahr|year)/i, 'yearly', 365],
];
const UNIT = 'tage?n?|days?|wochen?|weeks?|monate?n?|months?|quartale?|quarters?|jahre?n?|years?';
const LIST = `(?:${WEEKDAY})s?(?:(?:, | und | and | & )(?:(?:jeden|every) )?(?:${WEEKDAY})s?)*`;
/** The same with short names, where it is said that it repeats. */
const SHORT_LIST = `(?:(?:${WEEKDAY})s?|${SHORT_WEEKDAY})(?:(?:, | und | and | & )(?:(?:${WEEKDAY})s?|${SHORT_WEEKDAY}))*`;
const MONTH =
  '(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|january|february|march|may|june|july|october|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const PARTS_OF_DAY: readonly (readonly [RegExp, number])[] = [
  [/^(?:früh|morgen|morning)/i, 8],
  [/^vormittag/i, 10],
  [/^mittag/i, 12],
  [/^(?:nachmittag|afternoon)/i, 15],
  [/^(?:abend|evening|night)/i, 18],
];
/** When in the day something is that is said to be in such a part of it. */
function inPart(part: string): { readonly time?: Temporal.PlainTime } {
  const hour = PARTS_OF_DAY.find(([pattern]) => pattern.test(part))?.[1];
  return hour === undefined ? {} : { time: new Temporal.PlainTime(hour) };
}
const OF_MONTH = '(?: (?:im|des|jedes|jeden|of the|of each|of every|in the) (?:monats?|month))?';

function every(count: string | undefined, unit: string): Repeating | undefined {
  const [, type] = UNITS.find(([pattern]) => pattern.test(unit)) ?? [];
  const cycleTime = cycle(count) * (/^quar/i.test(unit) ? 3 : 1);
  return type === undefined || !isCycle(cycleTime) ? undefined : plain({ type, cycleTime });
}

const onDay = (text: string | undefined): Repeating | undefined => {
  const day = Number(text);
  return day >= 1 && day <= 31
    ? { repetition: { type: 'monthly' }, first: (from) => nextOfMonth(from, day) }
    : undefined;
};

/** The longer ones before those that are a part of them. */
const RULES: readonly Rule[] = [
  [
    words(
      `(${NUMBER}) (${UNIT}) (?:nach (?:der |dem |jeder )?(?:erledigung|erledigen|abschluss|fertigstellung)|after (?:it is |it's |each )?(?:done|completion|completed))`,
    ),
    ([, count = '', unit = '']) => {
      const [, , days] = UNITS.find(([pattern]) => pattern.test(unit)) ?? [];
      const cycleTime = numberOf(count) * (days ?? Number.NaN);
      return isCycle(cycleTime) ? plain({ type: 'afterDone', cycleTime }) : undefined;
    },
  ],
  [
    words(
      `(?:(?:monatlich|monthly) )?(?:(?:am|jeden|on the|every) )(?:(ersten|first)|letzten|last) (?:werktag|arbeitstag|workday|working day)${OF_MONTH}`,
    ),
    ([, first]) => {
      const isLast = first === undefined;
      return {
        repetition: { type: 'monthly', monthlyRule: isLast ? 'lastWorkday' : 'firstWorkday' },
        first: (from) => workday(from, isLast),
      };
    },
  ],
  [
    words(
      `(?:(?:monatlich|monthly) (?:am|on the)|jeden|every|am|on the) (ersten|zweiten|dritten|vierten|letzten|first|second|third|fourth|last|[1-4]\\.|1st|2nd|3rd|4th) (${WEEKDAY})((?: (?:im|des|jedes|jeden|of the|of each|of every|in the) (?:monats?|month))?)`,
    ),
    ([whole, which = '', name = '', said]) => {
      // "am letzten Freitag" alone is one day.
      if (/^(?:am|on)/i.test(whole) && said === '') return undefined;
      const nth = /^l/i.test(which) ? 0 : numberOf(which);
      // "jeden zweiten Dienstag" alone is every other one.
      if (nth === 2 && said === '' && !/^mon/i.test(whole)) return undefined;
      const monthlyRule = nth === 0 ? 'weekdayFromEnd' : 'weekdayOfMonth';
      return { repetition: { type: 'monthly', monthlyRule }, first: (from) => ofMonth(from, nth, weekdayOf(name)) };
    },
  ],
  [
    words(
      `(?:(?:monatlich|monthly|jeden monat|every month) (?:am|on the)|am|on the) (?:letzten|last)(?: (?:tag|day))?${OF_MONTH}`,
    ),
    ([whole]) =>
      /monat|month/i.test(whole)
        ? { repetition: { type: 'monthly', monthlyRule: 'lastDay' }, first: lastOfMonth }
        : undefined,
  ],
  [
    words(`(?:jeden|every)(?= \\d{1,2}(?:\\.|st|nd|rd|th)? (?:of )?${MONTH}| ${MONTH} \\d)`),
    () => plain({ type: 'yearly' }),
  ],
  [words('(?:monatlich|jeden monat) (?:am|zum) (\\d{1,2})\\.'), ([, day]) => onDay(day)],
  [words('am (\\d{1,2})\\. (?:jedes|jeden|eines jeden) monats?'), ([, day]) => onDay(day)],
  [
    words(`jeden (\\d{1,2})\\.(?! ?\\p{L}+ ?\\d| (?:${WEEKDAY}|${UNIT}))(?: (?:des|im) monats?)?`),
    ([, day]) => onDay(day),
  ],
  [words(`every (\\d{1,2})(?:st|nd|rd|th)(?! (?:${WEEKDAY}|${UNIT}|of))`), ([, day]) => onDay(day)],
  [words('(?:monthly|every month) on the (\\d{1,2})(?:st|nd|rd|th)?'), ([, day]) => onDay(day)],
  [words('(?:on )?(?:the |every )(\\d{1,2})(?:st|nd|rd|th) of (?:each|every|the) month'), ([, day]) => onDay(day)],
  [
    words(`(?:alle|every) (${NUMBER}) (?:wochen|weeks) (?:am|on|jeweils) (${LIST})`),
    ([, count = '', list = '']) => (isCycle(numberOf(count)) ? weekly(namesIn(list), numberOf(count)) : undefined),
  ],
  [
    words(`(?:jeden|every) (zweiten|dritten|vierten|other|second|third|fourth|[234]\\.|2nd|3rd|4th) (${WEEKDAY})`),
    ([, which = '', name = '']) => weekly([weekdayOf(name)], numberOf(which)),
  ],
  [
    words('(?:an )?(?:jedem |jeden )?werktags?|werktäglich|(?:every|on) (?:weekday|workday)s?'),
    () => weekly([1, 2, 3, 4, 5]),
  ],
  [
    words(`(?:wöchentlich|jede woche|weekly|every week),? (?:(?:am|on|jeweils) )?(${LIST})`),
    ([, list = '']) => weekly(namesIn(list)),
  ],
  [
    words(`(?:jeden|every) (${WEEKDAY}) ?(morgen|vormittag|mittag|nachmittag|abend|morning|afternoon|evening|night)`),
    ([, name = '', part = '']) => {
      const found = weekly([weekdayOf(name)]);
      return found === undefined ? undefined : { ...found, ...inPart(part) };
    },
  ],
  [words(`(?:immer )?(?:jeden|every|each) (${SHORT_LIST})`), ([, list = '']) => weekly(namesIn(list))],
  [
    words('(?:jeden|every|each) (morgen|vormittag|mittag|nachmittag|abend|morning|afternoon|evening|night)'),
    ([, part = '']) => ({ ...plain({ type: 'daily' }), ...inPart(part) }),
  ],
  [
    words(
      `(?:immer |on )?((?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s(?:(?:, | und )(?:${WEEKDAY})s)*|(?<=on )(?:${WEEKDAY})s)`,
    ),
    ([, list = '']) => weekly(namesIn(list)),
  ],
  [words(`(?:alle|every) (${NUMBER}) (${UNIT})`), ([, count, unit = '']) => every(count, unit)],
  [
    words(
      `(?:jede[nrs]?|every) (zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|other|second|third|\\d{1,3}(?:\\.|st|nd|rd|th)) (${UNIT})`,
    ),
    ([, count, unit = '']) => every(count?.replace(/[rs]$/, ''), unit),
  ],
  [words('täglich|jeden tag|daily|every day|tagtäglich'), () => plain({ type: 'daily' })],
  [
    words('zweiwöchentlich|vierzehntägig|14-tägig|biweekly|fortnightly|every fortnight'),
    () => plain({ type: 'weekly', cycleTime: 2 }),
  ],
  [words('wöchentlich|jede woche|weekly|every week'), () => plain({ type: 'weekly' })],
  [
    words('vierteljährlich|quartalsweise|jedes quartal|quarterly|every quarter'),
    () => plain({ type: 'monthly', cycleTime: 3 }),
  ],
  [words('halbjährlich|jedes halbe jahr|every half year|half-yearly'), () => plain({ type: 'monthly', cycleTime: 6 })],
  [words('monatlich|jeden monat|monthly|every month'), () => plain({ type: 'monthly' })],
  [words('jährlich|jedes jahr|yearly|annually|every year'), () => plain({ type: 'yearly' })],
];

/** "3x täglich" is how often a day, not how often in all. */
const TIMES_IN_ALL = words(`(?:insgesamt )?(${NUMBER}) ?(?:mal|times|x)(?! ?${TAKEN}| (?:pro|je|am|a|per|in der|im) )`);
const UNTIL = words('bis(?: zum)?|until|till');

/** How a line says that it repeats, and until when. */
export function understandRepetition(
  line: string,
  now: Temporal.ZonedDateTime,
  language: Language,
): (Found<Repeating> & { readonly more: readonly Found<unknown>[] }) | undefined {
  for (const [pattern, make] of RULES) {
    const found = find(line, pattern, make);
    if (found === undefined) continue;
    const rest = without(line, found);
    const { repetition } = found.value;
    const count = find(rest, TIMES_IN_ALL, ([, many = '']) => (numberOf(many) > 1 ? numberOf(many) : undefined));
    if (count !== undefined)
      return {
        ...found,
        value: { ...found.value, repetition: { ...repetition, end: 'count', countEnd: count.value } },
        more: [count],
      };
    const until = UNTIL.exec(rest);
    const day = until === null ? undefined : findDay(rest.slice(until.index), now, language);
    if (until === null || day === undefined || day.from > until[0].length + 1) return { ...found, more: [] };
    // What is over already ends nothing.
    if (Temporal.PlainDate.compare(day.value, now.toPlainDate()) < 0) return { ...found, more: [] };
    const end = { from: until.index, to: until.index + day.to, value: day.value };
    const fixedEndDate = day.value.toString();
    return {
      ...found,
      value: { ...found.value, repetition: { ...repetition, end: 'date', fixedEndDate } },
      more: [end],
    };
  }
  return undefined;
}
