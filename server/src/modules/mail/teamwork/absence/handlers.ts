import { formatAggregateId, tidyName, type ParamsOf, type ResultOf } from '@kontor/contract/kernel';
import type { absenceCommands, absenceQueries, handoverQueries } from '@kontor/contract/mail';
import type { CommandContext, QueryContext } from '../../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../../platform/operation/manifest.ts';
import { fail } from '../../../../platform/operation/problem.ts';
import { knownUserIds, namesOf, requireRight } from '../../../account/index.ts';
import { changeableAccount, mayChangeAccount } from '../../mailboxes/access.ts';
import { smtpLogType } from '../../sending/rules.ts';
import { activeAccounts } from '../../store/accounts.ts';
import { cleanWritten } from '../../writing/clean.ts';
import { answersOfAbsence, handedMails } from './handed.ts';
import { handoverTime, isAbsenceTime, stageAfter } from './rules.ts';
import { accountsOf } from './substituting.ts';
import {
  canStandIn,
  deleteAbsence,
  findAbsence,
  lockAbsence,
  moveAbsence,
  putAbsence,
  readAbsences,
  type AbsenceRow,
  type NamedAbsence,
  type Whose,
} from './store.ts';
import { tellAbsences, turnAbsences } from './turning.ts';

type Absence = ResultOf<typeof absenceQueries.absences>[number];
type Params = ParamsOf<typeof absenceCommands.saveAbsence>;

/** Mails of one handover. */
const MAX_HANDED = 5000;
/** Answers of one absence that can be looked at. */
const MAX_ANSWERS = 500;

const orNull = (id: number): number | null => (id === 0 ? null : id);

/** An absence for who may change it, or for anybody: who is away until when, and who stands in. */
const toAbsence = (row: NamedAbsence, changeable: boolean): Absence => ({
  userId: orNull(row.user_id),
  accountId: orNull(row.account_id),
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  subject: changeable ? row.subject : '',
  content: changeable ? row.content : '',
  innerContent: changeable ? row.inner_content : '',
  answers: row.answers,
  substituteId: row.substitute_id,
  name: row.name,
  substituteName: row.substitute_name,
  changeable,
  version: row.version,
});

async function absencesFor({ db, instance, person, now }: QueryContext | CommandContext): Promise<readonly Absence[]> {
  const accounts = (await activeAccounts(db, instance.id)).filter((account) => mayChangeAccount(person, account));
  const rows = await readAbsences(db, instance.id, {
    userId: person.id,
    accountIds: accounts.map((account) => account.account_id),
    isAll: person.isAdministrator,
    now: new Date(now()),
  });
  return rows.map((row) => toAbsence(row, person.isAdministrator || row.account_id !== 0 || row.user_id === person.id));
}

/**
 * Returns whose absence is meant, and what it is called in the log. Throws NOT_FOUND if it is nobody's, and RIGHT_MISSING if the person may not
 * change it.
 */
async function changeableWhose(
  ctx: QueryContext | CommandContext,
  { userId, accountId }: Pick<Params, 'userId' | 'accountId'>,
): Promise<{ readonly whose: Whose; readonly subject: string }> {
  requireRight(ctx, 'mailList');
  const { db, instance, person } = ctx;
  if (accountId !== null)
    return { whose: { userId: 0, accountId }, subject: (await changeableAccount(ctx, accountId, 'any')).email };
  const id = userId ?? person.id;
  if (id !== person.id && !person.isAdministrator) return fail('RIGHT_MISSING');
  if ((await knownUserIds(db, instance.id, [id])).length === 0) return fail('NOT_FOUND');
  return { whose: { userId: id, accountId: 0 }, subject: (await namesOf(db, instance.id, [id])).get(id) ?? '' };
}

/** Throws ABSENCE_SUBSTITUTE if nobody can stand in who is to: oneself, who reads no mails, or who is away too. */
async function requireSubstitute(
  { db, instance }: CommandContext,
  { userId }: Whose,
  substituteId: number | null,
  time: { readonly from: Date; readonly until: Date },
): Promise<void> {
  if (substituteId === null) return;
  if (substituteId === userId) return fail('ABSENCE_SUBSTITUTE');
  if ((await knownUserIds(db, instance.id, [substituteId])).length === 0) return fail('NOT_FOUND');
  if (!(await canStandIn(db, instance.id, substituteId, time))) fail('ABSENCE_SUBSTITUTE');
}

/** Throws VERSION_CONFLICT if the absence is another than the person knows, and NOT_FOUND if it was called off. */
async function requireKnown(
  ctx: CommandContext,
  { userId, accountId }: Whose,
  known: AbsenceRow | undefined,
  version: number | null,
): Promise<void> {
  if (known === undefined && version !== null) return fail('NOT_FOUND');
  // What is over stands in nobody's way who plans another one.
  if (known === undefined || known.version === version || (version === null && known.stage === 'over')) return;
  const data = (await absencesFor(ctx)).find(
    (it) => it.userId === orNull(userId) && it.accountId === orNull(accountId),
  );
  fail('VERSION_CONFLICT', data === undefined ? {} : { data });
}

function recordChange(
  ctx: CommandContext,
  subject: string,
  change: 'saved' | 'ended',
  details: Readonly<Record<string, string>> = {},
) {
  ctx.audit({ kind: 'mailbox.changed', subject, details: { absence: change, ...details } });
  tellAbsences(ctx);
}

