import { isUtf8 } from 'node:buffer';
import type iconv from 'iconv-lite';
import {
  brokenShare,
  easternLetters,
  hasControls,
  hasWordOfTwoBytes,
  isDamaged,
  isDoubtful,
  isLatin,
  isWestern,
  looksLikeWords,
  plainShare,
} from './charset-sense.ts';
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
  /** In lower case, as the platform has it. */
  readonly name: string;
  readonly decode: (bytes: Uint8Array) => string;
  /** Each byte is a sign, so that whatever bytes there are can be read by it. */
  readonly isSingle: boolean;
}

/** What Windows has in the place of a standard: who has bytes that the standard leaves to controls means that. */
const SIBLINGS: Readonly<Record<string, string>> = {
  'iso-8859-2': 'windows-1250',
  'iso-8859-3': 'windows-1252',
  'iso-8859-4': 'windows-1257',
  'iso-8859-5': 'windows-1251',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-8-i': 'windows-1255',
  'iso-8859-10': 'windows-1257',
  'iso-8859-13': 'windows-1257',
  'iso-8859-14': 'windows-1252',
  'iso-8859-15': 'windows-1252',
  'iso-8859-16': 'windows-1250',
};
const NOT_LATIN = /^iso-8859-[5-8]/;
const CONTROL = /[\u0080-\u009f]/;

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
  const meant = /utf-?8/.test(name) ? 'utf-8' : undefined;
  const found = [name, ALIASES[bare], bare, meant]
    .map((one) => (one === undefined ? undefined : known(one)))
    .find(Boolean);
  if (encodings.size < MAX_ENCODINGS) encodings.set(name, found);
  return found;
}

function known(name: string): Encoding | undefined {
  try {
    const decoder = new TextDecoder(name);
    const { encoding } = decoder;
    return { name: encoding, decode: (bytes) => decoder.decode(bytes), isSingle: SINGLE.test(encoding) };
  } catch {
    if (!more().encodingExists(name)) return undefined;
    const decode = (bytes: Uint8Array): string => more().decode(Buffer.from(bytes), name);
    // What it knows beyond the platform is UTF-7, and the code pages of DOS, whose signs are single bytes.
    const isSeven = /utf-?7$/i.test(name);
    return {
      name,
      decode: isSeven ? (bytes) => (isUtf7(bytes) ? decode(bytes) : REPLACED) : decode,
      isSingle: !/utf|ucs|unicode/i.test(name),
    };
  }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Whether each plus sign begins what it begins in UTF-7 (RFC 2152): a hyphen, or whole units of two bytes, and zeros to the end of the last sign. */
function isUtf7(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte >= 0x80)) return false;
  const text = Buffer.from(bytes).toString('latin1');
  for (const [whole, data = ''] of text.matchAll(/\+([A-Za-z0-9+/]*)-?/g)) {
    if (whole === '+-') continue;
    const left = (data.length * 6) % 16;
    const last = BASE64.indexOf(data.at(-1) ?? '');
    if (data.length < 3 || left >= 6 || (last & ((1 << left) - 1)) !== 0) return false;
  }
  return true;
}

/**
 * The text that bytes most probably are. `label`: what they are said to be in. A byte order mark counts most; then the label, unless it is of
 * single bytes and these are UTF-8 beyond doubt, or it makes words that no language has and the bytes are a good text otherwise; then what
 * HTML says of itself; then UTF-8. What is none of that is Windows' Western code page, which has a letter for nearly each byte: nothing is
 * lost that could be read.
 */
export function decodeText(bytes: Uint8Array, label = '', { isHtml = false } = {}): string {
  const [mark, marked] = MARKS.find(([signs]) => signs.every((byte, at) => bytes[at] === byte)) ?? [];
  if (mark === undefined || marked === undefined)
    return wideText(bytes, label) ?? narrowText(bytes, encodingOf(label), isHtml);
  const rest = bytes.subarray(mark.length);
  if (marked !== 'utf-8') return wideText(rest, marked) ?? narrowText(rest, encodingOf(label), isHtml);
  if (isUtf8(rest)) return UTF8.decode(bytes);
  const whole = withoutCut(rest);
  if (whole !== undefined) return UTF8.decode(whole);
  // A mark that some program has put before whatever it had.
  return hasSequence(rest) ? mixed(rest) : narrowText(rest, encodingOf(label), isHtml);
}

const isWide = ({ name }: Encoding): boolean => name === 'utf-16le' || name === 'utf-16be';

