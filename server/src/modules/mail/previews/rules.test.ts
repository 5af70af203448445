import { expect, it } from 'vitest';
import { archiveNames, locationsOf } from './rules.ts';

it.each([
  ['3', [{ key: '3', path: [] }]],
  [
    '3.0',
    [
      { key: '3.0', path: [] },
      { key: '3', path: [0] },
    ],
  ],
  [
    '3.0.1',
    [
      { key: '3.0', path: [1] },
      { key: '3', path: [0, 1] },
    ],
  ],
  [
    '3.0.1.2',
    [
      { key: '3.0', path: [1, 2] },
      { key: '3', path: [0, 1, 2] },
    ],
  ],
  ['3.0.1.2.4', [{ key: '3.0', path: [1, 2, 4] }]],
  ['3.0.1.2.4.5', []],
  ['../1', []],
  ['', []],
  ['-1', []],
])('the file %s', (key, locations) => {
  expect(locationsOf(key)).toEqual(locations);
});

it('gives files of an archive names that are unlike and lead nowhere', () => {
  expect(
    archiveNames(['a.pdf', 'A.pdf', 'a.pdf', '../../etc/x', 'c:\\x.txt', '..', 'a (2).pdf', 'u\u0308', 'ü']),
  ).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf', '__.._etc_x', 'c__x.txt', '_', 'a (2) (2).pdf', 'u\u0308', 'ü (2)']);
});
