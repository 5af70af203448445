import { UPLOAD_PART_BYTES, type UploadAnswer } from '@kontor/contract/kernel';
import type { Change } from '../operation/change.ts';
import type { Instance, Platform } from '../operation/context.ts';
import { fail } from '../operation/problem.ts';
import type { FilePart, UploadFields } from './body.ts';
import {
  addBytes,
  countOpen,
  dropStale,
  findUpload,
  insertPart,
  insertUpload,
  partsOf,
  readUpload,
  setWhole,
  type UploadRow,
} from './store.ts';
import { enqueueDropping } from './sweep.ts';
import { fileName, mediaType, typeOf } from './type.ts';
import { keepWhole } from './whole.ts';

export interface IntakeParts {
  readonly platform: Platform;
  readonly change: Change;
  /** Most bytes of a file. */
  readonly maxBytes: number;
}

/** So much is safe at a time; a connection that breaks loses less than that. */
export const PIECE_BYTES = 1024 * 1024;
/** Uploads of one person that are not complete. One more takes the place of one that has rested. */
const MAX_OPEN = 20;
const RESTING_MS = 10 * 60_000;
const NAMELESS = 'Datei';
/**
 * Length of the random bytes in front of a stored piece. They make it unlike all other blobs, so that it can be removed without asking who
 * else uses it.
 */
const MARK_BYTES = 24;

interface Owner {
  readonly instance: Instance;
  readonly userId: number;
}

const toAnswer = (row: UploadRow): UploadAnswer => ({
  attachmentId: row.attachment_id,
  size: row.size,
  type: row.type,
  isComplete: row.blob_hash !== null,
});

/** Takes a part of a file, or tells how much of it is there. */
export async function takePart(
  parts: IntakeParts,
  owner: Owner,
  fields: UploadFields,
  file: FilePart | undefined,
): Promise<UploadAnswer> {
  const { uploadId } = fields;
  if (uploadId === undefined) return takeAtOnce(parts, owner, fields, file);
  let row = await openUpload(parts, owner, { ...fields, uploadId }, file);
  if (fields.offset > row.size) return fail('UPLOAD_OFFSET', { data: toAnswer(row) });
  if (file !== undefined) {
    let at = fields.offset;
    let failure: unknown;
    const stopped = (error: unknown): void => void (failure = error);
    for await (const piece of piecesOf(file.bytes, stopped)) {
      row = await savePiece(parts, owner.instance, row, at, piece);
      at += piece.byteLength;
      if (at - fields.offset > UPLOAD_PART_BYTES) return fail('UPLOAD_TOO_LARGE');
    }
    if (failure !== undefined) throw failure;
  }
  return toAnswer(await finish(parts, owner.instance, row));
}

/** Bytes in pieces of one size, the last one smaller. Where they break off, what came is given too, and `stopped` is told why. */
async function* piecesOf(bytes: AsyncIterable<Buffer>, stopped: (error: unknown) => void): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of bytes) {
      held.push(chunk);
      size += chunk.byteLength;
      if (size < PIECE_BYTES) continue;
      let all = Buffer.concat(held);
      for (; all.byteLength >= PIECE_BYTES; all = all.subarray(PIECE_BYTES)) yield all.subarray(0, PIECE_BYTES);
      held = [all];
      size = all.byteLength;
    }
  } catch (error) {
    stopped(error);
  }
  if (size > 0) yield Buffer.concat(held);
}

/** The upload that a part belongs to, made with its first part. */
async function openUpload(
  parts: IntakeParts,
  { instance, userId }: Owner,
  fields: UploadFields & { readonly uploadId: string },
  file: FilePart | undefined,
): Promise<UploadRow> {
  const db = parts.platform.database.forInstance(instance.id);
  const { uploadId, total } = fields;
  const given = fileName(fields.name === '' ? (file?.name ?? '') : fields.name);
  const known = await findUpload(db, instance.id, userId, uploadId);
  if (known !== undefined) return sameUpload(known, fields.name === '' ? '' : given, total);
  if (file === undefined || fields.offset > 0) return fail('UPLOAD_GONE');
  if (total === undefined)
    return fail('PARAMETERS_INVALID', { errors: [{ path: 'total', message: 'The bytes of the whole file' }] });
  if (total > parts.maxBytes) return fail('UPLOAD_TOO_LARGE', { detail: String(parts.maxBytes) });
  const name = given || NAMELESS;
  const now = parts.platform.now();
  const made = await parts.change(instance, async (ctx) => {
    if ((await countOpen(ctx.db, instance.id, userId)) >= MAX_OPEN) {
      const dropped = await dropStale(ctx.db, instance.id, userId, new Date(now - RESTING_MS));
      if (dropped === undefined) return fail('TOO_MANY_REQUESTS', { retryAfter: 60 });
      await enqueueDropping(ctx, { parts: dropped, wholes: [] });
    }
    return insertUpload(ctx.db, {
      instance_id: instance.id,
      user_id: userId,
      upload_id: uploadId,
      name,
      type: mediaType(fields.type || file.type),
      total,
      created_at: new Date(now),
      touched_at: new Date(now),
    });
  });
  return sameUpload(made, name, total);
}

