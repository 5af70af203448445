import type { DeliveryReport } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { patchExtras } from '../../activity/index.ts';
import type { PreparedMail } from '../arrival/prepare.ts';
import { addressKey } from '../rules.ts';
import { announceOutgoing, remind } from './announce.ts';
import type { ReceiverState } from './rules.ts';
import { applyStates } from './settle.ts';
import { isAppended } from './store/appends.ts';
import { lockOutgoing, namedOutgoing, receiversOf, setReceivers, type OutgoingRow } from './store/outgoing.ts';

/** What a mail is known by as one of ours. */
export const namesOf = ({ parsed }: PreparedMail) => ({
  messageIds: parsed?.messageId ? [parsed.messageId] : [],
  references: parsed?.reference ? [parsed.reference] : [],
});

/** A mail that has just come, or come again. */
interface Witness {
  readonly mailId: number;
  readonly mail: PreparedMail;
}

/**
 * Takes what mails that have just come tell of mails of ours: one is one of them, so that its server has it; one answers one, so that
 * somebody has it; or one reports what became of one. The outbox is looked into once for all of them.
 */
export async function takeEvidence(ctx: ChangeContext, witnesses: readonly Witness[]): Promise<void> {
  const parsed = witnesses.flatMap(({ mail }) => mail.parsed ?? []);
  const silent = parsed.filter(({ report }) => report === null);
  const names = (of: (one: (typeof silent)[number]) => readonly (string | null)[]): string[] => [
    ...new Set(silent.flatMap(of).flatMap((name) => (name ? [name] : []))),
  ];
  const named = await namedOutgoing(ctx.db, ctx.instance.id, {
    messageIds: names((one) => [one.messageId, one.inReplyTo, ...one.references]),
    references: names((one) => [one.reference]),
  });
  // In one order, so that two who hear of the same mails never wait for each other.
  const unknown = named.filter(({ stage }) => stage === 'unknown').map(({ outgoing_id: id }) => id);
  for (const outgoingId of unknown.toSorted((a, b) => a - b)) await proveTaken(ctx, outgoingId);
  for (const { mailId, mail } of witnesses)
    if (mail.parsed?.report != null) await takeReport(ctx, mailId, mail.parsed.report);
}

/** A mail of which nobody knew whether it was taken was. */
async function proveTaken(ctx: ChangeContext, outgoingId: number): Promise<void> {
  const row = await lockOutgoing(ctx.db, ctx.instance.id, outgoingId);
  // What was put into the sent folder from here proves nothing.
  if (row?.stage !== 'unknown' || (row.mail_id !== null && (await isAppended(ctx.db, row, row.mail_id)))) return;
  await change(ctx, row, (state, answer) => (state === 'unknown' ? { state: 'accepted', answer } : undefined));
}

type Decide = (
  state: ReceiverState,
  answer: string,
  address: string,
) => { readonly state: ReceiverState; readonly answer: string } | undefined;

async function change(ctx: ChangeContext, row: OutgoingRow, decide: Decide): Promise<void> {
  const receivers = await receiversOf(ctx.db, ctx.instance.id, [row.outgoing_id]);
  const states = new Map(
    receivers.map(({ address, state, answer }) => [address, decide(state, answer, address) ?? { state, answer }]),
  );
  // A try that is under way, or still to come, is not touched by what is heard of others.
  if (row.stage === 'built' || row.stage === 'handing' || row.stage === 'data')
    return setReceivers(ctx.db, row, states, new Date(ctx.now()));
  const parts = { triesHours: Number.POSITIVE_INFINITY, onPush: () => undefined };
  await applyStates(ctx, parts, row, states, { fault: row.fault, answer: row.answer });
}

/** What a report's word of a receiver means for their state. */
export const MEANS: Readonly<Record<DeliveryReport['receivers'][number]['action'], ReceiverState>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'accepted',
  expanded: 'accepted',
};

/** The mails of ours that a report is about. */
export const namedByReport = (ctx: ChangeContext, { messageId, envelopeId, reference }: DeliveryReport) =>
  namedOutgoing(ctx.db, ctx.instance.id, {
    messageIds: messageId === null ? [] : [messageId],
    references: [envelopeId, reference].filter((name) => name !== null),
  });

async function takeReport(ctx: ChangeContext, mailId: number, report: DeliveryReport): Promise<void> {
  const [named] = await namedByReport(ctx, report);
  const row = named && (await lockOutgoing(ctx.db, ctx.instance.id, named.outgoing_id));
  if (row === undefined || row.stage === 'waiting' || row.stage === 'cancelled') return;
  const reported = new Map(report.receivers.map((it) => [addressKey(it.address), it]));
  const isAlone = report.receivers.length === 1;
  const receivers = await receiversOf(ctx.db, ctx.instance.id, [row.outgoing_id]);
  await change(ctx, row, (state, answer, address) => {
    // A forwarded address comes back under another name; of one receiver it can only be that one.
    const about =
      reported.get(addressKey(address)) ?? (isAlone && receivers.length === 1 ? report.receivers[0] : undefined);
    if (about === undefined) return state === 'unknown' ? { state: 'accepted', answer } : undefined;
    // What failed for good does not become better by a later word of a delay.
    if (state === 'bounced' || (state === 'delivered' && about.action !== 'failed')) return undefined;
    return { state: MEANS[about.action], answer: about.answer };
  });
  const after = await lockOutgoing(ctx.db, ctx.instance.id, row.outgoing_id);
  if (after === undefined) return;
  if (report.receivers.some(({ action }) => action === 'failed' || action === 'delayed')) await remind(ctx, after);
  await announceOutgoing(ctx, after);
  if (row.mail_id !== null) {
    await patchExtras(ctx, mailId, { bounceOfMailId: row.mail_id });
    await patchExtras(ctx, row.mail_id, { bouncedByMailId: mailId });
  }
}
