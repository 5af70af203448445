import { MONTHLY_RULES, RepetitionSchema, WEEKDAYS, type Repetition } from '@kontor/contract/task';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { dayOf, firstOccurrences, instantOf, localTimeOf, nextAfter, toRule } from './index.ts';

/** Days since 1970: all that is reckoned here is reckoned with these alone. */
const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const nameOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** From 0 for Monday: the first of all days was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
const partsOf = (day: number) => {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
};
const lastOfMonth = (year: number, month: number): number => Date.UTC(year, month + 1, 0) / DAY_MS;
const isWork = (day: number): boolean => weekdayOf(day) < 5;

/** Whether a day is the one of its month that a rule means which began on another. */
function isDayOfMonth(rule: Repetition['monthlyRule'], start: number, day: number): boolean {
  const { year, month, date } = partsOf(day);
  const begun = partsOf(start);
  const last = lastOfMonth(year, month);
  const behind = Array.from({ length: last - day }, (_, index) => day + 1 + index);
  const before = Array.from({ length: date - 1 }, (_, index) => day - 1 - index);
  switch (rule) {
    case 'dayOfMonth':
      return date === begun.date;
    case 'weekdayOfMonth':
      return weekdayOf(day) === weekdayOf(start) && Math.ceil(date / 7) === Math.ceil(begun.date / 7);
    case 'weekdayFromEnd': {
      const weeks = Math.floor((lastOfMonth(begun.year, begun.month) - start) / 7);
      return weekdayOf(day) === weekdayOf(start) && Math.floor((last - day) / 7) === weeks;
    }
    case 'lastDay':
      return day === last;
    case 'firstWorkday':
      return isWork(day) && !before.some(isWork);
    case 'lastWorkday':
      return isWork(day) && !behind.some(isWork);
  }
}

/** Whether a repetition that began on one day is on another. */
function isOn(repetition: Repetition, start: number, day: number): boolean {
  const { type, cycleTime, monthlyRule } = repetition;
  const [begun, here] = [partsOf(start), partsOf(day)];
  switch (type) {
    case 'daily':
    case 'afterDone':
      return (day - start) % cycleTime === 0;
    case 'weekly': {
      const chosen = [0, 1, 2, 3, 4, 5, 6].filter((at) => repetition[WEEKDAYS[at] ?? 'monday']);
      const weeks = (day - weekdayOf(day) - (start - weekdayOf(start))) / 7;
      return weeks % cycleTime === 0 && (chosen.length === 0 ? [weekdayOf(start)] : chosen).includes(weekdayOf(day));
    }
    case 'monthly': {
      const months = (here.year - begun.year) * 12 + here.month - begun.month;
      return months % cycleTime === 0 && isDayOfMonth(monthlyRule, start, day);
    }
    case 'yearly':
      return (
        here.month === begun.month &&
        (here.year - begun.year) % cycleTime === 0 &&
        isDayOfMonth(monthlyRule, start, day)
      );
  }
}

/** The days behind the first one, until another one, on which a repetition is. */
const daysBehind = (repetition: Repetition, start: number, until: number): readonly string[] =>
  Array.from({ length: until - start }, (_, index) => start + 1 + index)
    .filter((day) => isOn(repetition, start, day))
    .map(nameOf);

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Kolkata',
] as const;
const zones = fc.constantFrom(...ZONES);
const FIRST = numberOf('2024-01-01');
const days = fc.oneof(
  fc.integer({ min: FIRST, max: numberOf('2040-12-31') }),
  // Days that not every month or year has.
  fc.constantFrom(...['2024-02-29', '2027-02-28', '2027-01-31', '2028-12-31', '2027-01-29'].map(numberOf)),
);
const clocks = fc.oneof(
  fc.integer({ min: 0, max: 1439 }),
  // When summer time begins and ends.
  fc.integer({ min: 0, max: 210 }),
);
const clockOf = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 19);
const repetitions = fc
  .record({
    type: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'yearly' as const),
    cycleTime: fc.integer({ min: 1, max: 5 }),
    monthlyRule: fc.constantFrom(...MONTHLY_RULES),
    ...Object.fromEntries(WEEKDAYS.map((name) => [name, fc.boolean()])),
  })
  .map((given): Repetition => v.parse(RepetitionSchema, given));
