import { describe, expect, test } from 'vitest';
import { rankBetween } from './rank.ts';

describe('a rank between two', () => {
  test.each([
    [undefined, undefined, '0.5'],
    ['7', undefined, '8.5'],
    ['7.25', undefined, '8.5'],
    ['-7.25', undefined, '-6.5'],
    [undefined, '7', '6.5'],
    [undefined, '0.5', '-0.5'],
    [undefined, '-0.5', '-1.5'],
    ['5', '6', '5.5'],
    ['5', '900', '452.5'],
    ['5', '5.1', '5.05'],
    ['5.9', '6.1', '6.01'],
    ['-1', '0', '-0.5'],
    ['-0.5', '0.5', '0.1'],
    ['0.09', '0.1', '0.095'],
    // There is none.
    ['5', '5', '5'],
    ['6', '5', '6'],
  ])('%s and %s: %s', (after, before, between) => {
    expect(rankBetween(after, before)).toBe(between);
  });

  test('is found as often as one is put to the same place, and its digits grow slowly', () => {
    let [low, high] = ['1', '2'];
    for (let n = 0; n < 400; n += 1) {
      const between = rankBetween(low, high);
      expect(Number(between)).toBeGreaterThanOrEqual(Number(low));
      expect(between).not.toBe(low);
      if (n % 2 === 0) high = between;
      else low = between;
    }
    expect(low.length).toBeLessThan(150);
  });
});
