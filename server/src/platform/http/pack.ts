import { PAKO_TYPE } from '@kontor/contract/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, deflate, deflateSync, gzip, gzipSync } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const deflateAsync = promisify(deflate);

const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const FAST = { level: 1 };

/** Above this size packing leaves the event loop; below it the hand-over costs many times the work, which is 0.04 to 0.4 ms for a page. */
const ASYNC_FROM_BYTES = 256 * 1024;
const PACK_FROM_BYTES = 1024;

const isShort = (bytes: Buffer): boolean => bytes.byteLength < ASYNC_FROM_BYTES;
const brotli = (bytes: Buffer) =>
  isShort(bytes) ? brotliCompressSync(bytes, FAST_BROTLI) : brotliAsync(bytes, FAST_BROTLI);
const gzipped = (bytes: Buffer) => (isShort(bytes) ? gzipSync(bytes, FAST) : gzipAsync(bytes, FAST));
const deflated = (bytes: Buffer) => (isShort(bytes) ? deflateSync(bytes, FAST) : deflateAsync(bytes, FAST));

/** Sends a JSON text in the form that was asked for: base64 of zlib, or JSON under a content coding that the client accepts. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  asPako: boolean,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', 'no-store');
  const bytes = Buffer.from(text);
  if (asPako) return reply.type(PAKO_TYPE).send((await deflated(bytes)).toString('base64'));
  void reply.type('application/json; charset=utf-8').header('Vary', 'Origin, Accept-Encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  if (bytes.byteLength < PACK_FROM_BYTES) return reply.send(bytes);
  if (/\bbr\b/.test(accepted)) return reply.header('Content-Encoding', 'br').send(await brotli(bytes));
  if (/\bgzip\b/.test(accepted)) return reply.header('Content-Encoding', 'gzip').send(await gzipped(bytes));
  return reply.send(bytes);
}
