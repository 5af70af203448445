import { describe, expect, test } from 'vitest';
import { phaseOf, spanOf, spanOfDay, spanWords, timeFault, timesOf, withFirstDay, type Span } from './when.ts';

const ZONE = 'Europe/Berlin';
const days = (firstDay: string, lastDay: string): Span => ({ ...spanOfDay(firstDay), lastDay });
const hours = (firstDay: string, firstTime: string, lastDay: string, lastTime: string): Span => ({
  isWholeDays: false,
  firstDay,
  firstTime,
  lastDay,
  lastTime,
});

describe('the time of an absence', () => {
  test.each([
    ['one day', days('2026-11-30', '2026-11-30'), '2026-11-29T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
    ['over new year', days('2026-12-21', '2027-01-03'), '2026-12-20T23:00:00.000Z', '2027-01-03T23:00:00.000Z'],
    [
      'the night that is longer',
      days('2026-10-25', '2026-10-25'),
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
    [
      'with times',
      hours('2026-11-30', '08:00', '2026-11-30', '17:30'),
      '2026-11-30T07:00:00.000Z',
      '2026-11-30T16:30:00.000Z',
    ],
  ])('%s is so many moments, and reads as it was written', (_what, span, startsAt, endsAt) => {
    expect(timesOf(span, ZONE)).toEqual({ startsAt, endsAt });
    expect(spanOf({ startsAt, endsAt }, ZONE)).toEqual(span);
  });

  test('a day or time that is missing is no time', () => {
    for (const span of [days('', '2026-11-30'), days('2026-11-30', ''), hours('2026-11-30', '', '2026-11-30', '17:00')])
      expect(timesOf(span, ZONE)).toBeUndefined();
    expect(timesOf({ ...days('2026-11-30', '2026-11-30'), firstTime: '' }, ZONE)).toBeDefined();
  });

  test('an end that stays is the same moment to the second', () => {
    const before = { startsAt: '2026-11-30T07:00:12.345Z', endsAt: '2026-12-04T16:00:59.000Z' };
    const span = spanOf(before, ZONE);
    expect(timesOf(span, ZONE, before)).toEqual(before);
    expect(timesOf({ ...span, lastDay: '2026-12-05' }, ZONE, before)).toEqual({
      startsAt: before.startsAt,
      endsAt: '2026-12-05T16:00:00.000Z',
    });
    expect(timesOf({ ...span, isWholeDays: true }, ZONE, before)?.startsAt).toBe('2026-11-29T23:00:00.000Z');
  });

  test.each([
    ['missing', undefined],
    ['backwards', { startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-02T00:00:00Z' }],
    ['past', { startsAt: '2026-11-01T00:00:00Z', endsAt: '2026-11-02T00:00:00Z' }],
    ['tooLong', { startsAt: '2026-12-01T00:00:00Z', endsAt: '2027-12-03T00:00:00Z' }],
    [undefined, { startsAt: '2026-11-01T00:00:00Z', endsAt: '2026-12-02T00:00:00Z' }],
  ])('%s is what is wrong with it', (fault, times) => {
    expect(timeFault(times, Date.parse('2026-11-22T12:00:00Z'))).toBe(fault);
  });

  test('the last day follows the first', () => {
    expect(withFirstDay(days('2026-11-30', '2026-12-02'), '2026-12-05').lastDay).toBe('2026-12-05');
    expect(withFirstDay(days('2026-11-30', '2026-12-02'), '2026-12-01').lastDay).toBe('2026-12-02');
  });

  test('it is to come, is now, or is over', () => {
    const times = { startsAt: '2026-11-30T00:00:00Z', endsAt: '2026-12-02T00:00:00Z' };
    expect(['2026-11-29T00:00:00Z', times.startsAt, times.endsAt].map((at) => phaseOf(times, Date.parse(at)))).toEqual([
      'coming',
      'now',
      'over',
    ]);
  });

  test.each([
    ['de', days('2026-12-21', '2027-01-03'), '21. Dezember', '3. Januar 2027'],
    ['en', days('2026-12-21', '2026-12-24'), 'December 21', 'December 24'],
    ['de', hours('2026-11-30', '08:00', '2026-11-30', '17:30'), '30. November um 08:00', '30. November um 17:30'],
    ['en', hours('2026-11-30', '08:00', '2026-12-01', '17:30'), 'November 30 at 8:00 AM', 'December 1 at 5:30 PM'],
  ] as const)('it reads in %s', (language, span, from, until) => {
    const times = timesOf(span, ZONE) ?? { startsAt: '', endsAt: '' };
    const words = spanWords(times, { language, zone: ZONE, now: Date.parse('2026-11-22T12:00:00Z') });
    expect({ from: words.from.replaceAll('\u202f', ' '), until: words.until.replaceAll('\u202f', ' ') }).toEqual({
      from,
      until,
    });
  });
});
