import { RepetitionSchema, WEEKDAYS, type Repetition, type RepetitionInput } from '@kontor/contract/task';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { firstOccurrences, instantOf, localTimeOf, nextAfter, occurrenceAfter, toRule } from './index.ts';

const fixture = <T>(name: string): readonly T[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8')) as T[];

interface Vector {
  readonly dtstart: string;
  readonly rrule: string;
  readonly first40: readonly string[];
  readonly agree: string;
}
const VECTORS = fixture<Vector>('rrule-occurrences');
/** Where the vectors end. */
const HORIZON = '2061';
const repetition = (given: RepetitionInput): Repetition => v.parse(RepetitionSchema, given);

describe('a rule', () => {
  test('has the occurrences that other libraries reckon', () => {
    expect(VECTORS).toHaveLength(600);
    const wrong = VECTORS.filter(({ dtstart, rrule, first40 }) => {
      const found = firstOccurrences(rrule, dtstart, 40).filter((time) => time < HORIZON);
      return JSON.stringify(found) !== JSON.stringify(first40);
    });
    expect(wrong).toEqual([]);
  });

  test('has them one after the other, too', () => {
    const wrong = VECTORS.filter(({ dtstart, rrule, first40 }) => {
      let after = '1990-01-01T00:00:00';
      return first40.slice(0, 12).some((time) => time !== (after = occurrenceAfter(rrule, dtstart, after) ?? ''));
    });
    expect(wrong).toEqual([]);
  });
});

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
type Parts = Readonly<Record<string, string>>;
const KNOWN = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS', 'WKST']);

const MONTHLY: readonly (readonly [(parts: Parts, day: number) => boolean, Repetition['monthlyRule']])[] = [
  [({ BYDAY, BYMONTHDAY }, day) => BYDAY === undefined && [undefined, String(day)].includes(BYMONTHDAY), 'dayOfMonth'],
  [({ BYDAY, BYMONTHDAY }) => BYDAY === undefined && BYMONTHDAY === '-1', 'lastDay'],
  [({ BYDAY, BYSETPOS }) => BYDAY === 'MO,TU,WE,TH,FR' && BYSETPOS === '1', 'firstWorkday'],
  [({ BYDAY, BYSETPOS }) => BYDAY === 'MO,TU,WE,TH,FR' && BYSETPOS === '-1', 'lastWorkday'],
];

function daysOf(parts: Parts, start: string): RepetitionInput | undefined {
  const { FREQ, BYDAY, BYMONTHDAY } = parts;
  switch (FREQ) {
    case 'DAILY':
      return BYDAY === undefined && BYMONTHDAY === undefined ? { type: 'daily' } : undefined;
    case 'WEEKLY': {
      const days = (BYDAY ?? '').split(',').filter(Boolean);
      return { type: 'weekly', ...Object.fromEntries(days.map((day) => [WEEKDAYS[DAYS.indexOf(day)], true])) };
    }
    case 'MONTHLY': {
      const monthlyRule = MONTHLY.find(([is]) => is(parts, Number(start.slice(8, 10))))?.[1];
      return monthlyRule === undefined ? undefined : { type: 'monthly', monthlyRule };
    }
    default:
      return BYDAY === undefined && BYMONTHDAY === undefined ? { type: 'yearly' } : undefined;
  }
}

/** The repetition that says what a rule says, where there is one. */
function expressed({ rrule, dtstart }: Vector): Repetition | undefined {
  const parts = Object.fromEntries(rrule.split(';').map((part) => part.split('='))) as Parts;
  const { INTERVAL = '1', COUNT, UNTIL, WKST = 'MO' } = parts;
  const days = Object.keys(parts).every((part) => KNOWN.has(part)) ? daysOf(parts, dtstart) : undefined;
  if (days === undefined || WKST !== 'MO') return undefined;
  // A date is an end of the whole day.
  if (UNTIL !== undefined && UNTIL.slice(9) < dtstart.slice(11).replaceAll(':', '')) return undefined;
  const ends: Partial<RepetitionInput> =
    COUNT !== undefined
      ? { end: 'count', countEnd: Number(COUNT) }
      : UNTIL !== undefined
        ? { end: 'date', fixedEndDate: UNTIL.replace(/(....)(..)(..).*/, '$1-$2-$3') }
        : {};
  return repetition({ ...days, ...ends, cycleTime: Number(INTERVAL) });
}

test('what people choose becomes the rule that others write for it', () => {
  const rules = VECTORS.map((vector) => [vector, expressed(vector)] as const).filter(([, one]) => one !== undefined);
  expect(rules.length).toBeGreaterThan(30);
  for (const [{ dtstart, rrule, first40 }, one] of rules) {
    const rule = one === undefined ? '' : toRule(one, dtstart);
    const found = firstOccurrences(rule, dtstart, 40).filter((time) => time < HORIZON);
    expect([rrule, rule, found]).toEqual([rrule, rule, first40]);
  }
});

describe('a repetition', () => {
  const zone = 'Europe/Berlin';
  /** The next times behind its first one. */
  const series = (given: RepetitionInput, start: string, most = 4, where = zone): string[] => {
    const found: string[] = [];
    for (let last: string | undefined = start; last !== undefined && found.length < most;) {
      last = nextAfter(repetition(given), { start, zone: where }, last);
      if (last !== undefined) found.push(last);
    }
    return found;
  };

  test.each<[string, RepetitionInput, string, string[]]>([
    ['daily', { type: 'daily' }, '2026-12-30', ['2026-12-31', '2027-01-01']],
    ['every third day', { type: 'daily', cycleTime: 3 }, '2026-02-27', ['2026-03-02', '2026-03-05']],
    ['weekly as its first', { type: 'weekly' }, '2026-11-24', ['2026-12-01', '2026-12-08']],
    [
      'on some days of every other week',
      { type: 'weekly', cycleTime: 2, monday: true, friday: true },
      '2026-11-25',
      ['2026-11-27', '2026-12-07', '2026-12-11'],
    ],
    ['on the 31st: months without it have none', { type: 'monthly' }, '2026-01-31', ['2026-03-31', '2026-05-31']],
    ['the last day', { type: 'monthly', monthlyRule: 'lastDay' }, '2026-01-31', ['2026-02-28', '2026-03-31']],
    [
      'the second Tuesday',
      { type: 'monthly', monthlyRule: 'weekdayOfMonth' },
      '2026-11-10',
      ['2026-12-08', '2027-01-12'],
    ],
    [
      'the fifth Monday: months without it have none',
      { type: 'monthly', monthlyRule: 'weekdayOfMonth' },
      '2026-11-30',
      ['2027-03-29', '2027-05-31'],
    ],
    ['the last Monday', { type: 'monthly', monthlyRule: 'weekdayFromEnd' }, '2026-11-30', ['2026-12-28', '2027-01-25']],
    [
      'the first working day, begun on another',
      { type: 'monthly', monthlyRule: 'firstWorkday' },
      '2026-11-17',
      ['2026-12-01', '2027-01-01', '2027-02-01'],
    ],
    [
      'the last working day',
      { type: 'monthly', monthlyRule: 'lastWorkday' },
      '2026-10-30',
      ['2026-11-30', '2026-12-31'],
    ],
    ['a leap day', { type: 'yearly' }, '2028-02-29', ['2032-02-29', '2036-02-29']],
    ['a leap day as the last of its month', { type: 'yearly', monthlyRule: 'lastDay' }, '2028-02-29', ['2029-02-28']],
    ['across a century without a leap day', { type: 'yearly' }, '2096-02-29', ['2104-02-29']],
    ['after it was done', { type: 'afterDone', cycleTime: 10 }, '2026-11-24', ['2026-12-04', '2026-12-14']],
  ])('%s', (_, given, start, expected) => {
    expect(series(given, start, expected.length)).toEqual(expected);
  });

  test('ends by its date, on which it still is', () => {
    const given = { type: 'daily', end: 'date', fixedEndDate: '2026-11-26' } as const;
    expect(series(given, '2026-11-24')).toEqual(['2026-11-25', '2026-11-26']);
    expect(series(given, '2026-11-24T22:30:00.000Z')).toEqual(['2026-11-25T22:30:00.000Z', '2026-11-26T22:30:00.000Z']);
    expect(toRule(repetition(given), '2026-11-24')).toBe('FREQ=DAILY;INTERVAL=1;UNTIL=20261126T235959');
    expect(toRule(repetition({ type: 'weekly', end: 'count', countEnd: 5 }), '2026-11-24')).toBe(
      'FREQ=WEEKLY;BYDAY=TU;WKST=MO;INTERVAL=1;COUNT=5',
    );
  });

  test('that comes in another age is found, and one that comes after all of them is not', () => {
    expect(series({ type: 'yearly', cycleTime: 999 }, '2028-02-29')).toEqual(['6024-02-29']);
    expect(series({ type: 'yearly', cycleTime: 997, monthlyRule: 'dayOfMonth' }, '9003-01-01')).toEqual([]);
  });

  test('keeps the time of the clock when summer time begins and ends', () => {
    expect(series({ type: 'daily' }, '2027-03-26T08:00:00.000Z')).toEqual([
      '2027-03-27T08:00:00.000Z',
      '2027-03-28T07:00:00.000Z',
      '2027-03-29T07:00:00.000Z',
      '2027-03-30T07:00:00.000Z',
    ]);
    expect(series({ type: 'weekly' }, '2026-10-20T07:00:00.000Z', 2)).toEqual([
      '2026-10-27T08:00:00.000Z',
      '2026-11-03T08:00:00.000Z',
    ]);
  });

  test('at a time that is skipped is an hour later that day, and at its own the day after', () => {
    expect(series({ type: 'daily' }, '2027-03-27T01:30:00.000Z', 2)).toEqual([
      '2027-03-28T01:30:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ]);
    expect(localTimeOf('2027-03-28T01:30:00.000Z', zone)).toBe('2027-03-28T03:30:00');
  });

  test('at a time that comes twice is at the first of both, once', () => {
    expect(series({ type: 'daily' }, '2026-10-24T00:30:00.000Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('is in its own zone, whose day is another than the one in UTC', () => {
    expect(series({ type: 'monthly' }, '2026-11-30T12:00:00.000Z', 2, 'Pacific/Auckland')).toEqual([
      '2026-12-31T12:00:00.000Z',
      '2027-01-31T12:00:00.000Z',
    ]);
    expect(series({ type: 'monthly' }, '2026-11-30T12:00:00.000Z', 2, 'America/New_York')).toEqual([
      '2026-12-30T12:00:00.000Z',
      '2027-01-30T12:00:00.000Z',
    ]);
  });
});

test('local times and instants are those of zones as others know them', () => {
  const all = fixture<{ zone: string; epoch: number; local: string; fold: number }>('timezone-instants');
  expect(all.length).toBeGreaterThan(200);
  for (const { zone, epoch, local, fold } of all) {
    const instant = new Date(epoch * 1000).toISOString();
    expect([zone, instant, localTimeOf(instant, zone)]).toEqual([zone, instant, local]);
    // Of an hour that comes twice the first is meant.
    if (fold === 0) expect([zone, local, instantOf(local, zone)]).toEqual([zone, local, instant]);
    else expect(Date.parse(instantOf(local, zone))).toBeLessThan(epoch * 1000);
  }
});
