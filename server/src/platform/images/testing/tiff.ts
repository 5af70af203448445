/** A page of a TIFF without compression. */
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  /** 1: rows of bits, each beginning with a byte of its own, white where none is set, as faxes have it; 8: grey; 24: red, green and blue. */
  readonly bits: 1 | 8 | 24;
  readonly pixels: Uint8Array;
  /** Pixels to an inch, across and down. */
  readonly resolution?: readonly [across: number, down: number];
}

const [SHORT, LONG, RATIONAL] = [3, 4, 5];
const HEADER_BYTES = 8;

/** A TIFF of pages, byte by byte. `next`: where the file says that the page after the last one is; nowhere, if it is left out. */
export function tiffOf(pages: readonly TiffPage[], { next = 0 }: { readonly next?: number } = {}): Buffer {
  const parts: Buffer[] = [];
  let at = HEADER_BYTES;
  for (const [index, { width, height, bits, pixels, resolution: [across, down] = [204, 204] }] of pages.entries()) {
    const samples = bits === 24 ? 3 : 1;
    const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, bits === 24 ? 8 : bits],
      [259, SHORT, 1],
      [262, SHORT, bits === 1 ? 0 : bits === 8 ? 1 : 2],
      [273, LONG, 0],
      [277, SHORT, samples],
      [278, LONG, height],
      [279, LONG, pixels.length],
      [282, RATIONAL, 0],
      [283, RATIONAL, 0],
      [296, SHORT, 2],
    ];
    const directory = 2 + 12 * entries.length + 4;
    const places: Readonly<Record<number, number>> = {
      273: at + directory + 16,
      282: at + directory,
      283: at + directory + 8,
    };
    const head = Buffer.alloc(directory + 16);
    head.writeUInt16LE(entries.length, 0);
    for (const [number, [tag, type, value]] of entries.entries()) {
      const entry = 2 + 12 * number;
      head.writeUInt16LE(tag, entry);
      head.writeUInt16LE(type, entry + 2);
      head.writeUInt32LE(1, entry + 4);
      head.writeUInt32LE(places[tag] ?? value, entry + 8);
    }
    const padded = Buffer.concat([pixels, Buffer.alloc(pixels.length % 2)]);
    const end = at + head.length + padded.length;
    head.writeUInt32LE(index === pages.length - 1 ? next : end, directory - 4);
    for (const [number, value] of [across, 1, down, 1].entries()) head.writeUInt32LE(value, directory + 4 * number);
    parts.push(head, padded);
    at = end;
  }
  const header = Buffer.from([0x49, 0x49, 42, 0, HEADER_BYTES, 0, 0, 0]);
  return Buffer.concat([header, ...parts]);
}

/** A page of a fax: white, with a black bar across its top, an eighth of its height. */
export function faxPage(width = 1728, height = 1145, resolution: TiffPage['resolution'] = [204, 98]): TiffPage {
  const row = Math.ceil(width / 8);
  const pixels = new Uint8Array(row * height);
  pixels.fill(0xff, 0, row * Math.ceil(height / 8));
  return { width, height, bits: 1, pixels, resolution };
}
