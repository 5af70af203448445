import type { WrittenMail } from '@kontor/contract/mail';
import type { Db } from '../../../platform/db/database.ts';
import type { Instance, Person } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { mayChangeAccount, seenAccount } from '../mailboxes/access.ts';
import { accountsStoodInFor } from '../teamwork/absence/store.ts';
import type { AccountRow } from '../store/accounts.ts';
import { findDraft, findDraftByKey, type DraftRow } from './store/drafts.ts';
import { sendersInReach, type SenderRow } from './store/senders.ts';

/** Who asks, and where. */
export interface Asker {
  readonly db: Db;
  readonly instance: Pick<Instance, 'id'>;
  readonly person: Person;
}

/** Whether a person may send mail for an account: whom its rights let, and who may write any. */
export const maySendFor = (person: Person, account: Pick<AccountRow, 'sender_ids'>): boolean =>
  person.rights.createMail && account.sender_ids.includes(person.id);

/** Whether a person may change what is everybody's of an account: signatures, senders. */
export const mayManage = (person: Person, account: Pick<AccountRow, 'manager_ids'>): boolean =>
  person.isAdministrator || account.manager_ids.includes(person.id);

/** The addresses of all accounts whose mails the person sees: each says whether they may send as it. */
export const sendersOf = ({ db, instance, person }: Asker): Promise<readonly SenderRow[]> =>
  sendersInReach(db, instance.id, person.id);

/** The people who may send for an account, for whom what is written there is told. */
export const peopleOf = (account: Pick<SenderRow, 'sender_ids'>): readonly number[] => account.sender_ids;

/**
 * Returns the sender if the person may send as it, or answer the mail as it in another's place. Throws NOT_FOUND, or RIGHT_MISSING, which
 * is also for who stands in and writes of something else.
 */
export async function usableSender(ctx: Asker, senderId: number, aboutMailId?: number): Promise<SenderRow> {
  const { person } = ctx;
  const sender = (await sendersOf(ctx)).find((one) => one.sender_id === senderId) ?? fail('NOT_FOUND');
  if (maySendFor(person, sender)) return sender;
  const accountIds = await standInAccounts(ctx, aboutMailId);
  return accountIds.has(sender.account_id) ? sender : fail('RIGHT_MISSING');
}

/** The accounts as which the person may answer a mail in another's place. */
export const standInAccounts = async (
  { db, instance, person }: Asker,
  mailId: number | undefined,
): Promise<ReadonlySet<number>> =>
  mailId === undefined || !person.rights.createMail
    ? new Set()
    : accountsStoodInFor(db, instance.id, person.id, mailId);

/** Returns the account if the person may change its addresses. Throws NOT_FOUND or RIGHT_MISSING. */
export async function managedAccount(ctx: Asker, accountId: number): Promise<AccountRow> {
  requireRight(ctx, 'createMail');
  const account = await seenAccount(ctx, accountId, 'any');
  return mayChangeAccount(ctx.person, account) ? account : fail('RIGHT_MISSING');
}

/** What decides who sees a draft or template. */
export interface DraftViewer {
  readonly userId: number;
  /** Accounts that the person may send for. */
  readonly accountIds: ReadonlySet<number>;
}

export async function draftViewer(ctx: Asker): Promise<DraftViewer> {
  const senders = await sendersOf(ctx);
  return {
    userId: ctx.person.id,
    accountIds: new Set(
      senders.filter((one) => maySendFor(ctx.person, one)).map(({ account_id: accountId }) => accountId),
    ),
  };
}

/**
 * Whether a person sees a draft or template: their own; a global draft where they may send for its account; a global template without an
 * account anybody who writes mails.
 */
export function seesDraft(
  viewer: DraftViewer,
  draft: Pick<DraftRow, 'owner_id' | 'is_global' | 'kind' | 'account_id'>,
) {
  if (draft.owner_id === viewer.userId) return true;
  if (!draft.is_global) return false;
  return draft.account_id === null ? draft.kind === 'template' : viewer.accountIds.has(draft.account_id);
}

/** The draft or template that a mail is written in, where there is one that the person sees and that was not thrown away. */
export async function seenDraft(
  ctx: Asker,
  { draftId, draftKey }: Pick<WrittenMail, 'draftId' | 'draftKey'>,
): Promise<DraftRow | undefined> {
  const { db, instance } = ctx;
  const draft =
    draftKey !== null
      ? await findDraftByKey(db, instance.id, draftKey)
      : draftId !== null
        ? await findDraft(db, instance.id, draftId)
        : undefined;
  if (draft === undefined || draft.deleted_at !== null) return undefined;
  return seesDraft(await draftViewer(ctx), draft) ? draft : undefined;
}
