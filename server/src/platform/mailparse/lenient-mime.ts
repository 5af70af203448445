import PostalMime, { type Attachment, type Email, type PostalMimeOptions } from 'postal-mime';
import { mendAddressField } from './address-field.ts';
import { decodeText } from '../charset.ts';
import { evenWords } from './encoded-words.ts';
import { mendParameters } from './parameters.ts';
import { joinFlowed } from './flowed.ts';
import { hasVisibleContent } from './visible.ts';
import {
  arrayOf,
  encodingMeant,
  endingBase64,
  joiningLines,
  textualBase64,
  trimmingLines,
  uudecoding,
  type Decoder,
} from './transfer.ts';
import { takeEncodedFiles } from './uuencode.ts';

interface Structured {
  value: string;
  params: Record<string, string>;
}

/** What postal-mime 4 keeps of a part of a mail; its types tell nothing of it. */
interface Part {
  state: 'header' | 'body' | 'finished';
  headerLines: string[];
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  contentType: { value: string; parsed: Structured; multipart: string | false };
  readonly contentDisposition: { readonly parsed: Structured };
  contentDecoder: Decoder | null;
  content: ArrayBuffer | null;
  childNodes: Part[];
  readonly parentNode?: Part | undefined;
  feed(line: Uint8Array): void;
  processHeaders(): void;
  setupContentDecoder(encoding: string): void;
  getTextContent(): string;
}

/** What it does with them. */
interface Internals {
  readonly options: PostalMimeOptions;
  readonly maxRfc822NestingDepth: number;
  rfc822NestingDepth: number;
  root: Part;
  currentNode: Part;
  readonly av: Uint8Array;
  readonly readPos: number;
  readonly attachments: Attachment[];
  readonly textMap: Map<Part, unknown>;
  parse(raw: Uint8Array): Promise<Email>;
  processLine(line: Uint8Array, isLast: boolean): Promise<void>;
  collectNode(part: Part, alternative: Part | false, isRelated: boolean): Promise<void>;
  collectSubMessage(part: Part): Promise<void>;
  collectAttachment(part: Part, content: ArrayBuffer, isRelated: boolean, isTooDeep: boolean): void;
  isInlineTextNode(part: Part): boolean;
  addTextEntry(at: Part, type: 'html' | 'plain', entry: { type: 'subMessage'; value: Email }): void;
}

const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => Internals;

const ADDRESS_FIELDS = new Set(['from', 'sender', 'reply-to', 'to', 'cc', 'bcc']);
/** Longer fields are read as they are: nothing that is worth mending is that long. */
const MAX_MENDED = 200_000;
/** Parts of one mail that are taken apart once more: each goes through all that is in it. */
const MAX_APART = 3;
const HYPHEN = 0x2d;
const [SPACE, TAB] = [0x20, 0x09];

/** Parses a mail as people read it who know what its writer meant, where the rules would have it destroyed. */
export const parseLeniently = (raw: Uint8Array, options: PostalMimeOptions): Promise<Email> =>
  new LenientParser(options).parse(raw);

class LenientParser extends Parser {
  readonly #met = new WeakSet<Part>();
  /** Parts that show nothing beside another one that does. */
  readonly #blank = new WeakSet<Part>();
  /** Parts that had to be taken apart once more. */
  #apart = 0;

  constructor(options: PostalMimeOptions) {
    super(options);
    this.#meet(this.root);
  }

  override processLine(line: Uint8Array, isLast: boolean): Promise<void> {
    const part = this.currentNode;
    if (part.state !== 'header') return this.#pass(line, isLast);
    // A part whose header nobody has ended: where a line is no field of it, its text has begun.
    if (part !== this.root && isText(line)) part.feed(new Uint8Array(0));
    return this.#pass(part.state === 'header' ? asUtf8(line) : line, isLast);
  }

  #pass(line: Uint8Array, isLast: boolean): Promise<void> {
    const done = super.processLine(line, isLast);
    return line[0] === HYPHEN ? done.then(() => this.#meet(this.currentNode)) : done;
  }

