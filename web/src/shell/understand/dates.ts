import { SHORT_WEEKDAY, WEEKDAY, find, numberOf, words, type Found } from './line.ts';

type Day = Temporal.PlainDate;

/** Months as people write them, from January. */
const MONTH_NAMES = [
  'jan(?:uar|uary)?|jänner',
  'feb(?:ruar|ruary|er)?',
  'märz|mär|mrz|mar(?:ch)?',
  'apr(?:il)?',
  'mai|may',
  'jun(?:[ie])?',
  'jul(?:[iy])?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'okt(?:ober)?|oct(?:ober)?',
  'nov(?:ember)?',
  'dez(?:ember)?|dec(?:ember)?',
];
const MONTH = MONTH_NAMES.join('|');
const monthOf = (name: string): number =>
  MONTH_NAMES.findIndex((names) => new RegExp(`^(?:${names})$`, 'iu').test(name)) + 1;

/** What stands before a day that something is due at. */
export const BEFORE =
  '(?:bis (?:zum |am )?|spätestens (?:am )?|am |zum |ab |by (?:the )?|until (?:the )?|on (?:the )?|due |fällig (?:am )?)?';
/** The day of the week that a date is said with: the date counts. */
const WITH_WEEKDAY = `(?:(?:${WEEKDAY}|${SHORT_WEEKDAY})\\.?,? )?(?:den |dem |the )?`;
/** What numbers of versions and dates of letters stand behind. */
const NO_DAY = '(?<!version |release |kapitel |chapter |v|vom |von |dated |from )';
/** A year of two figures only where nothing is counted by it. */
const YEAR = '(?:,? (\\d{4}|(?:2[5-9]|[3-9]\\d)(?=\\s*(?:$|[,;·]))))?';
const ORDINAL = '(\\d{1,2})(?:\\.|st|nd|rd|th)|(ersten?r?|erster|zweite[nr]?|dritte[nr]?|vierte[nr]?|fünfte[nr]?)';

/** A day as it is written, which may be one that no calendar has. */
interface Written {
  readonly day: number;
  readonly month: number;
  readonly year: number | undefined;
}
type Reading = (match: RegExpExecArray) => Written | undefined;

const written = (day: string | number, month: number, year: string | undefined): Written => ({
  day: Number(day),
  month,
  year: year === undefined ? undefined : Number(year) + (year.length === 2 ? 2000 : 0),
});
const ordinalOf = (word: string): number => numberOf(word) || numberOf(word.replace(/r$/, ''));

const FORMS: readonly (readonly [pattern: RegExp, read: Reading])[] = [
  [
    words(`${NO_DAY}${BEFORE}${WITH_WEEKDAY}(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})?(?![\\d.])`),
    ([, day = '', month = '', year]) => written(day, Number(month), year),
  ],
  [
    words(`${NO_DAY}${BEFORE}${WITH_WEEKDAY}(?:${ORDINAL}) ?(?:of )?(${MONTH})\\.?${YEAR}`),
    ([, day, word = '', name = '', year]) => written(day ?? ordinalOf(word), monthOf(name), year),
  ],
  [
    words(`${NO_DAY}${BEFORE}${WITH_WEEKDAY}(\\d{1,2}) (${MONTH})\\.?,? (\\d{4})`),
    ([, day = '', name = '', year]) => written(day, monthOf(name), year),
  ],
  [
    words(`${NO_DAY}${BEFORE}${WITH_WEEKDAY}(${MONTH})\\.? (\\d{1,2})(?:(?:st|nd|rd|th)(?:,? (\\d{4}))?|,? (\\d{4}))`),
    ([, name = '', day = '', first, second]) => written(day, monthOf(name), first ?? second),
  ],
  [
    words(`${NO_DAY}${BEFORE}(\\d{4})-(\\d{1,2})-(\\d{1,2})`),
    ([, year, month = '', day = '']) => written(day, Number(month), year),
  ],
];

/** Forms in which a day is only looked for to be refused: as a day the library reads them. */
const OTHER_FORMS: typeof FORMS = [
  [
    words(`(?:bis (?:zum |am )?|am |zum )(\\d{1,2})\\.(\\d{1,2})(?![\\d.,])`),
    ([, day = '', month = '']) => written(day, Number(month), undefined),
  ],
  [words(`(${MONTH}) (\\d{1,2})`), ([, name = '', day = '']) => written(day, monthOf(name), undefined)],
  [words(`(\\d{1,2}) (${MONTH})`), ([, day = '', name = '']) => written(day, monthOf(name), undefined)],
  [
    words('(\\d{1,2})/(\\d{1,2})/(\\d{4})'),
    ([, one = '', two = '', year]) =>
      // Either may be the month.
      Number(one) > 12
        ? written(one, Number(two), year)
        : Number(two) > 12
          ? written(two, Number(one), year)
          : undefined,
  ],
];

/** Years after which 29 February is there again, even across a century without it. */
const MAX_YEARS = 8;

/** The day that is written; without a year the next that comes. Undefined where no calendar has it. */
function dayOf({ day, month, year }: Written, today: Day): Day | undefined {
  for (let ahead = 0; ahead <= (year === undefined ? MAX_YEARS : 0); ahead += 1)
    try {
      const date = Temporal.PlainDate.from({ year: (year ?? today.year) + ahead, month, day }, { overflow: 'reject' });
      if (year !== undefined || Temporal.PlainDate.compare(date, today) >= 0) return date;
    } catch {
      // That year has no such day.
    }
  return undefined;
}

/** The first day that a line writes as a date. */
export function findDate(line: string, today: Day): Found<Day> | undefined {
  const found = FORMS.flatMap(
    ([pattern, read], form) =>
      find(line, pattern, (match) => {
        const said = read(match);
        const day = said === undefined ? undefined : dayOf(said, today);
        // What is written out and over is what something is about.
        return day !== undefined && (form === 0 || Temporal.PlainDate.compare(day, today) >= 0) ? day : undefined;
      }) ?? [],
  );
  return found.toSorted((a, b) => a.from - b.from)[0];
}

const LEAP_YEAR = 2028;

/** A day that a line names and no calendar has, such as 31.2.; undefined where there is none. */
export function findImpossibleDay(line: string): Found<string> | undefined {
  for (const [pattern, read] of [...FORMS, ...OTHER_FORMS]) {
    const found = find(line, pattern, (match) => {
      const said = read(match);
      if (said === undefined) return undefined;
      const { day, month, year = LEAP_YEAR } = said;
      // A version or a chapter is none that anybody takes for a day; with a year of four figures it is nothing else.
      const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
      if (!isDay && !/\d{4}/.test(match[0])) return undefined;
      if (isDay && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth) return undefined;
      return match[0].replace(new RegExp(`^${BEFORE}`, 'iu'), '');
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
