import { AppointmentRepetitionSchema, type AppointmentRepetitionInput } from '@kontor/contract/appointment';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  countBefore,
  endsRightly,
  firstOf,
  hasOccurrence,
  movedRepetition,
  originalFrom,
  originalsOf,
  originalsToKeep,
  plainRepetition,
  ruleOf,
  wireRepetition,
  type Series,
} from './series-rules.ts';

const repetition = (given: AppointmentRepetitionInput) => v.parse(AppointmentRepetitionSchema, given);
const series = (rule: string, start: string, more: Partial<Series> = {}): Series => ({
  rule,
  start,
  cut: null,
  excluded: [],
  ...more,
});
const days = (times: readonly string[]) => times.map((time) => time.slice(0, 10));

describe('what people choose becomes a rule', () => {
  test.each<[AppointmentRepetitionInput, string, string[]]>([
    [{ repetitionType: 'daily', tact: 2 }, '2026-12-01T09:00:00', ['2026-12-01', '2026-12-03', '2026-12-05']],
    [{ repetitionType: 'weekly' }, '2026-12-01T09:00:00', ['2026-12-01', '2026-12-08', '2026-12-15']],
    [
      { repetitionType: 'weekly', weekdays: ['friday', 'monday'] },
      '2026-12-01T09:00:00',
      ['2026-12-04', '2026-12-07', '2026-12-11'],
    ],
    [{ repetitionType: 'monthly' }, '2026-12-31T09:00:00', ['2026-12-31', '2027-01-31', '2027-03-31']],
    [{ repetitionType: 'monthly', monthDate: 15 }, '2026-12-01T09:00:00', ['2026-12-15', '2027-01-15', '2027-02-15']],
    [
      { repetitionType: 'monthly', monthDate: 'weekdayOfMonth' },
      '2026-12-08T09:00:00',
      ['2026-12-08', '2027-01-12', '2027-02-09'],
    ],
    [
      { repetitionType: 'monthly', monthDate: 'lastWorkday' },
      '2026-12-01T09:00:00',
      ['2026-12-31', '2027-01-29', '2027-02-26'],
    ],
    [{ repetitionType: 'yearly' }, '2028-02-29T09:00:00', ['2028-02-29', '2032-02-29', '2036-02-29']],
    [{ repetitionType: 'daily', hasAnEnd: true, nTimes: 2 }, '2026-12-01T09:00:00', ['2026-12-01', '2026-12-02']],
    [
      { repetitionType: 'daily', hasAnEnd: true, durationEnd: '2026-12-02' },
      '2026-12-01T22:00:00',
      ['2026-12-01', '2026-12-02'],
    ],
  ])('%j', (given, start, expected) => {
    const rule = ruleOf(repetition(given), start) ?? '';
    expect(
      days(
        originalsOf(series(rule, firstOf(rule, start) ?? ''), { from: start, before: '2040-01-01T00:00:00', most: 3 }),
      ),
    ).toEqual(expected);
  });

  test('but for a rule of others, which is known by its text', () =>
    expect(
      ruleOf(repetition({ repetitionType: 'custom', rule: 'FREQ=DAILY' }), '2026-12-01T09:00:00'),
    ).toBeUndefined());

  test('what does not count for its type is left out of it', () =>
    expect(
      plainRepetition(
        repetition({
          repetitionType: 'daily',
          weekdays: ['monday'],
          monthDate: 3,
          nTimes: 4,
          durationEnd: '2027-01-01',
          groupId: 9,
          rule: 'X',
          firstDate: '2026-12-01',
        }),
      ),
    ).toEqual(repetition({ repetitionType: 'daily' })));

  test.each<[AppointmentRepetitionInput, boolean]>([
    [{ repetitionType: 'daily' }, true],
    [{ repetitionType: 'daily', hasAnEnd: true }, false],
    [{ repetitionType: 'daily', hasAnEnd: true, nTimes: 1 }, true],
    [{ repetitionType: 'daily', hasAnEnd: true, durationEnd: '2026-12-01' }, true],
    [{ repetitionType: 'daily', hasAnEnd: true, durationEnd: '2026-11-30' }, false],
  ])('%j says rightly when it ends: %j', (given, expected) =>
    expect(endsRightly(repetition(given), '2026-12-01T09:00:00')).toBe(expected),
  );
});

