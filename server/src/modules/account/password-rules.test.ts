import { expect, test } from 'vitest';
import { generatePassword } from './passwords.ts';
import { isTooEasy } from './password-rules.ts';

const anna = { userName: 'anna.berger', firstName: 'Anna', lastName: 'Berger', email: 'ab.vertrieb@nordwerk.example' };
const instance = { name: 'nordwerk', title: 'Nordwerk Fülltechnik GmbH' };

test.each([
  '123456789012',
  '210987654321',
  'aaaaaaaaaaaa',
  'qwertzuiopas',
  'Passwort2024',
  'P@ssw0rt2024!',
  'Sommer2024!!',
  'passwordpassword',
  '1q2w3e4r5t6y',
  'Administrator',
  'hallohallohallo',
  'abababababab',
  'AnnaIstDieBeste99',
  'xq7-BERGER-pl4m',
  'meinnordwerkkonto',
  'b3rg3r-xq7-pl4m',
  'kontor-xq7-pl4m9',
  'vertrieb-xq7-pl4m',
])('%s is tried early', (password) => expect(isTooEasy(password, anna, instance)).toBe(true));

test.each([
  'correct horse battery',
  'quite another one',
  'vier kühle Boote am Kai',
  'xq7-pl4m-99zt',
  'ÜbermorgenRegnetEs!',
  '🐙🐙🐙 drei Kraken, 7 Meere',
  ...Array.from({ length: 20 }, generatePassword),
])('%s is none of those', (password) => expect(isTooEasy(password, anna, instance)).toBe(false));

test('a thousand characters are looked at in a moment', () => {
  const before = process.cpuUsage();
  isTooEasy('abcd1999password'.repeat(62), anna, instance);
  isTooEasy('a'.repeat(999) + 'b', anna, instance);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});
