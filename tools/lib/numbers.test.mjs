import { expect, test } from 'vitest';
import { circlesIn, importsOf, repeatedRuns } from './numbers.mjs';

test('a file imports by value, by type, by what it hands on, and later', () => {
  const files = new Map([
    [
      'a/x.ts',
      "import { y } from './y.ts';\nimport type { Z } from '../z.ts';\nconst later = () => import('./w.tsx');",
    ],
    ['a/y.ts', "export { z } from '../z.ts';\nimport './gone.css';"],
    ['z.ts', ''],
    ['a/w.tsx', ''],
  ]);
  expect([...importsOf(files)]).toEqual([
    ['a/x.ts', ['a/y.ts', 'z.ts', 'a/w.tsx']],
    ['a/y.ts', ['z.ts']],
    ['z.ts', []],
    ['a/w.tsx', []],
  ]);
});

test.each([
  ['none', { a: ['b'], b: ['c'], c: [] }, []],
  ['two', { a: ['b'], b: ['a'], c: ['a'] }, [['a', 'b']]],
  [
    'a long one and a short one',
    { a: ['b'], b: ['c'], c: ['a'], d: ['e'], e: ['d', 'a'] },
    [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ],
  ],
])('circles: %s', (_name, graph, expected) => expect(circlesIn(new Map(Object.entries(graph)))).toEqual(expected));

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
