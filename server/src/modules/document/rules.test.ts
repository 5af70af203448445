import { describe, expect, it } from 'vitest';
import { bytesOf, formatOf, standardBoxOf, storedExtras, titleOf, wordsOf } from './rules.ts';

describe('a file name', () => {
  it.each([
    ['Rahmenvertrag.pdf', 'Rahmenvertrag', 'pdf'],
    ['Angebot 2026.11.DOCX', 'Angebot 2026.11', 'docx'],
    ['README', 'README', ''],
    ['.profile', '.profile', ''],
    ['Plan.', 'Plan.', ''],
    ['archiv.tar.gz', 'archiv.tar', 'gz'],
    ['Dr. Müller', 'Dr. Müller', ''],
    ['a.abcdefghijk', 'a.abcdefghijk', ''],
    [' .pdf', ' .pdf', 'pdf'],
  ])('%j is called %j and of the format %j', (name, title, format) => {
    expect([titleOf(name), formatOf(name)]).toEqual([title, format]);
  });

  it('makes a title that fits', () => expect(titleOf(`${'ä'.repeat(400)}.pdf`)).toHaveLength(300));
});

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
