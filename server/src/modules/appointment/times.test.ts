import { describe, expect, test } from 'vitest';
import {
  changesClock,
  delayedSlot,
  isRightSlot,
  isSteadyAround,
  nextHour,
  realMoments,
  slotAt,
  spanMoments,
  toLocal,
  toSlot,
  type Slot,
  weekOf,
} from './times.ts';

const BERLIN = 'Europe/Berlin';
const slot = (start: string, end: string, more: Partial<Slot> = {}): Slot => ({
  timeMode: 'fixedTime',
  zone: BERLIN,
  start,
  end,
  ...more,
});
const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ['2026-12-01', '2026-12-01T00:00:00'],
  ['2026-12-01T09:30:00', '2026-12-01T09:30:00'],
  ['2026-12-01T08:30:00.000Z', '2026-12-01T09:30:00'],
  ['2026-12-01T08:30Z', '2026-12-01T09:30:00'],
  ['2026-12-01T10:30:45+02:00', '2026-12-01T09:30:00'],
  ['2026-07-01T08:30:00.000Z', '2026-07-01T10:30:00'],
])('%s is %s in Berlin', (given, expected) => expect(toLocal(given, BERLIN)).toBe(expected));

test('whole days have no hours, and the last one belongs to them', () => {
  const given = {
    startDate: '2026-12-01T23:30:00.000Z',
    endDate: '2026-12-03',
    timeMode: 'allDay',
    zone: null,
  } as const;
  const days = toSlot(given, BERLIN);
  expect(days).toEqual({ timeMode: 'allDay', zone: null, start: '2026-12-02T00:00:00', end: '2026-12-03T00:00:00' });
  expect(Object.values(spanMoments(days)).map(iso)).toEqual(['2026-12-02T00:00:00.000Z', '2026-12-04T00:00:00.000Z']);
  expect(Object.values(realMoments(days, BERLIN)).map(iso)).toEqual([
    '2026-12-01T23:00:00.000Z',
    '2026-12-03T23:00:00.000Z',
  ]);
});

describe('where the clock is put', () => {
  test.each([
    ['forth, in the hour that is left out', '2027-03-28T02:30:00', '2027-03-28T03:30:00', ['01:30', '02:30'], true],
    ['forth, over it', '2027-03-28T01:30:00', '2027-03-28T03:30:00', ['00:30', '01:30'], false],
    ['forth, into the hour behind', '2027-03-28T02:30:00', '2027-03-28T03:00:00', ['01:30', '02:00'], true],
    ['back, in the hour that comes twice', '2026-10-25T02:15:00', '2026-10-25T02:45:00', ['00:15', '00:45'], true],
    ['back, over it', '2026-10-25T01:30:00', '2026-10-25T03:30:00', ['23:30', '02:30'], false],
  ])('%s', (_, start, end, expected, isSaid) => {
    const { start: from, end: to } = realMoments(slot(start, end), BERLIN);
    expect([iso(from).slice(11, 16), iso(to).slice(11, 16)]).toEqual(expected);
    expect(to).toBeGreaterThan(from);
    expect(changesClock(slot(start, end))).toBe(isSaid);
  });

  test('what has no zone, or no hours, has no such sign', () => {
    expect(changesClock(slot('2027-03-28T02:30:00', '2027-03-28T03:30:00', { zone: null }))).toBe(false);
    expect(changesClock(slot('2027-03-28T00:00:00', '2027-03-28T00:00:00', { timeMode: 'allDay' }))).toBe(false);
  });
});

test.each([
  [slot('2026-12-01T10:00:00', '2026-12-01T10:00:00'), true],
  [slot('2026-12-01T10:00:00', '2026-12-01T09:59:00'), false],
  [slot('2026-12-01T10:00:00', '2027-12-02T10:00:00'), true],
  [slot('2026-12-01T10:00:00', '2027-12-03T10:00:00'), false],
])('%j may be: %j', (given, expected) => expect(isRightSlot(given)).toBe(expected));

test('an occurrence is as long by the clock as its series', () =>
  expect(slotAt(slot('2026-12-01T22:00:00', '2026-12-02T01:00:00'), '2027-03-27T22:00:00')).toMatchObject({
    start: '2027-03-27T22:00:00',
    end: '2027-03-28T01:00:00',
  }));

describe('delayed', () => {
  const now = Date.parse('2026-11-26T12:00:00Z');
  test.each([
    ['a day', '2026-12-01', 1, '2026-12-02'],
    ['a week', '2026-12-01', 7, '2026-12-08'],
    ['today by a day', '2026-11-26', 1, '2026-11-27'],
    ['what is over to tomorrow', '2026-11-20', 1, '2026-11-27'],
    ['what is over to its weekday of next week', '2026-11-20', 7, '2026-12-04'],
  ] as const)('%s', (_, day, days, expected) => {
    const moved = delayedSlot(slot(`${day}T09:00:00`, `${day}T10:30:00`), days, BERLIN, now);
    expect(moved).toMatchObject({ start: `${expected}T09:00:00`, end: `${expected}T10:30:00` });
  });
});

test('a new one is with the next full hour, and a week has the day of its Monday', () => {
  expect(nextHour(Date.parse('2026-12-31T22:10:00Z'), BERLIN, 60)).toEqual({
    start: '2027-01-01T00:00:00',
    end: '2027-01-01T01:00:00',
  });
  expect(weekOf(Date.parse('2026-12-06T23:59:00Z'))).toBe('2026-11-30');
  expect(weekOf(Date.parse('2026-12-07T00:00:00Z'))).toBe('2026-12-07');
});

test.each([
  ['Europe/Berlin', '2026-03-27T23:00:00Z', true],
  ['Europe/Berlin', '2026-03-28T00:00:00Z', false],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', false],
  ['Europe/Berlin', '2026-03-30T23:59:59Z', false],
  ['Europe/Berlin', '2026-03-31T00:00:00Z', true],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', false],
  ['Asia/Kolkata', '2026-03-29T01:00:00Z', true],
])('in %s the clock stays as it is about %s: %s', (zone, moment, isSteady) => {
  expect(isSteadyAround(zone, Date.parse(moment))).toBe(isSteady);
});
