import type { MailDetail } from '@kontor/contract/mail';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { toEntryRow, type PageRow } from '../../activity/index.ts';
import { personalExtras } from '../reading/extras.ts';
import { addressKey } from '../rules.ts';
import { mailsSeen, type MailInFull } from '../store/mails.ts';
import { claimsOf } from '../teamwork/claiming.ts';
import { firedRulesOf } from '../teamwork/rules/handlers.ts';
import type { DetailFor } from '../reading/views.ts';
import { toOutgoing } from './announce.ts';
import { MEANS } from './evidence.ts';
import { answersOf } from './store/answers.ts';
import { lastLinesOf, outgoingOfMails, receiversOf, type OutboxRow, type ReceiverRow } from './store/outgoing.ts';

/** Most bytes of what was said to a mail server that a mail's details say. */
const MAX_LOG_BYTES = 64 * 1024;

type ShownMail = MailInFull<PageRow>;
type Bounce = MailDetail['bounce'];

/** What details say of mails to the person who asks: how those of ours fared, and what the person may do with each. */
export async function detailsFor(
  ctx: QueryContext,
  mails: readonly ShownMail[],
): Promise<(mail: ShownMail) => DetailFor> {
  const { db, instance, person } = ctx;
  const mailIds = mails.map(({ mail_id: mailId }) => mailId);
  const personal = await personalExtras(
    ctx,
    mails.map(({ entry }) => toEntryRow(entry)),
  );
  const outgoing = await outgoingOfMails(db, instance.id, mailIds);
  const ids = [...outgoing.values()].map((row) => row.outgoing_id);
  const receivers = Map.groupBy(await receiversOf(db, instance.id, ids), (row) => row.outgoing_id);
  const answers = await answersOf(db, instance.id, person.id, mailIds);
  const mayRead = [...outgoing.values()].filter((row) => {
    const mailbox = personal.get(row.mail_id ?? 0)?.mailbox;
    return row.user_id === person.id || (row.account_id === mailbox?.accountId && (mailbox.sends || mailbox.manages));
  });
  const logs = await lastLinesOf(
    db,
    instance.id,
    mayRead.map((row) => row.outgoing_id),
    MAX_LOG_BYTES,
  );
  const reports = await reportsSeen(ctx, mails);
  const claims = await claimsOf(ctx, mailIds);
  const fired = await firedRulesOf(ctx, mailIds);
  return (mail) => {
    const { mail_id: mailId } = mail;
    const row = outgoing.get(mailId);
    const sentTo = row === undefined ? [] : (receivers.get(row.outgoing_id) ?? []);
    const states = new Map(sentTo.map(({ address, state }) => [addressKey(address), state]));
    const { extras = {}, mailbox = NOWHERE } = personal.get(mailId) ?? {};
    const mayStop = row !== undefined && (row.user_id === person.id || mailbox.manages);
    return {
      stateOf: (address) => states.get(addressKey(address)) ?? '',
      extras,
      mailbox,
      smtpLogLog: (row && logs.get(row.outgoing_id)) ?? null,
      answers: (answers.get(mailId) ?? []).map(({ kind, answer_id: answerId, by, at }) => ({
        kind,
        aggregateId: answerId === null ? null : idOf(answerId, person.id),
        by,
        at,
      })),
      outgoing: row === undefined ? null : shownOutgoing(row, sentTo, person.id, mayStop),
      bounce: bounceOf(mail, sentTo, reports, person.id),
      claim: claims.get(mailId) ?? null,
      firedRules: [...(fired.get(mailId) ?? [])],
    };
  };
}

const NOWHERE = { accountId: 0, email: '', sends: false, manages: false, isShared: false };

const idOf = (mailId: number, userId: number): string =>
  formatAggregateId({ module: 'email', entryId: mailId, userId });

/** Whoever may neither take it back nor do anything about it is not offered to. */
function shownOutgoing(row: OutboxRow, receivers: readonly ReceiverRow[], userId: number, mayStop: boolean) {
  const shown = toOutgoing(row, receivers, userId);
  return { ...shown, isCancellable: shown.isCancellable && mayStop };
}

const reportedId = (mail: ShownMail, key: 'bounceOfMailId' | 'bouncedByMailId'): number | undefined => {
  const id = mail.entry.extras[key];
  return typeof id === 'number' ? id : undefined;
};

/** The mails that reports are about, and the reports about mails of ours, as far as the person sees them. */
async function reportsSeen(
  { db, instance, person }: QueryContext,
  mails: readonly ShownMail[],
): Promise<ReadonlySet<number>> {
  const ids = mails.flatMap((mail) => [
    reportedId(mail, 'bounceOfMailId') ?? [],
    reportedId(mail, 'bouncedByMailId') ?? [],
  ]);
  if (ids.flat().length === 0) return new Set();
  return mailsSeen(db, instance.id, person.id, ids.flat());
}

/** Each of the two mails names the other: what a report says of its receivers, or what reports have said of a mail of ours. */
function bounceOf(mail: ShownMail, sentTo: readonly ReceiverRow[], seen: ReadonlySet<number>, userId: number): Bounce {
  const about = reportedId(mail, 'bounceOfMailId');
  const by = reportedId(mail, 'bouncedByMailId');
  const other = about ?? by;
  if (other === undefined) return null;
  const receivers =
    about !== undefined
      ? (mail.report?.receivers ?? []).map(({ address, action, answer }) => ({
          receiver: address,
          state: MEANS[action],
          answer,
        }))
      : sentTo
          .filter(({ state }) => state === 'bounced' || state === 'delayed' || state === 'delivered')
          .map(({ address, state, answer }) => ({ receiver: address, state, answer }));
  return { aggregateId: seen.has(other) ? idOf(other, userId) : null, receivers };
}
