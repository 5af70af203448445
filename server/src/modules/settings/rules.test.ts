import { expect, test } from 'vitest';
import { keptVersion } from './rules.ts';

const NOW = 1_763_000_000_000;

test.each([
  ['of long ago', NOW - 3_600_000, NOW - 3_600_000],
  ['of now', NOW, NOW],
  ['of a clock that is a little ahead', NOW + 30_000, NOW + 30_000],
  ['of a clock that is a year ahead', NOW + 31_536_000_000, NOW + 60_000],
])('a choice %s', (_, given, kept) => {
  expect(keptVersion(given, NOW)).toBe(kept);
});
