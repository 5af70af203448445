import { expect, test } from 'vitest';
import { createAccounts } from './accounts.ts';
import { textStorage } from './testing/rows.ts';

const ORIGIN = 'http://localhost:8080';
const anna = { name: 'demo', title: 'Demo', url: ORIGIN, user: 'anna', kind: 'cookie', session: 's1' } as const;
const ben = { ...anna, user: 'ben', kind: 'bearer', session: 's2' } as const;

const read = (kept: string) =>
  createAccounts(textStorage(new Map([['kontor.instances', kept]])), textStorage(), ORIGIN);

test.each([
  ['one without a user', [anna, { ...ben, user: undefined }, ben], ['anna', 'ben']],
  ['one of no address', [anna, { ...ben, url: 'nowhere' }], ['anna']],
  ['one of an unknown kind', [{ ...anna, kind: 'card' }, ben], ['ben']],
  ['what is no account at all', [null, 'anna', 7, [], anna], ['anna']],
  ['what is no list', anna, []],
])('%s is dropped, and the others are there', (_, kept, users) => {
  const accounts = read(JSON.stringify(kept));
  expect(accounts.list().map(({ user }) => user)).toEqual(users);
  for (const user of users) expect(accounts.session(`demo/${user}`)).toBe(user === 'anna' ? 's1' : 's2');
});

test('what cannot be read at all is no account, and the next one is kept', () => {
  const accounts = read('{');
  expect(accounts.list()).toEqual([]);
  accounts.enter(anna, 's3');
  expect(accounts.list()).toMatchObject([{ user: 'anna' }]);
});
