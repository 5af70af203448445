import type * as Unpacking from '@kenjiuno/decompressrtf';
import { decodeText } from '../charset.ts';
import { textOfRtf } from '../filetext/index.ts';
import { lazily } from '../lazily.ts';
import { hasVisibleContent, hasVisibleText } from './visible.ts';

const unpacking = lazily<typeof Unpacking>('@kenjiuno/decompressrtf');

/** A file that was packed into a `winmail.dat`. */
export interface TnefFile {
  readonly filename: string;
  /** Empty where it is not told. */
  readonly contentType: string;
  readonly contentId: string | null;
  readonly bytes: Uint8Array;
}

/** What Outlook packs into TNEF ([MS-OXTNEF]): files, and the text where the mail has none beside it. */
export interface Tnef {
  readonly files: readonly TnefFile[];
  readonly html: string;
  readonly text: string;
}

const SIGNATURE = 0x223e9f78;
const MAX_FILES = 200;
const MAX_DEEP = 3;
const MAX_PROPERTIES = 2000;
const [BODY, ATTACH_DATA, TITLE, MIME_PROPERTIES, REND_DATA, PROPERTIES, CODE_PAGE] = [
  0x800c, 0x800f, 0x8010, 0x9005, 0x9002, 0x9003, 0x9007,
];
const [TEXT, RTF, HTML] = [0x1000, 0x1009, 0x1013];
const MAX_RTF_BYTES = 4 * 1024 * 1024;

interface Draft {
  name: string;
  longName: string;
  type: string;
  contentId: string | null;
  bytes: Uint8Array;
  inner: Tnef | undefined;
}

/** Unpacks TNEF; undefined where it is none. What is broken or cut off ends it: what stood before is kept. */
export function readTnef(bytes: Uint8Array, depth = 0): Tnef | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 6 || view.readUInt32LE(0) !== SIGNATURE) return undefined;
  const files: Draft[] = [];
  let [html, rich, codePage] = ['', '', 'windows-1252'];
  /** The text stands in up to two places, of which either may be empty. */
  const texts: string[] = [];
  for (let at = 6; at + 9 <= view.length;) {
    const id = view.readUInt16LE(at + 1);
    const length = view.readUInt32LE(at + 5);
    const data = view.subarray(at + 9, at + 9 + length);
    if (data.length < length) break;
    at += 9 + length + 2;
    const file = files.at(-1);
    if (id === CODE_PAGE && length >= 4) codePage = nameOfCodePage(data.readUInt32LE(0));
    else if (id === BODY) texts.push(textOf(data, false, codePage));
    else if (id === REND_DATA) {
      if (files.length === MAX_FILES) break;
      files.push({ name: '', longName: '', type: '', contentId: null, bytes: new Uint8Array(), inner: undefined });
    } else if (id === PROPERTIES) {
      for (const { tag, value, isWide } of propertiesOf(data)) {
        if (tag === TEXT) texts.unshift(textOf(value, isWide, codePage));
        if (tag === HTML) html = textOf(value, isWide, codePage);
        if (tag === RTF) rich = richText(value);
      }
    } else if (file === undefined) continue;
    else if (id === TITLE) file.name = textOf(data, false, codePage);
    else if (id === ATTACH_DATA) file.bytes = data;
    else if (id === MIME_PROPERTIES) readFileProperties(file, data, codePage, depth);
  }
  const text = [...texts, rich].find(hasVisibleText) ?? '';
  return { html, text, files: files.flatMap(asFiles).slice(0, MAX_FILES) };
}

/** The text of packed RTF ([MS-OXRTFCP]), in which Outlook keeps what it shows; empty where it cannot be read. */
function richText(packed: Buffer): string {
  if (packed.length > MAX_RTF_BYTES) return '';
  try {
    return textOfRtf(Uint8Array.from(unpacking().decompressRTF([...packed])));
  } catch {
    return '';
  }
}

function readFileProperties(file: Draft, data: Buffer, codePage: string, depth: number): void {
  for (const { tag, type, value, isWide } of propertiesOf(data)) {
    if (tag === 0x3707) file.longName = textOf(value, isWide, codePage);
    if (tag === 0x3704 && file.name === '') file.name = textOf(value, isWide, codePage);
    if (tag === 0x370e) file.type = textOf(value, isWide, codePage).toLowerCase();
    if (tag === 0x3712) file.contentId = textOf(value, isWide, codePage) || null;
    if (tag === 0x3701 && value.length > 0) {
      // An object stands behind the id of its interface; a mail in the mail is packed like the outer one.
      const bytes = type === 0x0d ? value.subarray(16) : value;
      const inner = depth < MAX_DEEP ? readTnef(bytes, depth + 1) : undefined;
      if (inner !== undefined) file.inner = inner;
      else if (file.bytes.length === 0) file.bytes = bytes;
    }
  }
}

/** A mail in the mail is given as its text and its files. */
function asFiles({ name, longName, type, contentId, bytes, inner }: Draft): TnefFile[] {
  const filename = longName || name;
  if (inner === undefined) return [{ filename, contentType: type, contentId, bytes }];
  const isHtml = hasVisibleContent(inner.html) || (inner.html !== '' && inner.text === '');
  const body = isHtml ? inner.html : inner.text;
  const [bodyType, end] = isHtml ? ['text/html', 'html'] : ['text/plain', 'txt'];
  const letter = {
    filename: `${filename || 'mail'}.${end}`,
    contentType: bodyType,
    contentId: null,
    bytes: Buffer.from(body),
  };
  return [...(body === '' ? [] : [letter]), ...inner.files];
}

interface Property {
  readonly tag: number;
  readonly type: number;
  readonly value: Buffer;
  readonly isWide: boolean;
}

/** Bytes of a value of a fixed size as it lies there, which is a multiple of four. */
const SIZES: Readonly<Record<number, number>> = {
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
};

/** MAPI properties one after the other, as far as they can be read. */
function propertiesOf(data: Buffer): Property[] {
  const found: Property[] = [];
  try {
    let at = 4;
    for (let left = Math.min(data.readUInt32LE(0), MAX_PROPERTIES); left > 0; left -= 1) {
      const [kind, tag] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)];
      at += 4;
      if (tag >= 0x8000) {
        at += 20;
        const names = data.readUInt32LE(at - 4) === 1;
        at += 4 + (names ? padded(data.readUInt32LE(at)) : 0);
      }
      const type = kind & ~0x1000;
      const size = SIZES[type];
      const isCounted = size === undefined || (kind & 0x1000) !== 0;
      const values = isCounted ? data.readUInt32LE(at) : 1;
      if (isCounted) at += 4;
      if (values > MAX_PROPERTIES) break;
      for (let value = 0; value < values; value += 1) {
        const length = size ?? data.readUInt32LE(at);
        if (size === undefined) at += 4;
        if (at + length > data.length) return found;
        if (value === 0) found.push({ tag, type, value: data.subarray(at, at + length), isWide: type === 0x1f });
        at += size ?? padded(length);
      }
    }
  } catch {
    // Cut off in the middle of one.
  }
  return found;
}

const padded = (length: number): number => (length + 3) & ~3;

function textOf(value: Uint8Array, isWide: boolean, codePage: string): string {
  const text = isWide ? new TextDecoder('utf-16le').decode(value) : decodeText(value, codePage);
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

function nameOfCodePage(page: number): string {
  const name = page === 65_001 ? 'utf-8' : page === 932 ? 'shift_jis' : page === 936 ? 'gbk' : `windows-${page}`;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'windows-1252';
  }
}
