import { expect, test } from 'vitest';
import { aRow } from '../../../client/testing/rows.ts';
import { REASONS, reasonsAt } from './reasons.ts';

const TOMORROW = Date.parse('2026-11-27T23:00:00Z') / 1000;
const of = reasonsAt(TOMORROW, 'Europe/Berlin', 7);

test.each([
  ['a task of yesterday', { moduleName: 'task', extras: { due: '2026-11-26' } }, 'due'],
  ['a task of today', { moduleName: 'task', extras: { due: '2026-11-27' } }, 'due'],
  ['a task of tomorrow', { moduleName: 'task', extras: { due: '2026-11-28' } }, 'task'],
  ['the last minute of today', { moduleName: 'task', extras: { due: '2026-11-27T22:59:00Z' } }, 'due'],
  ['the first minute of tomorrow', { moduleName: 'task', extras: { due: '2026-11-27T23:00:00Z' } }, 'task'],
  ['a task that is never due', { moduleName: 'task', extras: { due: null } }, 'task'],
  ['what has come back', { status: 1, extras: { wokenAt: 1 } }, 'due'],
  ['what has come back and was looked at', { status: 2, extras: { wokenAt: 1 } }, 'email'],
  ['what somebody has shared', { moduleName: 'document', extras: { sharedWithMe: true } }, 'forMe'],
  ['what is due and shared', { moduleName: 'task', extras: { due: '2026-11-01', sharedWithMe: true } }, 'due'],
  ['what names them', { extras: { isMentioned: true } }, 'forMe'],
  ['what one takes care of', { extras: { claimedById: 7 } }, 'forMe'],
  ['what another one takes care of', { extras: { claimedById: 8 } }, 'email'],
  ['what merely came', {}, 'email'],
] as const)('%s', (_, part, reason) => {
  expect(of(aRow(1, { moduleName: 'email', status: 2, ...part }))).toBe(reason);
  expect(REASONS).toContain(reason);
});

test('an unknown person takes care of nothing', () => {
  expect(reasonsAt(TOMORROW, 'Europe/Berlin', undefined)(aRow(1, { extras: { claimedById: null } }))).toBe('email');
});

test('mails stand last', () => {
  expect(REASONS.slice(0, 2)).toEqual(['due', 'forMe']);
  expect(REASONS.at(-1)).toBe('email');
});