  /** Has a part that begins read its header, and decode its body, leniently. */
  #meet(part: Part): void {
    if (this.#met.has(part)) return;
    this.#met.add(part);
    const { processHeaders, setupContentDecoder, getTextContent } = part;
    part.processHeaders = () => {
      part.headerLines = this.#mended(part.headerLines);
      processHeaders.call(part);
    };
    part.setupContentDecoder = (written) => {
      const encoding = encodingMeant(written);
      setupContentDecoder.call(part, encoding);
      const { contentDecoder } = part;
      if (contentDecoder === null) return;
      const { value, params } = part.contentType.parsed;
      if (encoding === 'base64')
        part.contentDecoder = /^text\/(?:plain|html)$/.test(value)
          ? textualBase64(params['charset'] ?? '', contentDecoder)
          : endingBase64(contentDecoder);
      else if (encoding === 'quoted-printable') part.contentDecoder = trimmingLines(contentDecoder);
      else part.contentDecoder = encoding === 'uuencode' ? uudecoding() : joiningLines();
    };
    part.getTextContent = () => (part.content === null ? getTextContent.call(part) : textOf(part, part.content));
  }

  /** Header lines, each field in one, with what is loosely written as it was meant. */
  #mended(lines: readonly string[]): string[] {
    const fields: string[] = [];
    let parts: string[] = [];
    const flush = (): void => {
      if (parts.length > 0) fields.push(mendField(parts.join('')));
      parts = [];
    };
    for (const line of lines) {
      if (!/^[ \t]/.test(line)) flush();
      parts.push(line);
    }
    flush();
    return this.#withRightEncoding(this.#withRightType(withKnownType(fields)));
  }

  /** Puts one of several types of a part first, since the first one counts: the type whose boundary is in the bytes that follow. */
  #withRightType(fields: string[]): string[] {
    const types = fields.filter((field) => /^content-type[ \t]*:/i.test(field));
    if (types.length < 2) return fields;
    const rest = Buffer.from(this.av.buffer, this.av.byteOffset + this.readPos, this.av.byteLength - this.readPos);
    const right = types.find((field) => {
      const boundary = boundaryIn(field);
      return boundary !== undefined && rest.includes(`--${boundary}`);
    });
    const page = HTML.test(rest.subarray(0, 1000).toString('latin1'))
      ? types.find((field) => /:\s*text\/html\b/i.test(field))
      : undefined;
    const first = right ?? (types.some((field) => /:\s*multipart\//i.test(field)) ? undefined : page);
    return first === undefined ? fields : [first, ...fields.filter((field) => field !== first)];
  }

  /** Puts one of several transfer encodings first: base64 where the bytes that follow are that, else another one. */
  #withRightEncoding(fields: string[]): string[] {
    const all = fields.filter((field) => /^content-transfer-encoding[ \t]*:/i.test(field));
    if (all.length < 2) return fields;
    const start = Buffer.from(this.av.buffer, this.av.byteOffset + this.readPos, this.av.byteLength - this.readPos);
    const isBase64 = /^\s*[A-Za-z0-9+/]{16,}={0,2}\s*?(?:\r?\n|$)/.test(start.subarray(0, 1000).toString('latin1'));
    const right = all.find((field) => /:\s*"?base64/i.test(field) === isBase64);
    return right === undefined ? fields : [right, ...fields.filter((field) => field !== right)];
  }

  override async collectNode(part: Part, alternative: Part | false, isRelated: boolean): Promise<void> {
    if (this.#blank.has(part)) return;
    if (part.contentType.multipart !== false && part.childNodes.length === 0) await this.#takeApart(part);
    if (part.contentType.multipart === 'alternative') this.#leaveOutBlank(part);
    if (part.contentType.multipart === false) {
      const { parsed } = part.contentType;
      if (parsed.value === 'text/plain') this.#takeFilesOut(part);
      await super.collectNode(part, alternative, isRelated);
      // What has a name like a file is one, too, though it is shown.
      if (part.content !== null && this.isInlineTextNode(part) && isNamedBeside(part))
        this.collectAttachment(part, part.content, isRelated, false);
      return;
    }
    await super.collectNode(part, alternative, isRelated);
  }

  /** A part of several of which none was found: by the boundary that stands there, or as the text that it then is. */
  async #takeApart(part: Part): Promise<void> {
    const { content } = part;
    if (content === null || content.byteLength === 0) return;
    const body = Buffer.from(content);
    this.#apart += 1;
    const boundary = this.#apart > MAX_APART ? undefined : boundaryOf(body);
    if (boundary !== undefined) {
      const kind = part.contentType.multipart || 'mixed';
      const head = `Content-Type: multipart/${kind}; boundary="${boundary.replace(/["\\]/g, '\\$&')}"\n\n`;
      const inner = new PartsParser(this.options);
      await inner.parse(Buffer.concat([Buffer.from(head), body]));
      for (const child of inner.root.childNodes) {
        this.#met.add(child);
        Object.assign(child, { parentNode: part });
      }
      part.childNodes = inner.root.childNodes;
      return;
    }
    const type = HTML.test(body.subarray(0, 1000).toString('latin1')) ? 'text/html' : 'text/plain';
    const { charset } = part.contentType.parsed.params;
    part.contentType.multipart = false;
    part.contentType.parsed = { value: type, params: charset === undefined ? {} : { charset } };
  }

  /** Leaves out HTML parts that show nothing, if the mail also has a plain text that is not empty. */
  #leaveOutBlank(part: Part): void {
    const all = leavesOf(part);
    const isText = (leaf: Part, type: string) => leaf.contentType.parsed.value === type && this.isInlineTextNode(leaf);
    if (!all.some((leaf) => isText(leaf, 'text/plain') && leaf.getTextContent().trim() !== '')) return;
    for (const leaf of all)
      if (isText(leaf, 'text/html') && !hasVisibleContent(leaf.getTextContent())) this.#blank.add(leaf);
  }

  /** Files that stand in a text as letters, and calendars that nobody said are any. */
  #takeFilesOut(part: Part): void {
    if (!this.isInlineTextNode(part) || part.content === null) return;
    const whole = part.getTextContent();
    if (/^\s*BEGIN:VCALENDAR\r?\n/.test(whole)) {
      part.contentType.parsed = { value: 'text/calendar', params: { charset: 'utf-8', method: methodOf(whole) } };
      part.content = arrayOf(Buffer.from(whole));
      return;
    }
    const { text, files } = takeEncodedFiles(whole);
    if (files.length === 0) return;
    part.getTextContent = () => text;
    for (const { filename, bytes } of files)
      this.attachments.push({
        filename,
        mimeType: 'application/octet-stream',
        disposition: 'attachment',
        content: arrayOf(bytes),
      });
  }

  /** A mail in the mail is read by the same rules. As the parser itself does it. */
  override async collectSubMessage(part: Part): Promise<void> {
    const inner = new LenientParser({ ...this.options, maxRfc822NestingDepth: this.maxRfc822NestingDepth });
    inner.rfc822NestingDepth = this.rfc822NestingDepth + 1;
    const mail = await inner.parse(new Uint8Array(part.content ?? new ArrayBuffer(0)));
    if (mail.text || !mail.html) this.addTextEntry(part, 'plain', { type: 'subMessage', value: mail });
    if (mail.html) this.addTextEntry(part, 'html', { type: 'subMessage', value: mail });
    for (const [at, entry] of inner.textMap) this.textMap.set(at, entry);
    this.attachments.push(...mail.attachments);
  }
}