const HORIZON: Readonly<Record<Repetition['type'], number>> = {
  daily: 60,
  weekly: 120,
  monthly: 1200,
  yearly: 9000,
  afterDone: 60,
};

/** All times of a series behind its first one, before a day. */
function timesOf(
  repetition: Repetition,
  { start, zone }: { readonly start: string; readonly zone: string },
  until: string,
) {
  const found: string[] = [];
  for (let last: string | undefined = start; last !== undefined;) {
    last = nextAfter(repetition, { start, zone }, last);
    if (last === undefined || dayOf(last, zone) > until) break;
    found.push(last);
  }
  return found;
}

test('the days of a repetition are those that counting days comes to, and rise', () => {
  fc.assert(
    fc.property(repetitions, days, (repetition, start) => {
      const until = start + HORIZON[repetition.type];
      const found = timesOf(repetition, { start: nameOf(start), zone: 'Europe/Berlin' }, nameOf(until));
      expect(found).toEqual(daysBehind(repetition, start, until));
    }),
    { numRuns: 150 },
  );
});

test('the time of the clock stays, in every zone; what summer time skips is as much later, and comes once', () => {
  fc.assert(
    fc.property(repetitions, days, clocks, zones, (repetition, day, clock, zone) => {
      const start = instantOf(`${nameOf(day)}T${clockOf(clock)}`, zone);
      // What begins at a time that is skipped has begun later.
      const [first, local] = [numberOf(dayOf(start, zone)), localTimeOf(start, zone).slice(11)];
      const until = first + Math.min(HORIZON[repetition.type], 2000);
      const found = timesOf(repetition, { start, zone }, nameOf(until));
      expect(found).toEqual(daysBehind(repetition, first, until).map((name) => instantOf(`${name}T${local}`, zone)));
      for (const [index, time] of found.entries()) {
        expect(time > (found[index - 1] ?? start)).toBe(true);
        const shown = localTimeOf(time, zone).slice(11);
        // Of Lord Howe half an hour is skipped, elsewhere a whole one.
        const later = (Date.parse(`1970-01-01T${shown}Z`) - Date.parse(`1970-01-01T${local}Z`)) / 60_000;
        expect([0, zone === 'Australia/Lord_Howe' ? 30 : 60]).toContain(later);
      }
    }),
    { numRuns: 100 },
  );
});

