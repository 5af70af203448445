import { isUtf8 } from 'node:buffer';
import type iconv from 'iconv-lite';
import { lazily } from './lazily.ts';

/** Few mails need it, and every start would load it. */
const more = lazily<typeof iconv>('iconv-lite');

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: false });
const WINDOWS = new TextDecoder('windows-1252');
const REPLACED = '\ufffd';

/** Byte order marks, and what they say. */
const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** Names that mailers write and no standard has, by what is left of them without signs and the vendor's prefix. */
const ALIASES: Readonly<Record<string, string>> = {
  iso88598i: 'iso-8859-8-i',
  iso88598e: 'iso-8859-8',
  cp932: 'shift_jis',
  windows932: 'shift_jis',
  ms932: 'shift_jis',
  eucjp: 'euc-jp',
  iso2022jp1: 'iso-2022-jp',
  iso2022jp2: 'iso-2022-jp',
  cp936: 'gbk',
  windows936: 'gbk',
  dos850: 'cp850',
  dos437: 'cp437',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  utf: 'utf-8',
  unicode11utf7: 'utf-7',
  utf7: 'utf-7',
};
/** What a declaration without meaning says. */
const UNKNOWN = new Set([
  '',
  'unknown',
  'x-unknown',
  'unknown-8bit',
  'default',
  'default_charset',
  'none',
  'binary',
  'x-user-defined',
]);

interface Encoding {
  readonly decode: (bytes: Uint8Array) => string;
  /** Each byte is a sign, so that whatever bytes there are can be read by it. */
  readonly isSingle: boolean;
}

const encodings = new Map<string, Encoding | undefined>();
const MAX_ENCODINGS = 500;

const SINGLE = /^(?:windows-125\d|windows-874|iso-8859-|koi8|macintosh|x-mac|ibm866)/;

/** The encoding of a name; undefined where nobody knows it. The platform's own come first: they read what browsers read. */
function encodingOf(label: string): Encoding | undefined {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/\*.*$/, '')
    .replace(/^["']|["']$/g, '')
    .slice(0, 60);
  if (UNKNOWN.has(name)) return undefined;
  if (encodings.has(name)) return encodings.get(name);
  const bare = name.replace(/^(?:x-ms-|x-|cs)/, '').replace(/[\s._-]+/g, '');
  const found = [name, ALIASES[bare], bare].map((one) => (one === undefined ? undefined : known(one))).find(Boolean);
  if (encodings.size < MAX_ENCODINGS) encodings.set(name, found);
  return found;
}

function known(name: string): Encoding | undefined {
  try {
    const decoder = new TextDecoder(name);
    return { decode: (bytes) => decoder.decode(bytes), isSingle: SINGLE.test(decoder.encoding) };
  } catch {
    if (!more().encodingExists(name)) return undefined;
    // What it knows beyond the platform is UTF-7, and the code pages of DOS, whose signs are single bytes.
    return { decode: (bytes) => more().decode(Buffer.from(bytes), name), isSingle: !/utf|ucs|unicode/i.test(name) };
  }
}

/** Bytes that Windows' Western code page has no sign for. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const mayBeWindows = (bytes: Uint8Array): boolean => !bytes.some((byte) => UNUSED.has(byte));

/**
 * The text that bytes most probably are. `label`: what they are said to be in. A byte order mark counts most; then the label, unless it is of
 * single bytes and these are UTF-8 beyond doubt; then what HTML says of itself; then UTF-8. What is none of that is Windows' Western code
 * page, which has a letter for nearly each byte: nothing is lost that could be read.
 */
export function decodeText(bytes: Uint8Array, label = '', { isHtml = false } = {}): string {
  const [, marked] = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const said = encodingOf(label);
  const own = isHtml ? metaOf(bytes) : undefined;
  const mayBeOther = said === undefined || said.isSingle;
  // A page that is UTF-8 and says something else of single bytes is mistaken, too.
  if (mayBeOther && isUtf8(bytes)) {
    const isOwn = said === undefined && own !== undefined && !own.isSingle;
    return isOwn ? own.decode(bytes) : UTF8.decode(bytes);
  }
  if (/^\s*["']?utf-?16["']?\s*$/i.test(label) && isBigEndian(bytes)) return new TextDecoder('utf-16be').decode(bytes);
  const text = [said, own].map((encoding) => encoding?.decode(bytes)).find(isWhole);
  if (text !== undefined) return text;
  const whole = isUtf8Label(label) ? withoutCut(bytes) : undefined;
  if (whole !== undefined) return UTF8.decode(whole);
  // Of a script whose letters take several bytes, one that is broken is lost, and not all of them.
  return said !== undefined && !isUtf8Label(label) && !mayBeWindows(bytes) ? said.decode(bytes) : mixed(bytes);
}

const isWhole = (text: string | undefined): text is string => text !== undefined && !text.includes(REPLACED);

/** The text of bytes in the charset that they are said to be in; undefined where they are not, or nobody knows it. */
export function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  const text = encodingOf(label)?.decode(bytes);
  return isWhole(text) ? text : undefined;
}

const isUtf8Label = (label: string): boolean => /utf-?8/i.test(label);

/** Whether bytes of two a sign have the high one first, which a byte order mark would say: most letters have a zero there. */
function isBigEndian(bytes: Uint8Array): boolean {
  let [even, odd] = [0, 0];
  for (const [at, byte] of bytes.subarray(0, 2000).entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  return even > odd;
}

/** UTF-8 that ends within a sign, without the beginning of that; undefined for what is otherwise none, or has no other sign of several bytes. */
function withoutCut(bytes: Uint8Array): Uint8Array | undefined {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut += 1) {
    const first = bytes[bytes.length - cut] ?? 0;
    if (first >= 0x80 && first < 0xc0) continue;
    const rest = bytes.subarray(0, bytes.length - cut);
    const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    return first >= 0xc2 && cut < length && isUtf8(rest) && rest.some((byte) => byte >= 0xc2) ? rest : undefined;
  }
  return undefined;
}

const META_BYTES = 4096;

/** The charset that an HTML page names for itself. One of two bytes a sign could not have been read until there. */
function metaOf(bytes: Uint8Array): Encoding | undefined {
  const start = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1');
  const label = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([^\s"'/>;]{1,60})/i.exec(start)?.[1];
  return label === undefined || /^utf-?16|^ucs/i.test(label) ? undefined : encodingOf(label);
}

/** Bytes as UTF-8 where they are that, and each other one as a sign of Windows' Western code page. */
function mixed(bytes: Uint8Array): string {
  let text = '';
  let start = 0;
  const flush = (end: number): void => {
    if (end > start) text += UTF8.decode(bytes.subarray(start, end));
  };
  for (let at = 0; at < bytes.length;) {
    const length = sequenceAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    flush(at);
    text += WINDOWS.decode(bytes.subarray(at, at + 1));
    at += 1;
    start = at;
  }
  flush(bytes.length);
  return text;
}

/** Bytes of the UTF-8 sequence that begins here; 0 where none does. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const sequence = bytes.subarray(at, at + length);
  return sequence.length === length && isUtf8(sequence) ? length : 0;
}
