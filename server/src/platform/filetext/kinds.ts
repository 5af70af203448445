import type { FileHint } from './reading.ts';

export type FileKind =
  | 'pdf'
  | 'zip'
  | 'rtf'
  | 'html'
  | 'xml'
  | 'mail'
  | 'calendar'
  | 'contact'
  | 'text'
  | 'locked'
  | 'media'
  | 'unknown';

/** Beginnings of files that have pictures, sound, films or letters in place of text. */
const MEDIA: readonly (string | RegExp)[] = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'BM',
  'II*\0',
  'MM\0*',
  'ID3',
  '\xff\xfb',
  '\xff\xf3',
  '\xff\xf1',
  'OggS',
  'fLaC',
  '\x1aE\xdf\xa3',
  '\0\0\x01\xba',
  'wOFF',
  'wOF2',
  'OTTO',
  '\0\x01\0\0\0',
  '\0\0\x01\0',
  '8BPS',
  /^RIFF[\s\S]{4}(WEBP|WAVE|AVI )/,
  /^[\s\S]{4}ftyp/,
];

/** First bytes of a compound file. Office wraps encrypted documents in one: these are no documents that can be read. */
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

const HEAD = 4096;
const MAIL_FIELD = /^(?:received|return-path|delivered-to|from|to|subject|date|message-id|mime-version|x-[\w-]+):/i;

/** What a file is, by its bytes; `hint` decides where it is text of one kind or another. */
export function kindOf(bytes: Uint8Array, hint: FileHint): FileKind {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, HEAD).toString('latin1');
  const begins = (mark: string) => head.startsWith(mark);
  // Some programs write a few bytes before it.
  if (/%PDF-\d/.test(head.slice(0, 1100))) return 'pdf';
  if (begins('PK\x03\x04') || begins('PK\x05\x06')) return 'zip';
  if (begins(COMPOUND)) return buffer.includes(ENCRYPTED_PACKAGE) ? 'locked' : 'unknown';
  if (isMedia(buffer)) return 'media';
  const start = head.replace(/^(?:\xef\xbb\xbf)?\s+|^\xef\xbb\xbf/, '');
  if (start.startsWith('{\\rtf')) return 'rtf';
  if (/^BEGIN:VCALENDAR/i.test(start)) return 'calendar';
  if (/^BEGIN:VCARD/i.test(start)) return 'contact';
  if (hint === 'mail' || (MAIL_FIELD.test(start) && /\n(?:from|message-id|mime-version):/i.test(start))) return 'mail';
  if (/^(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(start)) return 'html';
  if (/^<\?xml\b/i.test(start)) return /<(?:!doctype\s+)?html\b/i.test(start) ? 'html' : 'xml';
  if (isWide(buffer) || !hasSignsOfNoText(head)) return hint === 'html' ? 'html' : 'text';
  return 'unknown';
}

/** Whether a file that begins like this is one of pictures, sound, films or fonts. */
export function isMedia(beginning: Buffer): boolean {
  const head = beginning.subarray(0, HEAD).toString('latin1');
  const isKnown = MEDIA.some((mark) => (typeof mark === 'string' ? head.startsWith(mark) : mark.test(head)));
  // Two letters alone may begin a text.
  return isKnown && (!head.startsWith('BM') || hasSignsOfNoText(head));
}

/** Control signs that no text has, but for tab, ends of line and of page, and Escape; a few are forgiven. */
function hasSignsOfNoText(head: string): boolean {
  let signs = 0;
  for (let at = 0; at < head.length; at += 1) {
    const code = head.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || code === 127) signs += 1;
  }
  return signs > head.length / 500;
}

/** Text of two bytes a sign, which is marked as that, or has every second byte empty. */
export function isWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const looked = Math.min(bytes.length & ~1, 1000);
  if (looked < 8) return undefined;
  let [even, odd, both] = [0, 0, 0];
  for (let at = 0; at < looked; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) both += 1;
    else if (bytes[at] === 0) even += 1;
    else if (bytes[at + 1] === 0) odd += 1;
  }
  if (both > 0) return undefined;
  if (odd > looked * 0.35 && even === 0) return 'utf-16le';
  return even > looked * 0.35 && odd === 0 ? 'utf-16be' : undefined;
}
