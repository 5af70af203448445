import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { HandedOver } from '../../../platform/mailsubmit/index.ts';
import { releaseUploads } from '../../../platform/uploads/index.ts';
import { namesOf } from '../../account/index.ts';
import { patchExtras } from '../../activity/index.ts';
import { findAnyAccount } from '../store/accounts.ts';
import { announceOutgoing, remind } from './announce.ts';
import { filesItself, nextTry, stageOf, stateAfter, type ReceiverState } from './rules.ts';
import { settleUnsubscribed } from '../unsubscribing/settling.ts';
import { uploadsOf } from './send.ts';
import { insertAnswer, wantFlag } from './store/answers.ts';
import { bytesOfMail, wantAppend } from './store/appends.ts';
import {
  forgetContent,
  insertLog,
  lockOutgoing,
  receiversOf,
  setReceivers,
  updateOutgoing,
  type OutgoingRow,
} from './store/outgoing.ts';

/** After so long without a sign of a mail its sender is told that nobody knows. */
const EVIDENCE_MS = 2 * 60_000;
/** Servers that file what was sent themselves are given that long, before it is looked whether they have. */
const FIRST_LOOK_MS = 20_000;
/** Never again by itself. */
export const NEVER = new Date(Date.UTC(9999, 0, 1));

export interface SettleParts {
  /** For how many hours a mail is tried. */
  readonly triesHours: number;
  /** Flags of an account are to be brought to its server. */
  readonly onPush: (accountId: number) => void;
  /** Copies are, which more may follow. */
  readonly onCopy: (accountId: number) => void;
}

/** What became of one try, as the process knows it that made it. */
export type TryOutcome = Pick<HandedOver, 'receivers' | 'fault' | 'answer' | 'lines'>;

/**
 * Writes down what became of a try. Only who made it may: its number and its process have to be those of the row; a mail that others
 * held for lost meanwhile is known by the late answer after all.
 */
export async function settleTry(
  ctx: ChangeContext,
  parts: SettleParts,
  held: { readonly outgoingId: number; readonly processId: string; readonly attempt: number },
  outcome: TryOutcome,
): Promise<boolean> {
  const [row, before] = await Promise.all([
    lockOutgoing(ctx.db, ctx.instance.id, held.outgoingId),
    receiversOf(ctx.db, ctx.instance.id, [held.outgoingId]),
  ]);
  if (row === undefined || row.attempt !== held.attempt) return false;
  const isMine = (row.stage === 'handing' || row.stage === 'data') && row.process_id === held.processId;
  const isLate = row.stage === 'unknown' && row.settled_by === null;
  if (!isMine && !isLate) return false;
  const now = new Date(ctx.now());
  const waiting = before.filter(({ state }) => state === 'pending' || (isLate && state === 'unknown'));
  const states = new Map(before.map(({ address, state, answer }) => [address, { state, answer }]));
  for (const { address } of waiting) {
    const reported = outcome.receivers.get(address);
    // What is not known any better by now stays unknown: a late "try again" is no leave to.
    if (reported === undefined || (isLate && reported.state !== 'accepted' && reported.state !== 'refused')) continue;
    states.set(address, { state: stateAfter(reported.state), answer: reported.answer });
  }
  await Promise.all([
    insertLog(ctx.db, row, row.attempt, now, outcome.lines),
    applyStates(ctx, parts, row, states, outcome),
  ]);
  return true;
}

/** Gives receivers their states and the mail the stage that follows from them, with all that hangs on it. */
export async function applyStates(
  ctx: ChangeContext,
  parts: SettleParts,
  row: OutgoingRow,
  states: Map<string, { state: ReceiverState; answer: string }>,
  about: { readonly fault: string | null; readonly answer: string },
): Promise<void> {
  const now = ctx.now();
  const values = () => [...states.values()].map(({ state }) => state);
  let { fault } = about;
  let next: number | null = null;
  if (stageOf(values()) === 'built') {
    next = nextTry({
      attempt: row.attempt,
      since: row.send_at.getTime(),
      now,
      hours: parts.triesHours,
      fault: row.attempt === 0 ? null : fault,
    });
    if (next === null) {
      fault = 'TRIED_TOO_LONG';
      for (const [address, { state, answer }] of states)
        if (state === 'pending') states.set(address, { state: 'refused', answer });
    }
  }
  const stage = stageOf(values());
  const decided = {
    stage,
    process_id: null,
    fault: stage === 'accepted' && !values().includes('refused') ? null : fault,
    answer: about.answer,
    stage_at: new Date(now),
    next_at: stage === 'built' ? new Date(next ?? now) : stage === 'unknown' ? new Date(now + EVIDENCE_MS) : NEVER,
  };
  const after: OutgoingRow = { ...row, ...decided };
  // Not while nobody knows: a mail in the sent folder that was not put there from here shows that its server has it.
  const isGone = values().some((state) => state !== 'pending' && state !== 'refused' && state !== 'unknown');
  await Promise.all([
    setReceivers(ctx.db, row, states, new Date(now)),
    updateOutgoing(ctx.db, row, decided),
    stage === 'accepted' ? forgetContent(ctx.db, row) : undefined,
    isGone ? keepCopy(ctx, parts, after) : undefined,
  ]);
  if (values().some((state) => state === 'accepted' || state === 'delivered')) await noteAnswered(ctx, parts, after);
  if (stage === 'accepted' && row.stage !== 'accepted') await releaseUploads(ctx, uploadsOf(row.fields.files));
  if (stage === 'refused' && row.stage !== 'refused') await remind(ctx, after);
  await noteUnsubscribed(ctx, after, values());
  await announceOutgoing(ctx, after);
}

