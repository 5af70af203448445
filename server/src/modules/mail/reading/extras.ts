import type { EntryRow } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { mailExtras, type MailDetail, type MailExtras } from '@kontor/contract/mail';
import type { Person, QueryContext } from '../../../platform/operation/context.ts';
import { isReadable, mailFlags } from '../rules.ts';
import { reachOf, type ReachedAccount, type ToldOf } from '../store/extras.ts';
import { mayManage, maySendFor } from '../writing/access.ts';

type Entry = Pick<EntryRow, 'entryId' | 'boxId' | 'direction' | 'status' | 'extras'>;

/** What one person may do for the mailbox that they see a mail in. */
export type MailboxFor = MailDetail['mailbox'];

/** What an entry says to one person beyond what is stored with it. */
export interface PersonalExtras {
  readonly extras: Partial<MailExtras>;
  readonly mailbox: MailboxFor;
}

/** What is stored with an entry for all who see it, though somebody in particular did it. */
const DEEDS = ['answered', 'forwarded', 'comments'] as const;

/** That of a mail which others have in boxes of their own, as the person may know it. */
const deedsFor = (deeds: ToldOf | undefined): Partial<MailExtras> =>
  deeds === undefined
    ? {}
    : {
        answered: deeds.is_answered,
        answeredBy: deeds.answered_by,
        answeredWithTheMailId: deeds.answer_id,
        forwarded: deeds.forwarded_by !== null,
        forwardedBy: deeds.forwarded_by,
        comments: deeds.comments,
      };

const NO_MAILBOX: MailboxFor = { accountId: 0, email: '', sends: false, manages: false, isShared: false };

const mailboxOf = (person: Person, account: ReachedAccount | undefined, standsIn: boolean): MailboxFor =>
  account === undefined
    ? NO_MAILBOX
    : {
        accountId: account.account_id,
        email: account.email,
        sends: account.is_on && (standsIn || maySendFor(person, account)),
        manages: mayManage(person, account),
        isShared: account.member_ids.length > 1,
      };

/** A mail that the stored extras name under this key. */
const namedIn = ({ extras }: Entry, key: 'answeredWithTheMailId' | 'bounceOfMailId'): number | undefined => {
  const id = extras[key];
  return typeof id === 'number' ? id : undefined;
};

/** What entries of mails say to the person who asks, by their ids: in one statement, however many they are. */
export async function personalExtras(
  { db, instance, person }: QueryContext,
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, PersonalExtras>> {
  if (entries.length === 0) return new Map();
  const named = entries.flatMap((it) => [
    namedIn(it, 'answeredWithTheMailId') ?? [],
    namedIn(it, 'bounceOfMailId') ?? [],
  ]);
  const reach = await reachOf(db, instance.id, person.id, {
    mailIds: entries.map(({ entryId }) => entryId),
    boxIds: [...new Set(entries.map(({ boxId }) => boxId))],
    named: named.flat(),
    done: entries.flatMap((it) => (DEEDS.some((name) => Boolean(it.extras[name])) ? [it.entryId] : [])),
  });
  const mails = new Map(reach.mails.map((mail) => [mail.mail_id, mail]));
  const seen = new Set(reach.seen);
  const deedsByMail = new Map(reach.told.map((one) => [one.mail_id, one]));
  const mentioning = new Set(reach.mentioning);
  const claims = new Map(reach.claims.map((claim) => [claim.mail_id, claim]));
  // A box whose account was removed may have got another one: the later row counts.
  const accounts = new Map(reach.accounts.map((account) => [account.box_id, account]));
  const stoodInFor = Map.groupBy(reach.substitutions, (one) => one.mail_id);
  const usable = reach.accounts.filter((account) => account.is_on && maySendFor(person, account));
  const seesAnswer = (entry: Entry, deeds: ToldOf | undefined): boolean => {
    if (deeds !== undefined) return deeds.answer_id !== null;
    const answerId = namedIn(entry, 'answeredWithTheMailId');
    return answerId !== undefined && seen.has(answerId);
  };
  const claimOf = ({ entryId }: Entry): Pick<MailExtras, 'claimedBy' | 'claimedById'> => {
    const { name: claimedBy = null, user_id: claimedById = null } = claims.get(entryId) ?? {};
    return { claimedBy, claimedById };
  };
  const bounceOf = (entry: Entry): string | null => {
    const entryId = namedIn(entry, 'bounceOfMailId');
    const isSeen = entryId !== undefined && seen.has(entryId);
    return isSeen ? formatAggregateId({ module: 'email', entryId, userId: person.id }) : null;
  };
  const personal = (entry: Entry): PersonalExtras => {
    const account = accounts.get(entry.boxId);
    const mail = mails.get(entry.entryId);
    const substitutions = stoodInFor.get(entry.entryId) ?? [];
    const standsIn =
      person.rights.createMail &&
      substitutions.some((one) => one.account_id !== 0 && one.account_id === account?.account_id);
    const mailbox = mailboxOf(person, account, standsIn);
    const deeds = deedsByMail.get(entry.entryId);
    return {
      mailbox,
      extras: {
        ...deedsFor(deeds),
        ...mailFlags({
          direction: entry.direction,
          status: entry.status,
          isReadable: isReadable(mail?.unreadable ?? null),
          isOwner: account?.owner_id === person.id,
          sends: mailbox.sends && account !== undefined && maySendFor(person, account),
          standsIn: mailbox.sends && standsIn,
          manages: mailbox.manages,
          isTheirsAlone: account === undefined && substitutions.length === 0,
          sendsAnywhere: usable.length > 0,
          senders: account?.sender_ids.length ?? 0,
          isClaimedByThem: claimOf(entry).claimedById === person.id,
        }),
        userHasAccessToTheAnswer: seesAnswer(entry, deeds),
        destinationCopyAccounts: usable
          .filter(({ kind, box_id: boxId }) => kind === 'imap' && boxId !== entry.boxId)
          .map(({ account_id: id, email }) => ({ id, description: email })),
        threadId: mail?.thread_id ?? null,
        ...claimOf(entry),
        isMentioned: mentioning.has(entry.entryId),
        substituteFor: substitutions[0]?.name ?? null,
        invitation: mail?.is_invitation ?? false,
        bounceOf: bounceOf(entry),
      },
    };
  };
  return new Map(entries.map((entry) => [entry.entryId, personal(entry)]));
}

const DEFAULTS: Readonly<Record<string, unknown>> = mailExtras({});
const isDefault = (name: string, value: unknown): boolean =>
  DEFAULTS[name] === value || (Array.isArray(value) && value.length === 0);

/**
 * Returns extras as rows of lists have them: without defaults, since a page has a hundred rows, unless the default replaces a stored value.
 */
export const beyondDefaults = (
  extras: Partial<MailExtras>,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(extras).filter(([name, value]) => name in stored || !isDefault(name, value)));

/** The same for lists. */
export async function extrasFor(
  ctx: QueryContext,
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<number, Record<string, unknown>>> {
  const personal = await personalExtras(ctx, rows);
  return new Map(
    rows.flatMap(({ entryId, extras: stored }) => {
      const own = personal.get(entryId);
      return own === undefined ? [] : [[entryId, beyondDefaults(own.extras, stored)] as const];
    }),
  );
}
