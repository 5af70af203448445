import { exampleRow, type EntryRow } from '@kontor/contract/activity';
import { phonecallExtras, type PhonecallExtras } from '@kontor/contract/phonecall';
import { expect, test } from 'vitest';
import { callFrames } from './frames.ts';
import { OWN_FILTERS, isListed } from './own-filters.ts';

const row = (extras: Partial<PhonecallExtras>, part: Partial<EntryRow> = {}): EntryRow => ({
  ...exampleRow,
  moduleName: 'phonecall',
  direction: 'incoming',
  status: 1,
  ...part,
  extras: phonecallExtras(extras),
});

test.each([
  [{ outcome: 'missed' }, ['missed']],
  [{ outcome: 'missed', callbackDesired: true }, ['missed', 'callback']],
  [{ outcome: 'voice' }, ['voice']],
  [{ outcome: 'sent' }, ['fax']],
  [{ outcome: 'blocked' }, ['blocked']],
  [{ outcome: 'answered' }, []],
] as const)('%o stays in %j', (extras, filters) => {
  expect(OWN_FILTERS.filter((one) => isListed(row(extras), one))).toEqual(filters);
});

test('a callback that is Done is none any more, and an unknown selection keeps all', () => {
  expect(isListed(row({ callbackDesired: true }, { status: 3 }), 'callback')).toBe(false);
  expect(isListed(row({}), 'anything')).toBe(true);
});

test('who wants to be called back stands in a group of their own, which is the last upwards', () => {
  const now = Date.parse('2026-11-26T09:00:00Z');
  const groupOf = callFrames.at(now, 'Europe/Berlin');
  const old = { timestamp: now / 1000 - 40 * 86_400 };
  expect(groupOf(row({ callbackDesired: true }, old))).toBe('callbacks');
  expect(groupOf(row({ callbackDesired: true }, { ...old, status: 3 }))).toBe('lastMonth');
  expect(groupOf(row({}, { timestamp: now / 1000 }))).toBe('today');
  expect(callFrames.order.at(-1)).toBe('callbacks');
});
