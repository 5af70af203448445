import { expect, test } from 'vitest';
import { proofWaysOf } from './rules.ts';

const PASSWORD = { password: true, code: false, passkey: false };

test.each([
  [
    'what the server names',
    { password: true, code: true, passkey: true },
    { password: true, code: true, passkey: true },
  ],
  ['the password where it says nothing', undefined, PASSWORD],
  ['the password where it says what nobody knows', { password: 'perhaps' }, PASSWORD],
  ['what is known, where a newer server names more', { ...PASSWORD, key: true }, PASSWORD],
])('the ways are %s', (_name, given, ways) => expect(proofWaysOf(given)).toEqual(ways));
