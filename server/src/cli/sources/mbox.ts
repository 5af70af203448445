const LF = 10;
const CR = 13;
const FROM = Buffer.from('From ');
/** A separator ends with a date, which a sentence that begins with "From " hardly does: `From a@b.example Mon Jan  5 10:00:00 2026`. */
const SEPARATOR = /^From \S.*\b\d{1,2}:\d{2}.*\b(19|20)\d{2}\b|^From \S+ .*\b(19|20)\d{2}\b.*\d{1,2}:\d{2}|^From - /;
/** Longer lines are cut into pieces; none of them is a separator. */
const MOST_LINE_BYTES = 1024 * 1024;

/**
 * Takes an mbox file apart: the bytes of each mail as they were, line ends too, without its `From ` line. Lines that
 * begin with `>From ` lose one `>` (mboxrd; mboxo differs from it only in lines that were quoted before they were written).
 * A `From ` line separates only after an empty line or at the beginning, and if it looks like one.
 * Source: RFC 4155 and the descriptions of the mbox family.
 */
export async function* splitMbox(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let lines: Buffer[] | undefined;
  let isAfterEmpty = true;
  for await (const line of linesOf(chunks)) {
    if (isAfterEmpty && line.subarray(0, 5).equals(FROM) && SEPARATOR.test(line.toString('latin1', 0, 300))) {
      if (lines !== undefined) yield mailOf(lines);
      lines = [];
    } else {
      lines?.push(unquoted(line));
    }
    isAfterEmpty = isEmpty(line);
  }
  if (lines !== undefined) yield mailOf(lines);
}

/** The empty line before the next separator belongs to the file, not to the mail. */
function mailOf(lines: Buffer[]): Buffer {
  const last = lines.at(-1);
  if (last !== undefined && isEmpty(last)) lines.pop();
  return Buffer.concat(lines);
}

const isEmpty = (line: Buffer): boolean => line.length === 1 || (line.length === 2 && line[0] === CR);

function unquoted(line: Buffer): Buffer {
  if (line[0] !== 0x3e) return line;
  let at = 1;
  while (line[at] === 0x3e) at += 1;
  return line.subarray(at, at + 5).equals(FROM) ? line.subarray(1) : line;
}

/** Lines with their ends. */
async function* linesOf(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at + 1)]);
      rest = [];
      restBytes = 0;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > MOST_LINE_BYTES) {
      yield Buffer.concat(rest);
      rest = [];
      restBytes = 0;
    }
  }
  if (restBytes > 0) yield Buffer.concat(rest);
}
