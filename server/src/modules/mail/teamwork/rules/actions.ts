import { STATES } from '@kontor/contract/activity';
import type { Rule } from '@kontor/contract/mail';
import type { ChangeContext, InstanceContext, Person } from '../../../../platform/operation/context.ts';
import { holdBox, knownUserIds, namesOf } from '../../../account/index.ts';
import {
  addViewers,
  editItems,
  edits,
  noteEdit,
  removeItemViewers,
  snoozeItems,
  type ItemEdit,
  type ItemKinds,
} from '../../../activity/index.ts';
import { isRecord, linkItems } from '../../../record/index.ts';
import { mayChangeAccount } from '../../mailboxes/access.ts';
import { recordsOfSender } from '../../linking/linking.ts';
import { copyInto } from '../../sending/copying.ts';
import { sendableAddress } from '../../sending/rules.ts';
import { findAccount, type AccountRow } from '../../store/accounts.ts';
import { takeRawAlong } from '../../store/raws.ts';
import { seesMail } from '../../writing/store/mails.ts';
import { draftViewer, maySendFor, seesDraft } from '../../writing/access.ts';
import { findDraft } from '../../writing/store/drafts.ts';
import { callSubstitutes } from '../absence/substituting.ts';
import { giveClaim } from '../claiming.ts';
import { removableMails } from '../store/rights.ts';
import type { RuleFacts } from './rules.ts';
import { answer, forward, type AutomaticParts } from './sending.ts';
import { mailReaders, viewersThrough, type RuleMail } from './store.ts';

type Action = Rule['actions'][number];

const HOUR_MS = 3_600_000;

export interface ActionParts extends AutomaticParts {
  readonly itemKinds: () => ItemKinds;
  /** Something is to be brought to the mail server of an account. */
  readonly push: (instanceId: number, accountId: number) => void;
}

/** Whose rule an action is of. */
export interface RuleOwner {
  /** Undefined where they cannot sign in any more. */
  readonly person: Person | undefined;
  readonly isPersonal: boolean;
}

/** A mail that a rule is true of. */
export interface Case extends RuleOwner {
  readonly ruleName: string;
  readonly ownerId: number;
  readonly mail: RuleMail;
  readonly facts: RuleFacts;
  /** The account that the mail came to, or that the person sees it through. */
  readonly account: AccountRow;
}

type Asker = Pick<InstanceContext, 'db' | 'instance'>;
const mayUse = (person: Person, account: AccountRow): boolean =>
  mayChangeAccount(person, account) || account.sender_ids.includes(person.id);

/**
 * Why an action cannot be done, for what it names: empty where it can. `account` is that of the mails, undefined where they may be of any:
 * what a person may do with their own rules is seen with each mail then.
 */
export async function targetFault(
  { db, instance }: Asker,
  { person, isPersonal }: RuleOwner,
  account: AccountRow | undefined,
  action: Action,
): Promise<string> {
  if (person === undefined) return 'GONE';
  const asker = { db, instance, person };
  // An account's rule acts for the account, whoever made it.
  const mayFor = (may: (of: AccountRow) => boolean): string =>
    account === undefined || !isPersonal || may(account) ? '' : 'RIGHT_MISSING';
  switch (action.kind) {
    case 'box':
      return isPersonal ? 'RIGHT_MISSING' : accountFault(asker, action);
    case 'copy':
      return accountFault(asker, action);
    case 'claim':
      if (!(await areThere(asker, [action.userId]))) return 'GONE';
      if (account?.sender_ids.includes(action.userId) === false) return 'RIGHT_MISSING';
      return mayFor((of) => of.sender_ids.includes(person.id));
    case 'tell':
      return (await mailReaders(db, instance.id, action.userIds)).length === new Set(action.userIds).size ? '' : 'GONE';
    case 'record':
      if (!person.rights.idoList) return 'RIGHT_MISSING';
      return (await isRecord(db, instance.id, action.idoId)) ? '' : 'GONE';
    case 'recordsOfSender':
      return person.rights.idoList ? '' : 'RIGHT_MISSING';
    case 'answer':
      return (await isTemplate(asker, action.templateId)) ? mayFor((of) => maySendFor(person, of)) : 'GONE';
    case 'forward':
      if (action.to.some((address) => sendableAddress(address) === undefined)) return 'GONE';
      return mayFor((of) => maySendFor(person, of));
    default:
      return '';
  }
}

