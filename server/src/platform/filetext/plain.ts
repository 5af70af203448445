import { analyse } from 'chardet';
import { isWide } from './kinds.ts';

/** So much of a text is looked at to learn its charset. */
const LOOKED_AT = 64 * 1024;
/** What a text that is not Unicode is in where nothing tells: what Windows has written in these countries. */
const DEFAULTS = 'windows-1252';
const SURE = 40;

/** Whether there is a decoder for it. */
function decodes(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

/** The charset that a text without any mark is in, by the letters that it has. */
function charsetOf(bytes: Uint8Array): string {
  const [best] = analyse(bytes.subarray(0, LOOKED_AT));
  // The parts of ISO-8859 are read as what Windows made of them, which has signs where they have none.
  if (best === undefined || best.confidence < SURE || /^(iso-8859-1|ascii|utf-8)$/i.test(best.name)) return DEFAULTS;
  return decodes(best.name) ? best.name : DEFAULTS;
}

/** Bytes as text, in the charset that they are in. */
export function decodeText(bytes: Uint8Array): string {
  const wide = isWide(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(charsetOf(bytes)).decode(bytes);
  }
}
