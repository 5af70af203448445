import type { DeliveryReport } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { patchExtras } from '../../activity/index.ts';
import type { Placement, PreparedMail } from '../arrival/prepare.ts';
import { addressKey } from '../rules.ts';
import { announceOutgoing, remind } from './announce.ts';
import type { ReceiverState } from './rules.ts';
import { applyStates } from './settle.ts';
import { isAppended } from './store/appends.ts';
import {
  lockOutgoing,
  namedOutgoing,
  receiversOf,
  setReceivers,
  type NamedOutgoing,
  type OutgoingRow,
} from './store/outgoing.ts';

/** What a mail is known by as one of ours. */
export const namesOf = ({ parsed }: PreparedMail) => ({
  messageIds: parsed?.messageId ? [parsed.messageId] : [],
  references: parsed?.reference ? [parsed.reference] : [],
});

/** A mail that has just come, or come again. */
interface Witness {
  readonly mailId: number;
  readonly mail: PreparedMail;
  readonly placement: Pick<Placement, 'boxId' | 'isImported'>;
}

/** Whether a mail tells anything of one of ours: what is imported is whatever somebody has written, so that it does for their own mailbox alone. */
const mayTell = ({ placement }: Witness, { box_id: boxId }: NamedOutgoing): boolean =>
  placement.isImported !== true || placement.boxId === boxId;

/** What a mail names: itself, and what it answers. */
function saidBy({ mail }: Witness): { readonly messageIds: readonly string[]; readonly references: readonly string[] } {
  const { messageIds, references } = namesOf(mail);
  const answered = mail.parsed === null ? [] : [mail.parsed.inReplyTo ?? '', ...mail.parsed.references];
  return { messageIds: [...messageIds, ...answered].filter((name) => name !== ''), references };
}

/**
 * Takes what mails that have just come tell of mails of ours: one is one of them, so that its server has it; one answers one, so that
 * somebody has it; or one reports what became of one. The outbox is looked into once for all of them.
 */
export async function takeEvidence(ctx: ChangeContext, witnesses: readonly Witness[]): Promise<void> {
  const silent = witnesses.filter(({ mail }) => mail.parsed?.report === null);
  const said = silent.map((witness) => ({ witness, ...saidBy(witness) }));
  const named = await namedOutgoing(ctx.db, ctx.instance.id, {
    messageIds: [...new Set(said.flatMap(({ messageIds }) => messageIds))],
    references: [...new Set(said.flatMap(({ references }) => references))],
  });
  const isProven = (row: NamedOutgoing): boolean =>
    said.some(
      ({ witness, messageIds, references }) =>
        mayTell(witness, row) &&
        (references.includes(row.reference) || messageIds.includes(row.message_id.slice(1, -1))),
    );
  // In one order, so that two who hear of the same mails never wait for each other.
  const unknown = named.filter((row) => row.stage === 'unknown' && isProven(row)).map(({ outgoing_id: id }) => id);
  for (const outgoingId of unknown.toSorted((a, b) => a - b)) await proveTaken(ctx, outgoingId);
  for (const witness of witnesses)
    if (witness.mail.parsed?.report != null) await takeReport(ctx, witness, witness.mail.parsed.report);
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
  const parts = { triesHours: Number.POSITIVE_INFINITY, onPush: () => undefined, onCopy: () => undefined };
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

async function takeReport(ctx: ChangeContext, witness: Witness, report: DeliveryReport): Promise<void> {
  const { mailId } = witness;
  const named = (await namedByReport(ctx, report)).find((row) => mayTell(witness, row));
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
