import type { Link } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import type { InstanceContext, Person, QueryContext } from '../../../platform/operation/context.ts';
import { linksOf, recordFields, recordsOfAddresses, suggestable, type KnownRecord } from '../../record/index.ts';
import { knownSenders } from '../senders/known.ts';
import { addressesIn, suggestionsOf, type ThreadLink } from './rules.ts';
import { addressKey } from '../../../platform/address-key.ts';
import { findMail, headsOf, type MailRow } from '../store/mails.ts';
import { mailsOfThreads } from '../threads/store.ts';

/** What of a mail says which records it has to do with. */
export type LinkableMail = Pick<MailRow, 'mail_id' | 'people' | 'thread_id'>;
type Asker = Pick<InstanceContext, 'db' | 'instance'>;

const NONE: ReadonlyMap<number, readonly Link[]> = new Map();

async function recordsOf(db: Db, instanceId: number, address: string | undefined): Promise<readonly KnownRecord[]> {
  if (address === undefined || address === '') return [];
  return (await recordsOfAddresses(db, instanceId, [address])).get(addressKey(address)) ?? [];
}

/** Records that know the sender's address. */
export async function recordsOfSender(
  { db, instance }: Asker,
  { people }: Pick<MailRow, 'people'>,
): Promise<readonly KnownRecord[]> {
  return recordsOf(db, instance.id, (people.from[0] ?? people.sender)?.address);
}

/** Links of a mail, and of the mails of its thread that a person sees. */
export async function linkedInThread(
  { db, instance }: Asker,
  userId: number,
  mail: Pick<LinkableMail, 'mail_id' | 'thread_id'>,
): Promise<readonly Link[]> {
  const mates =
    mail.thread_id === null
      ? []
      : (await mailsOfThreads(db, instance.id, [mail.thread_id], userId)).map(({ mailId }) => mailId);
  const links = await linksOf(db, instance.id, [...new Set([mail.mail_id, ...mates])]);
  return [...links.values()].flat();
}

/**
 * The records that mails, which the person sees, are linked with, and behind them those that they may have to do with: by an address, or
 * as another mail of the thread is linked with it. None for who sees no records.
 */
export async function linksOfMails(
  ctx: QueryContext,
  mails: readonly LinkableMail[],
): Promise<ReadonlyMap<number, readonly Link[]>> {
  if (!ctx.person.rights.idoList || mails.length === 0) return NONE;
  const { db, instance, person } = ctx;
  const linked = await linksOf(
    db,
    instance.id,
    mails.map((mail) => mail.mail_id),
    person.id,
  );
  const suggested = await suggestable(db, instance.id, await suggestionsFor(ctx, mails));
  return new Map(mails.map(({ mail_id: id }) => [id, [...(linked.get(id) ?? []), ...(suggested.get(id) ?? [])]]));
}

/** Records that mails may have to do with, whether they are linked with them or not. */
async function suggestionsFor(
  ctx: QueryContext,
  mails: readonly LinkableMail[],
): Promise<ReadonlyMap<number, readonly Link[]>> {
  const { db, instance } = ctx;
  const { addresses: own } = await knownSenders(ctx);
  const others = new Map(
    mails.map(({ mail_id: id, people }) => [id, new Map([...addressesIn(people)].filter(([key]) => !own.has(key)))]),
  );
  const keys = new Set([...others.values()].flatMap((addresses) => [...addresses.keys()]));
  const byAddress = await recordsOfAddresses(db, instance.id, [...keys]);
  const inThreads = await linkedInThreads(ctx, mails);
  return new Map(
    mails.map(({ mail_id: id, thread_id: threadId }) => {
      const mates = threadId === null ? [] : (inThreads.get(threadId) ?? []);
      const ofOthers = mates.filter(({ mailId }) => mailId !== id);
      return [id, suggestionsOf(others.get(id) ?? new Map(), byAddress, ofOthers)];
    }),
  );
}

/** The same for one mail, which the person sees. */
export async function suggestionsForMail(ctx: QueryContext, mailId: number): Promise<readonly Link[]> {
  const mail = await findMail(ctx.db, ctx.instance.id, ctx.person.id, mailId);
  return mail === undefined ? [] : ((await suggestionsFor(ctx, [mail])).get(mailId) ?? []);
}

/** Links of the mails that the person sees in these mails' threads, by the threads' ids. */
async function linkedInThreads(
  { db, instance, person }: QueryContext,
  mails: readonly LinkableMail[],
): Promise<ReadonlyMap<number, readonly ThreadLink[]>> {
  const threadIds = [...new Set(mails.flatMap((mail) => mail.thread_id ?? []))];
  const mates = threadIds.length === 0 ? [] : await mailsOfThreads(db, instance.id, threadIds, person.id);
  const links = await linksOf(
    db,
    instance.id,
    mates.map(({ mailId }) => mailId),
  );
  const heads = links.size === 0 ? [] : await headsOf(db, instance.id, [...links.keys()]);
  const subjects = new Map(heads.map((mail) => [mail.mail_id, mail.subject]));
  const found = mates.flatMap(({ mailId, threadId }) =>
    (links.get(mailId) ?? []).map((link) => ({ threadId, mailId, subject: subjects.get(mailId) ?? '', link })),
  );
  return Map.groupBy(found, ({ threadId }) => threadId);
}

/**
 * What the placeholders of records stand for in a mail that answers another one, or is to somebody: the one record that the answered mail
 * is linked with, else the one that knows the address. Nothing where there are several, or the writer sees none.
 */
export async function recordPlaceholders(
  ctx: Asker,
  writer: Person | undefined,
  { answeredId, address }: { readonly answeredId: number | undefined; readonly address: string | undefined },
): Promise<Readonly<Record<string, string>>> {
  if (writer?.rights.idoList !== true) return {};
  const { db, instance } = ctx;
  const linked = answeredId === undefined ? [] : ((await linksOf(db, instance.id, [answeredId])).get(answeredId) ?? []);
  const ids =
    linked.length > 0
      ? linked.map(({ idoId }) => idoId)
      : (await recordsOf(db, instance.id, address)).map(({ recordId }) => recordId);
  if (ids[0] === undefined || ids.length > 1) return {};
  const fields = await recordFields({ db, instance, person: writer }, ids[0]);
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [`record.${key}`, value]));
}
