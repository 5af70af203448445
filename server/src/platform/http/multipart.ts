import { Busboy } from '@fastify/busboy';
import { MAX_DEFLATED_BYTES, MAX_INFLATED_BYTES } from '@kontor/contract/kernel';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from '../operation/problem.ts';

/** The parts of a command: text fields by name, and the one file part that packed parameters travel in. */
export interface CommandParts {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: Buffer | undefined;
}

const MAX_PARTS = 16;

/** Reads `multipart/form-data`. Rejects with BODY_TOO_LARGE over the limits and BAD_REQUEST where it is none. */
export function readParts(request: FastifyRequest): Promise<CommandParts> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let file: Buffer | undefined;
    const stop = (code: string, detail?: string) => {
      request.raw.unpipe(busboy);
      // What is left of the body is read and dropped, so that the answer reaches a client that is still sending.
      request.raw.resume();
      reject(new ProblemError(code, detail === undefined ? {} : { detail }));
    };
    let busboy: Busboy;
    try {
      busboy = new Busboy({
        headers: request.headers as IncomingHttpHeaders & { 'content-type': string },
        limits: {
          fieldSize: MAX_INFLATED_BYTES,
          fileSize: MAX_DEFLATED_BYTES,
          files: 1,
          fields: MAX_PARTS,
          parts: MAX_PARTS,
          fieldNameSize: 100,
        },
      });
    } catch {
      reject(new ProblemError('BAD_REQUEST', { detail: 'Not multipart/form-data' }));
      return;
    }
    let size = 0;
    busboy.on('field', (name, value, _nameTruncated, truncated) => {
      size += value.length;
      // One part may be as large as a command; all of them together may not be larger.
      if (truncated || size > MAX_INFLATED_BYTES) stop('BODY_TOO_LARGE');
      else if (fields.has(name)) stop('BAD_REQUEST', 'A part is given twice');
      else fields.set(name, value);
    });
    busboy.on('file', (name, stream) => {
      if (name !== 'parameters') stop('BAD_REQUEST', 'Files travel apart, by POST /upload');
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => stop('BODY_TOO_LARGE'));
      stream.on('end', () => void (file = Buffer.concat(chunks)));
    });
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      busboy.on(event, () => stop('BODY_TOO_LARGE'));
    busboy.on('error', () => stop('BAD_REQUEST', 'Not multipart/form-data'));
    busboy.on('finish', () => resolve({ fields, file }));
    request.raw.once('close', () => {
      if (!request.raw.complete) stop('BAD_REQUEST', 'The body ended early');
    });
    request.raw.pipe(busboy);
  });
}
