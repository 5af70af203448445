import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BytesAnswer, StreamAnswer } from '../operation/manifest.ts';

/** Name for `Content-Disposition` (RFC 6266): plain ASCII, and the real one encoded beside it. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** First and last byte of a `Range` header that names one range; undefined for none, null for one that cannot be met. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? null : { start, end };
}

/** What makes an answer a download that no browser runs. */
const asDownload = (reply: FastifyReply, answer: BytesAnswer | StreamAnswer): FastifyReply =>
  reply
    .type(answer.type)
    .header('Content-Disposition', contentDisposition(answer.fileName))
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .header('X-Content-Type-Options', 'nosniff');

/** Sends a download that is made meanwhile; where that fails, the connection breaks off, so that nobody takes it for whole. */
export const sendStream = (reply: FastifyReply, answer: StreamAnswer): FastifyReply =>
  asDownload(reply, answer).header('Cache-Control', 'no-store').send(answer.read());

/** Sends bytes as a download, whole or in part. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: BytesAnswer): FastifyReply {
  const tag = `"${answer.tag}"`;
  void asDownload(reply, answer)
    .header('ETag', tag)
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', answer.isImmutable ? 'private, max-age=31536000, immutable' : 'private, no-cache');
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  const range = parseRange(request.headers.range, answer.size);
  if (range === null) return reply.status(416).header('Content-Range', `bytes */${answer.size}`).send();
  if (range === undefined) return reply.header('Content-Length', answer.size).send(answer.read());
  return reply
    .status(206)
    .header('Content-Range', `bytes ${range.start}-${range.end}/${answer.size}`)
    .header('Content-Length', range.end - range.start + 1)
    .send(answer.read(range));
}
