import { auditQueries, type AuditEntry } from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { EVERYTHING, byDay, daysOf, paramsOf, together, type AuditFilter } from './rules.ts';

const [example] = auditQueries.auditLog.example.result.entries;
if (example === undefined) throw new Error('the contract has no example');
const entry = (entryId: number, at = '2026-11-20T08:00:00.000Z'): AuditEntry => ({ ...example, entryId, at });
const entries = (...ids: number[]) => ids.map((id) => entry(id));

describe('days', () => {
  test.each([
    ['today', { from: '2026-03-01', to: null }],
    ['yesterday', { from: '2026-02-28', to: '2026-02-28' }],
    ['week', { from: '2026-02-23', to: null }],
    ['month', { from: '2026-01-31', to: null }],
    ['all', { from: null, to: null }],
  ] as const)('%s', (preset, days) => {
    expect(daysOf({ ...EVERYTHING, preset }, '2026-03-01')).toEqual(days);
  });
  test.each([
    ['', '', null, null],
    ['2026-01-05', '', '2026-01-05', null],
    ['2026-01-05', '2026-01-02', '2026-01-02', '2026-01-05'],
  ])('from %s to %s', (from, to, first, last) => {
    expect(daysOf({ ...EVERYTHING, preset: 'free', from, to }, '2026-03-01')).toEqual({ from: first, to: last });
  });
});

test('a filter as the contract takes it', () => {
  const filter: AuditFilter = { ...EVERYTHING, preset: 'all', userId: 2, kind: 'rights.changed', search: ' ben ' };
  const params = paramsOf(filter, '2026-03-01');
  expect(params).toEqual({ from: null, to: null, userId: 2, kinds: ['rights.changed'], search: 'ben' });
  expect(paramsOf({ ...filter, userId: 0, kind: '' }, '2026-03-01')).toMatchObject({ userId: null, kinds: [] });
});

describe('what was loaded stays when newer entries come', () => {
  const ids = (all: readonly AuditEntry[]) => all.map(({ entryId }) => entryId);
  test.each([
    ['nothing loaded before', [3, 2], [], [3, 2]],
    ['one has come', [4, 3], [3, 2, 1], [4, 3, 2, 1]],
    ['nothing has come', [3, 2], [3, 2, 1], [3, 2, 1]],
    ['so many have come that there is a hole', [9, 8], [3, 2, 1], [9, 8]],
    ['there is nothing any more', [], [3], []],
  ])('%s', (_, newest, shown, all) => {
    expect(ids(together(entries(...newest), entries(...shown)))).toEqual(all);
  });
});

test('entries stand by the day that they are of', () => {
  const all = [entry(3, '2026-11-20T08:00:00Z'), entry(2, '2026-11-20T07:00:00Z'), entry(1, '2026-11-19T07:00:00Z')];
  const days = byDay(all, (at) => at.slice(0, 10));
  expect(days.map(({ day, entries: of }) => [day, of.length])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ]);
});
