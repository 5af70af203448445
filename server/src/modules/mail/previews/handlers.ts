import { createHash } from 'node:crypto';
import { PassThrough, pipeline } from 'node:stream';
import { itemKey, type AggregateId, type NoPreview } from '@kontor/contract/kernel';
import type { previewQueries } from '@kontor/contract/mail';
import { ZipFile } from 'yazl';
import type { ImageCleaner } from '../../../platform/images/index.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { BytesAnswer, StreamAnswer, type QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import type { LookedAt, OfficeConverter, PreviewFailure, PreviewReader } from '../../../platform/preview/index.ts';
import { toInvitation } from '../invitations/rules.ts';
import { safeType } from '../rules.ts';
import { seenMail } from '../seen.ts';
import { attachmentsOf, findAttachment, type AttachmentRow } from '../store/mails.ts';
import { storageKeyOf } from '../views.ts';
import { archiveNames, placesOf, toAttachedMail } from './rules.ts';

export interface PreviewParts {
  readonly reader: PreviewReader;
  readonly cleaner: ImageCleaner;
  /** Undefined where the operator names no LibreOffice. */
  readonly office: OfficeConverter | undefined;
}

/** Bytes of the largest file that is looked at. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Longest side of a picture. */
const MOST_PIXELS = 2000;

interface Found {
  readonly row: AttachmentRow;
  /** Where it lies in the stored file, mail in mail. */
  readonly path: readonly number[];
}

/** The stored file that a key means, and the way in it. Fails with NOT_FOUND. */
export async function findFile(ctx: QueryContext, id: AggregateId, storageKey: string): Promise<Found> {
  const mail = await seenMail(ctx, id);
  for (const { key, path } of placesOf(storageKey)) {
    const row = await findAttachment(ctx.db, ctx.instance.id, mail.mail_id, key);
    if (row !== undefined) return { row, path };
  }
  return fail('NOT_FOUND');
}

const isFailure = (answer: object): answer is PreviewFailure => 'failed' in answer;

const noPreview = (why: NoPreview): never => fail('PREVIEW_NOT_AVAILABLE', { detail: why });

/** What is wanted of a file. Fails with NOT_FOUND, or PREVIEW_NOT_AVAILABLE. */
async function read<W extends Parameters<PreviewReader['read']>[0]>(
  ctx: QueryContext,
  { reader }: PreviewParts,
  want: W,
  { row, path }: Found,
) {
  if (row.size > MOST_BYTES) return noPreview('tooBig');
  const { filename: name, content_type: type } = row;
  const answer = await ctx.blobs.withFile(ctx.instance.id, row.blob_hash, (file) =>
    reader.read(want, { file, name, type, path }),
  );
  if (!isFailure(answer)) return answer;
  return answer.failed === 'missing' ? fail('NOT_FOUND') : noPreview(answer.failed);
}

/** The bytes of a file that lies in another one. */
export async function innerFile(ctx: QueryContext, parts: PreviewParts, found: Found): Promise<BytesAnswer> {
  const { name, type, bytes } = await read(ctx, parts, 'file', found);
  return shown(bytes, safeType(type), name, false);
}

const shown = (bytes: Uint8Array, type: string, fileName: string, isShown = true): BytesAnswer => {
  const content = Buffer.from(bytes);
  const tag = createHash('sha256').update(content).digest('hex');
  return new BytesAnswer({
    type,
    fileName,
    size: content.length,
    tag,
    isShown,
    read: (range) => (range === undefined ? content : content.subarray(range.start, range.end + 1)),
  });
};

const PDF = 'application/pdf';
const TEXT = 'text/plain; charset=utf-8';

