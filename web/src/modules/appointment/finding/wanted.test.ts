import { expect, test } from 'vitest';
import { byDay, daysWithin, faultsOf, questionOf, wantedFor, type Wanted } from './wanted.ts';

const TODAY = '2026-11-26';
const NOW = Date.parse('2026-11-26T08:41:00Z');
const wanted = (part: Partial<Wanted> = {}): Wanted => wantedFor(TODAY, { must: [1, 2], ...part });

test.each([
  ['thisWeek', 1, '2026-11-26', '2026-11-29'],
  ['thisWeek', 7, '2026-11-26', '2026-11-28'],
  ['nextWeek', 1, '2026-11-30', '2026-12-06'],
  ['fourWeeks', 1, '2026-11-26', '2026-12-23'],
] as const)('%s, from weekday %d on', (within, weekStart, first, last) => {
  expect(daysWithin(wanted({ within }), TODAY, weekStart)).toEqual({ first, last });
});

test('days of the person’s own begin today at the earliest', () => {
  const own = wanted({ within: 'own', first: '2026-11-02', last: '2026-12-04' });
  expect(daysWithin(own, TODAY, 1)).toEqual({ first: TODAY, last: '2026-12-04' });
});

test.each([
  ['nothing', {}, []],
  ['nobody who must be there', { must: [] }, ['must']],
  ['too many people', { may: Array.from({ length: 61 }, (_, index) => index + 5) }, ['tooMany']],
  ['no length', { minutes: 0 }, ['minutes']],
  ['half a minute', { minutes: 0.5 }, ['minutes']],
  ['what is none', { minutes: Number.NaN }, ['minutes']],
  ['days the wrong way round', { within: 'own', first: '2026-12-04', last: '2026-12-01' }, ['days']],
  ['days that are over', { within: 'own', first: '2026-11-02', last: '2026-11-20' }, ['days']],
  ['no day', { within: 'own', first: '' }, ['days']],
  ['92 days', { within: 'own', first: TODAY, last: '2027-02-25' }, []],
  ['93 days', { within: 'own', first: TODAY, last: '2027-02-26' }, ['days']],
  ['days that are not asked for', { within: 'thisWeek', first: '' }, []],
  ['hours the wrong way round', { fromTime: '18:00', toTime: '08:00' }, ['hours']],
  ['no weekday', { weekdays: [] }, ['weekdays']],
] as const)('is kept from being looked for by %s', (_name, part, faults) => {
  expect(faultsOf(wanted(part), TODAY)).toEqual(faults);
});

test('asks for each calendar once, between midnights of the zone', () => {
  const where = { now: NOW, zone: 'Europe/Berlin', weekStart: 1, appointmentId: 31 };
  expect(
    questionOf(wanted({ may: [2, 3], oneOf: [9], within: 'nextWeek', weekdays: ['friday', 'monday'] }), where),
  ).toEqual({
    must: [1, 2],
    may: [3],
    oneOf: [9],
    minutes: 60,
    from: '2026-11-29T23:00:00Z',
    to: '2026-12-06T23:00:00Z',
    zone: 'Europe/Berlin',
    hours: { from: '08:00', to: '18:00' },
    weekdays: ['monday', 'friday'],
    appointmentId: 31,
  });
});

test('times are grouped by their day in the zone, as they came', () => {
  const time = (start: string) => ({ start, end: start, unsuited: [], chosen: null });
  const found = [time('2026-12-02T09:00:00Z'), time('2026-11-30T23:30:00Z'), time('2026-12-02T08:00:00Z')];
  expect(byDay(found, 'Europe/Berlin').map(({ day, times }) => [day, times.length])).toEqual([
    ['2026-12-02', 2],
    ['2026-12-01', 1],
  ]);
});
