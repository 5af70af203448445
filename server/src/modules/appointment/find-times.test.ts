import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, localTimeOf } from '../../platform/recurrence/index.ts';
import { findBest, windowsOf, type Interval, type Request, type Within } from './find-times.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const ms = (local: string): number => Date.parse(instantOf(`${local}:00`, ZONE));
const local = (at: number): string => localTimeOf(new Date(at).toISOString(), ZONE).slice(0, 16);

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
/** The first week of March 2031, whose third day is a Monday. */
const WEEK: Within = {
  from: ms('2031-03-03T00:00'),
  to: ms('2031-03-08T00:00'),
  now: 0,
  zone: ZONE,
  length: 60 * MINUTE,
  hours: { from: '08:00', to: '18:00' },
  weekdays: WORKDAYS,
};
const windows = (part: Partial<Within> = {}) =>
  windowsOf({ ...WEEK, ...part }).map(({ first, last }) => [local(first), local(last).slice(11)]);

describe('something may begin', () => {
  test.each<readonly [string, Partial<Within>, readonly (readonly string[])[]]>([
    [
      'so that it ends within the hours',
      { to: ms('2031-03-05T00:00') },
      [
        ['2031-03-03T08:00', '17:00'],
        ['2031-03-04T08:00', '17:00'],
      ],
    ],
    ['on the days of the week that are wanted', { weekdays: ['wednesday'] }, [['2031-03-05T08:00', '17:00']]],
    [
      'not before now, nor outside of what was asked for',
      { now: ms('2031-03-06T09:10'), to: ms('2031-03-07T09:30') },
      [
        ['2031-03-06T09:10', '17:00'],
        ['2031-03-07T08:00', '08:30'],
      ],
    ],
    [
      'at any time of the hours where it takes longer than those',
      { length: 12 * 60 * MINUTE, weekdays: ['monday'] },
      [['2031-03-03T08:00', '17:59']],
    ],
    [
      'up to midnight',
      { hours: { from: '22:00', to: '24:00' }, weekdays: ['monday'] },
      [['2031-03-03T22:00', '23:00']],
    ],
    ['never where all is over', { now: ms('2031-03-09T00:00') }, []],
  ])('%s', (_, part, expected) => {
    expect(windows(part)).toEqual(expected);
  });

  test('at the same hours of the clock before and after that is changed', () => {
    const days = { from: ms('2031-03-28T00:00'), to: ms('2031-04-01T00:00') };
    const every = [...WORKDAYS, 'saturday', 'sunday'] as const;
    expect(windows({ ...days, weekdays: every })).toEqual(
      ['28', '29', '30', '31'].map((day) => [`2031-03-${day}T08:00`, '17:00']),
    );
    const night = windowsOf({ ...WEEK, ...days, weekdays: ['sunday'], hours: { from: '00:00', to: '06:00' } });
    expect(night.map(({ first, last }) => (last - first) / MINUTE)).toEqual([240]);
  });
});

const taken = (
  busy: readonly (readonly [string, string])[],
  tentative: readonly (readonly [string, string])[] = [],
) => {
  const of = (times: readonly (readonly [string, string])[]): Interval[] =>
    times.map(([start, end]) => ({ start: ms(`2031-03-03T${start}`), end: ms(`2031-03-03T${end}`) }));
  return { busy: of(busy), tentative: of(tentative) };
};
const monday = windowsOf({ ...WEEK, to: ms('2031-03-04T00:00') });
const find = (part: Partial<Request>) =>
  findBest({
    must: [1],
    may: [],
    oneOf: [],
    taken: new Map(),
    hidden: new Set(),
    windows: monday,
    length: 60 * MINUTE,
    most: 3,
    ...part,
  }).map(({ start, unsuited, chosen }) => [
    local(Date.parse(start)).slice(11),
    unsuited.map(({ calendarId, kind, isOptional }) => `${calendarId} ${kind}${isOptional ? '?' : ''}`).join(),
    chosen,
  ]);

describe('the best time', () => {
  test.each<readonly [string, Partial<Request>, readonly unknown[]]>([
    ['is the first one where all are free', {}, ['08:00', '', null]],
    ['is after what is in the way', { taken: new Map([[1, taken([['08:00', '09:20']])]]) }, ['09:20', '', null]],
    [
      'fills a gap to the minute',
      {
        taken: new Map([
          [
            1,
            taken([
              ['08:00', '11:10'],
              ['12:10', '18:00'],
            ]),
          ],
        ]),
      },
      ['11:10', '', null],
    ],
    [
      'begins with the hours, whatever these are',
      { windows: windowsOf({ ...WEEK, hours: { from: '09:05', to: '10:05' } }) },
      ['09:05', '', null],
    ],
    [
      'suits who must rather than who may',
      {
        may: [2, 3],
        taken: new Map([
          [1, taken([['08:00', '17:00']])],
          [2, taken([['17:00', '18:00']])],
          [3, taken([['17:00', '18:00']])],
        ]),
      },
      ['17:00', '2 busy?,3 busy?', null],
    ],
    [
      'suits more of who may rather than being early',
      {
        may: [2, 3],
        taken: new Map([
          [2, taken([['08:00', '12:00']])],
          [
            3,
            taken([
              ['08:00', '09:00'],
              ['12:00', '18:00'],
            ]),
          ],
        ]),
      },
      ['09:00', '2 busy?', null],
    ],
    [
      'is rather where somebody is taken provisionally than where they are for sure',
      {
        taken: new Map([
          [
            1,
            taken(
              [
                ['08:00', '12:00'],
                ['13:00', '18:00'],
              ],
              [['12:00', '13:00']],
            ),
          ],
        ]),
      },
      ['12:00', '1 tentative', null],
    ],
    [
      'has the first of some that is free',
      { oneOf: [7, 8], taken: new Map([[7, taken([['08:00', '12:00']])]]) },
      ['08:00', '', 8],
    ],
    [
      'comes later where none of them is free before',
      {
        oneOf: [7, 8],
        taken: new Map([
          [7, taken([['08:00', '12:00']])],
          [8, taken([], [['08:00', '18:00']])],
        ]),
      },
      ['12:00', '', 7],
    ],
    [
      'is said where none of them ever is',
      { oneOf: [7], taken: new Map([[7, taken([['08:00', '18:00']])]]) },
      ['08:00', '', null],
    ],
    [
      'says whose time is not to be seen, which is no reason against it',
      { must: [1, 9], oneOf: [5], hidden: new Set([9, 5]), taken: new Map([[9, taken([['08:00', '18:00']])]]) },
      ['08:00', '9 hidden', null],
    ],
  ])('%s', (_, part, expected) => {
    expect(find(part)[0]).toEqual(expected);
  });

  test('is followed by the next best ones, as many as are wanted', () => {
    const some = find({ taken: new Map([[1, taken([['08:30', '17:00']])]]), most: 4 });
    expect(some).toEqual([
      ['17:00', '', null],
      ['08:00', '1 busy', null],
      ['09:00', '1 busy', null],
      ['10:00', '1 busy', null],
    ]);
    expect(find({ windows: [] })).toEqual([]);
  });
});

