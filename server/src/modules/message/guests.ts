import { MAX_GUESTS, isGuestId, type Addressee } from '@kontor/contract/message';
import type { Db } from '../../platform/db/database.ts';
import type { CommandContext, InstanceContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import { contentOf, type Content } from './content.ts';
import type { Letter, Letters } from './letters.ts';
import { titleOf, wordsOf } from './rules.ts';
import { readFiles, type FileRow } from './store/files.ts';
import {
  insertGuests,
  insertLetter,
  lastOutgoing,
  readFollowed,
  readGuests,
  type Guest,
  type GuestRow,
} from './store/guests.ts';
import { insertReceivers } from './store/members.ts';
import { readFirstTexts } from './store/texts.ts';

/** What a guest is called. */
export const nameOfGuest = ({ address, name }: Guest): string => name || address;

/** What people and guests are called, by their numbers. */
export async function namesIn(
  db: Db,
  instanceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const guestIds = ids.filter(isGuestId);
  const names = await namesOf(
    db,
    instanceId,
    ids.filter((id) => !isGuestId(id)),
  );
  if (guestIds.length === 0) return names;
  const guests = await readGuests(db, instanceId, guestIds);
  return new Map([...names, ...guests.map((guest) => [guest.userId, nameOfGuest(guest)] as const)]);
}

/**
 * The guests among addressees, each address once. Fails with MESSAGE_OPEN_ADDRESS, MESSAGE_ADDRESS_INVALID and MESSAGE_TOO_MANY_ADDRESSES.
 */
export function guestsMeant(letters: Letters, addressee: readonly Addressee[], isOpen: boolean): readonly Guest[] {
  const given = addressee.flatMap((one) => (typeof one === 'object' && 'address' in one ? one : []));
  if (given.length > 0 && isOpen) return fail('MESSAGE_OPEN_ADDRESS');
  const guests = new Map<string, Guest>();
  for (const { address: typed, name } of given) {
    const address = letters.addressOf(typed) ?? fail('MESSAGE_ADDRESS_INVALID', { data: { address: typed } });
    const key = address.toLowerCase();
    if (!guests.has(key)) guests.set(key, { address, name });
  }
  if (guests.size > MAX_GUESTS) return fail('MESSAGE_TOO_MANY_ADDRESSES', { data: { max: MAX_GUESTS } });
  return [...guests.values()];
}

/** Fails with MESSAGE_SENDER_MISSING where the person cannot write to addresses. */
export async function requireSender(ctx: CommandContext, letters: Letters): Promise<void> {
  if (!(await letters.canSend(ctx))) fail('MESSAGE_SENDER_MISSING');
}

/** Sends a text to guests as mails. Fails with MESSAGE_SENDER_MISSING and MESSAGE_MAIL_TOO_LARGE. */
async function mail(
  ctx: CommandContext,
  letters: Letters,
  guests: readonly GuestRow[],
  letter: Omit<Letter, 'to'>,
): Promise<void> {
  const queued = await letters.send(
    ctx,
    guests.map(({ address, name }) => ({ ...letter, to: { address, name } })),
  );
  if (queued === 'SENDER_MISSING') return fail('MESSAGE_SENDER_MISSING');
  if (queued === 'TOO_LARGE') return fail('MESSAGE_MAIL_TOO_LARGE');
  for (const [index, { userId }] of guests.entries()) {
    const one = queued[index];
    if (one !== undefined) await insertLetter(ctx.db, ctx.instance.id, { userId, ...one, mailId: null });
  }
}

/** Has a message go to guests as well, with its first text. Returns their numbers. Fails as sending mails does. */
export async function inviteGuests(
  ctx: CommandContext,
  letters: Letters,
  messageId: number,
  guests: readonly Guest[],
  { content, files }: { readonly content: Content; readonly files: readonly FileRow[] },
): Promise<readonly number[]> {
  if (guests.length === 0) return [];
  const { db, instance } = ctx;
  const rows = await insertGuests(db, instance.id, messageId, guests);
  const userIds = rows.map(({ userId }) => userId);
  await insertReceivers(db, instance.id, messageId, userIds, { isOpen: false, isListed: true });
  const subject = titleOf(wordsOf(content.words, files));
  await mail(ctx, letters, rows, { subject, html: content.html, files, follows: undefined });
  return userIds;
}

/** Those of some receivers whom the last mail to them did not reach. */
export async function unreachedAmong(
  ctx: Pick<InstanceContext, 'db' | 'instance'>,
  letters: Letters,
  receivers: readonly { readonly user_id: number }[],
): Promise<ReadonlySet<number>> {
  const guestIds = receivers.map((one) => one.user_id).filter(isGuestId);
  if (guestIds.length === 0) return new Set();
  const last = await lastOutgoing(ctx.db, ctx.instance.id, guestIds);
  const unreached = await letters.unreached(ctx, [...last.values()]);
  return new Set(guestIds.filter((id) => unreached.has(last.get(id) ?? 0)));
}

/** Sends what was said in a guest's segment to them. Fails as sending mails does. */
export async function writeToGuest(
  ctx: CommandContext,
  letters: Letters,
  { messageId, userId }: Pick<GuestRow, 'messageId' | 'userId'>,
  { content, files }: { readonly content: Content; readonly files: readonly FileRow[] },
): Promise<void> {
  const { db, instance } = ctx;
  const guests = await readGuests(db, instance.id, [userId]);
  const first = (await readFirstTexts(db, instance.id, [messageId])).get(messageId) ?? '';
  const firstFiles = await readFiles(db, instance.id, { messageId, segmentId: 0 }, [0]);
  const subject = titleOf(wordsOf(contentOf(first).words, firstFiles));
  const follows = await readFollowed(db, instance.id, userId);
  await mail(ctx, letters, guests, { subject, html: content.html, files, follows });
}
