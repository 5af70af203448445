import { decodeText } from '../charset.ts';
import { startOfBody } from './content-key.ts';
import { decodeWords } from './encoded-words.ts';
import { storable } from './text.ts';

export interface Header {
  /** As it is written; empty for a line that is no header field. */
  readonly name: string;
  readonly value: string;
}

/** Bytes of a mail in which its header is looked for. */
export const HEADER_BYTES = 256 * 1024;
const MAX_HEADERS = 1000;
/** Longer values are shown as they are: nothing that is worth decoding is that long. */
const MAX_DECODED = 16_384;

/** The header fields of a mail from its first bytes: unfolded, decoded, in their order. `isAll`: the bytes are the whole mail. */
export function readHeaders(start: Uint8Array, isAll: boolean): { headers: Header[]; truncated: boolean } {
  const block = start.subarray(0, HEADER_BYTES);
  const end = startOfBody(block);
  const text = decodeText(block.subarray(0, end));
  const lines: string[] = [];
  let isCut = end === block.length && !(isAll && block.length === start.length);
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') continue;
    const last = lines.length - 1;
    if (/^[ \t]/.test(line) && last >= 0) lines[last] += ` ${line.trimStart()}`;
    else if (lines.length === MAX_HEADERS) {
      isCut = true;
      break;
    } else lines.push(line);
  }
  return { headers: lines.map(headerOf), truncated: isCut };
}

function headerOf(line: string): Header {
  const colon = /^[!-9;-~]+[ \t]*:/.exec(line)?.[0].length ?? 0;
  const value = line.slice(colon).trim();
  return { name: line.slice(0, Math.max(0, colon - 1)).trim(), value: storable(decoded(value), HEADER_BYTES) };
}

const decoded = (value: string): string => (value.length > MAX_DECODED ? value : decodeWords(value));
