/** Tags of a TIFF: pixels to an inch or a centimetre across and down. */
const ACROSS = 282;
const DOWN = 283;
const ENTRY_BYTES = 12;
/** Pixels that are longer or flatter than this are a mistake. */
const MAX_STRETCH = 4;

export const isTiff = (bytes: Uint8Array): boolean => {
  const [first, second, third, fourth] = bytes;
  return (
    (first === 0x49 && second === 0x49 && third === 42 && fourth === 0) ||
    (first === 0x4d && second === 0x4d && third === 0 && fourth === 42)
  );
};

/**
 * Returns how high the pixels of each page of a TIFF are, for a width of 1: 2.08 for a fax in the coarse resolution. A page that says nothing, or nothing
 * that can be, has square ones. At most `most` pages; those that lie behind the end of the file, and all after them, are left out.
 */
export function pixelHeights(bytes: Uint8Array, most: number): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  const heights: number[] = [];
  try {
    for (let at = view.getUint32(4, isLittle); at !== 0 && heights.length < most;) {
      const count = view.getUint16(at, isLittle);
      const [across, down] = [ACROSS, DOWN].map((tag) => rationalOf(view, { at: at + 2, count, isLittle, tag }));
      heights.push(heightOf(across, down));
      at = view.getUint32(at + 2 + ENTRY_BYTES * count, isLittle);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return heights;
}

function rationalOf(
  view: DataView,
  { at, count, isLittle, tag }: { at: number; count: number; isLittle: boolean; tag: number },
): number | undefined {
  for (let entry = at; entry < at + ENTRY_BYTES * count; entry += ENTRY_BYTES) {
    if (view.getUint16(entry, isLittle) !== tag) continue;
    const value = view.getUint32(entry + 8, isLittle);
    return view.getUint32(value, isLittle) / view.getUint32(value + 4, isLittle);
  }
  return undefined;
}

function heightOf(across: number | undefined, down: number | undefined): number {
  const height = (across ?? 1) / (down ?? across ?? 1);
  return height >= 1 / MAX_STRETCH && height <= MAX_STRETCH ? height : 1;
}
