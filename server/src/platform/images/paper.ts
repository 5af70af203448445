import { deflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { pdfOf, type PicturePage } from './pdf.ts';
import { pixelHeights } from './tiff.ts';

/** A paper that is larger than what is shown. */
export class TooBigError extends Error {}

const MAX_PAGES = 100;
const MAX_SIDE = 12_000;
/** Of one page, and of all. */
const MAX_PIXELS = 40_000_000;
const MAX_ALL_PIXELS = 450_000_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Longest side of a page that is shown as it is where it has black and white alone; of all others. */
const MAX_TWO_TONE_SIDE = 5000;
const MAX_SHOWN_SIDE = 2400;
/** Points of the longer side of each page: as of A4. */
const LONGER_SIDE = 842;

/** Makes a PDF of the pages of a TIFF, as which faxes and scans come. Throws TooBigError, or whatever else for what is none. */
export async function paperOf(bytes: Uint8Array): Promise<Uint8Array> {
  const { format, pages: count = 1 } = await headOf(bytes, 0);
  if (format !== 'tiff') throw new Error('no TIFF');
  if (count > MAX_PAGES) throw new TooBigError();
  const heights = pixelHeights(bytes, MAX_PAGES);
  const pages: PicturePage[] = [];
  let [pixels, size] = [0, 0];
  for (let page = 0; page < count; page += 1) {
    const open = (): Sharp =>
      sharp(bytes, { page, pages: 1, limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const { width, height, channels, orientation = 1 } = await headOf(bytes, page);
    pixels += width * height;
    const isTooBig = width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS;
    if (isTooBig || pixels > MAX_ALL_PIXELS) throw new TooBigError();
    const isFine = channels === 1 && Math.max(width, height) <= MAX_TWO_TONE_SIDE;
    const picture = (isFine ? await twoToneOf(open()) : undefined) ?? (await toneOf(open()));
    size += picture.bytes.length;
    if (size > MAX_BYTES) throw new TooBigError();
    const stretch = heights[page] ?? 1;
    // Of a page that lies on its side, the pixels do, too.
    pages.push({ ...picture, ...sidesOf(picture, orientation > 4 ? 1 / stretch : stretch) });
  }
  return pdfOf(pages);
}

/** What a page says of itself: no pixel of it is read, however many it says that there are. */
const headOf = (bytes: Uint8Array, page: number): Promise<Metadata> =>
  sharp(bytes, { page, pages: 1, limitInputPixels: false }).metadata();

type Picture = Omit<PicturePage, 'pageWidth' | 'pageHeight'>;

function sidesOf({ width, height }: Picture, stretch: number) {
  const scale = LONGER_SIDE / Math.max(width, height * stretch);
  return { pageWidth: Math.max(1, width * scale), pageHeight: Math.max(1, height * stretch * scale) };
}

/** A page that has black and white alone, as it is; undefined where it has more. */
async function twoToneOf(page: Sharp): Promise<Picture | undefined> {
  const { data, info } = await page.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 1) return undefined;
  const bits = packBits(data, info.width);
  if (bits === undefined) return undefined;
  const { width, height } = info;
  return { width, height, filter: 'FlateDecode', colours: 'DeviceGray', bytes: deflateSync(bits) };
}

/** Rows of bits, each beginning with a byte of its own, of pixels of one byte; undefined where one is neither black nor white. */
export function packBits(pixels: Uint8Array, width: number): Uint8Array | undefined {
  const row = Math.ceil(width / 8);
  const bits = new Uint8Array(row * Math.ceil(pixels.length / width));
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at];
    if (pixel === 0) continue;
    if (pixel !== 255) return undefined;
    const column = at % width;
    const byte = ((at - column) / width) * row + (column >> 3);
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (column & 7));
  }
  return bits;
}

async function toneOf(page: Sharp): Promise<Picture> {
  const { data, info } = await page
    .flatten({ background: '#fff' })
    .resize(MAX_SHOWN_SIDE, MAX_SHOWN_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return {
    width,
    height,
    filter: 'DCTDecode',
    colours: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
    bytes: data,
  };
}
