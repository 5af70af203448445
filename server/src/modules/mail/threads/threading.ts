import { activityEvents } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { MAX_THREAD } from '@kontor/contract/mail';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ModuleManifest } from '../../../platform/operation/manifest.ts';
import { addressKey } from '../rules.ts';
import type { MailPeople } from '../store/tables.ts';
import { isAnswerSubject, joinThreads, type Threading, type Unthreaded } from './rules.ts';
import {
  joinInto,
  lockThreads,
  namesOf,
  relatives,
  sameSubject,
  setThreads,
  threadFacts,
  unthreaded,
  viewersOfThreads,
  type ThreadFacts,
} from './store.ts';

/** A mail that comes into the lists, as its thread depends on it. */
export type ArrivingMail = Omit<ThreadFacts, 'thread_id' | 'thread_by'>;

const THREAD_JOB = 'mail.threadOld';
/** Mails that were there before threads were, in one transaction. */
const AT_ONCE = 1000;

/**
 * Finds the threads of mails and joins those that turn out to be one, in the transaction of `ctx`; what is found is for the caller to
 * write. Whoever does the same for mails that name the same waits.
 */
export async function findThreads(
  { db, instance }: Pick<ChangeContext, 'db' | 'instance'>,
  mails: readonly ArrivingMail[],
): Promise<Threading> {
  const fresh: Unthreaded[] = mails.map((mail) => ({
    mailId: mail.mail_id,
    messageId: mail.message_id,
    names: namesOf(mail),
  }));
  const named = [...new Set(fresh.flatMap(({ names }) => names))];
  const own = [...new Set(fresh.flatMap(({ messageId }) => messageId ?? []))];
  const guesses = mails.filter(mayGuess);
  const subjects = guesses.map((mail) => `subject ${mail.subject_key ?? ''}`);
  // Read once they are held, without waiting for the word that they are.
  const [, related, ...matches] = await Promise.all([
    lockThreads(db, instance.id, [...named, ...own, ...subjects]),
    relatives(db, instance.id, named, [...own, ...named]),
    ...guesses.map((mail) => bySubject(db, instance.id, mail)),
  ]);
  const ids = new Set(fresh.map(({ mailId }) => mailId));
  const known = related.filter(({ mailId }) => !ids.has(mailId));
  const suggested = new Map<number, number>();
  for (const [index, { mail_id: mailId }] of guesses.entries()) {
    const match = matches[index];
    if (match !== undefined) suggested.set(mailId, match);
  }
  const threading = joinThreads(fresh, known, suggested);
  await joinInto(db, instance.id, threading.joined);
  return threading;
}

/** Whether a mail says that it answers one, but not which. */
const mayGuess = (mail: ArrivingMail): boolean =>
  !mail.bulk && mail.subject_key !== null && namesOf(mail).length === 0 && isAnswerSubject(mail.subject);

async function bySubject(db: ChangeContext['db'], instanceId: number, mail: ArrivingMail): Promise<number | undefined> {
  if (mail.subject_key === null || mail.box_ids.length === 0) return undefined;
  const about = { mailId: mail.mail_id, key: mail.subject_key, ts: mail.ts, boxIds: mail.box_ids };
  const people = strangersOf(mail.people, mail.channel);
  const matches = await sameSubject(db, instanceId, about);
  return matches.find((match) => [...strangersOf(match.people, mail.channel)].some((one) => people.has(one)))
    ?.thread_id;
}

/** Everybody in a mail's head but the mailbox itself, which is in all of them. */
function strangersOf({ from, to, cc }: MailPeople, mailbox: string): ReadonlySet<string> {
  const own = addressKey(mailbox);
  return new Set([...from, ...to, ...cc].map(({ address }) => addressKey(address)).filter((one) => one !== own));
}

/** Puts mails that are listed into the threads that their headers name, whatever they were in. */
export async function threadAnew(ctx: ChangeContext, mailIds: readonly number[]): Promise<Threading> {
  const threading = await findThreads(ctx, await threadFacts(ctx.db, ctx.instance.id, mailIds));
  await setThreads(ctx.db, ctx.instance.id, threading.placed);
  return threading;
}

/** Tells everybody who sees mails of these threads that the threads changed. */
export async function announceThreads(ctx: ChangeContext, threadIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(threadIds)];
  if (ids.length === 0) return;
  for (const { user_id: userId, mail_ids: mailIds } of await viewersOfThreads(ctx.db, ctx.instance.id, ids)) {
    const announced = mailIds.slice(0, MAX_THREAD);
    ctx.emit(
      activityEvents.activityChanged,
      { users: [userId] },
      {
        keys: announced.map((id) => `thread:${id}`),
        processIds: [...ctx.processIds],
        aggregateIds: announced.slice(0, 1).map((entryId) => formatAggregateId({ module: 'email', entryId, userId })),
      },
    );
  }
}

const enqueueThreading = (ctx: ChangeContext): Promise<void> =>
  ctx.enqueue(THREAD_JOB, {}, { key: `${THREAD_JOB}:${ctx.instance.id}`, queue: THREAD_JOB });

/** Gives threads to mails that were there before there were any. */
export const threadJobs: JobHandlers = {
  [THREAD_JOB]: async (ctx) => {
    await ctx.change(async (change) => {
      const mailIds = await unthreaded(change.db, ctx.instance.id, AT_ONCE);
      if (mailIds.length > 0) await threadAnew(change, mailIds);
      if (mailIds.length === AT_ONCE) await enqueueThreading(change);
    });
  },
};

export const startThreading: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
}) => {
  for (const instance of await directory.all()) {
    const waiting = await unthreaded(database.forInstance(instance.id), instance.id, 1);
    if (waiting.length > 0) await change(instance, enqueueThreading);
  }
  return { close: () => Promise.resolve() };
};
