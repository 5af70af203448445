import type { ImportReading } from '@kontor/contract/kernel';
import { analyse } from 'chardet';

type Encoding = ImportReading['encoding'];

/** How files of another kind begin: archives, among them those of spreadsheets, PDF, old spreadsheets, pictures. */
const STRANGERS = ['504b0304', '25504446', 'd0cf11e0', '89504e47', 'ffd8ff', '1f8b'];
/** Encodings of one byte that are told by what they say, and what they are called. */
const BY_LOOK: Readonly<Record<string, Encoding>> = {
  'windows-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'windows-1250',
};

const hasMark = (bytes: Buffer, mark: string): boolean => bytes.toString('hex', 0, mark.length / 2) === mark;

/** Whether bytes, which may end within a sign, are UTF-8. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Of UTF-16 without a mark one half of the bytes of plain letters is nothing. */
function wideOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | 'binary' | undefined {
  const nothings = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) nothings[at % 2] = (nothings[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nothings;
  if (even + odd === 0) return undefined;
  const most = bytes.length / 2;
  if (odd > most * 0.4 && even < most * 0.05) return 'utf-16le';
  if (even > most * 0.4 && odd < most * 0.05) return 'utf-16be';
  return even + odd > 10 || even + odd > bytes.length / 100 ? 'binary' : undefined;
}

/** In what encoding a text begins so, or that it is no text. */
export function guessEncoding(bytes: Buffer): Encoding | 'binary' {
  if (STRANGERS.some((mark) => hasMark(bytes, mark))) return 'binary';
  if (hasMark(bytes, 'efbbbf')) return 'utf-8';
  if (hasMark(bytes, 'fffe')) return 'utf-16le';
  if (hasMark(bytes, 'feff')) return 'utf-16be';
  const wide = wideOf(bytes);
  if (wide !== undefined) return wide;
  if (isUtf8(bytes)) return 'utf-8';
  const found = analyse(bytes).flatMap(({ name }) => BY_LOOK[name] ?? [])[0];
  return found ?? 'windows-1252';
}