type PersonAsker = Asker & { readonly person: Person };

async function accountFault(
  { db, instance, person }: PersonAsker,
  { kind, accountId }: Extract<Action, { accountId: number }>,
): Promise<string> {
  const target = await findAccount(db, instance.id, accountId);
  // A mail is copied to its mail server, too, where there has to be one.
  if (target === undefined || (kind === 'copy' && target.kind !== 'imap')) return 'GONE';
  return mayUse(person, target) ? '' : 'RIGHT_MISSING';
}

const areThere = async ({ db, instance }: Asker, userIds: readonly number[]): Promise<boolean> =>
  (await knownUserIds(db, instance.id, userIds)).length === new Set(userIds).size;

async function isTemplate(ctx: PersonAsker, templateId: number): Promise<boolean> {
  const template = await findDraft(ctx.db, ctx.instance.id, templateId);
  if (template === undefined || template.kind !== 'template' || template.deleted_at !== null) return false;
  return seesDraft(await draftViewer(ctx), template);
}

/** The person of a rule, or all who see the mail through the account. */
const peopleOf = async (ctx: ChangeContext, { mail, account, ownerId, isPersonal }: Case): Promise<readonly number[]> =>
  isPersonal ? [ownerId] : viewersThrough(ctx.db, ctx.instance.id, mail.mail_id, account.box_id);

/** Alters how the mail stands with them. */
async function edit(ctx: ChangeContext, parts: ActionParts, it: Case, change: ItemEdit): Promise<string> {
  for (const userId of await peopleOf(ctx, it))
    await editItems(ctx, parts.itemKinds(), userId, [it.mail.mail_id], change);
  return '';
}

async function remove(ctx: ChangeContext, parts: ActionParts, it: Case, change: ItemEdit): Promise<string> {
  const { mail, ownerId, isPersonal } = it;
  if (isPersonal && !(await removableMails(ctx.db, ctx.instance.id, ownerId, [mail.mail_id])).has(mail.mail_id))
    return 'RIGHT_MISSING';
  return edit(ctx, parts, it, change);
}

/** The people of another box see the mail in place of those of the one that it came to. */
async function moveToBox(ctx: ChangeContext, { mail, account }: Case, accountId: number): Promise<string> {
  const target = await findAccount(ctx.db, ctx.instance.id, accountId);
  if (target === undefined) return 'GONE';
  if (target.box_id === account.box_id) return '';
  const members = [...(await holdBox(ctx.db, ctx.instance.id, target.box_id, 'share'))];
  const leaving = await viewersThrough(ctx.db, ctx.instance.id, mail.mail_id, account.box_id);
  await takeRawAlong(ctx.db, ctx.instance.id, mail.mail_id, { from: account.box_id, to: target.box_id });
  await removeItemViewers(ctx, 'email', mail.mail_id, leaving);
  const viewers = members.map((userId) => ({
    userId,
    boxId: target.box_id,
    status: 1 as const,
    mine: members.length === 1,
  }));
  await addViewers(ctx, 'email', mail.mail_id, viewers);
  return '';
}