/** Finds the parts of a mail, and leaves what is in them to whoever asked for them. */
class PartsParser extends LenientParser {
  override collectNode(): Promise<void> {
    return Promise.resolve();
  }
}

function textOf(part: Part, content: ArrayBuffer): string {
  const { value, params } = part.contentType.parsed;
  const text = decodeText(new Uint8Array(content), params['charset'], { isHtml: value === 'text/html' });
  return /^flowed$/i.test(params['format'] ?? '') ? joinFlowed(text, /^yes$/i.test(params['delsp'] ?? '')) : text;
}

/** Whether a line among the fields of a part is none: no name stands before a colon, and it goes on with nothing. */
const isText = (line: Uint8Array): boolean =>
  line.length > 0 &&
  line[0] !== HYPHEN &&
  line[0] !== SPACE &&
  line[0] !== TAB &&
  !/^[!-9;-~]+[ \t]*:/.test(Buffer.from(line.subarray(0, 1000)).toString('latin1'));

/** A header line whose bytes are no UTF-8, as UTF-8. */
function asUtf8(line: Uint8Array): Uint8Array {
  if (!line.some((byte) => byte >= 0x80)) return line;
  const text = decodeText(line);
  // What the parser sees of a line has to be its own memory, as the lines of the mail are.
  return new Uint8Array(arrayOf(Buffer.from(text)));
}