function sameUpload(row: UploadRow, name: string, total: number | undefined): UploadRow {
  const isOther = (total !== undefined && total !== row.total) || (name !== '' && name !== row.name);
  return isOther ? fail('UPLOAD_DIFFERS') : row;
}

/** Keeps bytes that stand at `at` of the file, as far as they are not there yet. Returns the upload as it is then. */
async function savePiece(
  { platform, change }: IntakeParts,
  instance: Instance,
  before: UploadRow,
  at: number,
  bytes: Buffer,
): Promise<UploadRow> {
  const { blobs, database } = platform;
  let row = before;
  for (;;) {
    const { size, total } = row;
    if (at + bytes.byteLength > total) return fail('UPLOAD_DIFFERS', { detail: 'More bytes than the file has' });
    // Another request has brought them, or some of them.
    if (row.blob_hash !== null || size >= at + bytes.byteLength) return row;
    const fresh = bytes.subarray(size - at);
    const isWhole = size === 0 && fresh.byteLength === total;
    const hash = await blobs.put(instance.id, isWhole ? fresh : Buffer.concat([markOf(row, size), fresh]));
    const saved = await change(instance, async ({ db, now }) => {
      const added = {
        size: fresh.byteLength,
        type: size === 0 ? typeOf(fresh, row.type) : row.type,
        at: new Date(now()),
        wholeHash: isWhole ? hash : null,
      };
      const after = await addBytes(db, row, added);
      if (after === undefined || isWhole) return after;
      const { instance_id, attachment_id } = row;
      await insertPart(db, { instance_id, attachment_id, at: size, size: fresh.byteLength, blob_hash: hash });
      return after;
    });
    if (saved !== undefined) return saved;
    const now = await readUpload(database.forInstance(instance.id), instance.id, row.attachment_id);
    row = now ?? fail('UPLOAD_GONE');
  }
}

/** The upload's id and the place, of one length. */
function markOf({ upload_id: uploadId }: UploadRow, at: number): Buffer {
  const mark = Buffer.alloc(MARK_BYTES);
  mark.write(uploadId.replaceAll('-', ''), 0, 'hex');
  mark.writeBigUInt64BE(BigInt(at), 16);
  return mark;
}

/** Puts the pieces together where all are there. Whoever comes next does it where a server died before. */
async function finish({ platform, change }: IntakeParts, instance: Instance, row: UploadRow): Promise<UploadRow> {
  const { blobs, database } = platform;
  if (row.blob_hash !== null || row.size < row.total) return row;
  const pieces = await partsOf(database.forInstance(instance.id), instance.id, row.attachment_id);
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const { blob_hash: hash } of pieces) yield (await blobs.get(instance.id, hash)).subarray(MARK_BYTES);
  }
  const { hash, size } = await keepWhole(blobs, instance.id, bytes());
  if (size !== row.total) throw new Error('The pieces of an upload are not the whole of it');
  const done = await change(instance, ({ db, now }) => setWhole(db, row, hash, new Date(now())));
  return done ?? fail('UPLOAD_GONE');
}

/** A whole file in one part, of a client that knows nothing of parts. */
async function takeAtOnce(
  { platform, change, maxBytes }: IntakeParts,
  { instance, userId }: Owner,
  { name, type, total }: UploadFields,
  file: FilePart | undefined,
): Promise<UploadAnswer> {
  if (file === undefined) return fail('PARAMETERS_INVALID', { errors: [{ path: 'file', message: 'A file' }] });
  let beginning = Buffer.alloc(0);
  async function* limited(from: FilePart): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of from.bytes) {
      size += chunk.byteLength;
      if (size > maxBytes) return fail('UPLOAD_TOO_LARGE', { detail: String(maxBytes) });
      if (beginning.byteLength < 4096) beginning = Buffer.concat([beginning, chunk.subarray(0, 4096)]);
      yield chunk;
    }
    if (total !== undefined && total !== size) return fail('UPLOAD_DIFFERS');
  }
  const { hash, size } = await keepWhole(platform.blobs, instance.id, limited(file));
  const at = new Date(platform.now());
  const row = await change(instance, ({ db, newId }) =>
    insertUpload(db, {
      instance_id: instance.id,
      user_id: userId,
      upload_id: newId(),
      name: fileName(name || file.name) || NAMELESS,
      type: typeOf(beginning, type || file.type),
      total: size,
      size,
      blob_hash: hash,
      created_at: at,
      touched_at: at,
    }),
  );
  return toAnswer(row);
}
