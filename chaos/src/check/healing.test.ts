import { expect, test } from 'vitest';
import { checkHealing, startOfNothing } from './healing.ts';

const QUIET = [40, 50, 60];

test('pages that become alike within five seconds are soon enough, even where one is late', () => {
  expect(checkHealing([900, 80_000, 5000, 1200, 4000], QUIET)).toEqual([]);
});

test('pages that mostly take longer are not', () => {
  const [found] = checkHealing([900, 5001, 6000, 1200, 7000], QUIET);
  expect(found).toMatchObject({
    invariant: 'all is well soon after a fault',
    detail: expect.stringMatching(/^5001 ms .* 5000:/),
  });
});

test('a machine that is half as fast has twice as long', () => {
  expect(checkHealing(Array(5).fill(9900), [120, 120, 20])).toEqual([]);
  expect(checkHealing(Array(5).fill(10_100), [120, 120, 20])).toHaveLength(1);
});

test('a machine with much other work is not asked', () => {
  expect(checkHealing(Array(5).fill(60_000), [400, 121, 50])).toEqual([]);
});

test('four times say nothing yet', () => {
  expect(checkHealing(Array(4).fill(60_000), QUIET)).toEqual([]);
});

test('a process that does nothing starts', async () => {
  expect(await startOfNothing()).toBeGreaterThan(0);
});
