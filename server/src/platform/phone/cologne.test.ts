import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cologneCode } from './cologne.ts';

const VECTORS = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'cologne.json'), 'utf8')) as {
  word: string;
  code: string;
}[];

test('words sound as they do elsewhere', () => {
  expect(VECTORS.length).toBe(88);
  expect(
    VECTORS.filter(({ word, code }) => cologneCode(word) !== code).map(({ word }) => [word, cologneCode(word)]),
  ).toEqual([]);
});

test.each([
  ['Meier', 'Mayr'],
  ['Schmidt', 'Schmitt'],
  ['Sievers', 'Sivers'],
  ['Müller', 'Mueller'],
])('%s sounds like %s', (one, other) => expect(cologneCode(one)).toBe(cologneCode(other)));
