import { isUtf8 } from 'node:buffer';
import { takeEncodedFiles } from './uuencode.ts';

/** Gets the lines of a body, without their ends, and gives its bytes. */
export interface Decoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

export const arrayOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Names of transfer encodings as they are meant; what nobody knows stays. */
export function encodingMeant(name: string): string {
  const bare = name
    .toLowerCase()
    .replace(/^x-/, '')
    .replace(/[^a-z0-9]+/g, '');
  if (bare.startsWith('base64')) return 'base64';
  if (bare.startsWith('quotedprintable')) return 'quoted-printable';
  return /^uu(?:e|encoded?)?$/.test(bare) ? 'uuencode' : name;
}

const [SPACE, TAB, EQUALS, LF] = [0x20, 0x09, 0x3d, 0x0a];
const DATA = /^[A-Za-z0-9+/]+={0,2}$/;
const URL_SAFE = /^(?=[\w-]*[A-Za-z0-9])[\w-]+={0,2}$/;

/** Part of a line that may be signs which no data has: noise. */
const NOISE = 0.1;
/** Longer texts are read as they are: who writes more than this in base64 knows how. */
const MAX_JUDGED = 1024 * 1024;

interface Piece {
  readonly data: string;
  /** Whether something else follows the data in its line. */
  readonly isLast: boolean;
}

/** The base64 in a line; undefined where there is none in it: words, a rule, whatever lists put behind it. */
function pieceOf(line: string, isUrlSafe: boolean): Piece | undefined {
  if (DATA.test(line)) {
    // A sign of quoted-printable, which some program has put around: it ends the line, and nothing else.
    const isSoft = line.endsWith('=') && !line.endsWith('==') && line.length % 4 === 1;
    return { data: isSoft ? line.slice(0, -1) : line, isLast: false };
  }
  if (isUrlSafe && URL_SAFE.test(line)) return { data: line.replaceAll('-', '+').replaceAll('_', '/'), isLast: false };
  const plain = line.replace(/=3D/gi, '=');
  if (plain !== line && DATA.test(plain)) return { data: plain, isLast: false };
  const words = line.split(/\s+/);
  // Blanks that a program on the way has put between whole groups of data.
  if (words.length > 1 && words.slice(0, -1).every((word) => word.length % 4 === 0 && /^[A-Za-z0-9+/]+$/.test(word)))
    if (DATA.test(words.at(-1) ?? '')) return { data: words.join(''), isLast: false };
  const [, ended] = /^([A-Za-z0-9+/]{2,}={1,2})(?:\s|[^A-Za-z0-9+/=\s])/.exec(line) ?? [];
  if (ended !== undefined && ended.length % 4 === 0) return { data: ended, isLast: true };
  const foreign = line.replace(/[A-Za-z0-9+/=\s]/g, '').length;
  const isWords = foreign > line.length * NOISE || (foreign > 0 && words.length > 1) || words.length > 1;
  return isWords ? undefined : { data: line, isLast: false };
}

/** The same of a line that begins with data, before words. */
function beginning(line: string): Piece | undefined {
  const [, data] = /^([A-Za-z0-9+/]{16,}={0,2})\s/.exec(line) ?? [];
  return data !== undefined && data.length % 4 === 0 ? { data, isLast: true } : undefined;
}

/** Base64 that ends where something else begins. What is none from its first line on stays the text that it is. */
export function endingBase64(decoder: Decoder): Decoder {
  let [isOver, hasData, hasEnded] = [false, false, false];
  const before: Uint8Array[] = [];
  return {
    update(bytes) {
      const line = lineOf(bytes);
      if (line === '' && !isOver) return;
      const piece = line === '' || hasEnded ? undefined : pieceOf(line, false);
      const isFooter = piece === undefined || (isOver && piece.data.length % 4 !== 0);
      hasEnded ||= line === '' || (hasData && isFooter);
      if (hasEnded) return;
      if (piece === undefined || isFooter) {
        before.push(bytes, Buffer.from('\n'));
        return;
      }
      hasData = true;
      decoder.update(Buffer.from(piece.data));
      isOver = piece.data.endsWith('=');
      hasEnded = piece.isLast;
    },
    finalize: async () => (hasData ? decoder.finalize() : arrayOf(Buffer.concat(before))),
  };
}

const lineOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').trim();

/** Whether bytes could be a text at all. Signs of control are in none but those that shift, and in those of two bytes a sign. */
function isReadable(bytes: Uint8Array, charset: string): boolean {
  if (/utf-?(?:16|32)|ucs/i.test(charset) || (bytes[0] === 0xff && bytes[1] === 0xfe)) return true;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return true;
  const hasControl = bytes.some(
    (byte) => byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x1b].includes(byte),
  );
  return !hasControl;
}

/** UTF-8, but for the halves of signs at both of its ends. */
const isMiddleOfUtf8 = (bytes: Buffer): boolean =>
  [0, 1, 2, 3].some((from) =>
    [0, 1, 2, 3].some((to) => isUtf8(bytes.subarray(from, Math.max(from, bytes.length - to)))),
  );

/**
 * Base64 of a text: what is behind its data is told from it by what it would read as, and lines that are no base64 at all, though their header
 * says so, stay the text that they are.
 */
