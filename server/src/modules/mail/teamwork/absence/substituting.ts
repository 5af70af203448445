import type { ChangeContext } from '../../../../platform/operation/context.ts';
import { addViewers, lockItems, removeItemViewers } from '../../../activity/index.ts';
import { activeAccounts, type AccountRow } from '../../store/accounts.ts';
import { keepThroughOtherBoxes } from '../../store/mails.ts';
import { releaseUnseen } from '../claiming.ts';
import {
  absencesNow,
  boxesSeenThrough,
  endSubstitutions,
  listedFor,
  noteSubstitution,
  substitutedNow,
  unfinishedMails,
  withoutReason,
  viewOf,
  type AbsenceRow,
  type ShownMail,
  type Whose,
} from './store.ts';

/** Mails that one step shows to a substitute, or takes away again. */
export const SHOWN_AT_ONCE = 200;

type Reached = Pick<AccountRow, 'account_id' | 'box_id' | 'owner_id' | 'member_ids'>;

/** Whether an account is a person's alone: what comes to one that several share comes for all of them. */
const isAlone = (account: Reached): boolean => account.member_ids.every((id) => id === account.owner_id);

/** The absences that are now for what comes to an account; its own first. */
export const absencesOf = (ctx: ChangeContext, account: Reached): Promise<readonly AbsenceRow[]> =>
  absencesNow(
    ctx.db,
    ctx.instance.id,
    { accountId: account.account_id, onlyUserId: isAlone(account) ? account.owner_id : null },
    new Date(ctx.now()),
  );

/** The accounts that an absence is about: the one, or all that the person alone sees. */
export async function accountsOf(
  { db, instance }: Pick<ChangeContext, 'db' | 'instance'>,
  { userId, accountId }: Whose,
): Promise<readonly AccountRow[]> {
  const accounts = await activeAccounts(db, instance.id);
  return accounts.filter((account) =>
    accountId === 0 ? account.owner_id === userId && isAlone(account) : account.account_id === accountId,
  );
}

/** Has a substitute see mails, and answer them as an account unless that is 0. */
async function show(
  ctx: ChangeContext,
  absence: AbsenceRow,
  accountId: number,
  mails: readonly ShownMail[],
): Promise<void> {
  const { substitute_id: substituteId } = absence;
  if (substituteId === null || mails.length === 0) return;
  const added: number[] = [];
  for (const { mail_id: mailId, box_id: boxId, via_box_id: viaBoxId = 0, status } of mails) {
    const viewer = { userId: substituteId, boxId, viaBoxId, status, mine: false };
    if ((await addViewers(ctx, 'email', mailId, [viewer])).length > 0) added.push(mailId);
  }
  const mailIds = mails.map((mail) => mail.mail_id);
  const of = { absence, substituteId, accountId, at: new Date(ctx.now()) };
  await noteSubstitution(ctx.db, ctx.instance.id, of, mailIds, added);
}

/** Has substitutes see mails that have just come to an account. */
export async function meetSubstitutes(
  ctx: ChangeContext,
  account: AccountRow,
  mailIds: readonly number[],
): Promise<void> {
  if (mailIds.length === 0) return;
  const absences = await absencesOf(ctx, account);
  if (absences.every((absence) => absence.substitute_id === null)) return;
  const listed = await listedFor(ctx.db, ctx.instance.id, account.member_ids, mailIds);
  const mails = listed.map((mailId): ShownMail => ({ mail_id: mailId, box_id: account.box_id, status: 1 }));
  for (const absence of absences) await show(ctx, absence, account.account_id, mails);
}

/**
 * Has those who stand in for people see a mail that these see, because it is put before them: by a mention, or by a rule. Returns who
 * stands in for whom.
 */
export async function callSubstitutes(
  ctx: ChangeContext,
  userIds: readonly number[],
  mailId: number,
): Promise<ReadonlyMap<number, number>> {
  const { db, instance } = ctx;
  const substitutes = new Map<number, number>();
  for (const absence of await substitutedNow(db, instance.id, userIds, new Date(ctx.now()))) {
    const view = await viewOf(db, instance.id, absence.user_id, mailId);
    if (view === undefined || absence.substitute_id === null) continue;
    await show(ctx, absence, view.account_id, [{ ...view, mail_id: mailId, status: 1 }]);
    substitutes.set(absence.user_id, absence.substitute_id);
  }
  return substitutes;
}

/** Shows a substitute the next of what was unfinished at the beginning. Returns where to go on, or nothing where that was all. */
export async function showUnfinished(
  ctx: ChangeContext,
  whose: Whose,
  before: number | null,
): Promise<number | undefined> {
  const { db, instance } = ctx;
  const accounts = await accountsOf(ctx, whose);
  const [first] = accounts;
  const absences = first === undefined ? [] : await absencesOf(ctx, first);
  const absence = absences.find((it) => it.user_id === whose.userId && it.account_id === whose.accountId);
  if (absence === undefined) return undefined;
  const userIds = [...new Set(accounts.flatMap((account) => account.member_ids))];
  const boxIds = accounts.map((account) => account.box_id);
  const mails = await unfinishedMails(db, instance.id, { userIds, boxIds, before }, SHOWN_AT_ONCE);
  await lockItems(
    ctx,
    mails.map((mail) => mail.mail_id),
  );
  for (const { account_id: accountId, box_id: boxId } of accounts)
    await show(
      ctx,
      absence,
      accountId,
      mails.filter((mail) => mail.box_id === boxId),
    );
  return mails.length < SHOWN_AT_ONCE ? undefined : mails.at(-1)?.mail_id;
}

/** Takes from substitutes the next of what was theirs to see. Returns whether there may be more. */
export async function takeBack(ctx: ChangeContext): Promise<boolean> {
  const { db, instance } = ctx;
  const ended = await endSubstitutions(db, instance.id, new Date(ctx.now()), SHOWN_AT_ONCE);
  if (ended.length === 0) return false;
  await lockItems(ctx, [...new Set(ended.map((row) => row.mail_id))]);
  // What lies in a mailbox of their own too they go on to see through that one.
  for (const { box_id: boxId, user_ids: userIds } of await boxesSeenThrough(db, instance.id, ended))
    await keepThroughOtherBoxes(db, instance.id, boxId, userIds);
  const gone = await withoutReason(db, instance.id, ended);
  for (const [mailId, rows] of Map.groupBy(gone, (row) => row.mail_id))
    await removeItemViewers(
      ctx,
      'email',
      mailId,
      rows.map((row) => row.user_id),
    );
  await releaseUnseen(ctx, [...new Set(gone.map((row) => row.user_id))]);
  return ended.length === SHOWN_AT_ONCE;
}
