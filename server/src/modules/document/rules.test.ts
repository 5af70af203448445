import { expect, it } from 'vitest';
import { bytesOf, standardBoxOf, storedExtras, wordsOf } from './rules.ts';

it.each([
  [7, [{ boxId: 3 }], 7],
  [0, [{ boxId: 3 }], 0],
  [undefined, [{ boxId: 3 }, { boxId: 4 }], 3],
  [undefined, [], 0],
])('files into the box of the last time (%j) or the first of %j: %i', (last, boxes, expected) => {
  expect(standardBoxOf(last, boxes)).toBe(expected);
});

it.each([
  ['SGFsbG8=', 'Hallo'],
  ['data:text/plain;base64,SGFsbG8=', 'Hallo'],
  ['', ''],
])('reads the bytes of %j', (data, text) => expect(bytesOf(data).toString()).toBe(text));

it('keeps what its list entry says', () => {
  const file = { filename: 'Plan.DWG', size: 3, content_type: 'application/octet-stream' };
  expect(storedExtras(file, { version: 2, boxId: 5, category: 'Kunden' })).toEqual({
    format: 'dwg',
    version: 2,
    filename: 'Plan.DWG',
    filesize: 3,
    fileType: 'other',
    documentBoxId: 5,
    category: 'Kunden',
  });
  expect([wordsOf('a.pdf', ''), wordsOf('a.pdf', 'x, y')]).toEqual(['a.pdf', 'a.pdf\nx, y']);
});
