import { fromBER, OctetString } from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { headerFields, startOfBody } from './content-key.ts';

/** What an S/MIME signature stands over, byte for byte, and the signature. */
export interface SignedPart {
  /** `opaque`: the content lies within the signature. */
  readonly kind: 'detached' | 'opaque';
  readonly content: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * The signed part of a mail, cut out of its bytes by the boundary: what a parser makes of it is no longer what was signed. Undefined
 * where the mail as a whole is not signed; a signed mail within another is that one's.
 */
export function signedPart(raw: Uint8Array): SignedPart | undefined {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const bodyStart = startOfBody(mail);
  const fields = headerFields(mail.subarray(0, bodyStart));
  const type = fields.find(({ name }) => name === 'content-type')?.value ?? '';
  if (/^application\/(?:x-)?pkcs7-mime\b/i.test(type)) {
    const kind = /smime-type="?([\w-]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'signed-data';
    if (kind !== 'signed-data') return undefined;
    return { kind: 'opaque', content: Buffer.alloc(0), signature: decodedBody(fields, mail.subarray(bodyStart)) };
  }
  if (!/^multipart\/signed\b/i.test(type) || !/application\/(?:x-)?pkcs7-signature/i.test(type)) return undefined;
  const boundary = /\bboundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(type);
  const name = boundary?.[1]?.replace(/\\(.)/g, '$1') ?? boundary?.[2];
  if (name === undefined || name === '' || name.length > 200) return undefined;
  const [first, second] = partsOf(mail, bodyStart, name);
  if (first === undefined || second === undefined) return undefined;
  const start = startOfBody(second);
  const signature = decodedBody(headerFields(second.subarray(0, start)), second.subarray(start));
  return { kind: 'detached', content: canonical(first), signature };
}

/** The first two parts between the boundary's lines. The end of the line before a boundary belongs to the boundary. */
function partsOf(mail: Buffer, from: number, boundary: string): Buffer[] {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start: number | undefined;
  for (let at = mail.indexOf(mark, from); at !== -1 && parts.length < 2; at = mail.indexOf(mark, at + mark.length)) {
    const isLineStart = at === from || mail[at - 1] === 0x0a;
    const end = mail.indexOf(0x0a, at);
    const rest = mail.toString('latin1', at + mark.length, end === -1 ? mail.length : end);
    if (!isLineStart || !/^(?:--)?[ \t\r]*$/.test(rest)) continue;
    if (start !== undefined) {
      const cut = mail[at - 2] === 0x0d ? at - 2 : at - 1;
      parts.push(mail.subarray(start, Math.max(start, cut)));
    }
    if (end === -1) break;
    start = end + 1;
  }
  return parts;
}

/** Signed is what went over the wire, where every line ends with CR LF, however a mail server keeps it. */
function canonical(part: Buffer): Buffer {
  const text = part.toString('latin1');
  return /(?:^|[^\r])\n/.test(text) ? Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1') : part;
}

function decodedBody(fields: readonly { name: string; value: string }[], body: Buffer): Buffer {
  const encoding = fields.find(({ name }) => name === 'content-transfer-encoding')?.value.toLowerCase() ?? '';
  return encoding.startsWith('base64') ? Buffer.from(body.toString('latin1'), 'base64') : body;
}

/** The content that lies in a signature; undefined where there is none, or it cannot be read. */
export function readSigned(signature: Uint8Array | undefined): Uint8Array | undefined {
  try {
    const { result } = fromBER(new Uint8Array(signature ?? []));
    const signed = new SignedData({ schema: new ContentInfo({ schema: result }).content });
    const content: unknown = signed.encapContentInfo.eContent;
    return content instanceof OctetString ? new Uint8Array(content.getValue()) : undefined;
  } catch {
    return undefined;
  }
}
