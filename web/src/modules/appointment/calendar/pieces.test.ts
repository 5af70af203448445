import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { busyMinutes, freeGaps, plansOf } from './days.ts';
import { instantIn, localOf, localTime } from '../local-time.ts';
import { cutSpans, keptSpans } from './pieces.ts';

const [row = []] = appointmentQueries.range.example.result.rows;
const span = (part: Partial<Span>): Span => ({ ...readSpan(row), ...part });
const zone = 'Europe/Berlin';
const november = { first: '2026-11-23', last: '2026-11-29' };

test.each([
  ['2026-12-01T08:00:00Z', '2026-12-01', 540],
  ['2026-07-01T22:30:00Z', '2026-07-02', 30],
])('%s is at %s, %i', (instant, day, minutes) => expect(localOf(instant, zone)).toEqual({ day, minutes }));

test('minutes beyond a day are of those that follow', () => {
  expect(localTime({ day: '2026-12-31', minutes: 1500 })).toBe('2027-01-01T01:00:00');
  expect(localTime({ day: '2026-12-31', minutes: -30 })).toBe('2026-12-30T23:30:00');
});

test('a time that the clock leaves out is later by that, and of one that comes twice it is the first', () => {
  expect(instantIn({ day: '2026-03-29', minutes: 150 }, zone)).toBe('2026-03-29T01:30:00Z');
  expect(instantIn({ day: '2026-10-25', minutes: 150 }, zone)).toBe('2026-10-25T00:30:00Z');
});

describe('spans are cut into days', () => {
  const cut = (part: Partial<Span>) => {
    const { pieces, bars } = cutSpans([span(part)], november, zone);
    return [
      pieces.map(({ day, from, to }) => [day.slice(8), from, to]),
      bars.map(({ first, last }) => [first.slice(5), last.slice(5)]),
    ];
  };
  test.each([
    ['within one', { start: '2026-11-26T08:00:00Z', end: '2026-11-26T09:30:00Z' }, [['26', 540, 630]], []],
    [
      'over midnight',
      { start: '2026-11-26T22:00:00Z', end: '2026-11-27T00:30:00Z' },
      [
        ['26', 1380, 1440],
        ['27', 0, 90],
      ],
      [],
    ],
    ['to midnight', { start: '2026-11-26T21:00:00Z', end: '2026-11-26T23:00:00Z' }, [['26', 1320, 1440]], []],
    ['of no length', { start: '2026-11-26T08:00:00Z', end: '2026-11-26T08:00:00Z' }, [['26', 540, 540]], []],
    ['a day and longer', { start: '2026-11-26T08:00:00Z', end: '2026-11-28T09:00:00Z' }, [], [['11-26', '11-28']]],
    ['before the period', { start: '2026-11-22T08:00:00Z', end: '2026-11-22T09:00:00Z' }, [], []],
    ['into the period', { start: '2026-11-22T22:00:00Z', end: '2026-11-23T00:00:00Z' }, [['23', 0, 60]], []],
    ['whole days', { start: '2026-11-20', end: '2026-11-24', timeMode: 'allDay' }, [], [['11-20', '11-24']]],
    ['without hours', { start: '2026-11-30', end: '2026-11-30', timeMode: 'timeIndependent' }, [], []],
  ] as const)('%s', (_name, part, pieces, bars) => expect(cut(part)).toEqual([pieces, bars]));
});

describe('what is on a day', () => {
  const at = (from: number, to: number, part: Partial<Span> = {}) => ({
    span: span({ appointmentId: from, ...part }),
    day: '2026-11-26',
    from,
    to,
  });

  test('is there once, whichever calendars it is in, by the clock', () => {
    const pieces = [at(600, 660), at(540, 570), at(600, 660, { calendarId: 2 })];
    const bar = { span: span({ appointmentId: 5 }), first: '2026-11-25', last: '2026-11-26' };
    const plans = plansOf(['2026-11-25', '2026-11-26'], pieces, [bar]);
    expect(plans.get('2026-11-26')?.pieces.map(({ from }) => from)).toEqual([540, 600]);
    expect([...plans.values()].map(({ bars }) => bars.length)).toEqual([1, 1]);
  });

  test('takes time once where it overlaps, and none where it leaves one free', () =>
    expect(busyMinutes({ pieces: [at(540, 600), at(570, 630), at(600, 615), at(700, 800, { kind: 'free' })] })).toBe(
      90,
    ));

  test('leaves gaps of an hour and more between eight and five', () => {
    const pieces = [at(540, 600), at(630, 700), at(780, 1100)];
    expect(freeGaps({ pieces }, 0)).toEqual([
      { from: 480, to: 540 },
      { from: 700, to: 780 },
    ]);
    expect(freeGaps({ pieces: [] }, 600)).toEqual([{ from: 600, to: 1020 }]);
    expect(freeGaps({ pieces: [] }, 1000)).toEqual([]);
  });
});

describe('an answer that comes again', () => {
  const [one, two, three] = [1, 2, 3].map((appointmentId) => span({ appointmentId })) as [Span, Span, Span];
  const again = (of: Span, part: Partial<Span> = {}): Span => ({ ...of, ...part });

  test('is the one that was there, where it says the same', () => {
    const before = [one, two];
    expect(
      keptSpans(
        before,
        before.map((of) => again(of)),
      ),
    ).toBe(before);
  });

  test('has what is new or has changed in it, and all else as it was', () => {
    const moved = again(two, { start: '2026-11-27T08:00:00Z' });
    const now = keptSpans([one, two, three], [again(three), moved, again(one)]);
    expect(now).toEqual([three, moved, one]);
    expect([now[0], now[1], now[2]].map((of, index) => of === [three, two, one][index])).toEqual([true, false, true]);
  });

  test('is another one where something is missing at its end', () =>
    expect(keptSpans([one, two], [again(one)])).toEqual([one]));
});
