/** A file that stands in a text as lines of letters. */
export interface EncodedFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

const MAX_FILES = 50;
const BEGIN = /^begin(?:-base64)? [0-7]{3,4} (\S[^\r\n]{0,254})$/;

/** Bytes of a line, whose first letter says how many; undefined for a line that is none. */
function bytesOf(line: string): Buffer | undefined {
  const length = (line.charCodeAt(0) - 32) & 63;
  const letters = Math.ceil(length / 3) * 4;
  // Blanks at its end a mailer may have taken off.
  if (line.length > letters + 2 || !/^[\x20-\x60]+$/.test(line) || line.length < letters - 3) return undefined;
  const bytes = Buffer.alloc(letters);
  let at = 0;
  const padded = line.padEnd(letters + 1, ' ');
  for (let letter = 1; letter <= letters; letter += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((more) => (padded.charCodeAt(letter + more) - 32) & 63) as [
      number,
      number,
      number,
      number,
    ];
    bytes[at] = (a << 2) | (b >> 4);
    bytes[at + 1] = ((b & 15) << 4) | (c >> 2);
    bytes[at + 2] = ((c & 3) << 6) | d;
    at += 3;
  }
  return bytes.subarray(0, length);
}

/** Takes files out of a text, as mailers wrote them before there was MIME (uuencode, POSIX). What does not end as it should stays text. */
export function takeEncodedFiles(text: string): { text: string; files: readonly EncodedFile[] } {
  if (!/^begin(?:-base64)? [0-7]{3,4} /m.test(text)) return { text, files: [] };
  const lines = text.split(/\r?\n/);
  const kept: string[] = [];
  const files: EncodedFile[] = [];
  let tries = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const filename = tries === MAX_FILES ? undefined : BEGIN.exec(line)?.[1];
    if (filename !== undefined) tries += 1;
    const found = filename === undefined ? undefined : readFile(lines, at);
    if (filename === undefined || found === undefined) {
      kept.push(line);
      continue;
    }
    files.push({ filename: filename.trim().replace(/^"(.+)"$/, '$1'), bytes: found.bytes });
    at = found.end;
  }
  return files.length === 0 ? { text, files } : { text: kept.join('\n'), files };
}

/** Whole lines that a file needs to be one though nobody has ended it: a text has none of them by chance. */
const MIN_WHOLE = 2;
const WHOLE = /^M[\x20-\x60]{60}$/;

function readFile(lines: readonly string[], begin: number): { bytes: Buffer; end: number } | undefined {
  const isBase64 = lines[begin]?.startsWith('begin-base64') === true;
  const parts: Buffer[] = [];
  let isOver = false;
  let whole = 0;
  for (let at = begin + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trimEnd() === (isBase64 ? '====' : 'end')) return { bytes: Buffer.concat(parts), end: at };
    // Its end is missing where other words stand behind its last line.
    if (isOver && line.trim() !== '') return { bytes: Buffer.concat(parts), end: at - 1 };
    if (isBase64) {
      if (!/^[\w+/=]*$/.test(line)) return undefined;
      parts.push(Buffer.from(line, 'base64'));
    } else if (line !== '') {
      const bytes = bytesOf(line);
      if (bytes === undefined) return undefined;
      parts.push(bytes);
      isOver ||= parts.length > 1 && bytes.length === 0;
      if (WHOLE.test(line)) whole += 1;
    }
  }
  return isOver || whole >= MIN_WHOLE ? { bytes: Buffer.concat(parts), end: lines.length - 1 } : undefined;
}