async function lookedAt(
  ctx: QueryContext,
  parts: PreviewParts,
  { row, path }: Found,
  look: LookedAt,
): Promise<BytesAnswer> {
  const { filename: name } = row;
  const whole = (): Promise<Buffer> =>
    ctx.blobs.get(ctx.instance.id, row.blob_hash).then((bytes) => Buffer.from(bytes));
  switch (look.as) {
    case 'nothing':
      return noPreview(look.why);
    case 'text':
      return shown(Buffer.from(look.text), TEXT, `${name}.txt`);
    case 'picture': {
      const bytes = path.length > 0 ? look.bytes : await whole();
      const picture = await parts.cleaner.clean(bytes, { within: MOST_PIXELS });
      return picture === undefined ? noPreview('broken') : shown(picture.bytes, picture.type, `${name}.webp`);
    }
    case 'pdf': {
      if (path.length > 0) return shown(look.bytes, PDF, name);
      const stored = { type: PDF, fileName: name, size: row.size, tag: row.blob_hash, isShown: true };
      return new BytesAnswer({ ...stored, read: (range) => ctx.blobs.stream(ctx.instance.id, row.blob_hash, range) });
    }
    case 'office': {
      if (parts.office === undefined)
        return look.text === null ? noPreview('noOffice') : shown(Buffer.from(look.text), TEXT, `${name}.txt`);
      const pdf = await parts.office.convert(path.length > 0 ? look.bytes : await whole(), name);
      return typeof pdf === 'string' ? noPreview(pdf) : shown(pdf, PDF, `${name}.pdf`);
    }
  }
}

export const previewHandlers = (parts: PreviewParts): QueryHandlers<typeof previewQueries> => ({
  async attachmentPreview(ctx, { aggregateId, storageKey }) {
    const found = await findFile(ctx, aggregateId, storageKey);
    return lookedAt(ctx, parts, found, await read(ctx, parts, 'look', found));
  },

  async attachedMail(ctx, { aggregateId, storageKey }) {
    const found = await findFile(ctx, aggregateId, storageKey);
    const mail = await read(ctx, parts, 'mail', found);
    return toAttachedMail(mail, storageKey, { mailId: found.row.mail_id, userId: ctx.person.id });
  },

  async attachedEvents(ctx, { aggregateId, storageKey }) {
    const events = await read(ctx, parts, 'events', await findFile(ctx, aggregateId, storageKey));
    return events.map((event) =>
      toInvitation(event, ctx.instance, { me: null, answer: null, isOutdated: false, sender: null }),
    );
  },

  async attachedContacts(ctx, { aggregateId, storageKey }) {
    const contacts = await read(ctx, parts, 'contacts', await findFile(ctx, aggregateId, storageKey));
    return contacts.map((contact) => ({
      ...contact,
      emails: [...contact.emails],
      phones: [...contact.phones],
      addresses: [...contact.addresses],
    }));
  },

  async attachmentsArchive(ctx, { aggregateId, storageKeys }) {
    const mail = await seenMail(ctx, aggregateId);
    const all = await attachmentsOf(ctx.db, ctx.instance.id, mail.mail_id);
    const files =
      storageKeys.length === 0
        ? all.filter((row) => row.disposition === 'attachment' || row.content_id === null)
        : all.filter((row) => storageKeys.includes(storageKeyOf(row)));
    if (files.length === 0 || files.length < new Set(storageKeys).size) return fail('NOT_FOUND');
    return new StreamAnswer({
      type: 'application/zip',
      fileName: `${itemKey(aggregateId).replace(':', '-')}.zip`,
      read: () => archiveOf(ctx, files),
    });
  },
});

/** One file after the other is opened when it is its turn. */
function archiveOf(ctx: QueryContext, files: readonly AttachmentRow[]): PassThrough {
  const zip = new ZipFile();
  const names = archiveNames(files.map(({ filename }) => filename));
  const mtime = new Date(ctx.now());
  for (const [index, row] of files.entries()) {
    const compress = !/^(?:image|video|audio)\/|zip|pdf|compressed/.test(row.content_type);
    zip.addReadStreamLazy(names[index] ?? `${index}`, { compress, mtime, size: row.size }, (done) =>
      done(null, ctx.blobs.stream(ctx.instance.id, row.blob_hash)),
    );
  }
  zip.end();
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  // Whoever leaves early is sent no more: nothing is read for them either.
  pipeline(zip.outputStream, out, () => {});
  return out;
}
