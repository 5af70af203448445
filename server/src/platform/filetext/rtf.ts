import { EnoughError, Gathering } from './gathering.ts';
import { UnreadError } from './reading.ts';

/** Groups whose text is no text of the document. */
const UNSEEN = new Set(
  `fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl generator info pict object objdata themedata colorschememapping
  datastore latentstyles xmlnstbl filetbl fldinst datafield nonshppict shppict sp mmathPr pgptbl userprops bkmkstart bkmkend`.split(
    /\s+/,
  ),
);
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  cell: ' ',
  tab: ' ',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
};
/** Charsets of Windows by the numbers that fonts name them with. */
const FONT_CHARSETS: Readonly<Record<number, number>> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};
const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  866: 'ibm866',
  10_000: 'macintosh',
  65_001: 'utf-8',
};
const ESCAPED: Readonly<Record<string, string>> = {
  '~': ' ',
  _: '-',
  '\n': '\n',
  '\r': '\n',
  '\\': '\\',
  '{': '{',
  '}': '}',
};
const MACINTOSH = 10_000;
const MAX_DEEP = 2000;
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)/giu;

interface Group {
  readonly unseen: boolean;
  /** Signs after one of Unicode that stand for it in older programs. */
  readonly skip: number;
  readonly font: number;
}

const decoderOf = (page: number): TextDecoder => {
  try {
    return new TextDecoder(CODE_PAGES[page] ?? `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
};

class RtfReader {
  readonly #gathering: Gathering;
  readonly #outer: Group[] = [];
  readonly #pages = new Map<number, number>();
  #group: Group = { unseen: false, skip: 1, font: -1 };
  #page = 1252;
  /** The font that the table of fonts is about to describe; undefined outside of it. */
  #font: number | undefined;
  #tooDeep = 0;
  #toSkip = 0;
  #bytes: number[] = [];

  constructor(gathering: Gathering) {
    this.#gathering = gathering;
  }

  get isOpen(): boolean {
    return this.#outer.length > 0;
  }

  /** Bytes that were written one by one make letters together. */
  flush(): void {
    if (this.#bytes.length === 0) return;
    const page = this.#pages.get(this.#group.font) ?? this.#page;
    this.#gathering.add(decoderOf(page).decode(Uint8Array.from(this.#bytes)));
    this.#bytes = [];
  }

  /** Takes what one match of a token has; returns how many bytes behind it are no text. */
  take([, name, value, hex, sign, brace, plain]: RegExpExecArray): number {
    if (name !== undefined) return this.#word(name, value === undefined ? undefined : Number(value));
    if (brace === '{') this.#begin();
    else if (brace !== undefined) this.#end();
    else if (hex !== undefined) this.#byte(Number.parseInt(hex, 16));
    else if (sign !== undefined) this.#sign(sign);
    else if (plain !== undefined) this.#plain(plain.replace(/[\r\n]/g, ''));
    return 0;
  }

  #say(text: string): void {
    this.flush();
    if (!this.#group.unseen) this.#gathering.add(text);
  }

  #begin(): void {
    this.flush();
    this.#toSkip = 0;
    if (this.#outer.length < MAX_DEEP) this.#outer.push(this.#group);
    else this.#tooDeep += 1;
  }

  #end(): void {
    this.flush();
    this.#toSkip = 0;
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else this.#group = this.#outer.pop() ?? this.#group;
    if (!this.#group.unseen) this.#font = undefined;
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (!this.#group.unseen) this.#bytes.push(byte);
  }

  #sign(sign: string): void {
    if (sign === '*') this.#hide();
    else if (sign in ESCAPED) this.#say(ESCAPED[sign] ?? '');
  }

  #plain(text: string): void {
    const kept = text.slice(this.#toSkip);
    this.#toSkip = Math.max(0, this.#toSkip - text.length);
    if (kept === '' || this.#group.unseen) return;
    if (Buffer.byteLength(kept) === kept.length) this.#say(kept);
    else for (const letter of kept) this.#bytes.push(letter.charCodeAt(0));
  }

  #hide(): void {
    this.flush();
    this.#group = { ...this.#group, unseen: true };
  }

  #word(name: string, value = Number.NaN): number {
    if (name === 'bin') return Math.max(0, value || 0);
    if (name === 'u' && !Number.isNaN(value)) {
      this.#say(String.fromCharCode(value & 0xff_ff));
      this.#toSkip = this.#group.skip;
    } else if (name === 'uc') this.#group = { ...this.#group, skip: Math.min(Math.max(value || 0, 0), 10) };
    else if (name === 'ansicpg') this.#page = value || this.#page;
    else if (name === 'mac') this.#page = MACINTOSH;
    else if (name === 'f') this.#chooseFont(value);
    else if (name === 'fcharset') this.#nameCharset(value);
    else if (UNSEEN.has(name)) {
      this.#hide();
      if (name === 'fonttbl') this.#font = -1;
    } else if (SIGNS[name] !== undefined) this.#say(SIGNS[name]);
    return 0;
  }

  #chooseFont(font: number): void {
    this.flush();
    if (this.#font !== undefined) this.#font = font;
    else this.#group = { ...this.#group, font };
  }

  #nameCharset(charset: number): void {
    const page = FONT_CHARSETS[charset];
    if (this.#font !== undefined && page !== undefined) this.#pages.set(this.#font, page);
  }
}

/** The text of a document in Rich Text Format. */
export function readRtf(bytes: Uint8Array, gathering: Gathering): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const reader = new RtfReader(gathering);
  TOKEN.lastIndex = 0;
  let tokens = 0;
  for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) {
    tokens += 1;
    if (tokens % 10_000 === 0) gathering.checkTime();
    TOKEN.lastIndex += reader.take(match);
  }
  reader.flush();
  if (!reader.isOpen) return;
  // It ends in the middle.
  if (gathering.length === 0) throw new UnreadError('broken');
  gathering.cut = true;
}

/** Most processor time for a text that stands beside others, in milliseconds. */
const SOFT_MS = 2000;

/** The same as a text of its own, as far as it can be read. */
export function textOfRtf(bytes: Uint8Array): string {
  const gathering = new Gathering(SOFT_MS);
  try {
    readRtf(bytes, gathering);
  } catch (error) {
    if (!(error instanceof EnoughError || error instanceof UnreadError)) throw error;
  }
  return gathering.text();
}