export function textualBase64(charset: string, decoderOfMany: Decoder): Decoder {
  const lines: Uint8Array[] = [];
  let size = 0;
  return {
    update(line) {
      size += line.length + 1;
      lines.push(line);
    },
    finalize: async () => {
      if (size <= MAX_JUDGED) return arrayOf(decodedText(lines, charset));
      const decoder = endingBase64(decoderOfMany);
      for (const line of lines) decoder.update(line);
      return decoder.finalize();
    },
  };
}

/** Bytes of base64 that comes in pieces, some of which end with padding of their own. */
class Data {
  readonly #charset: string;
  readonly #parts: Buffer[] = [];
  /** Signs since the last padding of which no whole group has come. */
  #open = '';
  #isUnicode = true;
  #width = 0;
  #isShort = false;
  /** Whether padding has ended it. */
  isOver = false;

  constructor(charset: string) {
    this.#charset = charset;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  take(data: string): void {
    // The last line of data is shorter than those before it.
    this.#isShort = !this.isEmpty && data.length < this.#width;
    this.#width = Math.max(this.#width, data.length);
    this.isOver = data.endsWith('=');
    const all = this.#open + data.replace(/[^A-Za-z0-9+/=]+/g, '');
    const end = this.isOver ? all.length : all.length - (all.length % 4);
    const bytes = bytesOf(all.slice(0, end));
    this.#parts.push(bytes);
    this.#isUnicode &&= isMiddleOfUtf8(bytes);
    this.#open = all.slice(end);
  }

  /** Whether a piece may be data, too: where the data could have ended, by what it reads as. */
  goesOn({ data, isLast }: Piece): boolean {
    if (this.isEmpty || !(this.isOver || this.#isShort || isLast)) return true;
    if (this.isOver && data.length % 4 !== 0) return false;
    const all = this.#open + data.replace(/=+$/, '');
    const bytes = bytesOf(all.slice(0, all.length - (all.length % 4 === 1 ? 1 : 0)));
    return isReadable(bytes, this.#charset) && (!this.#isUnicode || isMiddleOfUtf8(bytes));
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#parts, bytesOf(this.#open)]);
  }
}

function decodedText(raw: readonly Uint8Array[], charset: string): Buffer {
  const lines = raw.map(lineOf).map((line) => line.replace(/^(?:>\s?)+/, ''));
  const isUrlSafe =
    !lines.some((line) => /[+/]/.test(line) && DATA.test(line)) &&
    lines.some((line) => /[A-Za-z0-9][-_][A-Za-z0-9]/.test(line));
  const data = new Data(charset);
  for (const line of lines) {
    if (line === '' && data.isOver) break;
    const piece = line === '' ? undefined : (pieceOf(line, isUrlSafe) ?? beginning(line));
    if (line !== '' && !data.isEmpty && (piece === undefined || !data.goesOn(piece))) break;
    if (piece === undefined) continue;
    data.take(piece.data);
    if (piece.isLast) break;
  }
  const bytes = data.bytes();
  const isSaid = charset !== '' && !/utf-?8|ascii/i.test(charset);
  const isText = isReadable(bytes, charset) && (isSaid || isMiddleOfUtf8(bytes) || !isWritten(lines));
  if (isText && !data.isEmpty) return bytes;
  return Buffer.concat(raw.flatMap((line) => [line, Buffer.from([LF])]));
}

const bytesOf = (data: string): Buffer => Buffer.from(data, 'base64');

/** Whether lines look as if somebody had written them: words and short lines. */
const isWritten = (lines: readonly string[]): boolean => {
  const filled = lines.filter((line) => line !== '');
  return (
    filled.some((line) => /\S\s+\S/.test(line)) ||
    filled.join('').length % 4 === 1 ||
    filled.slice(0, -1).some((line) => line.length < 40)
  );
};

/** Lines as they are. The library's own makes a Blob of them, which takes some 8 µs a line: seconds for a mail of many. */
export function joiningLines(): Decoder {
  const lines: Uint8Array[] = [];
  const end = Buffer.from('\n');
  return {
    update: (line) => void lines.push(line, end),
    finalize: async () => arrayOf(Buffer.concat(lines)),
  };
}

/** A body that is one file in letters; what is none stays as it is. */
export function uudecoding(): Decoder {
  const lines = joiningLines();
  return {
    update: (line) => lines.update(line),
    finalize: async () => {
      const whole = await lines.finalize();
      const { files } = takeEncodedFiles(Buffer.from(whole).toString('latin1'));
      const [file] = files;
      return files.length === 1 && file !== undefined ? arrayOf(file.bytes) : whole;
    },
  };
}

/** Blanks at the end of a line are none of quoted-printable: some program on the way has put them there (RFC 2045, 6.7). */
export function trimmingLines(decoder: Decoder): Decoder {
  return {
    update(line) {
      let end = line.length;
      while (end > 0 && (line[end - 1] === SPACE || line[end - 1] === TAB)) end -= 1;
      decoder.update(end < line.length && line[end - 1] === EQUALS ? line.subarray(0, end) : line);
    },
    finalize: () => decoder.finalize(),
  };
}
