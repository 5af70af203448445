// Entry of the process that makes images anew. It holds no secret and is killed when it takes too long.
import sharp, { type Sharp } from 'sharp';
import { TooBigError, paperOf } from './paper.ts';

export interface CleanImage {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly bytes: Uint8Array;
}
/** `square`: the middle of the picture, still, with sides of so many pixels. */
export interface ImageForm {
  readonly square?: number;
  /** For a look at a file: the picture, still, with no side longer than so many pixels. SVG is drawn for this alone. */
  readonly within?: number;
  /** A PDF of all pages of a TIFF, which is drawn for this alone. */
  readonly paper?: true;
}
export type ImageAnswer =
  | { readonly ready: true }
  | { readonly image: CleanImage | null }
  | { readonly paper: Uint8Array | 'broken' | 'tooBig' };

/** All frames together. A frame of 40 megapixels takes 160 MB. */
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 12_000;

const SVG = 'VipsForeignLoadSvgBuffer';
const TIFF = 'VipsForeignLoadTiffBuffer';

sharp.cache(false);
sharp.concurrency(1);
// By the decoders of these formats and no other: libvips knows dozens, SVG and PDF among them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
});

/** The picture alone: decoded and encoded again, without metadata, comments and whatever else the file was. Throws for what is none. */
async function makeAnew(bytes: Uint8Array, { square, within }: ImageForm): Promise<CleanImage> {
  sharp.block({ operation: [TIFF] });
  if (within === undefined) sharp.block({ operation: [SVG] });
  else sharp.unblock({ operation: [SVG] });
  const { format, width, height, pages = 1 } = await open(bytes, {}).metadata();
  if (width > MAX_SIDE || height > MAX_SIDE) throw new Error('too large');
  if (within !== undefined) {
    const fitted = open(bytes, {}).resize(within, within, { fit: 'inside', withoutEnlargement: true });
    return { type: 'image/webp', bytes: await fitted.webp({ quality: 88, effort: 2 }).toBuffer() };
  }
  if (square !== undefined) {
    const cut = open(bytes, {}).resize(square, square, { fit: 'cover' });
    return { type: 'image/webp', bytes: await cut.webp({ quality: 85 }).toBuffer() };
  }
  if (format === 'jpeg') return { type: 'image/jpeg', bytes: await open(bytes, {}).jpeg({ quality: 88 }).toBuffer() };
  const isMoving = pages > 1 && (format === 'gif' || format === 'webp') && width * height * pages <= MAX_PIXELS;
  if (isMoving)
    return { type: 'image/webp', bytes: await open(bytes, { animated: true }).webp({ effort: 1 }).toBuffer() };
  if (format === 'png' || format === 'gif')
    return { type: 'image/png', bytes: await open(bytes, {}).png({ compressionLevel: 6 }).toBuffer() };
  return { type: 'image/webp', bytes: await open(bytes, {}).webp({ quality: 90, effort: 1 }).toBuffer() };
}

const open = (bytes: Uint8Array, options: { animated?: boolean }): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', ...options }).autoOrient();

function answerTo(bytes: Uint8Array, form: ImageForm): Promise<ImageAnswer> {
  if (form.paper !== true)
    return makeAnew(bytes, form).then(
      (image) => ({ image }),
      () => ({ image: null }),
    );
  sharp.unblock({ operation: [TIFF] });
  return paperOf(bytes).then(
    (paper) => ({ paper }),
    (error: unknown) => ({ paper: error instanceof TooBigError ? 'tooBig' : 'broken' }),
  );
}

process.on('message', ({ bytes, form }: { bytes: Uint8Array; form: ImageForm }) => {
  void answerTo(bytes, form).then((answer) => process.send?.(answer));
});
// The server is gone: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
