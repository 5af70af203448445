import { PassThrough, pipeline } from 'node:stream';
import { itemKey, type AggregateId } from '@kontor/contract/kernel';
import { MAILS_WITH_FILES, type previewQueries } from '@kontor/contract/mail';
import { ZipFile } from 'yazl';
import { safeType } from '../../../platform/files/kinds.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { StreamAnswer, type BytesAnswer, type QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import {
  madeBytes,
  previewOf,
  readInside,
  type PreviewParts,
  type StoredFile,
} from '../../../platform/preview/index.ts';
import { requireRight } from '../../account/index.ts';
import { notSearched } from '../../activity/index.ts';
import { isRecord } from '../../record/index.ts';
import { toInvitation } from '../invitations/rules.ts';
import { seenMail } from '../reading/seen.ts';
import { attachmentsOf, findAttachment, type AttachmentRow } from '../store/mails.ts';
import { mailsWithFiles } from '../store/of-records.ts';
import { idOf, storageKeyOf, toAttachment } from '../reading/views.ts';
import { archiveNames, locationsOf, toAttachedMail } from './rules.ts';

interface Found {
  readonly row: AttachmentRow;
  /** Where it lies in the stored file, mail in mail. */
  readonly path: readonly number[];
}

/** Returns the stored file that a key means, and the way in it. Throws NOT_FOUND. */
export async function findFile(ctx: QueryContext, id: AggregateId, storageKey: string): Promise<Found> {
  const mail = await seenMail(ctx, id);
  for (const { key, path } of locationsOf(storageKey)) {
    const row = await findAttachment(ctx.db, ctx.instance.id, mail.mail_id, key);
    if (row !== undefined) return { row, path };
  }
  return fail('NOT_FOUND');
}

const storedOf = ({ row }: Found): StoredFile => ({
  name: row.filename,
  type: row.content_type,
  size: row.size,
  hash: row.blob_hash,
});

/** The bytes of a file that lies in another one. */
export async function innerFile(ctx: QueryContext, parts: PreviewParts, found: Found): Promise<BytesAnswer> {
  const { name, type, bytes } = await readInside(ctx, parts, 'file', storedOf(found), found.path);
  return madeBytes(bytes, safeType(type), name, false);
}

export const previewHandlers = (parts: PreviewParts): QueryHandlers<typeof previewQueries> => ({
  async attachmentPreview(ctx, { aggregateId, storageKey }) {
    const found = await findFile(ctx, aggregateId, storageKey);
    return previewOf(ctx, parts, storedOf(found), found.path);
  },

  async attachmentsOfRecord(ctx, { idoId, idoInstanceId, skip }) {
    requireRight(ctx, 'mailList');
    requireRight(ctx, 'idoList');
    const { db, instance, person } = ctx;
    if (!(await isRecord(db, instance.id, idoId, idoInstanceId))) return fail('NOT_FOUND');
    const of = { instanceId: instance.id, userId: person.id, recordId: idoId };
    const found = await mailsWithFiles(db, of, { skip, most: MAILS_WITH_FILES + 1 });
    const shown = found.slice(0, MAILS_WITH_FILES);
    const whyNot = await notSearched(
      db,
      instance.id,
      shown.map((mail) => mail.mail_id),
    );
    const mails = shown.map(({ mail_id: mailId, subject, people, at, files }) => {
      const from = people.from[0] ?? people.sender;
      return {
        aggregateId: idOf(mailId, person.id),
        subject,
        senderAddress: from?.address ?? '',
        senderRealName: from?.name ?? '',
        timestamp: at,
        files: files.map((row) => toAttachment(row, person.id, whyNot(mailId, row.part))),
      };
    });
    return { mails, isMore: found.length > shown.length };
  },

  async attachedMail(ctx, { aggregateId, storageKey }) {
    const found = await findFile(ctx, aggregateId, storageKey);
    const mail = await readInside(ctx, parts, 'mail', storedOf(found), found.path);
    return toAttachedMail(mail, storageKey, { mailId: found.row.mail_id, userId: ctx.person.id });
  },

  async attachedEvents(ctx, { aggregateId, storageKey }) {
    const found = await findFile(ctx, aggregateId, storageKey);
    const events = await readInside(ctx, parts, 'events', storedOf(found), found.path);
    return events.map((event) =>
      toInvitation(event, ctx.instance, { me: null, answer: null, isOutdated: false, sender: null }),
    );
  },

  async attachedContacts(ctx, { aggregateId, storageKey }) {
    const found = await findFile(ctx, aggregateId, storageKey);
    const contacts = await readInside(ctx, parts, 'contacts', storedOf(found), found.path);
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
