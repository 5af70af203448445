import { expect, test } from 'vitest';
import { chipsThatFit } from './chip-fit.ts';

const widths = { first: [80, 120], chips: [100, 100, 100, 100, 100, 100], more: 40, last: [100] };

test.each([
  ['all in one line', { ...widths, chips: [100] }, 430, 1, 1],
  ['all in two lines, to the pixel', { ...widths, chips: [100, 100, 100] }, 316, 2, 3],
  ['one pixel less makes room for what opens the rest', { ...widths, chips: [100, 100, 100] }, 315, 2, 1],
  ['some in two lines', widths, 428, 2, 4],
  ['none beside what always stands there', widths, 366, 1, 0],
  ['without anything behind', { ...widths, last: [] }, 420, 2, 4],
  ['no chips at all', { ...widths, chips: [], last: [] }, 300, 1, 0],
  ['all where there is much room', widths, 1200, 1, 6],
] as const)('%s', (_what, given, room, lines, count) => {
  expect(chipsThatFit(given, room, 8, lines)).toBe(count);
});
