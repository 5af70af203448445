import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { afterAll, expect, it, test } from 'vitest';
import { ImageCleaner } from './image-cleaner.ts';
import { packBits } from './paper.ts';
import { faxPage, tiffOf, type TiffPage } from './testing/tiff.ts';
import { isTiff, pixelHeights } from './tiff.ts';

const cleaner = new ImageCleaner({ wallMs: 30_000 });
afterAll(() => cleaner.close());

const grey = (width: number, height: number): TiffPage => ({
  width,
  height,
  bits: 8,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => at % 256),
});
const coloured = (width: number, height: number): TiffPage => ({
  width,
  height,
  bits: 24,
  pixels: new Uint8Array(3 * width * height).fill(90),
  resolution: [300, 300],
});

/** Widths and heights of the pages of a PDF, in points. */
async function sizesOf(pdf: Uint8Array | string): Promise<readonly (readonly [number, number])[]> {
  const document = await getDocumentProxy(Uint8Array.from(Buffer.from(pdf)));
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));
  return pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return [Math.round(width), Math.round(height)] as const;
  });
}

it('a fax becomes a PDF of all its pages, each as high as it was on paper', async () => {
  const pages = [faxPage(), faxPage(1728, 2290, [204, 196]), coloured(300, 200), grey(200, 100)];
  const pdf = await cleaner.toPdf(tiffOf(pages));
  expect(pdf).toBeInstanceOf(Uint8Array);
  expect(await sizesOf(pdf)).toEqual([
    [610, 842],
    [610, 842],
    [842, 561],
    [842, 421],
  ]);
  const text = Buffer.from(pdf).toString('latin1');
  expect(
    [...text.matchAll(/\/BitsPerComponent (\d) \/Filter \/(\w+)/g)].map(([, bits, filter]) => [bits, filter]),
  ).toEqual([
    ['1', 'FlateDecode'],
    ['1', 'FlateDecode'],
    ['8', 'DCTDecode'],
    ['8', 'DCTDecode'],
  ]);
});

it('black is black, and white is white', async () => {
  const pdf = Buffer.from(await cleaner.toPdf(tiffOf([faxPage(16, 16, [200, 200])])));
  const start = pdf.indexOf('stream\n', pdf.indexOf('/FlateDecode')) + 'stream\n'.length;
  const rows = inflateSync(pdf.subarray(start));
  expect(rows.toString('hex')).toBe('0000'.repeat(2) + 'ffff'.repeat(14));
});

/** How each page of a TIFF is compressed, as its tag says: 3 for Group 3, 4 for Group 4. */
function compressionsOf(tiff: Buffer): number[] {
  const found: number[] = [];
  for (let at = tiff.readUInt32LE(4); at !== 0;) {
    const count = tiff.readUInt16LE(at);
    for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12)
      if (tiff.readUInt16LE(entry) === 259) found.push(tiff.readUInt16LE(entry + 8));
    at = tiff.readUInt32LE(at + 2 + 12 * count);
  }
  return found;
}

it('the compressions of faxes are read bit by bit', async () => {
  const tiff = readFileSync(join(import.meta.dirname, 'fixtures/fax.tiff'));
  expect(compressionsOf(tiff)).toEqual([4, 3, 3]);
  const pdf = Buffer.from(await cleaner.toPdf(tiff));
  expect(await sizesOf(pdf)).toHaveLength(3);
  const [width, height] = [1728, 200];
  const drawn = packBits(
    Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return y < 25 || (x + 3 * y) % 431 < 5 ? 0 : 255;
    }),
    width,
  );
  const pages = [...pdf.toString('latin1').matchAll(/\/FlateDecode[^]*?stream\n/g)].map(({ 0: head, index }) =>
    inflateSync(pdf.subarray(index + head.length)),
  );
  expect(pages.map((page) => page.equals(drawn ?? Buffer.alloc(0)))).toEqual([true, true, true]);
});

const big = (width: number, height: number): TiffPage => ({ ...faxPage(8, 8), width, height });
const half = tiffOf([faxPage()]);
it.each<[string, Buffer, string]>([
  ['with more pages than anybody looks at', tiffOf(Array.from({ length: 101 }, () => faxPage(8, 8))), 'tooBig'],
  ['that is too wide', tiffOf([big(13_000, 8)]), 'tooBig'],
  ['that has too many pixels', tiffOf([big(11_000, 11_000)]), 'tooBig'],
  ['that ends in its midst', half.subarray(0, half.length / 2), 'broken'],
  ['whose beginning alone is one', Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1'), 'broken'],
  ['that is none', Buffer.from('%PDF-1.4'), 'broken'],
  ['that is nothing', Buffer.alloc(0), 'broken'],
])('a TIFF %s is not shown', async (_name, bytes, why) => {
  expect(await cleaner.toPdf(bytes)).toBe(why);
});

it('pages that lead back to the first one have an end, and what comes after them is shown', async () => {
  const endless = await cleaner.toPdf(tiffOf([faxPage(8, 8), faxPage(8, 8)], { next: 8 }));
  if (typeof endless !== 'string') expect((await sizesOf(endless)).length).toBeLessThanOrEqual(100);
  expect(await sizesOf(await cleaner.toPdf(tiffOf([faxPage()])))).toHaveLength(1);
});

it('a TIFF is no picture of those that strangers send', async () => {
  const bytes = tiffOf([faxPage(8, 8)]);
  expect(await cleaner.toPdf(bytes)).toBeInstanceOf(Uint8Array);
  expect(await cleaner.clean(bytes)).toBeUndefined();
});

test('pixels of a page are as high as it says, where that can be', () => {
  const heights = (...resolutions: [number, number][]) =>
    pixelHeights(tiffOf(resolutions.map((resolution) => faxPage(8, 8, resolution))), 100).map(
      (height) => Math.round(height * 100) / 100,
    );
  expect(heights([204, 98], [204, 196], [0, 0], [1, 1000])).toEqual([2.08, 1.04, 1, 1]);
  expect(pixelHeights(tiffOf([faxPage(8, 8)], { next: 8 }), 100)).toHaveLength(100);
  expect(pixelHeights(Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1'), 100)).toEqual([]);
  expect(['II*\0', 'MM\0*', 'II+\0', 'I', ''].map((start) => isTiff(Buffer.from(start, 'latin1')))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('pixels are packed where they are black or white', () => {
  expect(packBits(Uint8Array.from([255, 0, 255, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0]), 9)).toEqual(
    Uint8Array.from([0b1010_0000, 0b1000_0000, 0b0100_0000, 0]),
  );
  expect(packBits(Uint8Array.from([255, 128]), 2)).toBeUndefined();
});
