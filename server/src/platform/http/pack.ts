import { PAKO_TYPE } from '@kontor/contract/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  deflate,
  deflateRaw,
  deflateRawSync,
  deflateSync,
} from 'node:zlib';
import { sumOf, sumOfAll, sumOfBoth, type Sum } from './crc.ts';

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
  packed?: { readonly bytes: Buffer; readonly stream: Buffer; readonly sum: Sum };
}

/** A part of bodies, packed by itself for all that it stands in: its bytes, and their deflate stream, behind which another one may follow. */
export interface Piece {
  readonly bytes: Buffer;
  readonly stream: Buffer;
  readonly sum: Sum;
}

/** What follows the head of an answer, in pieces, at least one, which were packed before. */
export interface PiecedBody {
  readonly pieces: readonly Piece[];
  /** Of all their bytes, once it was given. */
  sum?: Sum;
}

/** Ends the streams of pieces: a last block with nothing in it. RFC 1951, 3.2.4. */
const END_OF_STREAMS = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Packs a part of bodies, beside the event loop. */
export async function packPiece(text: string): Promise<Piece> {
  const bytes = Buffer.from(text);
  // Ends on a whole byte, and does not end the file.
  const stream = await deflateRawAsync(bytes, { ...SMALL, finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes, stream, sum: sumOf(bytes) };
}

/** Packs a body that is kept, for all answers to come. One that is so large that it would hold up others stays as it is. */
export function packToKeep(body: Body): void {
  if (body.packed !== undefined || body.text.length >= ASYNC_FROM_BYTES) return;
  const bytes = Buffer.from(body.text);
  body.packed = { bytes, stream: deflateRawSync(bytes, SMALL), sum: sumOf(bytes) };
}

const isShort = (bytes: Buffer): boolean => bytes.byteLength < ASYNC_FROM_BYTES;
const brotli = (bytes: Buffer) =>
  isShort(bytes) ? brotliCompressSync(bytes, FAST_BROTLI) : brotliAsync(bytes, FAST_BROTLI);
const deflated = (bytes: Buffer) => (isShort(bytes) ? deflateSync(bytes, FAST) : deflateAsync(bytes, FAST));
const streamOf = async (bytes: Buffer): Promise<Buffer> =>
  isShort(bytes) ? deflateRawSync(bytes, FAST) : deflateRawAsync(bytes, FAST);

const partsOf = (body: Body | PiecedBody): readonly Buffer[] =>
  'pieces' in body ? body.pieces.map(({ bytes }) => bytes) : [body.packed?.bytes ?? Buffer.from(body.text)];

/** The deflate streams of a body, whose parts these are; the last one ends them. */
async function streamsOf(body: Body | PiecedBody, parts: readonly Buffer[]): Promise<readonly Buffer[]> {
  if ('pieces' in body) return [...body.pieces.map(({ stream }) => stream), END_OF_STREAMS];
  return body.packed === undefined ? Promise.all(parts.map(streamOf)) : [body.packed.stream];
}

/** The sum of a body's bytes, which are read for it once, however often it is given. */
function bodySum(body: Body | PiecedBody, parts: readonly Buffer[]): Sum {
  if ('pieces' in body) return (body.sum ??= sumOfAll(body.pieces.map(({ sum }) => sum)));
  return body.packed?.sum ?? sumOfAll(parts.map(sumOf));
}

/** Ten bytes: deflate, no name, no time, unknown system. RFC 1952, 2.3. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * A file of gzip with a head that is stored as it is, followed by the deflate streams of bytes of which `rest` is the sum; the last of them ends it. The
 * head's secrets are never packed together with words that strangers write, by whose length they could be guessed.
 */
export function joined(head: Buffer, rest: Sum, streams: readonly Buffer[]): Buffer {
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
  const { crc, length } = sumOfBoth(sumOf(head), rest);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, ...blocks, ...streams, trailer]);
}

/** Sends a JSON text of two parts in the form that was asked for: base64 of zlib, or JSON under a content coding that the client accepts. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  head: string,
  body: Body | PiecedBody,
  asPako: boolean,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', 'no-store');
  const first = Buffer.from(head);
  const parts = partsOf(body);
  if (asPako) {
    const bytes = await deflated(Buffer.concat([first, ...parts]));
    return reply.type(PAKO_TYPE).send(bytes.toString('base64'));
  }
  void reply.type('application/json; charset=utf-8').header('Vary', 'Origin, Accept-Encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, first.byteLength);
  if (length >= PACK_FROM_BYTES) {
    if (/\bgzip\b/.test(accepted))
      return reply
        .header('Content-Encoding', 'gzip')
        .send(joined(first, bodySum(body, parts), await streamsOf(body, parts)));
    if (/\bbr\b/.test(accepted))
      return reply.header('Content-Encoding', 'br').send(await brotli(Buffer.concat([first, ...parts])));
  }
  return reply.send(Buffer.concat([first, ...parts]));
}