/** Share of zeros at one side of the letters by which bytes are two a letter beyond doubt, or in this order rather than in the other one. */
const [MIN_ZEROS, MIN_ZEROS_ORDER] = [0.4, 0.05];
const MIN_PAIRS = 4;

/** The text of bytes of which two are a letter, in either order; undefined where they are none, whatever their label says. */
function wideText(bytes: Uint8Array, label: string): string | undefined {
  const said = encodingOf(label);
  const isSaid = said !== undefined && isWide(said);
  if (!isSaid && !bytes.includes(0)) return undefined;
  // What ends within a letter ends before that.
  const pairs = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const certain = orderOf(pairs, MIN_ZEROS);
  if (certain !== undefined && pairs.length >= 2 * MIN_PAIRS) return new TextDecoder(certain).decode(pairs);
  if (!isSaid) return undefined;
  const text = said.decode(pairs);
  if (isNarrow(bytes, text)) return undefined;
  if (/(?:le|be|fe|ff)["']?\s*$/i.test(label)) return text;
  const other = new TextDecoder('utf-16be').decode(pairs);
  const [eastern, ofOther] = [easternLetters(text), easternLetters(other)];
  const isOther = eastern === ofOther ? orderOf(pairs, MIN_ZEROS_ORDER) === 'utf-16be' : ofOther > eastern;
  return isOther ? other : text;
}

/** Which byte of two is the higher one, which is a zero in most letters; undefined where neither is. */
function orderOf(bytes: Uint8Array, least: number): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 2000);
  let [even, odd] = [0, 0];
  for (const [at, byte] of start.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const [more, fewer] = [Math.max(even, odd), Math.min(even, odd)];
  if (more === 0 || more < (least * start.length) / 2 || fewer > more / 10) return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

const MAX_SAMPLE = 65_536;
/** Bytes from which on it is no chance that all of them are signs of ASCII or of UTF-8, or most are letters without marks. */
const MIN_CHANCE = 16;

/** Whether bytes that are said to be two a letter are one a letter, or UTF-8. `wide`: their text by what is said. */
function isNarrow(bytes: Uint8Array, wide: string): boolean {
  const text = mixed(bytes.subarray(0, MAX_SAMPLE));
  const share = plainShare(text);
  const isLong = bytes.length >= MIN_CHANCE;
  if (!bytes.some((byte) => byte >= 0x80))
    return !hasControls(text) && (isLong || (share >= 0.8 && looksLikeWords(text)));
  if (bytes.includes(0)) return share >= 0.75 && isLong;
  if (isUtf8(bytes) && (isLong || isLatin(text) || hasWordOfTwoBytes(text))) return true;
  if (isLong && (share >= 0.75 || brokenShare(wide) > 0.05)) return true;
  // Half a letter is left over, which is no end of a line.
  const isOdd = bytes.length % 2 === 1 && bytes.at(-1) !== 0x0a;
  return share >= 0.5 && isWestern(text) && (isOdd || looksLikeWords(text));
}

/** The text of bytes that are not two a letter. */
function narrowText(bytes: Uint8Array, label: Encoding | undefined, isHtml: boolean): string {
  const said = label === undefined || isWide(label) ? undefined : label;
  const own = isHtml ? declaredIn(bytes) : undefined;
  const isUnicode = isUtf8(bytes) && (said?.name === 'utf-8' || !hasSharpS(bytes));
  const first = said ?? own;
  // A page that is UTF-8 and says something else of single bytes is mistaken, too.
  if (isUnicode && (first === undefined || first.isSingle)) return UTF8.decode(bytes);
  for (const encoding of [said, own]) {
    const text = encoding === undefined ? undefined : textIn(encoding, bytes, isUnicode);
    if (text !== undefined) return text;
  }
  const whole = said?.name === 'utf-8' ? withoutCut(bytes) : undefined;
  if (whole !== undefined) return UTF8.decode(whole);
  return said === undefined || said.name === 'utf-8' ? mixed(bytes) : damaged(said, bytes);
}

/** The text of bytes that are said to be in an encoding, or of what they are beyond doubt; undefined where they are neither. */
function textIn(encoding: Encoding, bytes: Uint8Array, isUnicode: boolean): string | undefined {
  const text = encoding.decode(bytes);
  if (encoding.name === 'utf-8') return isUnicode ? text : undefined;
  if (isUnicode && !encoding.isSingle && bytes.some((byte) => byte >= 0x80)) {
    const unicode = UTF8.decode(bytes);
    const isCertain = bytes.some((byte) => byte >= 0xe0) || hasWordOfTwoBytes(unicode);
    if (isCertain || !isWhole(text) || (isDoubtful(text) && isLatin(unicode))) return unicode;
  }
  if (!isDoubtful(text)) return text;
  const sibling = CONTROL.test(text) ? SIBLINGS[encoding.name] : undefined;
  const isSibling = sibling !== undefined && !NOT_LATIN.test(encoding.name);
  if (!isSibling) {
    const western = mixed(bytes);
    if (isWestern(western)) return western;
  }
  if (sibling !== undefined) {
    const windows = new TextDecoder(sibling).decode(bytes);
    // Nobody writes the sign for any currency, in whose place the standard has the euro.
    return encoding.name === 'iso-8859-15' ? windows.replaceAll('¤', '€') : windows;
  }
  return isWhole(text) ? text : undefined;
}

/** Longer texts are not looked at sign by sign. */
const MAX_DAMAGED = 1024 * 1024;
/** Bytes of the longest sign there is. */
const MAX_SIGN = 4;

/** A text of another script of which some bytes are broken: those are read by themselves. */
function damaged(encoding: Encoding, bytes: Uint8Array): string {
  const text = encoding.decode(bytes);
  if (!isDamaged(text)) return mixed(bytes);
  if (encoding.name.startsWith('iso-2022')) {
    const strays = WINDOWS.decode(bytes.filter((byte) => byte >= 0x80));
    let next = 0;
    return text.replaceAll(REPLACED, () => strays[next++] ?? '');
  }
  if (bytes.length > MAX_DAMAGED) return text;
  return pieced(
    bytes,
    (at) => {
      if ((bytes[at] ?? 0) < 0x80) return 1;
      for (let length = 1; length <= MAX_SIGN && at + length <= bytes.length; length += 1)
        if (isWhole(encoding.decode(bytes.subarray(at, at + length)))) return length;
      return 0;
    },
    encoding.decode,
  );
}

const isWhole = (text: string | undefined): text is string => text !== undefined && !text.includes(REPLACED);

/** The text of bytes in the charset that they are said to be in; undefined where they are not, or nobody knows it. */
export function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  const text = encodingOf(label)?.decode(bytes);
  return isWhole(text) ? text : undefined;
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

/** The charset that an HTML page names for itself, or as XML. One of two bytes a sign could not have been read until there. */
function declaredIn(bytes: Uint8Array): Encoding | undefined {
  const start = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1');
  const label =
    /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([^\s"'/>;]{1,60})/i.exec(start)?.[1] ??
    /^\s*<\?xml\b[^>]{0,500}?\sencoding\s*=\s*["']\s*([^\s"'>]{1,60})/i.exec(start)?.[1];
  return label === undefined || /^utf-?16|^ucs/i.test(label) ? undefined : encodingOf(label);
}

/** Bytes as UTF-8 where they are that, and each other one as a sign of Windows' Western code page. */
const mixed = (bytes: Uint8Array): string =>
  pieced(
    bytes,
    (at) => sequenceAt(bytes, at),
    (piece) => UTF8.decode(piece),
  );

/** Bytes by `decode` where a sign begins, whose bytes `lengthAt` counts, and each other one as a sign of Windows' Western code page. */
function pieced(bytes: Uint8Array, lengthAt: (at: number) => number, decode: (piece: Uint8Array) => string): string {
  let text = '';
  let start = 0;
  const flush = (end: number): void => {
    if (end > start) text += decode(bytes.subarray(start, end));
  };
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(at);
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

/** An ß. With the closing quote behind it, it happens to be UTF-8: a letter of N’Ko, which no other text has. */
const SHARP_S = 0xdf;

/** Whether an ß stands behind a letter of ASCII. */
const hasSharpS = (bytes: Uint8Array): boolean =>
  bytes.includes(SHARP_S) &&
  bytes.some((byte, at) => byte === SHARP_S && /[A-Za-z]/.test(String.fromCharCode(bytes[at - 1] ?? 0)));

/** Whether any of the bytes are a letter of UTF-8 of several. */
const hasSequence = (bytes: Uint8Array): boolean => bytes.some((byte, at) => byte >= 0xc2 && sequenceAt(bytes, at) > 1);

/** Bytes of the UTF-8 sequence that begins here; 0 where none does. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first === SHARP_S) return 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const sequence = bytes.subarray(at, at + length);
  return sequence.length === length && isUtf8(sequence) ? length : 0;
}
