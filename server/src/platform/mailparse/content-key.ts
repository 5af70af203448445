import { createHash } from 'node:crypto';

/**
 * The header fields that make a mail this mail: whatever a reader shows or acts on, so that nobody is handed another's answer address. All
 * others are written on its way, differently for each mailbox. Bcc belongs to them: the sender's own copy names people whom no receiver may learn of.
 */
const IDENTITY = [
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'content-id',
  'content-language',
  'auto-submitted',
  'precedence',
  'list-id',
  'list-post',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'disposition-notification-to',
  'return-receipt-to',
  'x-confirm-reading-to',
  'x-failed-recipients',
  'importance',
  'priority',
  'x-priority',
  'resent-from',
  'resent-sender',
  'resent-to',
  'resent-cc',
  'resent-date',
  'resent-message-id',
];
const MAX_HEADER = 1024 * 1024;
const CR = 13;
const LF = 10;

/**
 * SHA-256 (hex) over the identity header fields and the body. Copies of one mail in several mailboxes have the same key although
 * their trace fields (Received, Return-Path, X-…) and ends of line differ; a reused Message-ID with another body has another. A mail
 * without a Message-ID, or with a header too long to be read as a whole, is the same only where each byte is.
 */
export function contentKey(raw: Uint8Array): string {
  const bodyStart = startOfBody(raw);
  const fields = headerFields(raw.subarray(0, bodyStart));
  const hash = createHash('sha256');
  const hasId = fields.some(({ name, value }) => name === 'message-id' && /[^\s<>]/.test(value));
  if (!hasId || bodyStart > MAX_HEADER) return hash.update(raw).digest('hex');
  for (const name of IDENTITY) {
    const values = fields.filter((field) => field.name === name).map(({ value }) => value);
    hash.update(`${name}:${JSON.stringify(values)}\n`);
  }
  hash.update('\n');
  hashLines(hash, raw.subarray(bodyStart));
  return hash.digest('hex');
}

/** Where the body begins: after the first empty line; the length of the mail where it has none. */
export function startOfBody(raw: Uint8Array): number {
  if (raw[0] === LF) return 1;
  if (raw[0] === CR && raw[1] === LF) return 2;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    if (raw[at + 1] === LF) return at + 2;
    if (raw[at + 1] === CR && raw[at + 2] === LF) return at + 3;
  }
  return raw.length;
}

/** Header fields with unfolded values; bytes outside ASCII stay what they are. */
export function headerFields(header: Uint8Array): { name: string; value: string }[] {
  const text = Buffer.from(header.buffer, header.byteOffset, Math.min(header.length, MAX_HEADER)).toString('latin1');
  return text
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) return { name: '', value: '' };
      return {
        name: line.slice(0, colon).trim().toLowerCase(),
        value: line
          .slice(colon + 1)
          .replace(/\s+/g, ' ')
          .trim(),
      };
    })
    .filter(({ name }) => name !== '');
}

/** Feeds the body with one kind of line end and without empty lines at its end, which servers add and drop. */
function hashLines(hash: ReturnType<typeof createHash>, body: Uint8Array): void {
  let end = body.length;
  while (end > 0 && (body[end - 1] === LF || body[end - 1] === CR)) end -= 1;
  let start = 0;
  for (let at = body.indexOf(CR); at !== -1 && at < end; at = body.indexOf(CR, at + 1)) {
    if (body[at + 1] !== LF) continue;
    hash.update(body.subarray(start, at));
    start = at + 1;
  }
  hash.update(body.subarray(start, end));
}