/** Times of two days in quarters of 5 minutes, so that they meet and touch often. */
const interval = fc
  .record({ start: fc.integer({ min: 0, max: 400 }), length: fc.integer({ min: 1, max: 60 }) })
  .map(({ start, length }) => ({
    start: ms('2031-03-03T06:00') + start * 5 * MINUTE,
    end: ms('2031-03-03T06:00') + (start + length) * 5 * MINUTE,
  }));
const inOrder = fc.array(interval, { maxLength: 8 }).map((times) => {
  const sorted = times.toSorted((one, other) => one.start - other.start);
  return sorted.filter(({ start }, index) => sorted.slice(0, index).every(({ end }) => end < start));
});
const calendars = fc.record({ busy: inOrder, tentative: inOrder });

test('what is found is what a look at every minute finds', () => {
  fc.assert(
    fc.property(
      fc.array(calendars, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }).map((fives) => fives * 5),
      fc.constantFrom('08:00', '08:05', '06:30'),
      (all, minutes, opens) => {
        const [must, may, oneOf] = [
          [0, 1],
          [2, 3],
          [4, 5],
        ];
        const length = minutes * MINUTE;
        const within = { ...WEEK, to: ms('2031-03-05T00:00'), length, hours: { from: opens, to: '18:00' } };
        const request = { must, may, oneOf, taken: new Map(all.entries()), hidden: new Set<number>(), length };
        const found = findBest({ ...request, windows: windowsOf(within), most: 20 });
        const weight = (id: number, start: number) => {
          const meets = (times: readonly Interval[] = []) =>
            times.some((one) => one.start < start + length && one.end > start);
          return meets(all[id]?.busy) ? 2 : meets(all[id]?.tentative) ? 1 : 0;
        };
        const costs = (start: number) => {
          const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + weight(id, start), 0);
          return [sum(must) + (oneOf.some((id) => weight(id, start) === 0) ? 0 : 2), sum(may)] as const;
        };
        const compare = (one: readonly number[], other: readonly number[]) =>
          (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0);
        // Every minute of both days at which it may begin and end.
        const minutesOfAll = [3, 4].flatMap((day) => {
          const [first, last] = [ms(`2031-03-0${day}T${opens}`), ms(`2031-03-0${day}T18:00`) - length];
          return Array.from({ length: Math.max(0, (last - first) / MINUTE + 1) }, (_, n) => first + n * MINUTE);
        });
        const best = minutesOfAll.map((start) => costs(start)).toSorted(compare)[0] ?? [0, 0];
        const starts = found.map(({ start }) => Date.parse(start));
        const earliest = minutesOfAll.find((start) => compare(costs(start), best) === 0);
        expect(starts[0]).toBe(earliest);
        expect(new Set(starts).size).toBe(starts.length);
        for (const [index, one] of found.entries()) {
          const start = Date.parse(one.start);
          expect(minutesOfAll).toContain(start);
          expect(Date.parse(one.end) - start).toBe(length);
          const before = starts[index - 1];
          if (before !== undefined) {
            const order = compare(costs(before), costs(start));
            expect(order < 0 || (order === 0 && before < start)).toBe(true);
          }
          const named = [...must, ...may].filter((id) => weight(id, start) > 0);
          expect(one.unsuited).toEqual(
            named.map((calendarId) => ({
              calendarId,
              kind: weight(calendarId, start) === 2 ? 'busy' : 'tentative',
              isOptional: may.includes(calendarId),
            })),
          );
          expect(one.chosen).toBe(oneOf.find((id) => weight(id, start) === 0) ?? null);
        }
        const meets = (one: number, other: number) => Math.abs(one - other) < length;
        expect(starts.every((start, index) => starts.slice(0, index).every((other) => !meets(start, other)))).toBe(
          true,
        );
        // None of the steps of the clock that is left out, and meets none that is offered, is better than the last one of these.
        const worst = costs(starts.at(-1) ?? 0);
        for (const start of minutesOfAll)
          if (start % (15 * MINUTE) === 0 && found.length > 0 && !starts.some((other) => meets(start, other)))
            expect(compare(costs(start), worst)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
