import { WRITTEN_PICTURES } from '@kontor/contract/kernel';

/** A picture that is wider or higher is made smaller: nobody sees the difference in a text. */
const MAX_PIXELS = 1600;
/** Width in pixels at which a picture stands in the text at first. */
const MAX_WIDTH = 640;
const QUALITY = 0.85;

export interface MadePicture {
  readonly file: File;
  readonly width: number;
  readonly height: number;
}

/** How large a picture stands in the text. */
export function shownSize(width: number, height: number, most = MAX_WIDTH): { width: number; height: number } {
  const factor = Math.min(1, most / width);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

const isWritten = (type: string): boolean => WRITTEN_PICTURES.some((known) => known === type);
const nameAs = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, '') || 'Bild'}.${type === 'image/png' ? 'png' : 'jpg'}`;

/** A picture as texts may have it: PNG, JPEG or GIF and not too large; made anew where it is another. Undefined where it cannot be read. */
export async function makePicture(given: File): Promise<MadePicture | undefined> {
  const bitmap = await createImageBitmap(given).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const { width, height } = bitmap;
  try {
    const isSmall = Math.max(width, height) <= MAX_PIXELS;
    // A GIF may move.
    if (isWritten(given.type) && (isSmall || given.type === 'image/gif')) return { file: given, width, height };
    const factor = Math.min(1, MAX_PIXELS / Math.max(width, height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(width * factor)),
      Math.max(1, Math.round(height * factor)),
    );
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    const type = given.type === 'image/png' ? 'image/png' : 'image/jpeg';
    if (type === 'image/jpeg') {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type, quality: QUALITY });
    return { file: new File([blob], nameAs(given.name, type), { type }), width: canvas.width, height: canvas.height };
  } finally {
    bitmap.close();
  }
}

/** The file that a `data:` address is; undefined for anything else. */
export function fileOf(address: string): File | undefined {
  const [, type, data] = /^data:(image\/[\w+.-]+);base64,([a-z\d+/=\s]+)$/i.exec(address) ?? [];
  if (type === undefined || data === undefined) return undefined;
  const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (sign) => sign.codePointAt(0) ?? 0);
  return new File([bytes], `Bild.${type.slice(6)}`, { type });
}
