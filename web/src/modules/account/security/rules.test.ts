import { securityQueries } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { describeBrowser, freeName, inGroups, inOrder, isPhone } from './rules.ts';

test('a secret stands in groups of four', () => {
  expect(inGroups('JBSWY3DPEHPK3PXPAB')).toBe('JBSW Y3DP EHPK 3PXP AB');
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'Chrome Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0', 'Edge Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15', 'Safari Mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) CriOS/142.0 Mobile Safari/604.1', 'Chrome iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome Android'],
  ['curl/8', 'nobody'],
])('%s is %s', (userAgent, said) => {
  const told = describeBrowser(userAgent);
  expect(told === undefined ? 'nobody' : `${told.program} ${told.system}`).toBe(said);
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
