import { expect, test } from 'vitest';
import { differencesOf, mayRing } from './rules.ts';

const fields = { title: 'Eins', content: '<p>a</p>', alarm: null };

test('an edit is what it changes', () => {
  expect(differencesOf(fields, fields)).toEqual([]);
  expect(differencesOf(fields, { ...fields, content: '<p>b</p>' })).toEqual([
    { field: 'content', before: '<p>a</p>', after: '<p>b</p>', isHtml: true },
  ]);
});

test.each([
  [null, null, true],
  [1, 1, true],
  [999, null, false],
  [1001, null, true],
  [1000 + 800 * 86_400_000, null, false],
])('an alarm at %j, which was at %j, is allowed: %j', (at, before, expected) =>
  expect(mayRing(at, before, 1000)).toBe(expected),
);
