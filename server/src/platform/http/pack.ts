import { PAKO_TYPE } from '@kontor/contract/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, deflateSync, gzip } from 'node:zlib';

const deflateAsync = promisify(deflate);
const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Above this size packing leaves the event loop; below it the hand-over costs more than the work. */
const ASYNC_FROM_BYTES = 256 * 1024;
const PACK_FROM_BYTES = 1024;

/** Sends a JSON text in the form that was asked for: base64 of zlib, or JSON under a content coding that the client accepts. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  asPako: boolean,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', 'no-store');
  if (asPako) {
    const bytes = Buffer.from(text);
    const packed =
      bytes.byteLength < ASYNC_FROM_BYTES ? deflateSync(bytes, { level: 1 }) : await deflateAsync(bytes, { level: 1 });
    return reply.type(PAKO_TYPE).send(packed.toString('base64'));
  }
  void reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  if (text.length < PACK_FROM_BYTES) return reply.send(text);
  if (/\bbr\b/.test(accepted)) {
    const packed = await brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    return reply.header('Content-Encoding', 'br').send(packed);
  }
  if (/\bgzip\b/.test(accepted))
    return reply.header('Content-Encoding', 'gzip').send(await gzipAsync(text, { level: 1 }));
  return reply.send(text);
}
