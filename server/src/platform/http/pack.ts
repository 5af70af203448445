import { PAKO_TYPE } from '@kontor/contract/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  deflate,
  deflateRaw,
  deflateRawSync,
  deflateSync,
} from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const deflateAsync = promisify(deflate);
const deflateRawAsync = promisify(deflateRaw);

const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const FAST = { level: 1 };
/** What is sent again and again is packed once, so that it may take longer. */
const SMALL = { level: 6 };

/** Above this size packing leaves the event loop; below it the hand-over costs many times the work, which is 0.04 to 0.4 ms for a page. */
const ASYNC_FROM_BYTES = 256 * 1024;
const PACK_FROM_BYTES = 1024;
/** The most that one block of deflate holds as it is. RFC 1951, 3.2.4. */
const MAX_STORED = 0xffff;

/** What follows the head of an answer: a JSON text from its second key to the last brace, which is the same for all who are given it. */
export interface Body {
  readonly text: string;
  /** Its bytes and their deflate stream, once it has been packed to be kept. */
  packed?: { readonly bytes: Buffer; readonly stream: Buffer };
}

/** Packs a body that is kept, for all answers to come. One that is so large that it would hold up others stays as it is. */
export function packToKeep(body: Body): void {
  if (body.packed !== undefined || body.text.length >= ASYNC_FROM_BYTES) return;
  const bytes = Buffer.from(body.text);
  body.packed = { bytes, stream: deflateRawSync(bytes, SMALL) };
}

const isShort = (bytes: Buffer): boolean => bytes.byteLength < ASYNC_FROM_BYTES;
const brotli = (bytes: Buffer) =>
  isShort(bytes) ? brotliCompressSync(bytes, FAST_BROTLI) : brotliAsync(bytes, FAST_BROTLI);
const deflated = (bytes: Buffer) => (isShort(bytes) ? deflateSync(bytes, FAST) : deflateAsync(bytes, FAST));
const streamOf = (bytes: Buffer) => (isShort(bytes) ? deflateRawSync(bytes, FAST) : deflateRawAsync(bytes, FAST));

/** Ten bytes: deflate, no name, no time, unknown system. RFC 1952, 2.3. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * A file of gzip with a head that is stored as it is, followed by a deflate stream, which ends it. The head's secrets are never packed together
 * with words that strangers write, by whose length they could be guessed.
 */
export function joined(head: Buffer, bytes: Buffer, stream: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < head.byteLength; at += MAX_STORED) {
    const piece = head.subarray(at, at + MAX_STORED);
    const lead = Buffer.alloc(5);
    lead.writeUInt16LE(piece.byteLength, 1);
    // The same with all bits turned.
    lead.writeUInt16LE(MAX_STORED - piece.byteLength, 3);
    blocks.push(lead, piece);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes, crc32(head)), 0);
  trailer.writeUInt32LE((head.byteLength + bytes.byteLength) % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, ...blocks, stream, trailer]);
}

/** Sends a JSON text of two parts in the form that was asked for: base64 of zlib, or JSON under a content coding that the client accepts. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  head: string,
  body: Body,
  asPako: boolean,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', 'no-store');
  if (asPako) {
    const bytes = await deflated(Buffer.from(head + body.text));
    return reply.type(PAKO_TYPE).send(bytes.toString('base64'));
  }
  void reply.type('application/json; charset=utf-8').header('Vary', 'Origin, Accept-Encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  const first = Buffer.from(head);
  const rest = body.packed?.bytes ?? Buffer.from(body.text);
  if (first.byteLength + rest.byteLength >= PACK_FROM_BYTES) {
    if (/\bgzip\b/.test(accepted)) {
      const stream = body.packed?.stream ?? (await streamOf(rest));
      return reply.header('Content-Encoding', 'gzip').send(joined(first, rest, stream));
    }
    if (/\bbr\b/.test(accepted))
      return reply.header('Content-Encoding', 'br').send(await brotli(Buffer.concat([first, rest])));
  }
  return reply.send(Buffer.concat([first, rest]));
}
