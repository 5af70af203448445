import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { UploadPartsSchema } from '@kontor/contract/kernel';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type * as v from 'valibot';
import { parseParameters } from '../http/problems.ts';
import { ProblemError } from '../operation/problem.ts';

export type UploadFields = v.InferOutput<typeof UploadPartsSchema>;

/** The file part as it comes in, with what the browser says of it. */
export interface FilePart {
  readonly bytes: AsyncIterable<Buffer>;
  readonly name: string;
  readonly type: string;
}

const MAX_TEXT_PARTS = 8;
const MAX_TEXT_BYTES = 4096;

/**
 * Reads a request of `POST /upload` and hands its text parts, which come first, and its file part to `receive`, which reads the file to
 * its end. Where the connection breaks, the file ends with BAD_REQUEST.
 */
export function readBody<T>(
  request: FastifyRequest,
  receive: (fields: UploadFields, file: FilePart | undefined) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fields = new Map<string, string>();
  let file: Readable | undefined;
  let received: Promise<T> | undefined;
  let busboy: Busboy;
  /** What came until then is put away first: the client asks how much there is. */
  const refuseAfterwards = async (cause: Error): Promise<void> => {
    await Promise.allSettled([received]);
    reject(cause);
  };
  const stop = (error: unknown): void => {
    request.raw.unpipe(busboy);
    // What is left of the body is read and dropped, so that the answer reaches a client that is still sending.
    request.raw.resume();
    const cause = error instanceof Error ? error : new Error(String(error));
    if (file !== undefined && !file.destroyed && !file.readableEnded) file.destroy(cause);
    void refuseAfterwards(cause);
  };
  const refuse = (detail: string): void => stop(new ProblemError('BAD_REQUEST', { detail }));
  const begin = (part?: FilePart): void => {
    try {
      received = receive(parseParameters(UploadPartsSchema, Object.fromEntries(fields)), part);
    } catch (error) {
      stop(error);
      return;
    }
    received.catch((error: unknown) => stop(error));
  };
  try {
    busboy = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fieldNameSize: 100,
        fieldSize: MAX_TEXT_BYTES,
        fields: MAX_TEXT_PARTS,
        files: 1,
        parts: MAX_TEXT_PARTS + 1,
      },
    });
  } catch {
    reject(new ProblemError('BAD_REQUEST', { detail: 'Not multipart/form-data' }));
    return promise;
  }
  busboy.on('field', (name, value, _nameTruncated, truncated) => {
    if (file !== undefined) refuse('Text parts come before the file');
    else if (truncated) stop(new ProblemError('BODY_TOO_LARGE'));
    else if (fields.has(name)) refuse('A part is given twice');
    else fields.set(name, value);
  });
  busboy.on('file', (name, stream, fileName, _encoding, type) => {
    file = stream as unknown as Readable;
    // It may be ended before anybody reads it.
    file.on('error', () => {});
    if (name !== 'file') refuse('The file part is called file');
    else begin({ bytes: file, name: fileName ?? '', type: type ?? '' });
  });
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    busboy.on(event, () => stop(new ProblemError('BODY_TOO_LARGE')));
  busboy.on('error', () => refuse('Not multipart/form-data'));
  busboy.on('finish', () => {
    if (file === undefined) begin();
    received?.then(resolve, () => {});
  });
  request.raw.once('close', () => {
    if (!request.raw.complete) refuse('The body ended early');
  });
  request.raw.pipe(busboy);
  return promise;
}