/** The mail is to lie in the account's sent folder, once: there are servers that see to that themselves. */
async function keepCopy(ctx: ChangeContext, { onCopy }: SettleParts, row: OutgoingRow): Promise<void> {
  if (row.mail_id === null) return;
  const [account, copy] = await Promise.all([
    findAnyAccount(ctx.db, ctx.instance.id, row.account_id),
    bytesOfMail(ctx.db, ctx.instance.id, row.mail_id),
  ]);
  if (account === undefined || account.kind !== 'imap' || account.removed_at !== null) return;
  if (account.sent_copy === 'server') return;
  const isSlow = account.sent_copy === 'auto' && filesItself(account.smtp_host ?? account.host);
  if (copy === undefined) return;
  await wantAppend(ctx.db, {
    instance_id: ctx.instance.id,
    account_id: row.account_id,
    mail_id: row.mail_id,
    role: 'sent',
    raw_hash: copy.raw_hash,
    raw_size: copy.raw_size,
    message_id: row.message_id,
    reference: row.reference,
    flags: ['\\Seen'],
    internal_date: row.dated_at,
    not_before: new Date(ctx.now() + (isSlow ? FIRST_LOOK_MS : 0)),
    // One more look, before it is put there after all.
    looks_left: isSlow ? 1 : 0,
  });
  ctx.afterCommit(() => onCopy(row.account_id));
}

/** A mail that asks for no more of a kind was taken, or was not. */
async function noteUnsubscribed(ctx: ChangeContext, row: OutgoingRow, states: readonly ReceiverState[]): Promise<void> {
  const { unsubscribes } = row.fields;
  if (unsubscribes === undefined) return;
  if (states.includes('bounced') || row.stage === 'refused') await settleUnsubscribed(ctx, unsubscribes, 'failed');
  else if (row.stage === 'accepted') await settleUnsubscribed(ctx, unsubscribes, 'done');
}

/** Shows at the mail that was answered or passed on who did it, here and on its server. */
async function noteAnswered(ctx: ChangeContext, { onPush }: SettleParts, row: OutgoingRow): Promise<void> {
  const { past } = row.fields;
  // What went out by itself leaves a mail as unanswered as it was.
  if (past === null || row.cause === 'rule' || row.cause === 'absence') return;
  const answer = { instanceId: ctx.instance.id, mailId: past.mailId, kind: past.kind } as const;
  // Thrown away for good meanwhile: there is nothing to show it at.
  if ((await bytesOfMail(ctx.db, ctx.instance.id, past.mailId)) === undefined) return;
  const at = new Date(ctx.now());
  const isNew = await insertAnswer(ctx.db, { ...answer, outgoingId: row.outgoing_id, userId: row.user_id, at });
  if (!isNew) return;
  const by = (await namesOf(ctx.db, ctx.instance.id, [row.user_id])).get(row.user_id) ?? '';
  await patchExtras(
    ctx,
    past.mailId,
    past.kind === 'answer'
      ? { answered: true, answeredBy: by, answeredWithTheMailId: row.mail_id }
      : { forwarded: true, forwardedBy: by },
  );
  const flag = past.kind === 'answer' ? '\\Answered' : '$Forwarded';
  const accounts = await wantFlag(ctx.db, ctx.instance.id, { mailId: past.mailId, userId: row.user_id }, flag);
  ctx.afterCommit(() => {
    for (const accountId of accounts) onPush(accountId);
  });
}