/** Has somebody take care of the mail, or who stands in for them while they are away. */
async function claim(ctx: ChangeContext, parts: ActionParts, it: Case, requestedId: number): Promise<string> {
  const { mail, account } = it;
  if (!(await seesMail(ctx.db, ctx.instance.id, requestedId, mail.mail_id))) return 'RIGHT_MISSING';
  const userId = (await callSubstitutes(ctx, [requestedId], mail.mail_id)).get(requestedId) ?? requestedId;
  await giveClaim(ctx, userId, [mail.mail_id]);
  const name = (await namesOf(ctx.db, ctx.instance.id, [userId])).get(userId) ?? '';
  const about = { activityIds: [mail.mail_id], userId: 0, boxId: account.box_id };
  await noteEdit(ctx, { ...about, field: 'claim', before: null, after: name });
  await editItems(ctx, parts.itemKinds(), userId, [mail.mail_id], edits.begin());
  return '';
}

/** Puts the mail before people as New, whether they saw it before or not, and also where it was put off for them just before. */
async function notify(
  ctx: ChangeContext,
  parts: ActionParts,
  { mail, account }: Case,
  requestedIds: readonly number[],
): Promise<string> {
  // That one of them has left keeps it from none of the others.
  const userIds = await mailReaders(ctx.db, ctx.instance.id, requestedIds);
  if (userIds.length === 0) return 'GONE';
  const viewers = userIds.map((userId) => ({
    userId,
    boxId: 0,
    viaBoxId: account.box_id,
    status: 1 as const,
    mine: false,
  }));
  await addViewers(ctx, 'email', mail.mail_id, viewers);
  for (const userId of userIds)
    for (const change of [edits.wake(), edits.state(STATES.unseen)])
      await editItems(ctx, parts.itemKinds(), userId, [mail.mail_id], change);
  return '';
}

async function link(ctx: ChangeContext, it: Case, recordIds: readonly number[]): Promise<string> {
  const why = { reason: 'rule', detail: it.ruleName, userId: it.ownerId } as const;
  for (const recordId of recordIds) await linkItems(ctx, [it.mail.mail_id], recordId, why);
  return recordIds.length === 0 ? 'NO_RECORD' : '';
}

/** Does what a rule says to a mail. Returns why it did not; undefined where it did where it is done. */
export async function act(ctx: ChangeContext, parts: ActionParts, it: Case, action: Action): Promise<string> {
  const fault = await targetFault(ctx, it, it.account, action);
  if (fault !== '' && (action.kind !== 'tell' || it.person === undefined)) return fault;
  const now = new Date(ctx.now());
  const occasion = { ...it, userId: it.ownerId };
  switch (action.kind) {
    case 'state':
      return edit(ctx, parts, it, edits.state(STATES[action.state]));
    case 'archive':
      return edit(ctx, parts, it, edits.archive(true));
    case 'trash':
      return remove(ctx, parts, it, edits.trash(now));
    case 'spam':
      return remove(ctx, parts, it, edits.spam(now));
    case 'box':
      return moveToBox(ctx, it, action.accountId);
    case 'copy': {
      const target = await findAccount(ctx.db, ctx.instance.id, action.accountId);
      if (target === undefined) return 'GONE';
      await copyInto(ctx, target, it.mail, it.mail);
      ctx.afterCommit(() => parts.push(ctx.instance.id, action.accountId));
      return '';
    }
    case 'claim':
      return claim(ctx, parts, it, action.userId);
    case 'tell':
      return notify(ctx, parts, it, action.userIds);
    case 'snooze': {
      const end = { until: new Date(ctx.now() + action.hours * HOUR_MS), untilAnswered: false };
      for (const userId of await peopleOf(ctx, it))
        await snoozeItems(ctx, parts.itemKinds(), userId, [it.mail.mail_id], end);
      return '';
    }
    case 'answer':
      return answer(ctx, parts, occasion, action);
    case 'forward':
      return forward(ctx, parts, occasion, action);
    case 'record':
      return link(ctx, it, [action.idoId]);
    case 'recordsOfSender':
      return link(
        ctx,
        it,
        (await recordsOfSender(ctx, it.mail)).map(({ recordId }) => recordId),
      );
  }
}
