import type { AggregateId, ResultOf } from '@kontor/contract/kernel';
import type { invitationCommands } from '@kontor/contract/mail';
import { EgressError, postForm } from '../../../platform/egress/index.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { announceItem } from '../reading/announce-item.ts';
import type { ImagePolicy } from '../reading/images.ts';
import { queueLetter } from '../sending/queue.ts';
import { unsubscribed } from '../store/details.ts';
import { maySendFor, sendersOf } from '../writing/access.ts';
import { originalOf, senderFor } from '../writing/answers.ts';
import { mayPost, outcomeOf, wayOf } from './rules.ts';
import { settleUnsubscribed } from './settling.ts';
import { putUnsubscribed, unsubscribeOffer } from './store.ts';

const JOB = 'mail.unsubscribe';
/** With the growing pauses between them a few minutes: whoever clicked wants to know. */
const ATTEMPTS = 5;

/** Asks a sender for no more such mails, in the transaction of `ctx`. Asked again it does nothing, unless it has failed. */
export async function unsubscribe(
  ctx: CommandContext,
  aggregateId: AggregateId,
): Promise<ResultOf<typeof invitationCommands.unsubscribe>> {
  const mail = await originalOf(ctx, aggregateId);
  const senders = (await sendersOf(ctx)).filter(
    (one) => one.box_id === mail.entry.box_id && maySendFor(ctx.person, one),
  );
  const sender = await senderFor(ctx, mail, senders);
  if (sender === undefined) return fail('RIGHT_MISSING');
  const way = (mail.unsubscribe && wayOf(mail.unsubscribe)) ?? fail('UNSUBSCRIBE_NOT_OFFERED');
  // What the person does on a page of theirs nobody knows.
  if (way.way === 'link') return { way: 'link', url: way.url };
  const { mail_id: mailId } = mail;
  const at = new Date(ctx.now());
  const request = { mailId, userId: ctx.person.id, way: way.way, at };
  if (!(await putUnsubscribed(ctx.db, ctx.instance.id, request))) return { way: way.way, url: null };
  if (way.way === 'oneClick')
    await ctx.enqueue(JOB, { mailId }, { key: `${JOB}:${ctx.instance.id}:${mailId}`, maxAttempts: ATTEMPTS });
  else
    await queueLetter(ctx, {
      cause: 'unsubscribe',
      userId: ctx.person.id,
      sender,
      to: [{ address: way.address, name: '' }],
      subject: way.subject,
      content: `${way.body}\n`,
      isPlain: true,
      past: null,
      unsubscribes: mailId,
    });
  await announceItem(ctx, mailId);
  return { way: way.way, url: null };
}

/** `policy`: where strangers' pages may be; never in the own network but in tests. */
export const unsubscribeJobs = (policy: ImagePolicy): JobHandlers => ({
  [JOB]: async (ctx, { mailId }) => {
    if (typeof mailId !== 'number') return;
    const request = (await unsubscribed(ctx.db, ctx.instance.id, [mailId])).get(mailId);
    if (request?.state !== 'asked') return;
    const state = await click(ctx, policy, mailId);
    await ctx.change((change) => settleUnsubscribed(change, mailId, state));
  },
});

async function click(ctx: JobContext, policy: ImagePolicy, mailId: number): Promise<'done' | 'failed'> {
  const offer = await unsubscribeOffer(ctx.db, ctx.instance.id, mailId);
  const way = offer ? wayOf(offer) : undefined;
  if (way?.way !== 'oneClick' || !mayPost(way.url, policy.ports)) return 'failed';
  try {
    const { status } = await postForm(way.url, { 'List-Unsubscribe': 'One-Click' }, policy);
    const outcome = outcomeOf(status);
    if (outcome === undefined && !ctx.lastAttempt) throw new Error(`Unsubscribing was answered with ${status}`);
    return outcome ?? 'failed';
  } catch (error) {
    if (ctx.lastAttempt || (error instanceof EgressError && error.code === 'HOST_NOT_ALLOWED')) return 'failed';
    throw error;
  }
}
