import type { SinkParts } from './sink-parts.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailboxSink, MailFlags, MailLocation } from '../../../platform/mailwire/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { lockItems, patchExtras, setLocationFromOutside, setStatusFromOutside } from '../../activity/index.ts';
import { enqueueListing } from './jobs.ts';
import { enqueueRereading } from './reread.ts';
import { followersOf, locationAfter, statusFromSeen } from '../rules.ts';
import { appendSink } from './append-sink.ts';
import { findAccount } from '../store/accounts.ts';
import { noteBroken, replaceBroken } from '../store/broken.ts';
import {
  flagsToPush,
  foldersToPush,
  keepArrived,
  mailsOfBytes,
  mailsOfCopies,
  mailsOfUids,
  missCopies,
  noteFlagsPushed,
  notePushed,
  SEEN,
  takeFlags,
  tellTwins,
  type ArrivedMail,
} from '../store/copies.ts';
import { countWaiting } from '../store/waiting.ts';
import { adoptCopies, emptyMissingFolders, noteFolders, noteLook, openFolder } from '../store/folders.ts';
import { endHalfMoves, halfMovedCopies } from '../store/half-moved.ts';
import {
  doubtfulMails,
  noteCopied,
  noteMoveBegun,
  noteMoved,
  noteRefused,
  noteUnmarked,
  locationsToPush,
  settleLocations,
} from '../store/places.ts';

/** Fetched mails that may wait for the lists before an account fetches no more of them. */
const MAX_WAITING = 200;
const ROOM_PAUSE_MS = 100;
/** A mail server hangs up on who says nothing for long. */
const MAX_PAUSE_MS = 20_000;