describe('a series', () => {
  const weekly = series('FREQ=WEEKLY;BYDAY=TU', '2026-12-01T09:00:00', {
    cut: '2027-01-05T09:00:00',
    excluded: ['2026-12-15T09:00:00'],
  });
  const all = { from: '2026-01-01T00:00:00', before: '2030-01-01T00:00:00', most: 100 };

  test('has what its rule gives, but for what was taken out and what comes after its end', () => {
    expect(days(originalsOf(weekly, all))).toEqual(['2026-12-01', '2026-12-08', '2026-12-22', '2026-12-29']);
    expect(days(originalsOf(weekly, { ...all, from: '2026-12-08T09:00:00', most: 2 }))).toEqual([
      '2026-12-08',
      '2026-12-22',
    ]);
    expect(originalsOf(weekly, { ...all, from: '2027-01-05T09:00:00' })).toEqual([]);
  });

  test.each([
    ['2026-12-08T09:00:00', true],
    ['2026-12-15T09:00:00', false],
    ['2026-12-08T10:00:00', false],
    ['2026-12-09T09:00:00', false],
    ['2026-11-24T09:00:00', false],
    ['2027-01-05T09:00:00', false],
  ])('has one that was meant for %s: %j', (original, expected) =>
    expect(hasOccurrence(weekly, original)).toBe(expected),
  );

  test('goes on to the next one', () => {
    expect(originalFrom(weekly, '2026-12-15T09:00:00')).toBe('2026-12-22T09:00:00');
    expect(originalFrom(weekly, '2026-01-01T00:00:00')).toBe('2026-12-01T09:00:00');
    expect(originalFrom(weekly, '2026-12-29T09:01:00')).toBeUndefined();
    expect(countBefore(weekly.rule, weekly.start, '2026-12-22T09:00:00')).toBe(3);
  });

  test('is kept for two years, or for as long as there is room', () => {
    const daily = series('FREQ=DAILY', '2026-12-01T09:00:00');
    expect(originalsToKeep(daily, 1, '2026-11-26T12:00:00')).toMatchObject({ horizon: '2028-12-01T09:00:00' });
    const many = originalsToKeep(daily, 200, '2026-11-26T12:00:00');
    expect([many?.originals.length, many?.horizon]).toEqual([100, '2027-03-11T09:00:00']);
    expect(originalsToKeep(daily, 1000, '2026-11-26T12:00:00')).toBeUndefined();
  });

  test('that is moved takes its weekdays and its end along', () => {
    const given = repetition({
      repetitionType: 'weekly',
      weekdays: ['monday', 'sunday'],
      hasAnEnd: true,
      durationEnd: '2026-12-31',
    });
    expect(movedRepetition(given, '2026-12-07T09:00:00', '2026-12-08T10:00:00')).toMatchObject({
      weekdays: ['monday', 'tuesday'],
      durationEnd: '2027-01-01',
    });
    expect(movedRepetition(given, '2026-12-07T09:00:00', '2026-12-07T23:00:00')).toBe(given);
    const monthly = repetition({ repetitionType: 'monthly', monthDate: 7 });
    expect(movedRepetition(monthly, '2026-12-07T09:00:00', '2026-12-05T09:00:00')).toMatchObject({ monthDate: 5 });
  });

  test('that was ended says so', () => {
    const about = { rule: 'FREQ=DAILY', start: '2026-12-01T09:00:00', groupId: 7 };
    const daily = repetition({ repetitionType: 'daily', hasAnEnd: true, nTimes: 9 });
    expect(wireRepetition(daily, { ...about, cut: null })).toMatchObject({
      nTimes: 9,
      groupId: 7,
      firstDate: '2026-12-01',
    });
    expect(wireRepetition(daily, { ...about, cut: '2026-12-05T09:00:00' })).toMatchObject({
      hasAnEnd: true,
      nTimes: null,
      durationEnd: '2026-12-04',
    });
  });
});

interface Vector {
  readonly dtstart: string;
  readonly rrule: string;
  readonly first40: readonly string[];
}
const VECTORS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../platform/recurrence/fixtures/rrule-occurrences.json'), 'utf8'),
) as Vector[];

test('occurrences within a range are those that other libraries reckon, wherever the range begins', () => {
  expect(VECTORS).toHaveLength(600);
  const wrong = VECTORS.flatMap(({ dtstart, rrule, first40 }) => {
    const one = series(rrule, dtstart);
    const from = first40[Math.floor(first40.length / 3)] ?? dtstart;
    const last = first40.at(-1) ?? dtstart;
    const found = originalsOf(one, { from, before: `${last.slice(0, 16)}:59`, most: 100 });
    const expected = first40.filter((time) => time >= from);
    return JSON.stringify(found) === JSON.stringify(expected) ? [] : [[rrule, found, expected]];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ['FREQ=SECONDLY', 1000],
  ['FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,10,20,30,40,50', 1000],
  ['FREQ=DAILY;COUNT=1000000000', 1096],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
  ['FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11', 0],
  ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366', 1],
  ['FREQ=DAILY;UNTIL=50001231T000000', 1096],
  ['FREQ=DAILY;UNTIL=20250101T000000', 0],
])('%s is bounded', (rule, most) => {
  const found = originalsOf(series(rule, '2027-01-01T00:00:00'), {
    from: '2027-01-01T00:00:00',
    before: '2030-01-01T00:00:00',
    most: 20_000,
  });
  expect(found.length).toBeLessThanOrEqual(most);
  if (most === 1096) expect(found).toHaveLength(1096);
});

test('ten thousand exceptions are left out', () => {
  const daily = series('FREQ=DAILY', '2000-01-01T09:00:00');
  const within = { from: '2000-01-01T00:00:00', before: '2060-01-01T00:00:00', most: 10_000 };
  const excluded = originalsOf(daily, within);
  expect(excluded).toHaveLength(10_000);
  expect(originalsOf({ ...daily, excluded }, { ...within, most: 1 })).toEqual(['2027-05-19T09:00:00']);
});
