import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declaredIn, plainFor } from './plain-names.mjs';
import { root } from './run.mjs';

test.each([
  ['MOST_ROWS', 'MAX_ROWS'],
  ['LEAST_BITS', 'MIN_BITS'],
  ['usual', 'default'],
  ['Leaf', 'ItemKindHooks'],
  ['MAX_ROWS', undefined],
  ['mostRecent', undefined],
  ['Seating', undefined],
])('%s is called %s by everybody', (name, plain) => {
  expect(plainFor(name)).toBe(plain);
});

test('names that a source declares', () => {
  expect(declaredIn('export const a = 1;\ninterface B {}\nfunction c() {}')).toEqual(['a', 'B', 'c']);
});

test('no name is a word of our own where everybody knows another', () => {
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const found = sources
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) =>
      declaredIn(readFileSync(join(root, file), 'utf8'))
        .filter((name) => plainFor(name) !== undefined)
        .map((name) => `${file}: ${name}, for ${plainFor(name)}`),
    );
  expect(found).toEqual([]);
});
