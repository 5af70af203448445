import type { KontorEvent } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { createRuns } from './runs.ts';

const event = (more: Partial<KontorEvent> = {}): KontorEvent => ({
  createdAt: '2026-11-27T09:00:00.000Z',
  source: 'kontor',
  type: 'activity.attended',
  isGlobal: false,
  isLocal: true,
  isPersonal: false,
  payload: { keys: [], processIds: [], aggregateIds: [] },
  ...more,
});
const numbered = (n: number, more: Partial<KontorEvent> = {}, id = 'one') =>
  event({ run: { id, n, keys: ['attendance'] }, ...more });

test('what has no number always follows', () => {
  const runs = createRuns();
  expect([event(), event()].map(runs.take)).toEqual(['next', 'next']);
});

test.each([
  ['one after the other', [1, 2, 3], ['next', 'next', 'next']],
  ['one that is missing', [1, 3, 4], ['next', 'missed', 'next']],
  ['one that comes twice', [1, 2, 2], ['next', 'next', 'old']],
  ['one that comes too late', [1, 3, 2], ['next', 'missed', 'old']],
  ['a sender that has sent before', [7, 8], ['missed', 'next']],
])('%s', (_name, numbers, standings) => {
  const runs = createRuns();
  expect(numbers.map((n) => runs.take(numbered(n)))).toEqual(standings);
});

test('each sender, type and audience counts by itself', () => {
  const runs = createRuns();
  const events = [
    numbered(1),
    numbered(1, {}, 'two'),
    numbered(1, { type: 'mail.attended' }),
    numbered(1, { isGlobal: true, isLocal: false }),
  ];
  expect(events.map(runs.take)).toEqual(['next', 'next', 'next', 'next']);
});

test('a connection that begins anew remembers nothing', () => {
  const runs = createRuns();
  runs.take(numbered(1));
  runs.reset();
  expect(runs.take(numbered(1))).toBe('next');
});
