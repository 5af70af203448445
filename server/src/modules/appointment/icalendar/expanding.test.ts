import { expect, test } from 'vitest';
import type { Slot } from '../times.ts';
import { expanded } from './expanding.ts';
import { bareEvent, type IcalEvent } from './model.ts';

const ZONE = 'Europe/Berlin';
const slot = (start: string, end: string): Slot => ({ timeMode: 'fixedTime', zone: ZONE, start, end });
const range = { from: Date.UTC(2031, 2, 1), to: Date.UTC(2031, 3, 15), zone: ZONE };
const weekly = (part: Partial<IcalEvent> = {}): IcalEvent => ({
  ...bareEvent('a', slot('2031-03-24T09:00:00', '2031-03-24T10:00:00')),
  rule: 'FREQ=WEEKLY;COUNT=5',
  ...part,
});
const shown = (...given: Parameters<typeof expanded>) => {
  const { master, changed } = expanded(...given);
  return [...(master === null ? [] : [master]), ...changed].map((one) => `${one.original} ${one.slot.start}`);
};

test('a series is each of its occurrences within the range, in UTC, over the change of the clock', () => {
  expect(shown({ uid: 'a', master: weekly(), changed: [] }, range, 10)).toEqual([
    '2031-03-24T08:00:00 2031-03-24T08:00:00',
    '2031-03-31T07:00:00 2031-03-31T07:00:00',
    '2031-04-07T07:00:00 2031-04-07T07:00:00',
    '2031-04-14T07:00:00 2031-04-14T07:00:00',
  ]);
});

test('what was taken out, moved or added is as it is', () => {
  const moved: IcalEvent = {
    ...bareEvent('a', slot('2031-04-01T15:00:00', '2031-04-01T16:00:00')),
    original: '2031-03-31T09:00:00',
  };
  const master = weekly({ excluded: ['2031-03-24T09:00:00'], added: ['2031-03-27T09:00:00'] });
  expect(shown({ uid: 'a', master, changed: [moved] }, range, 10)).toEqual([
    '2031-03-27T08:00:00 2031-03-27T08:00:00',
    '2031-04-07T07:00:00 2031-04-07T07:00:00',
    '2031-04-14T07:00:00 2031-04-14T07:00:00',
    '2031-03-31T07:00:00 2031-04-01T13:00:00',
  ]);
});

test('whole days stay days, and what does not repeat has no original', () => {
  const days: Slot = { timeMode: 'allDay', zone: null, start: '2031-03-24T00:00:00', end: '2031-03-25T00:00:00' };
  const master = { ...bareEvent('a', days), rule: 'FREQ=MONTHLY;COUNT=2' };
  expect(shown({ uid: 'a', master, changed: [] }, range, 10)).toEqual(['2031-03-24T00:00:00 2031-03-24T00:00:00']);
  expect(shown({ uid: 'a', master: weekly({ rule: null }), changed: [] }, range, 10)).toEqual([
    'null 2031-03-24T08:00:00',
  ]);
});

test('without end there are no more than are wanted', () => {
  const master = weekly({ rule: 'FREQ=DAILY' });
  expect(shown({ uid: 'a', master, changed: [] }, range, 3)).toHaveLength(3);
});