function mendField(field: string): string {
  if (field.length > MAX_MENDED) return field;
  const colon = field.indexOf(':');
  if (colon < 1) return field;
  const even = evenWords(field);
  const key = field.slice(0, colon).trim().toLowerCase();
  if (key === 'content-type' || key === 'content-disposition') return mendParameters(even);
  return ADDRESS_FIELDS.has(key)
    ? `${even.slice(0, colon + 1)} ${mendAddressField(even.slice(colon + 1).trim())}`
    : even;
}

/** How HTML begins. */
const HTML = /^\s*<(?:!doctype|html|head|body|p|div|table)\b/i;

/** The fields of a part with a type that is one: a text of which nobody says so properly is a text, and not a file without a name. */
function withKnownType(fields: readonly string[]): string[] {
  const isFile = fields.some((field) =>
    /^content-(?:type|disposition)[ \t]*:.*(?:\bname|\bfilename|:\s*attachment\b)/i.test(field.slice(0, 2000)),
  );
  return fields.map((field) => {
    const [whole, head = '', type = ''] = /^(content-type[ \t]*:)[ \t]*([^;\s]*)/i.exec(field) ?? [];
    if (whole === undefined || isFile || (/^[^/]+\/[^/]+$/.test(type) && !/^plain\/text$/i.test(type))) return field;
    return `${head} ${/html/i.test(type) ? 'text/html' : 'text/plain'}${field.slice(whole.length)}`;
  });
}

const boundaryIn = (field: string): string | undefined => {
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(field.slice(0, 20_000)) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare;
};

/** The boundary that a body is cut by, whatever its header says: the line before the first header of a part. */
function boundaryOf(body: Buffer): string | undefined {
  const start = body.subarray(0, 100_000).toString('latin1');
  const said = /^--(?!-+[ \t]*$)([^\r\n]{1,200}?)[ \t]*\r?\n(?:content-[a-z-]{1,40}|mime-version)[ \t]*:/im.exec(
    start,
  )?.[1];
  if (said !== undefined) return said;
  // A part without a header of its own: the same line ends the last part, with its two hyphens.
  const bare = /^--(?!-+[ \t]*$)([^\r\n]{1,200}?)[ \t]*\r?\n[ \t]*\r?\n/m.exec(start)?.[1];
  return bare !== undefined && body.includes(`\n--${bare}--`) ? bare : undefined;
}

function leavesOf(part: Part, deep = 0): Part[] {
  if (part.contentType.multipart === false || deep > 100) return [part];
  return part.childNodes.flatMap((child) => leavesOf(child, deep + 1));
}

/** A text with a name of its own that is not the first thing that its mail says, or a plain one that is sent as a file, which may be all that there is. */
function isNamedBeside(part: Part): boolean {
  const { parentNode } = part;
  const { value, params } = part.contentDisposition.parsed;
  const name = params['filename'] ?? part.contentType.parsed.params['name'];
  if (name === undefined || name === '' || parentNode?.contentType.multipart === 'alternative') return false;
  const isSentAsFile = 'filename' in params || value === 'inline';
  if (isSentAsFile && part.contentType.parsed.value === 'text/plain') return true;
  return parentNode !== undefined && parentNode.childNodes.length > 1 && parentNode.childNodes[0] !== part;
}

const methodOf = (calendar: string): string => /^METHOD:([A-Z]{1,20})\r?$/im.exec(calendar)?.[1] ?? '';
