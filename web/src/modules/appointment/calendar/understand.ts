import type { Language } from '../../../shell/language.ts';
import { find, signedWords, without, words, type Found } from '../../../shell/understand/line.ts';
import { personOf, type Person } from '../../../shell/understand/person.ts';
import { findImpossibleDay } from '../../../shell/understand/dates.ts';
import { understandWhen } from '../../../shell/understand/when.ts';

/** What a line says of an appointment. */
export interface UnderstoodLine {
  /** What is left of it. */
  readonly title: string;
  /** As `2026-11-30`; undefined where it names none. */
  readonly day: string | undefined;
  /** Minutes of the day's clock; the end only where the line says it. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly people: readonly Person[];
  /** Words behind a `#`, each once. */
  readonly records: readonly string[];
  /** A day that it names and no calendar has. */
  readonly impossible?: string;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const CLOCK = '(\\d{1,2})(?:[:.](\\d{2}))?';
const HOURS = '(?: ?(?:uhr|h)(?![\\p{L}]))?';
/** What is counted by such numbers. */
const COUNTED =
  '(?:[.,/%€]|leute|personen|people|persons|stück|teile|parts|tage|days|wochen|weeks|monate|months|mal|times)';
/** "14-15", "13:30–15 Uhr", "von 9 bis 10.30"; not "1.12.", "8-10 Leute" or "24/7". */
const RANGE = words(`(von |from )?${CLOCK}(${HOURS}) ?(?:-|–|bis|to|until) ?${CLOCK}(${HOURS})(?! ?${COUNTED})`);
/** Outside of these hours numbers alone are none of a watch. */
const BARE = { first: 7, last: 21 } as const;
const HALF_DAY = 720;

/** From when until when it is, by the hours of a watch: "10-2" ends in the afternoon. */
function rangeOf(line: string): Found<Range> | undefined {
  return find(
    line,
    RANGE,
    ([, lead = '', hour = '', minute = '', unit = '', endHour = '', endMinute = '', endUnit = '']) => {
      const [begins, ends] = [Number(hour), Number(endHour)];
      const isSaid = `${lead}${minute}${endMinute}${unit}${endUnit}` !== '';
      if (begins > 23 || ends > 24 || Number(minute) > 59 || Number(endMinute) > 59) return undefined;
      if (!isSaid && (begins < BARE.first || begins > BARE.last)) return undefined;
      const [from, end] = [begins * 60 + Number(minute), ends * 60 + Number(endMinute)];
      const to = end > from ? end : ends <= 12 ? end + HALF_DAY : 0;
      return to > from && to <= 2 * HALF_DAY ? { from, to } : undefined;
    },
  );
}

const SIGN = /(?<![\p{L}\p{N}.])@(?=\p{L})/gu;
const WITH = /(?<![\p{L}\p{N}])(?:mit|with|und|and) (?=\p{Lu})/gu;

/** People by `@Ben`, or by "mit Ben" where nobody else is called so. */
function peopleIn(line: string, people: readonly Person[]): readonly Found<Person>[] {
  const found: Found<Person>[] = [];
  for (const pattern of [SIGN, WITH])
    for (const { index, 0: lead } of line.matchAll(pattern)) {
      const begin = index + lead.length;
      const named = personOf(line.slice(begin), people);
      // "und Chris" counts behind somebody alone.
      const isNext = /^(?:und|and) $/.test(lead) && !found.some(({ to }) => line.slice(to, index).trim() === '');
      if (named === undefined || isNext || found.some(({ value }) => value.userId === named.person.userId)) continue;
      found.push({ from: index, to: begin + named.length, value: named.person });
    }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

/** Reads a line such as `Di 14-15 Montage mit Ben`. `now`: in the zone of the person. */
export function understandLine(
  line: string,
  {
    now,
    language,
    people,
    chosen = NONE,
  }: {
    readonly now: Temporal.ZonedDateTime;
    readonly language: Language;
    readonly people: readonly Person[];
    /** Words behind a `#` that a record was chosen for; the others are words like any. */
    readonly chosen?: ReadonlySet<string>;
  },
): UnderstoodLine {
  const named = peopleIn(line, people);
  const signed = [...line.matchAll(signedWords('#'))].map(({ index, 0: { length }, 1: word = '' }) => ({
    from: index,
    to: index + length,
    value: word,
  }));
  const unnamed = [...named, ...signed].reduce<string>(without, line);
  const range = rangeOf(unnamed);
  const rest = range === undefined ? unnamed : without(unnamed, range);
  const never = findImpossibleDay(rest);
  // What is said beside a day that is none, such as its weekday, is of that day.
  const when = understandWhen(never === undefined ? rest : without(rest, never), now, language);
  const spans = [
    ...named,
    ...signed.filter(({ value }) => chosen.has(value)),
    ...(range === undefined ? [] : [range]),
    ...(when?.spans ?? []),
  ];
  const moment = when?.moment;
  const time = moment?.toPlainTime() ?? when?.time;
  return {
    title: titleOf(line, spans),
    day: (moment?.toPlainDate() ?? when?.day)?.toString(),
    from: range?.value.from ?? (time === undefined ? undefined : time.hour * 60 + time.minute),
    to: range?.value.to,
    people: named.map(({ value }) => value),
    records: [...new Set(signed.map(({ value }) => value))],
    ...(never === undefined ? {} : { impossible: never.value }),
  };
}

/** A line without what was understood, in one line of words. */
const titleOf = (line: string, spans: readonly { readonly from: number; readonly to: number }[]): string =>
  spans
    .reduce(without, line)
    .replaceAll('·', ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;]+|[\s,;]+$/g, '');
