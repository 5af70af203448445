import { expect, test } from 'vitest';
import { barsPlayed, loudness } from './wave-rules.ts';

const samples = (...parts: readonly (readonly [seconds: number, level: number])[]): Float32Array =>
  new Float32Array(
    parts.flatMap(([seconds, level]) =>
      Array.from({ length: seconds * 100 }, (_, at) => (at % 2 === 0 ? level : -level)),
    ),
  );

test.each<[string, Float32Array, number, readonly number[]]>([
  ['as loud as each part is', samples([1, 0.5], [1, 0], [1, 0.25]), 3, [1, 0, 0.5]],
  ['a quiet one is as high as a loud one', samples([1, 0.01], [1, 0.005]), 2, [1, 0.5]],
  ['silence is flat', samples([2, 0.001]), 2, [0, 0]],
  ['no sound is flat', new Float32Array(), 2, [0, 0]],
  ['fewer samples than bars', new Float32Array([0.5]), 3, [1, 1, 1]],
])('%s', (_name, sound, bars, expected) => {
  const found = loudness(sound, bars);
  expect(found).toHaveLength(bars);
  found.forEach((one, index) => expect(one).toBeCloseTo(expected[index] ?? -1, 5));
});

test.each([
  [0, 48, 0],
  [24, 48, 42],
  [48, 48, 84],
  [60, 48, 84],
  [3, 0, 0],
])('%j of %j seconds are %j of 84 bars', (at, length, bars) => expect(barsPlayed(at, length, 84)).toBe(bars));
