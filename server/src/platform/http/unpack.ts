import { MAX_DEFLATED_BYTES, MAX_INFLATED_BYTES, MAX_INFLATE_RATIO } from '@kontor/contract/kernel';
import { inflateSync, type ZlibOptions } from 'node:zlib';
import { fail } from '../operation/problem.ts';

/** Below this size the ratio says nothing: a short repetitive text packs well. */
const RATIO_FROM_BYTES = 1024 * 1024;

/** Inflates zlib data (RFC 1950). Throws BODY_TOO_LARGE over the limits and BAD_ENCODING on anything behind or amiss. */
export function inflate(deflated: Buffer): Buffer {
  if (deflated.byteLength > MAX_DEFLATED_BYTES) fail('BODY_TOO_LARGE');
  let result: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    const options: ZlibOptions = { maxOutputLength: MAX_INFLATED_BYTES, info: true };
    result = inflateSync(deflated, options) as unknown as typeof result;
  } catch (error) {
    return fail((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'BODY_TOO_LARGE' : 'BAD_ENCODING');
  }
  const { buffer, engine } = result;
  if (engine.bytesWritten !== deflated.byteLength) fail('BAD_ENCODING', { detail: 'Bytes behind the end' });
  if (buffer.byteLength > RATIO_FROM_BYTES && buffer.byteLength > deflated.byteLength * MAX_INFLATE_RATIO)
    fail('BODY_TOO_LARGE');
  return buffer;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of bytes that must be UTF-8. Throws BAD_ENCODING. */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail('BAD_ENCODING', { detail: 'Not UTF-8' });
  }
}

/** Returns the value of a JSON text. Throws BAD_JSON, also on a key that no plain object should have. */
export function parseJson(text: string): unknown {
  if (/"__proto__"\s*:/.test(text)) fail('BAD_JSON');
  try {
    return JSON.parse(text);
  } catch {
    return fail('BAD_JSON');
  }
}
