import { accountEvents } from '@kontor/contract/account';
import type { mailCommands } from '@kontor/contract/mail';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { insertBox, knownUserIds } from '../../account/index.ts';
import { enqueueAccountChange } from '../arrival/jobs.ts';
import { requireSecrets, sealSecrets } from './credentials.ts';
import { chooseSending } from '../sending/choosing.ts';
import { insertSenders } from '../teamwork/store/rights.ts';
import { insertAccount, isTaken, setPaused, setSecrets, type AccountRow } from '../store/accounts.ts';

export type NewMailAccount = ParamsOf<typeof mailCommands.addAccount>;

/** Returns the members that were asked for with the owner among them. Throws NOT_FOUND if one of them is nobody. */
export async function membersOf(ctx: ChangeContext, requested: readonly number[], ownerId: number): Promise<number[]> {
  const ids = [...new Set([ownerId, ...requested])];
  const known = await knownUserIds(ctx.db, ctx.instance.id, ids);
  return known.length === ids.length ? ids : fail('NOT_FOUND');
}

export interface MailboxChange {
  readonly email: string;
  readonly change: 'added' | 'changed' | 'removed' | 'paused' | 'resumed';
  /** Who sees its mails from now on. */
  readonly members: readonly number[];
  /** Who did until now and does no more. */
  readonly left?: readonly number[];
  /** What else the log has of it. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Owner and members of an account. */
export const everybody = ({ owner_id, member_ids }: AccountRow): number[] => [...new Set([owner_id, ...member_ids])];

/** Tells everybody concerned that accounts and boxes are others than before, and writes it down. */
export function announce(
  ctx: ChangeContext,
  { email, change, members, left = [], details: more = {} }: MailboxChange,
): void {
  const details = {
    ...more,
    change,
    members: members.join(', '),
    ...(left.length > 0 ? { left: left.join(', ') } : {}),
  };
  ctx.audit({ kind: 'mailbox.changed', subject: email, details });
  ctx.emit(
    accountEvents.sessionChanged,
    { users: [...new Set([...members, ...left])] },
    { keys: ['mailAccounts', 'boxes', 'boxes:email'], processIds: [...ctx.processIds], aggregateIds: [] },
  );
}

/**
 * Adds an account with a box of its own, and how its mail leaves it. Throws MAIL_ACCOUNT_EXISTS, PARAMETERS_INVALID without a secret to
 * sign in with, or NOT_FOUND for a member who is nobody.
 */
export async function openAccount(
  ctx: ChangeContext,
  ownerId: number,
  account: NewMailAccount,
): Promise<{ accountId: number; boxId: number }> {
  const { memberIds, sharedState, sending, sentCopy, ...fields } = account;
  const { db, instance, secrets } = ctx;
  requireSecrets(fields);
  const members = await membersOf(ctx, memberIds, ownerId);
  if (await isTaken(db, instance.id, fields)) return fail('MAIL_ACCOUNT_EXISTS');
  const boxId = await insertBox(db, instance.id, {
    module: 'email',
    name: fields.email,
    sharedState,
    memberIds: members,
  });
  const accountId = await insertAccount(db, instance.id, { ...fields, boxId, ownerId });
  await setSecrets(db, instance.id, accountId, sealSecrets(secrets, instance.id, accountId, fields));
  await chooseSending(ctx, accountId, { sending, sentCopy });
  await insertSenders(
    db,
    instance.id,
    accountId,
    members.filter((id) => id !== ownerId),
  );
  announce(ctx, { email: fields.email, change: 'added', members });
  return { accountId, boxId };
}

/** The same from another process than the server's, which learns of it by a job and begins to read. */
export async function openAccountFromOutside(ctx: ChangeContext, ownerId: number, account: NewMailAccount) {
  const opened = await openAccount(ctx, ownerId, account);
  await enqueueAccountChange(ctx, opened.accountId);
  return opened;
}

/** Stops reading an account, or goes on with it. Throws MAIL_ADDRESS_NOT_READ for an address: others bring its mails, and do so once. */
export async function pauseAccount(ctx: ChangeContext, account: AccountRow, paused: boolean): Promise<void> {
  if (account.kind === 'smtp') return fail('MAIL_ADDRESS_NOT_READ');
  await setPaused(ctx.db, ctx.instance.id, account.account_id, paused);
  announce(ctx, { email: account.email, change: paused ? 'paused' : 'resumed', members: everybody(account) });
}

/** The same from another process than the server's. */
export async function pauseAccountFromOutside(ctx: ChangeContext, account: AccountRow, paused: boolean): Promise<void> {
  await pauseAccount(ctx, account, paused);
  await enqueueAccountChange(ctx, account.account_id);
}
