const LF = 10;
const CR = 13;
const FROM = Buffer.from('From ');
/** A separator ends with a date, which a sentence that begins with "From " hardly does: `From a@b.example Mon Jan  5 10:00:00 2026`. */
const SEPARATOR = /^From \S.*\b\d{1,2}:\d{2}.*\b(19|20)\d{2}\b|^From \S+ .*\b(19|20)\d{2}\b.*\d{1,2}:\d{2}|^From - /;
/** Longer lines are cut into pieces; none of them is a separator. */
const MAX_LINE_BYTES = 1024 * 1024;

/** A mail of an mbox file. */
export interface MboxMail {
  readonly raw: Buffer;
  /** Where the next one begins, in bytes from where the reading began. */
  readonly end: number;
}

interface Line {
  readonly bytes: Buffer;
  /** False for what goes on with a line that was cut. */
  readonly isStart: boolean;
}

/**
 * Takes an mbox file apart: the bytes of each mail as they were, line ends too, without its `From ` line. Lines that
 * begin with `>From ` lose one `>` (mboxrd; mboxo differs from it only in lines that were quoted before they were written).
 * A `From ` line separates only after an empty line or at the beginning, and if it looks like one.
 * Mails of more than `most` bytes come as the first of them.
 * Source: RFC 4155 and the descriptions of the mbox family.
 */
export async function* splitMbox(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  most = Infinity,
): AsyncGenerator<MboxMail> {
  let lines: Buffer[] | undefined;
  let size = 0;
  let at = 0;
  let isAfterEmpty = true;
  for await (const { bytes, isStart } of linesOf(chunks)) {
    if (isStart && isAfterEmpty && isSeparator(bytes)) {
      if (lines !== undefined) yield { raw: mailOf(lines), end: at };
      lines = [];
      size = 0;
    } else if (lines !== undefined && size < most) {
      lines.push(isStart ? unquoted(bytes) : bytes);
      size += bytes.length;
    }
    at += bytes.length;
    isAfterEmpty = isStart && isEmpty(bytes);
  }
  if (lines !== undefined) yield { raw: mailOf(lines), end: at };
}

const isSeparator = (line: Buffer): boolean =>
  line.subarray(0, FROM.length).equals(FROM) && SEPARATOR.test(line.toString('latin1', 0, 300));

/** The empty line before the next separator belongs to the file, not to the mail. */
function mailOf(lines: Buffer[]): Buffer {
  const last = lines.at(-1);
  if (last !== undefined && isEmpty(last)) lines.pop();
  return Buffer.concat(lines);
}

const isEmpty = (line: Buffer): boolean =>
  (line.length === 1 && line[0] === LF) || (line.length === 2 && line[0] === CR && line[1] === LF);

/** Whether a line begins with `From ` behind any number of `>`. */
function isQuotable(line: Buffer): boolean {
  let at = 0;
  while (line[at] === 0x3e) at += 1;
  return line.subarray(at, at + FROM.length).equals(FROM);
}

const unquoted = (line: Buffer): Buffer => (line[0] === 0x3e && isQuotable(line) ? line.subarray(1) : line);

/** Lines with their ends. */
async function* linesOf(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let isStart = true;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      yield { bytes: Buffer.concat([...rest, chunk.subarray(from, at + 1)]), isStart };
      rest = [];
      restBytes = 0;
      isStart = true;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > MAX_LINE_BYTES) {
      yield { bytes: Buffer.concat(rest), isStart };
      rest = [];
      restBytes = 0;
      isStart = false;
    }
  }
  if (restBytes > 0) yield { bytes: Buffer.concat(rest), isStart };
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as separators bear it: `Mon Jan  5 10:00:00 2026`, in UTC. */
function asctime(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  const day = String(at.getUTCDate()).padStart(2);
  return `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${day} ${clock} ${at.getUTCFullYear()}`;
}

/**
 * A mail as it stands in an mbox file (mboxrd), `fields` put in front of its own. All its bytes are kept; one whose last line has no
 * end gets one, which `fields` has to tell of.
 */
export function mboxEntry(raw: Buffer, head: { readonly sender: string; readonly at: Date; readonly fields: string }) {
  const end = endOfLines(raw);
  const sender = /^[!-~]+$/.test(head.sender) ? head.sender : 'MAILER-DAEMON';
  const fields = head.fields.replaceAll(/\r?\n/g, end);
  const parts: Uint8Array[] = [Buffer.from(`From ${sender} ${asctime(head.at)}${end}${fields}`, 'latin1')];
  let from = 0;
  for (let at = 0; at < raw.length;) {
    const next = raw.indexOf(LF, at) + 1 || raw.length;
    if (isQuotable(raw.subarray(at, next))) {
      parts.push(raw.subarray(from, at), Buffer.from('>'));
      from = at;
    }
    at = next;
  }
  parts.push(raw.subarray(from), Buffer.from(raw.at(-1) === LF ? end : `${end}${end}`));
  return Buffer.concat(parts);
}

/** What ends the first line of a mail. */
export function endOfLines(raw: Buffer): '\n' | '\r\n' {
  const at = raw.indexOf(LF);
  return at > 0 && raw[at - 1] === CR ? '\r\n' : '\n';
}
