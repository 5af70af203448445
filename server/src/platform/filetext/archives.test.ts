import { expect, test } from 'vitest';
import { readText } from './read.ts';
import { hintOf } from './reading.ts';
import { zipOf } from './testing/zip.ts';

const MINUTE = 60_000;
const read = (bytes: Buffer, name: string) => readText(bytes, hintOf(name, ''), MINUTE);

test.each([
  ['files', 'a'],
  ['folders', 'a/'],
])('ten thousand entries of an archive are looked at, whether they are %s', async (_what, ending) => {
  const seeds = Array.from({ length: 30_000 }, (_, n) => ({ name: `${n}${ending}`, bytes: '', isStored: true }));
  const [first, last] = ['Wellendichtung', 'Fernglas'].map((bytes, at) => ({ name: `${at}.txt`, bytes }));
  if (first === undefined || last === undefined) throw new Error('Nothing to look for');
  const { text, cut } = await read(zipOf([first, ...seeds, last]), 'viele.zip');
  expect([text.includes('Wellendichtung'), text.includes('Fernglas'), cut]).toEqual([true, false, true]);
});

test.each([
  ['docx', '[Content_Types].xml', 'word/document.xml'],
  ['odt', 'mimetype', 'content.xml'],
])(
  'of an office document (%s), too: ten thousand of thirty thousand entries, and what it says is read',
  async (ending, kind, place) => {
    const bytes = ending === 'docx' ? '<Types/>' : 'application/vnd.oasis.opendocument.text';
    const text =
      ending === 'docx' ? '<w:p><w:r><w:t>Wellendichtung</w:t></w:r></w:p>' : '<text:p>Wellendichtung</text:p>';
    const seeds = Array.from({ length: 30_000 }, (_, n) => ({
      name: `word/media/${n}.png`,
      bytes: '',
      isStored: true,
    }));
    const head = [
      { name: kind, bytes, isStored: true },
      { name: place, bytes: text },
    ];
    const said = await read(zipOf([...head, ...seeds]), `viele.${ending}`);
    expect([said.text, said.cut]).toEqual(['Wellendichtung', true]);
  },
);

test('two thousand parts of a document are read', async () => {
  const parts = Array.from({ length: 2500 }, (_, n) => ({
    name: `word/header${n + 1}.xml`,
    bytes: `<w:hdr><w:p><w:r><w:t>Kopf${n + 1}</w:t></w:r></w:p></w:hdr>`,
  }));
  const { text, cut } = await read(zipOf([{ name: '[Content_Types].xml', bytes: '<Types/>' }, ...parts]), 'viele.docx');
  expect([text.split('\n').length, text.endsWith('Kopf2000'), cut]).toEqual([2000, true, true]);
});