test('the next one after any moment is the first of the list that is later', () => {
  fc.assert(
    fc.property(
      repetitions,
      fc.tuple(days, clocks, zones),
      fc.array(fc.tuple(fc.nat(5000), fc.nat(1439)), { minLength: 6, maxLength: 6 }),
      (repetition, [day, clock, zone], moments) => {
        const start = instantOf(`${nameOf(day)}T${clockOf(clock)}`, zone);
        const horizon = Math.min(HORIZON[repetition.type], 2000);
        const until = nameOf(numberOf(dayOf(start, zone)) + horizon);
        const list = timesOf(repetition, { start, zone }, until);
        const times = moments.map(([ahead, minutes]) =>
          new Date(Date.parse(start) + (ahead % horizon) * DAY_MS + minutes * 60_000).toISOString(),
        );
        // Beside the occurrences themselves, where clocks are put back and forth.
        for (const one of list.slice(0, 12))
          for (const minutes of [-90, -1, 0, 1, 45])
            times.push(new Date(Date.parse(one) + minutes * 60_000).toISOString());
        for (const after of times.filter((time) => time >= start)) {
          const next = nextAfter(repetition, { start, zone }, after);
          const known = list.find((time) => time > after);
          if (known === undefined) expect(next === undefined || dayOf(next, zone) > until).toBe(true);
          else expect([after, next]).toEqual([after, known]);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('around the change of the clock the next one after any moment is the first that is later', () => {
  // The night of the gap, and the one of the hour that comes twice.
  for (const [zone, gap, twice] of [
    ['Europe/Berlin', '2027-03-28', '2027-10-31'],
    ['America/New_York', '2027-03-14', '2027-11-07'],
    ['Australia/Lord_Howe', '2027-10-03', '2027-04-04'],
  ] as const)
    fc.assert(
      fc.property(
        fc.constantFrom(gap, twice),
        fc.integer({ min: 90, max: 210 }),
        fc.integer({ min: 60, max: 300 }),
        (night, clock, minutes) => {
          const day = numberOf(night);
          const daily = v.parse(RepetitionSchema, { type: 'daily' });
          const start = instantOf(`${nameOf(day - 3)}T${clockOf(clock)}`, zone);
          const list = timesOf(daily, { start, zone }, nameOf(day + 3));
          const after = new Date(Date.parse(instantOf(`${night}T00:00:00`, zone)) + minutes * 60_000).toISOString();
          expect([after, nextAfter(daily, { start, zone }, after)]).toEqual([after, list.find((time) => time > after)]);
        },
      ),
      { numRuns: 150 },
    );
});

test('a number is the end after exactly as many, a date never passes and is reached', () => {
  fc.assert(
    fc.property(repetitions, days, fc.integer({ min: 1, max: 12 }), fc.nat(400), (given, day, countEnd, ahead) => {
      const start = nameOf(day);
      const counted = toRule({ ...given, end: 'count', countEnd }, start);
      const all = firstOccurrences(toRule(given, start), `${start}T09:00:00`, 20);
      expect(firstOccurrences(counted, `${start}T09:00:00`, 20)).toEqual(all.slice(0, countEnd));
      const fixedEndDate = nameOf(day + ahead);
      const dated: Repetition = { ...given, end: 'date', fixedEndDate };
      const zone = 'Europe/Berlin';
      expect(timesOf(dated, { start, zone }, '9999-12-31')).toEqual(daysBehind(given, day, day + ahead));
      const ruled = firstOccurrences(toRule(dated, start), `${start}T23:30:00`, 500).map((time) => time.slice(0, 10));
      expect(ruled.filter((one) => one > start)).toEqual(daysBehind(given, day, day + ahead));
    }),
    { numRuns: 60 },
  );
});

test('a rule that is read and written again has the same occurrences', () => {
  fc.assert(
    fc.property(repetitions, days, clocks, fc.option(fc.integer({ min: 1, max: 8 })), (given, day, clock, countEnd) => {
      const start = `${nameOf(day)}T${clockOf(clock)}`;
      const rule = toRule(countEnd === null ? given : { ...given, end: 'count', countEnd }, start);
      const read = new RRuleTemporal({
        rruleString: `DTSTART:${start.replaceAll(/[-:]/g, '')}Z\nRRULE:${rule}`,
      }).toString();
      const again = /RRULE:(.*)/.exec(read)?.[1] ?? '';
      expect(firstOccurrences(again, start, 10)).toEqual(firstOccurrences(rule, start, 10));
    }),
    { numRuns: 60 },
  );
});

test('so many days after it was done is counted from that day, at the time of the first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.tuple(days, clocks, zones),
      fc.nat(900),
      clocks,
      (cycleTime, [day, clock, zone], later, at) => {
        const repetition = v.parse(RepetitionSchema, { type: 'afterDone', cycleTime });
        const start = instantOf(`${nameOf(day)}T${clockOf(clock)}`, zone);
        const done = instantOf(`${nameOf(day + later)}T${clockOf(at)}`, zone);
        const due = nameOf(numberOf(dayOf(done, zone)) + cycleTime);
        const local = localTimeOf(start, zone).slice(11);
        expect(nextAfter(repetition, { start, zone }, done)).toBe(instantOf(`${due}T${local}`, zone));
        expect(nextAfter(repetition, { start: dayOf(start, zone), zone }, done)).toBe(due);
      },
    ),
    { numRuns: 150 },
  );
});
