import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import type { teamworkCommands } from '@kontor/contract/mail';
import type { ChangeContext, CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { namesOf, requireRight } from '../../account/index.ts';
import { editItems, edits, lockItems, noteEdit, patchExtras, type ItemKinds } from '../../activity/index.ts';
import {
  claimableMails,
  deleteClaims,
  deleteUnseenClaims,
  putClaims,
  readClaims,
  type ClaimableMail,
} from './store/claims.ts';

/** Who takes care of a mail, as its details say it. `at` in seconds since 1970. */
export interface Claim {
  readonly userId: number;
  readonly name: string;
  readonly at: number;
  readonly isMine: boolean;
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Returns the claims to these mails that the person is told of, by mail id. */
export async function claimsOf(
  { db, instance, person }: Pick<QueryContext, 'db' | 'instance' | 'person'>,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, Claim>> {
  const rows = await readClaims(db, instance.id, person.id, mailIds);
  const names = await namesOf(db, instance.id, [...new Set(rows.map((row) => row.user_id))]);
  return new Map(
    rows.map(({ mail_id: mailId, user_id: userId, at }) => [
      mailId,
      { userId, name: names.get(userId) ?? '', at: secondsOf(at), isMine: userId === person.id },
    ]),
  );
}

/** Who takes care of a mail is each reader's own; all are told that it may be somebody else now. */
const announceClaim = (ctx: ChangeContext, mailId: number): Promise<void> => patchExtras(ctx, mailId, {});

/** Ends the claims of people to mails that they do not see any more: nobody would take care of those. */
export async function releaseUnseen(ctx: ChangeContext, userIds: readonly number[]): Promise<void> {
  for (const mailId of await deleteUnseenClaims(ctx.db, ctx.instance.id, userIds)) await announceClaim(ctx, mailId);
}

/** Has a person, who sees them, take care of mails, whoever did until now. Everybody who sees them is told. */
export async function giveClaim(ctx: ChangeContext, userId: number, mailIds: readonly number[]): Promise<void> {
  const { db, instance } = ctx;
  await putClaims(db, instance.id, mailIds, userId, new Date(ctx.now()));
  for (const mailId of mailIds) await announceClaim(ctx, mailId);
}

/** Returns those of the mails that the person sees, taken for this transaction. Throws NOT_FOUND if it is none of them. */
async function takeMails(ctx: CommandContext, requested: readonly AggregateId[]): Promise<readonly ClaimableMail[]> {
  requireRight(ctx, 'mailList');
  const ids = requested.flatMap(({ module, entryId }) => (module === 'email' ? [entryId] : []));
  await lockItems(ctx, ids);
  const mails = await claimableMails(ctx.db, ctx.instance.id, ctx.person.id, ids);
  return mails.length === 0 ? fail('NOT_FOUND') : mails;
}

const answerOf = (requested: readonly AggregateId[], mails: readonly ClaimableMail[]) => {
  const ids = new Set(mails.map((mail) => mail.mail_id));
  const isThere = ({ module, entryId }: AggregateId): boolean => module === 'email' && ids.has(entryId);
  return {
    aggregateIds: requested.filter(isThere).map(formatAggregateId),
    missing: requested.filter((id) => !isThere(id)).map(formatAggregateId),
  };
};

/** What is told to who claims mails that colleagues have claimed. */
async function claimsIn(ctx: CommandContext, mails: readonly ClaimableMail[]) {
  const names = await namesOf(ctx.db, ctx.instance.id, [...new Set(mails.map((mail) => mail.claimed_by ?? 0))]);
  return mails.map(({ mail_id: entryId, claimed_by: userId, claimed_at: at }) => ({
    aggregateId: formatAggregateId({ module: 'email', entryId, userId: ctx.person.id }),
    userId: userId ?? 0,
    name: names.get(userId ?? 0) ?? '',
    at: at === null ? 0 : secondsOf(at),
  }));
}

/** Writes down that the person gave mails to somebody, or to nobody: by names, as whoever reads it knows them. */
async function noteClaims(ctx: CommandContext, mails: readonly ClaimableMail[], userId: number | null): Promise<void> {
  const ids = [...new Set([...mails.map((mail) => mail.claimed_by), userId])].filter((id) => id !== null);
  const names = await namesOf(ctx.db, ctx.instance.id, ids);
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? ''));
  for (const some of Map.groupBy(mails, (mail) => `${mail.claimed_by} ${mail.claim_box_id}`).values())
    await noteEdit(ctx, {
      activityIds: some.map((mail) => mail.mail_id),
      userId: ctx.person.id,
      boxId: some[0]?.claim_box_id ?? 0,
      field: 'claim',
      before: nameOf(some[0]?.claimed_by ?? null),
      after: nameOf(userId),
    });
}

export const claimCommandHandlers = (
  itemKinds: () => ItemKinds,
): Pick<CommandHandlers<typeof teamworkCommands>, 'claim' | 'release'> => ({
  async claim(ctx, { aggregateIds, isTakenOver }) {
    const mails = await takeMails(ctx, aggregateIds);
    if (mails.some((mail) => !mail.sends)) return fail('RIGHT_MISSING');
    const fresh = mails.filter((mail) => mail.claimed_by !== ctx.person.id);
    const others = fresh.filter((mail) => mail.claimed_by !== null);
    if (others.length > 0 && !isTakenOver)
      return fail('MAIL_CLAIMED', { data: { claims: await claimsIn(ctx, others) } });
    await giveClaim(
      ctx,
      ctx.person.id,
      fresh.map((mail) => mail.mail_id),
    );
    await noteClaims(ctx, fresh, ctx.person.id);
    await editItems(
      ctx,
      itemKinds(),
      ctx.person.id,
      mails.map((mail) => mail.mail_id),
      edits.begin(),
    );
    return answerOf(aggregateIds, mails);
  },

  async release(ctx, { aggregateIds }) {
    const mails = await takeMails(ctx, aggregateIds);
    const claimed = mails.filter((mail) => mail.claimed_by !== null);
    if (claimed.some((mail) => mail.claimed_by !== ctx.person.id && !mail.manages)) return fail('RIGHT_MISSING');
    await deleteClaims(ctx.db, ctx.instance.id, claimed);
    for (const { mail_id: mailId } of claimed) await announceClaim(ctx, mailId);
    await noteClaims(ctx, claimed, null);
    return answerOf(aggregateIds, mails);
  },
});
