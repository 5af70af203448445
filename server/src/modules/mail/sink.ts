import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { MailboxSink, MailFlags } from '../../platform/mailwire/index.ts';
import type { Change } from '../../platform/operation/change.ts';
import type { ChangeContext, Instance } from '../../platform/operation/context.ts';
import { lockItems, patchExtras, setStatusFromOutside } from '../activity/index.ts';
import { enqueueFiling } from './jobs.ts';
import { followersOf, statusFromSeen } from './rules.ts';
import { findAccount } from './store/accounts.ts';
import {
  flagsToPush,
  foldersToPush,
  forgetOtherFolders,
  insertCopy,
  mailsOfUids,
  notePushed,
  openFolder,
  removeCopies,
  setModseq,
  takeFlags,
} from './store/copies.ts';

/** Where an account's watcher keeps what it finds: raw bytes as blobs, all else in the database, each step by itself. */
export function databaseSink(parts: {
  readonly change: Change;
  readonly blobs: BlobStore;
  readonly instance: Instance;
  readonly accountId: number;
  readonly onProgress: MailboxSink['progress'];
  readonly onFault: MailboxSink['fault'];
}): MailboxSink {
  const { change, blobs, instance, accountId } = parts;
  const write = <T>(work: (ctx: ChangeContext) => Promise<T>): Promise<T> => change(instance, work);
  return {
    openFolder: (folder) => write((ctx) => openFolder(ctx.db, instance.id, accountId, folder)),
    foldersListed: (paths) => write((ctx) => forgetOtherFolders(ctx.db, instance.id, accountId, paths)),
    folderSynced: (folderId, modseq) => write((ctx) => setModseq(ctx.db, instance.id, folderId, modseq)),
    foldersToPush: () => write((ctx) => foldersToPush(ctx.db, instance.id, accountId)),
    flagsToPush: (folderId) => write((ctx) => flagsToPush(ctx.db, instance.id, folderId)),
    pushed: (folderId, { uid, add }) => write((ctx) => notePushed(ctx.db, instance.id, folderId, uid, add.length > 0)),
    vanished: (folderId, uids) => write((ctx) => removeCopies(ctx.db, instance.id, folderId, uids)),
    async fetched(folderId, mail) {
      // On disk first: a row never names bytes that are not there.
      const rawHash = await blobs.put(instance.id, mail.raw);
      await write(async (ctx) => {
        const copyId = await insertCopy(ctx.db, instance.id, folderId, mail, rawHash);
        // One that only waits to be expunged is no mail for the lists, unless it is taken back.
        if (copyId !== undefined && !mail.flags.deleted) await enqueueFiling(ctx, copyId);
      });
    },
    flagsChanged: (folderId, changes) => write((ctx) => applyFlags(ctx, accountId, folderId, changes)),
    progress: parts.onProgress,
    fault: parts.onFault,
  };
}

async function applyFlags(
  ctx: ChangeContext,
  accountId: number,
  folderId: number,
  changes: ReadonlyMap<number, MailFlags>,
): Promise<void> {
  const account = await findAccount(ctx.db, ctx.instance.id, accountId);
  if (account === undefined) return;
  // A person's change of state takes the items first and their copies after.
  await lockItems(ctx, await mailsOfUids(ctx.db, ctx.instance.id, folderId, [...changes.keys()]));
  const changed = await takeFlags(ctx.db, ctx.instance.id, folderId, changes);
  const userIds = followersOf(account);
  await setStatusFromOutside(
    ctx,
    changed.flatMap(({ mail_id: activityId, seen, seen_changed: isNew }) =>
      activityId === null || !isNew ? [] : [{ activityId, userIds, ...statusFromSeen(seen) }],
    ),
  );
  for (const { copy_id: copyId, mail_id: mailId, deleted, answered_changed: isAnswered } of changed) {
    if (mailId === null && !deleted) await enqueueFiling(ctx, copyId);
    if (mailId !== null && isAnswered) await patchExtras(ctx, mailId, { answered: true });
  }
}
