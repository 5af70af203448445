import { securityQueries } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { freeName, inGroups, inOrder, isPhone, seenOf } from './rules.ts';

test('a secret stands in groups of four', () => {
  expect(inGroups('JBSWY3DPEHPK3PXPAB')).toBe('JBSW Y3DP EHPK 3PXP AB');
});

test('a name is proposed that is not taken', () => {
  expect(freeName('Notebook', [])).toBe('Notebook');
  expect(freeName('Notebook', ['Notebook', 'Notebook 2'])).toBe('Notebook 3');
});

test('this device stands first, then the last used', () => {
  const [session] = securityQueries.sessions.example.result;
  if (session === undefined) throw new Error('the contract has no example');
  const at = (sessionId: string, lastUsedAt: string, isCurrent = false) => ({
    ...session,
    sessionId,
    lastUsedAt,
    isCurrent,
  });
  const given = [at('a', '2026-11-20'), at('b', '2026-11-21'), at('c', '2026-11-19', true)];
  expect(inOrder(given).map(({ sessionId }) => sessionId)).toEqual(['c', 'b', 'a']);
});

test.each([
  ['iOS 18', true],
  ['Android', true],
  ['Windows', false],
])('%s: a phone is %s', (system, phone) => {
  expect(isPhone(system)).toBe(phone);
});

const SEEN = Date.parse('2026-11-21T08:00:00.000Z');
const MINUTE = 60_000;
test.each([
  ['says nothing', null, 'lastUsed'],
  ['is open, and was just used', { state: 'foreground' as const, at: SEEN - MINUTE }, 'now'],
  [
    'was open an hour ago, and never said that it was left',
    { state: 'foreground' as const, at: SEEN - 60 * MINUTE },
    'now',
  ],
  ['was left', { state: 'background' as const, at: SEEN - 5 * MINUTE }, 'app'],
])('a device that %s', (_, app, seen) => {
  const about = { platform: 'web', browser: '', version: '' };
  const given = {
    lastUsedAt: new Date(SEEN - 10 * MINUTE).toISOString(),
    app: app === null ? null : { ...about, state: app.state, at: new Date(app.at).toISOString() },
  };
  const is = seenOf(given, SEEN);
  expect(is === 'now' ? is : is.isApp ? 'app' : 'lastUsed').toBe(seen);
  if (app?.state === 'foreground') expect(seenOf(given, SEEN + 60 * MINUTE)).toMatchObject({ isApp: false });
});
