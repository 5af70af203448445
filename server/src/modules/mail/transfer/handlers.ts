import type { transferCommands, transferQueries } from '@kontor/contract/mail';
import { csvHead, csvLine, CSV_TYPE } from '../../../platform/csv.ts';
import { kindOfBytes } from '../../../platform/mailfiles/index.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { StreamAnswer, type CommandHandlers, type QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { findUploads, takeUploads, type UploadedFile } from '../../../platform/uploads/index.ts';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { requireRight, timeZoneOf } from '../../account/index.ts';
import { setLocationFromOutside } from '../../activity/index.ts';
import { activeAccounts, findAccount } from '../store/accounts.ts';
import { wantLocations } from '../store/places.ts';
import { dropAppends } from '../sending/store/appends.ts';
import { managedAccount, managesAccount } from './access.ts';
import { maildirFile, mboxFile } from './exporting.ts';
import { enqueueImport, tellImport } from './importing.ts';
import { daysOf, kindOfFormat } from './rules.ts';
import { findImport, importsInto, insertImport, lockImport, untouched, updateImport } from './store/imports.ts';
import type { ImportFormat } from './tables.ts';

const MAX_NAME = 200;
const LOOKED_AT = 999;

export const transferQueryHandlers: QueryHandlers<typeof transferQueries> = {
  async imports(ctx) {
    requireRight(ctx, 'mailList');
    const managed = (await activeAccounts(ctx.db, ctx.instance.id)).filter((it) => managesAccount(ctx.person, it));
    const rows = await importsInto(
      ctx.db,
      ctx.instance.id,
      managed.map((account) => account.account_id),
    );
    return rows.map((row) => ({
      importId: row.import_id,
      accountId: row.account_id,
      name: row.name,
      format: row.format,
      isTry: row.is_try,
      state: row.state,
      done: row.bytes_read,
      total: row.bytes,
      added: row.added,
      known: row.known,
      failed: row.failed,
      at: row.created_at.toISOString(),
      byName: row.by_name,
    }));
  },

  async importErrors(ctx, { importId }) {
    requireRight(ctx, 'mailList');
    const row = (await findImport(ctx.db, ctx.instance.id, importId)) ?? fail('NOT_FOUND');
    const account = await findAccount(ctx.db, ctx.instance.id, row.account_id);
    if (account === undefined || !managesAccount(ctx.person, account)) return fail('NOT_FOUND');
    const lines = row.errors.map(({ source, reason, firstLine }) => csvLine([source, reason, firstLine]));
    const text = [csvHead(['place', 'reason', 'firstLine']), ...lines];
    return new StreamAnswer({
      type: CSV_TYPE,
      fileName: `import-${importId}.csv`,
      read: () => Readable.from([Buffer.from(text.join(''))]),
    });
  },

  async exportAccount(ctx, { accountId, format, from, until }) {
    requireRight(ctx, 'mailList');
    const account = await managedAccount(ctx, accountId);
    const what = { account, viewerId: ctx.person.id, ...daysOf({ from, until }, timeZoneOf(ctx.instance)) };
    const name = `${account.email.replaceAll(/[^\w.@-]+/g, '_')}-${new Date(ctx.now()).toISOString().slice(0, 10)}`;
    return format === 'mbox'
      ? new StreamAnswer({ type: 'application/mbox', fileName: `${name}.mbox`, read: () => mboxFile(ctx, what) })
      : new StreamAnswer({ type: 'application/zip', fileName: `${name}.zip`, read: () => maildirFile(ctx, what) });
  },
};

/**
 * Throws IMPORT_UNREADABLE, whose `detail` names the file, if a file is not of the format that was given for it, or if nothing is in any
 * of them. One without a byte beside others stops none of those: the import names it among what it could not read.
 */
async function requireMails(
  ctx: Pick<QueryContext, 'blobs' | 'instance'>,
  files: readonly UploadedFile[],
  format: ImportFormat,
): Promise<void> {
  const wanted = kindOfFormat(format);
  const filled = files.filter(({ size }) => size > 0);
  if (filled.length === 0) fail('IMPORT_UNREADABLE', { detail: files[0]?.name ?? '' });
  for (const { name, blobHash } of filled) {
    const start = await buffer(ctx.blobs.stream(ctx.instance.id, blobHash, { start: 0, end: LOOKED_AT }));
    const kind = kindOfBytes(start, name);
    if (kind === undefined || (wanted !== undefined && wanted !== kind)) fail('IMPORT_UNREADABLE', { detail: name });
  }
}

export const transferCommandHandlers = (
  push: (instanceId: number, accountId: number) => void,
): CommandHandlers<typeof transferCommands> => ({
  async importFiles(ctx, { accountId, attachmentIds, format, state, alsoOnServer, isTry }) {
    requireRight(ctx, 'mailList');
    const account = await managedAccount(ctx, accountId);
    const { db, instance, person } = ctx;
    const found = await findUploads(ctx, person.id, { attachmentIds, uploadIds: [] });
    const files = [...new Set(attachmentIds)].map(
      (id) => found.find((file) => file.attachmentId === id) ?? fail('MAIL_ATTACHMENT_MISSING', { detail: String(id) }),
    );
    await requireMails(ctx, files, format);
    if (!(await takeUploads(ctx, attachmentIds))) return fail('MAIL_ATTACHMENT_MISSING');
    const importId = await insertImport(
      db,
      {
        instance_id: instance.id,
        account_id: accountId,
        user_id: person.id,
        name: files
          .map((file) => file.name)
          .join(', ')
          .slice(0, MAX_NAME)
          .toWellFormed(),
        format,
        status: state === 'done' ? 3 : state === 'new' ? 1 : null,
        also_on_server: alsoOnServer && account.kind === 'imap',
        is_try: isTry,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        errors: '[]',
        created_at: new Date(ctx.now()),
        ended_at: null,
      },
      files.map((file) => ({
        attachment_id: file.attachmentId,
        name: file.name,
        size: file.size,
        blob_hash: file.blobHash,
      })),
    );
    await enqueueImport(ctx, importId);
    if (!isTry) ctx.audit({ kind: 'mailbox.changed', subject: account.email, details: { change: 'imported' } });
    tellImport(ctx, account, { import_id: importId });
    return { importId };
  },

  async undoImport(ctx, { importId }) {
    requireRight(ctx, 'mailList');
    const { db, instance } = ctx;
    const row = (await lockImport(db, instance.id, importId)) ?? fail('NOT_FOUND');
    const found = await findAccount(db, instance.id, row.account_id);
    if (found === undefined) return fail('NOT_FOUND');
    const account = await managedAccount(ctx, found.account_id);
    if (row.state === 'reading') return fail('IMPORT_RUNNING');
    if (row.state === 'undone' || row.is_try) return { count: 0 };
    const mailIds = await untouched(db, row);
    await dropAppends(db, instance.id, account.account_id, mailIds);
    const whom = { ownerId: account.owner_id, sharedBoxId: account.box_id };
    await setLocationFromOutside(
      ctx,
      mailIds.map((activityId) => ({ activityId, location: 'trash', ...whom })),
    );
    const accounts = await wantLocations(
      db,
      instance.id,
      mailIds.map((activityId) => ({ activityId, userId: account.owner_id, boxId: account.box_id })),
    );
    await updateImport(db, row, { state: 'undone' });
    ctx.audit({ kind: 'mailbox.changed', subject: account.email, details: { change: 'importUndone' } });
    tellImport(ctx, account, row);
    ctx.afterCommit(() => {
      for (const accountId of accounts) push(instance.id, accountId);
    });
    return { count: mailIds.length };
  },
});
