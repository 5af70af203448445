import { expect, test } from 'vitest';
import { lockIn, locksAgain } from './rules.ts';

test.each([
  [null, undefined],
  ['0', 0],
  ['15', 15],
  ['of tomorrow', 0],
])('what is stored as %s locks after %s minutes', (text, minutes) => expect(lockIn(text)).toBe(minutes));

test.each([
  [0, 1000, 1000, true],
  [1, 1000, 60_999, false],
  [1, 1000, 61_000, true],
  [60, 1000, 61_000, false],
  // A clock that was set back.
  [5, 1000, 999, true],
] as const)('after %i minutes, hidden at %i and shown at %i: %s', (minutes, hiddenAt, now, isLocked) =>
  expect(locksAgain(minutes, hiddenAt, now)).toBe(isLocked),
);
