import type { BookingHours } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { freeSlots, offeredStarts, type Absence, type HostTimes, type Offer, type Search } from './slots.ts';

const zone = 'Europe/Berlin';
const hour = (day: number, clock: string): number =>
  Date.parse(`2031-03-${String(day).padStart(2, '0')}T${clock}:00+01:00`);
const clocks = (starts: readonly number[]): readonly string[] =>
  starts.map((start) => new Date(start).toLocaleString('sv-SE', { timeZone: zone }).slice(5, 16));

/** Monday, 3 March 2031. */
const NOW = hour(3, '08:10');
const on = (weekday: BookingHours['weekday'], from: string, to: string): BookingHours => ({ weekday, from, to });
const offer = (part: Partial<Offer>): readonly string[] =>
  clocks(
    offeredStarts({
      hours: [on('monday', '09:00', '11:00')],
      zone,
      minutes: 60,
      now: NOW,
      noticeHours: 0,
      daysAhead: 0,
      ...part,
    }),
  );

describe('what is offered', () => {
  test.each<[string, Partial<Offer>, readonly string[]]>([
    ['the hours of the day', {}, ['03-03 09:00', '03-03 09:30', '03-03 10:00']],
    [
      'short ones one behind the other',
      { minutes: 20, hours: [on('monday', '09:00', '10:00')] },
      ['03-03 09:00', '03-03 09:20', '03-03 09:40'],
    ],
    ['what fills the hours', { minutes: 120 }, ['03-03 09:00']],
    ['what is longer than the hours', { minutes: 150 }, []],
    ['another day than today', { hours: [on('tuesday', '09:00', '10:00')] }, []],
    ['the last day', { hours: [on('tuesday', '09:00', '10:00')], daysAhead: 1 }, ['03-04 09:00']],
    ['a notice that ends within the hours', { noticeHours: 1 }, ['03-03 09:30', '03-03 10:00']],
    ['a notice to the minute', { now: hour(3, '08:30'), noticeHours: 1 }, ['03-03 09:30', '03-03 10:00']],
    ['a week later', { noticeHours: 24, daysAhead: 7 }, ['03-10 09:00', '03-10 09:30', '03-10 10:00']],
    [
      'several parts of a day, in order',
      { hours: [on('monday', '14:00', '15:00'), on('monday', '09:00', '10:00')] },
      ['03-03 09:00', '03-03 14:00'],
    ],
    ['up to midnight', { hours: [on('monday', '23:00', '24:00')] }, ['03-03 23:00']],
    ['no hours at all', { hours: [] }, []],
    // On 30 March the hour from two to three is left out: 01:00 to 04:00 are two hours.
    [
      'a night with an hour less',
      { now: hour(29, '12:00'), daysAhead: 1, hours: [on('sunday', '01:00', '04:00')] },
      ['03-30 01:00', '03-30 01:30', '03-30 03:00'],
    ],
    [
      'hours after it',
      { now: hour(29, '12:00'), daysAhead: 1, hours: [on('sunday', '09:00', '10:00')] },
      ['03-30 09:00'],
    ],
  ])('%s', (_name, part, expected) => expect(offer(part)).toEqual(expected));
});

const free: HostTimes = { taken: [], kept: [], counts: new Map() };
const between = (from: string, to: string) => ({ start: hour(3, from), end: hour(3, to) });
const away = (from: string, to: string, substituteId: number | null): Absence => ({
  ...between(from, to),
  substituteId,
});
const found = (part: Partial<Search> & { own?: Partial<HostTimes>; awayOf?: readonly Absence[] }) => {
  const { own = {}, awayOf = [], ...rest } = part;
  const starts = ['09:00', '09:30', '10:00'].map((clock) => hour(3, clock));
  const slots = freeSlots({
    starts,
    zone,
    minutes: 30,
    bufferBefore: 0,
    bufferAfter: 0,
    maxPerDay: null,
    members: [{ userId: 1, away: awayOf }],
    absences: new Map([[1, awayOf]]),
    hosts: new Map([[1, { ...free, ...own }]]),
    ...rest,
  });
  return slots.map(({ start, hosts }) => `${clocks([start])[0]?.slice(6)} ${hosts.join()}`);
};

describe('what is free', () => {
  const all = ['09:00 1', '09:30 1', '10:00 1'];
  test.each<[string, Parameters<typeof found>[0], readonly string[]]>([
    ['all of it', {}, all],
    ['beside what takes time', { own: { taken: [between('09:30', '10:00')] } }, ['09:00 1', '10:00 1']],
    ['beside what takes a minute of it', { own: { taken: [between('09:59', '10:01')] } }, ['09:00 1']],
    ['what only meets it', { own: { taken: [between('08:00', '09:00'), between('10:30', '11:00')] } }, all],
    ['with time before', { bufferBefore: 15, own: { taken: [between('08:00', '09:00')] } }, ['09:30 1', '10:00 1']],
    ['with time after', { bufferAfter: 15, own: { taken: [between('10:30', '11:00')] } }, ['09:00 1', '09:30 1']],
    ['what another booking keeps free', { own: { kept: [between('09:15', '09:45')] } }, ['10:00 1']],
    ['with room on the day', { maxPerDay: 2, own: { counts: new Map([['2031-03-03', 1]]) } }, all],
    ['with no room on the day', { maxPerDay: 1, own: { counts: new Map([['2031-03-03', 1]]) } }, []],
    ['away without anybody', { awayOf: [away('09:15', '09:45', null)] }, ['10:00 1']],
    ['away with somebody', { awayOf: [away('09:15', '09:45', 2)] }, ['09:00 2', '09:30 2', '10:00 1']],
    [
      'away with somebody who is taken',
      { awayOf: [away('09:00', '10:00', 2)], hosts: new Map([[2, { ...free, taken: [between('09:00', '09:30')] }]]) },
      ['09:30 2', '10:00 1'],
    ],
    [
      'away with somebody who is away',
      {
        awayOf: [away('09:00', '10:00', 2)],
        absences: new Map([[2, [away('09:00', '09:30', 1)]]]),
      },
      ['09:30 2', '10:00 1'],
    ],
    [
      'whoever of several',
      {
        members: [
          { userId: 1, away: [] },
          { userId: 2, away: [] },
        ],
        hosts: new Map([
          [1, { ...free, taken: [between('09:00', '10:00')] }],
          [2, { ...free, taken: [between('09:30', '10:30')] }],
        ]),
      },
      ['09:00 2', '10:00 1'],
    ],
  ])('%s', (_name, part, expected) => expect(found(part)).toEqual(expected));
});
