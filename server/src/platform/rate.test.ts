import { expect, test } from 'vitest';
import { Rate } from './rate.ts';

test('so many of a key may be in a time, and says when the next one may', () => {
  const rate = new Rate({ most: 2, windowMs: 1000 });
  expect([rate.take('a', 0), rate.take('a', 100), rate.take('a', 400), rate.take('b', 400)]).toEqual([
    undefined,
    undefined,
    600,
    undefined,
  ]);
  expect([rate.take('a', 999), rate.take('a', 1000)]).toEqual([1, undefined]);
});

test('keeps no key that is over, and no more than it has room for', () => {
  const rate = new Rate({ most: 1, windowMs: 1000, maxKeys: 3 });
  for (const key of ['a', 'b', 'c', 'd', 'e']) rate.take(key, 0);
  expect(rate.size).toBe(3);
  rate.take('f', 2000);
  expect(rate.size).toBe(1);
});