/** Where an account's watcher keeps what it finds: raw bytes as blobs, all else in the database, each step by itself. */
export function databaseSink(parts: SinkParts): MailboxSink {
  const { change, blobs, instance, accountId } = parts;
  const id = instance.id;
  const write = <T>(work: (ctx: ChangeContext) => Promise<T>): Promise<T> => change(instance, work);
  /** Copies that were missing when the look at all folders began. */
  let missing: readonly number[] = [];
  /** Copies that were half moved (`isHalfMoved`) when the look at all folders began. */
  let halfMoved: readonly number[] = [];
  /** Mails that may be fetched before it is counted again how many wait. */
  let room = 0;
  return {
    async lookBegins(paths) {
      await write(async (ctx) => {
        missing = await noteFolders(ctx.db, id, accountId, paths);
        halfMoved = await halfMovedCopies(ctx.db, id, accountId);
      });
    },
    openFolder: (folder) => write((ctx) => openFolder(ctx.db, id, accountId, folder)),
    adopt: (folderId, from, uids) => write((ctx) => adoptCopies(ctx.db, id, folderId, from, uids)),
    folderSynced: (folderId, upTo) => write((ctx) => noteLook(ctx.db, id, folderId, upTo)),
    foldersToPush: () => write((ctx) => foldersToPush(ctx.db, id, accountId)),
    flagsToPush: (folderId) => write((ctx) => flagsToPush(ctx.db, id, folderId)),
    pushed: (folderId, { uid, add, remove }) =>
      write(async (ctx) => {
        await lockItems(ctx, await mailsOfUids(ctx.db, id, folderId, [uid]));
        const isSeen = add.includes(SEEN);
        if (isSeen || remove.includes(SEEN)) await notePushed(ctx.db, id, folderId, uid, isSeen);
        else await noteFlagsPushed(ctx.db, id, folderId, uid, add);
      }),
    locationsToPush: () => write((ctx) => locationsToPush(ctx.db, id, accountId)),
    moveBegins: (copyIds, target) => write((ctx) => noteMoveBegun(ctx.db, id, copyIds, target)),
    copied: (uids) => write((ctx) => noteCopied(ctx.db, id, uids)),
    moved: (target, moves) =>
      write(async (ctx) => {
        const copyIds = moves.map(({ copyId }) => copyId);
        await lockItems(ctx, await mailsOfCopies(ctx.db, id, copyIds));
        await noteMoved(ctx.db, id, accountId, target, moves);
      }),
    moveRefused: (copyIds) => write((ctx) => noteRefused(ctx.db, id, copyIds)),
    ...appendSink(parts),
    unmarked: (copyIds) => write((ctx) => noteUnmarked(ctx.db, id, copyIds)),
    vanished: (folderId, uids) =>
      write(async (ctx) => {
        await lockItems(ctx, await mailsOfUids(ctx.db, id, folderId, uids));
        await missCopies(ctx.db, id, folderId, uids);
      }),
    async ready() {
      for (let waited = 0; room <= 0 && waited < MAX_PAUSE_MS; waited += ROOM_PAUSE_MS) {
        room = MAX_WAITING - (await write((ctx) => countWaiting(ctx.db, id, accountId, MAX_WAITING)));
        if (room <= 0) await sleep(ROOM_PAUSE_MS);
      }
    },
    async fetched(folderId, mails) {
      room -= mails.length;
      // On disk first: a row never names bytes that are not there.
      const arrived = await Promise.all(
        mails.map(async ({ raw, broken = false, ...mail }): Promise<ArrivedMail> => {
          const rawHash = await blobs.put(id, raw, 'mail');
          return { ...mail, isBroken: broken, rawHash, rawSize: raw.byteLength };
        }),
      );
      const { found } = await write(async (ctx) => {
        // What people change meanwhile reaches a new copy of the same mail, too.
        const hashes = arrived.map(({ rawHash }) => rawHash);
        await lockItems(ctx, await mailsOfBytes(ctx.db, id, folderId, hashes));
        for (const mailId of await replaceBroken(ctx.db, id, folderId, arrived)) await enqueueRereading(ctx, mailId);
        const kept = await keepArrived(ctx.db, id, folderId, arrived);
        await noteBroken(ctx.db, id, folderId, arrived);
        if (kept.isNew) await enqueueListing(ctx, accountId);
        return kept;
      });
      if (found.length === 0) return;
      const flags = new Map(arrived.filter(({ uid }) => found.includes(uid)).map((mail) => [mail.uid, mail.flags]));
      await write((ctx) => applyFlags(ctx, accountId, folderId, flags));
    },
    flagsChanged: (folderId, changes) => write((ctx) => applyFlags(ctx, accountId, folderId, changes)),
    async reflect({ complete, keepsAll }) {
      const gone = complete ? [...missing, ...(await write((ctx) => emptyMissingFolders(ctx.db, id, accountId)))] : [];
      return write(async (ctx) => {
        if (complete && halfMoved.length > 0) await endHalfMoves(ctx.db, id, halfMoved);
        return reflectLocations(ctx, accountId, gone, keepsAll);
      });
    },
    progress: parts.onProgress,
    leftOut: parts.onLeftOut,
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
  // Where several copies of a mail changed at once, all are to be as one of them.
  const heard = new Map(changed.flatMap((it) => (it.mail_id === null || !it.seen_changed ? [] : [[it.mail_id, it]])));
  await setStatusFromOutside(
    ctx,
    [...heard].map(([activityId, { seen }]) => ({ activityId, userIds, ...statusFromSeen(seen) })),
  );
  await tellTwins(
    ctx.db,
    ctx.instance.id,
    [...heard.values()].map((it) => it.copy_id),
  );
  // One that only waited to be expunged is no mail for the lists, unless it is taken back.
  if (changed.some(({ mail_id: mailId, deleted }) => mailId === null && !deleted)) await enqueueListing(ctx, accountId);
  for (const { mail_id: mailId, answered_changed: isAnswered } of changed)
    if (mailId !== null && isAnswered) await patchExtras(ctx, mailId, { answered: true });
}

/** Throws away, calls spam and takes back what somebody moved on the server. Returns whether another look has to tell more. */
async function reflectLocations(
  ctx: ChangeContext,
  accountId: number,
  gone: readonly number[],
  keepsAll: boolean,
): Promise<boolean> {
  const { db, instance } = ctx;
  const first = await doubtfulMails(db, instance.id, accountId, gone);
  if (first.length === 0) return false;
  const account = await findAccount(db, instance.id, accountId);
  if (account === undefined) return false;
  // A person's change takes the items first: what they want is read again when nobody changes it any more.
  await lockItems(
    ctx,
    first.map((mail) => mail.mail_id),
  );
  const locations = new Map<number, MailLocation>();
  const changes: { activityId: number; location: MailLocation; ownerId: number; sharedBoxId: number | null }[] = [];
  let isUnsure = false;
  for (const mail of await doubtfulMails(db, instance.id, accountId, gone)) {
    // Where people want it cannot be done before it is known where it lies.
    isUnsure ||= mail.is_unsure;
    if (mail.is_wished) continue;
    const { mail_id: activityId, best, told: shown } = mail;
    const location = locationAfter({ best, shown, isUnsure: mail.is_unsure, keepsAll });
    if (location === undefined) continue;
    locations.set(activityId, location);
    const sharedBoxId = account.shared_state ? account.box_id : null;
    if (location !== shown) changes.push({ activityId, location, ownerId: account.owner_id, sharedBoxId });
  }
  await setLocationFromOutside(ctx, changes);
  await settleLocations(db, instance.id, accountId, locations, gone);
  return isUnsure;
}
