import { expect, test } from 'vitest';
import { ALL_ROWS, partsOf, rowsBetween } from './rows-in-sight.ts';

/** As `0-18 …41`: rows that are drawn, and how many are not. */
const said = (...given: Parameters<typeof partsOf>): string => {
  const words: string[] = [];
  for (const { index, gap } of partsOf(...given)) {
    const last = words.at(-1);
    if (gap > 0) words.push(`…${gap}`);
    else if (last !== undefined && !last.startsWith('…')) words[words.length - 1] = `${last.split('-')[0]}-${index}`;
    else words.push(String(index));
  }
  return words.join(' ');
};

test.each([
  ['at the top', rowsBetween(0, 800, 64), 60, '0-18 …41'],
  ['in the middle', rowsBetween(1280, 800, 64), 60, '…14 14-38 …21'],
  ['at the end', rowsBetween(3040, 800, 64), 60, '…41 41-59'],
  ['of few', rowsBetween(0, 800, 64), 3, '0-2'],
  ['of none', rowsBetween(0, 800, 64), 0, ''],
  ['of fewer than there were', rowsBetween(3040, 800, 64), 20, '0-19'],
  ['where the first has the focus', { ...rowsBetween(3040, 800, 64), focused: 0 }, 60, '0 …40 41-59'],
  ['where the last has the focus', { ...rowsBetween(0, 800, 64), focused: 59 }, 60, '0-18 …40 59'],
  ['where one has the focus that is in sight', { ...rowsBetween(0, 800, 64), focused: 3 }, 60, '0-18 …41'],
  ['where one had the focus that is gone', { ...rowsBetween(0, 800, 64), focused: 59 }, 20, '0-18 …1'],
  ['on paper', ALL_ROWS, 60, '0-59'],
] as const)('rows that are drawn %s', (_name, range, count, drawn) => expect(said(range, count)).toBe(drawn));