export const absenceQueryHandlers: QueryHandlers<typeof absenceQueries> = {
  async absences(ctx) {
    requireRight(ctx, 'mailList');
    return [...(await absencesFor(ctx))];
  },

  async absenceAnswers(ctx, given) {
    const { db, instance, person } = ctx;
    const { whose } = await changeableWhose(ctx, given);
    const absence = await findAbsence(db, instance.id, whose);
    const time = absence === undefined ? undefined : handoverTime(absence, ctx.now());
    if (time === undefined) return [];
    const accountIds = (await accountsOf(ctx, whose)).map((account) => account.account_id);
    const of = { accountIds, from: time.from, viewerId: person.id };
    return (await answersOfAbsence(db, instance.id, of, MAX_ANSWERS)).map((answer) => ({
      outgoingId: answer.outgoing_id,
      at: answer.created_at.toISOString(),
      address: answer.address,
      state: smtpLogType(answer.stage, answer.attempt, [answer.state]),
      aggregateId:
        answer.seen_id === null
          ? null
          : formatAggregateId({ module: 'email', entryId: answer.seen_id, userId: person.id }),
      subject: answer.subject ?? '',
    }));
  },
};

export const handoverQueryHandlers: QueryHandlers<typeof handoverQueries> = {
  async handover(ctx, { userId: requestedId }) {
    requireRight(ctx, 'mailList');
    const { db, instance, person } = ctx;
    const userId = requestedId ?? person.id;
    if (userId !== person.id && !person.isAdministrator) return fail('RIGHT_MISSING');
    if ((await knownUserIds(db, instance.id, [userId])).length === 0) return fail('NOT_FOUND');
    const whose = { userId, accountId: 0 };
    const absence = await findAbsence(db, instance.id, whose);
    const time = absence === undefined ? undefined : handoverTime(absence, ctx.now());
    if (time === undefined) return [];
    const boxIds = (await accountsOf(ctx, whose)).map((account) => account.box_id);
    const mails = await handedMails(db, instance.id, { userId, boxIds, ...time, viewerId: person.id }, MAX_HANDED);
    return mails.map((mail) => ({
      aggregateId: formatAggregateId({ module: 'email', entryId: mail.mail_id, userId: person.id }),
      // Who administrates need not see the mails of others.
      subject: mail.is_seen ? mail.subject : '',
      contact: mail.is_seen ? mail.contact : '',
      timestamp: Math.floor(mail.seconds),
      status: mail.status,
      answeredBy: mail.answered_by,
    }));
  },
};

export const absenceCommandHandlers: CommandHandlers<typeof absenceCommands> = {
  async saveAbsence(ctx, given) {
    const { db, instance } = ctx;
    const { whose, subject } = await changeableWhose(ctx, given);
    if (given.answers) requireRight(ctx, 'createMail');
    await lockAbsence(db, instance.id, whose);
    const known = await findAbsence(db, instance.id, whose);
    await requireKnown(ctx, whose, known, given.aggregateVersion);
    const [from, until] = [new Date(given.startsAt), new Date(given.endsAt)];
    if (!isAbsenceTime(from.getTime(), until.getTime(), ctx.now())) return fail('ABSENCE_TIME');
    const { substituteId } = given;
    if (substituteId !== known?.substitute_id || known.starts_at > from || known.ends_at < until)
      await requireSubstitute(ctx, whose, substituteId, { from, until });
    const last = known === undefined ? undefined : handoverTime(known, ctx.now());
    const version = await putAbsence(db, {
      instance_id: instance.id,
      user_id: whose.userId,
      account_id: whose.accountId,
      starts_at: from,
      ends_at: until,
      subject: tidyName(given.subject),
      content: cleanWritten(given.content),
      inner_content: cleanWritten(given.innerContent),
      answers: given.answers,
      substitute_id: substituteId,
      stage: stageAfter(known, { from, substituteId }),
      last_starts_at: last?.from ?? null,
      last_ends_at: last?.until ?? null,
    });
    const substitute =
      substituteId === null ? '' : ((await namesOf(db, instance.id, [substituteId])).get(substituteId) ?? '');
    recordChange(ctx, subject, 'saved', { startsAt: from.toISOString(), endsAt: until.toISOString(), substitute });
    await turnAbsences(ctx);
    return { version };
  },

  async endAbsence(ctx, given) {
    const { db, instance } = ctx;
    const { whose, subject } = await changeableWhose(ctx, given);
    await lockAbsence(db, instance.id, whose);
    const known = await findAbsence(db, instance.id, whose);
    const now = new Date(ctx.now());
    if (known === undefined || known.ends_at <= now) return fail('NOT_FOUND');
    if (known.starts_at <= now) await moveAbsence(db, instance.id, whose, { ends_at: now });
    else if (known.last_starts_at === null || known.last_ends_at === null) await deleteAbsence(db, instance.id, whose);
    // The one before it is the last one again, and what was handed over then can be read.
    else
      await moveAbsence(db, instance.id, whose, {
        starts_at: known.last_starts_at,
        ends_at: known.last_ends_at,
        stage: 'over',
      });
    recordChange(ctx, subject, 'ended');
    await turnAbsences(ctx);
    return {};
  },
};
