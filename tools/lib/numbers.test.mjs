import { expect, test } from 'vitest';
import { repeatedRuns } from './numbers.mjs';

test('a run that stands twice counts once, however long it is', () => {
  const run = Array.from({ length: 14 }, (_, at) => `const name${at} = ${at};`);
  const other = Array.from({ length: 14 }, (_, at) => `const other${at} = ${at};`);
  expect(
    repeatedRuns(
      new Map([
        ['a', run.join('\n')],
        ['b', other.join('\n')],
      ]),
    ),
  ).toBe(0);
  expect(
    repeatedRuns(
      new Map([
        ['a', run.join('\n')],
        ['b', ['first();', ...run, 'last();'].join('\n')],
      ]),
    ),
  ).toBe(1);
  expect(
    repeatedRuns(
      new Map([
        ['a', run.slice(0, 7).join('\n')],
        ['b', run.slice(0, 7).join('\n')],
      ]),
    ),
  ).toBe(0);
});
