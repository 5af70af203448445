import { RepetitionSchema, type Repetition } from '@kontor/contract/task';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fieldsOfTemplate } from './rules.ts';
import { nextDue } from './series.ts';
import type { SeriesRow } from './store/series.ts';

const DAY_MS = 86_400_000;
const zone = 'Europe/Berlin';
const nameOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const FIRST = Date.parse('2026-01-01T00:00:00Z') / DAY_MS;
const days = fc.integer({ min: FIRST, max: FIRST + 4000 });
const repetition = (given: v.InferInput<typeof RepetitionSchema>): Repetition => v.parse(RepetitionSchema, given);

const seriesOf = (given: Repetition, starts: string): SeriesRow => ({
  series_id: 1,
  repetition: given,
  zone,
  starts,
  last: starts,
  made: 1,
  ended: false,
  undo: [],
  template_of: 1,
  template: {
    title: '',
    content: '',
    responsibleUserId: 1,
    ownerUserId: 0,
    forerunTime: 0,
    fixedMaturityDate: starts,
    alarmConfig: { date: null, notifiable: false, ownerDate: null, ownerType: 'never', notifiableUserIds: [] },
    tags: [],
    zone,
  },
});

/** All tasks of a series as one follows the other, at most so many; `now` of each in milliseconds. */
function followed(series: SeriesRow, most: number, now: (due: string) => number = () => 0): string[] {
  const dues = [series.starts];
  let current = series;
  while (dues.length < most) {
    const due = nextDue(current, now(current.last));
    if (due === undefined) break;
    dues.push(due);
    current = { ...current, made: current.made + 1, last: due };
  }
  return dues;
}

const types = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'yearly' as const);

test('a series that ends by their number has exactly as many, rising', () => {
  fc.assert(
    fc.property(
      types,
      days,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (type, day, countEnd, cycleTime) => {
        const given = repetition({ type, cycleTime, end: 'count', countEnd, monthlyRule: 'lastDay' });
        const all = followed(seriesOf(given, nameOf(day)), 60);
        expect(all).toHaveLength(countEnd);
        expect(all).toEqual([...new Set(all)].toSorted());
        expect(followed({ ...seriesOf(given, nameOf(day)), ended: true }, 60)).toHaveLength(1);
      },
    ),
    { numRuns: 60 },
  );
});

test('one that ends by a date has each day until then, and that day', () => {
  fc.assert(
    fc.property(days, fc.nat(50), fc.integer({ min: 1, max: 7 }), (day, ahead, cycleTime) => {
      const given = repetition({ type: 'daily', cycleTime, end: 'date', fixedEndDate: nameOf(day + ahead) });
      const expected = Array.from({ length: Math.floor(ahead / cycleTime) + 1 }, (_, at) =>
        nameOf(day + at * cycleTime),
      );
      expect(followed(seriesOf(given, nameOf(day)), 100)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('the 31st is left out by months without it, 29 February by years', () => {
  const monthly = followed(seriesOf(repetition({ type: 'monthly' }), '2026-01-31'), 8);
  expect(monthly.map((due) => due.slice(5))).toEqual([
    '01-31',
    '03-31',
    '05-31',
    '07-31',
    '08-31',
    '10-31',
    '12-31',
    '01-31',
  ]);
  expect(followed(seriesOf(repetition({ type: 'yearly' }), '2028-02-29'), 3)).toEqual([
    '2028-02-29',
    '2032-02-29',
    '2036-02-29',
  ]);
});

test('one after it was done is as many days after the day of that, however late', () => {
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.nat(20), { maxLength: 8 }),
      (day, cycleTime, late) => {
        const given = repetition({ type: 'afterDone', cycleTime });
        let at = 0;
        // Done at noon, so many days after it was due.
        const now = (due: string): number => Date.parse(`${due}T12:00:00Z`) + (late[at++] ?? 0) * DAY_MS;
        const dues = followed(seriesOf(given, nameOf(day)), late.length + 1, now);
        const gaps = dues.slice(1).map((due, index) => (Date.parse(due) - Date.parse(dues[index] ?? '')) / DAY_MS);
        expect(gaps).toEqual(late.map((days) => days + cycleTime));
      },
    ),
    { numRuns: 60 },
  );
});

test('a reminder stays so many days before, at the same time of the clock in summer and winter', () => {
  fc.assert(
    fc.property(days, fc.nat(600), fc.integer({ min: 0, max: 5 }), (day, ahead, before) => {
      const at = (on: number): string =>
        Temporal.PlainDateTime.from(`${nameOf(on - before)}T08:30:00`)
          .toZonedDateTime(zone)
          .toInstant()
          .toString();
      const series = seriesOf(repetition({ type: 'daily' }), nameOf(day));
      const template = { ...series.template, alarmConfig: { ...series.template.alarmConfig, date: at(day) } };
      const { alarmConfig } = fieldsOfTemplate(template, nameOf(day + ahead), series.repetition);
      expect(Date.parse(alarmConfig.date ?? '')).toBe(Date.parse(at(day + ahead)));
    }),
    { numRuns: 100 },
  );
});
