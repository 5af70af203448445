import { rightsToBits } from '@kontor/contract/account';
import { formatAggregateId } from '@kontor/contract/kernel';
import { RUNNING_CALLS_KEY, phonecallEvents, type Outcome, type RunningCall } from '@kontor/contract/phonecall';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { PushOut } from '../../../platform/operation/push-out.ts';
import { shownNumber } from '../../../platform/phone/said.ts';
import { lockItems } from '../../activity/index.ts';
import { isRecord, linkItems, setPersonOfItem } from '../../record/index.ts';
import { attemptOf, noteAttemptCall } from '../dialling/index.ts';
import { finishCalledBack } from '../called-back.ts';
import { changeCall } from '../making.ts';
import { readCalls, type CallRow } from '../store/calls.ts';
import { rungOf, type ReportedCall, type Rung } from './calls.ts';
import { callViewers, legsOf, type CallViewer } from './store.ts';
import type { Coalescer } from './coalescing.ts';

const RIGHT = rightsToBits(['phoneCallList']);

/** What follows from calls in other modules. */
export interface FollowParts {
  readonly pushOut: PushOut;
  /** Those of some people who want to be told on their devices that it rings. */
  readonly wantRinging: (ctx: ChangeContext, userIds: readonly number[]) => Promise<readonly number[]>;
  /** Tells everybody who talks and who does not any more. */
  readonly tellTalking: (ctx: ChangeContext, userIds: readonly number[]) => Promise<void>;
  readonly coalescer: Coalescer;
}

/** What became of a call by an event. `before`: undefined where it is new; `isAgain`: somebody tries again whose call was missed. */
export interface Followed extends Rung {
  readonly activityId: number;
  readonly reported: ReportedCall;
  readonly before: CallRow | undefined;
  readonly isAgain: boolean;
}

/** Does all that follows from what became of a call. */
export async function followCall(ctx: ChangeContext, parts: FollowParts, followed: Followed): Promise<void> {
  const { activityId, reported, before, rungBefore, isAgain } = followed;
  const [[call], viewers] = await Promise.all([
    readCalls(ctx.db, ctx.instance.id, [activityId]),
    callViewers(ctx.db, ctx.instance.id, activityId, RIGHT),
  ]);
  if (call === undefined) return;
  const isMoved =
    isAgain ||
    before?.outcome !== call.outcome ||
    before.received_by !== call.received_by ||
    before.number !== call.number;
  if (call.direction === 1) await followAttempt(ctx, call);
  if (!isMoved) {
    // It rings at one more terminal.
    const joined = reported.rungAt.filter((id) => !rungBefore.includes(id));
    if (call.outcome !== 'ringing' || joined.length === 0) return;
    const users = concernedAmong(viewers, call, reported.rungAt).filter((id) => joined.includes(id));
    await announce(ctx, parts, call, users, undefined);
    await tellDevices(ctx, parts, call, { users, rung: [], before: undefined });
    return;
  }
  const users = concernedAmong(viewers, call, reported.rungAt);
  const rung = rungBy(viewers, call, followed);
  await announce(ctx, parts, call, withRung(viewers, users, rung), before);
  await tellDevices(ctx, parts, call, { users, rung, before });
  const talkers = [before?.received_by, call.received_by].filter((id) => id !== undefined && id !== null);
  if (talkers.length > 0 && (before?.outcome === 'talking' || call.outcome === 'talking'))
    await parts.tellTalking(ctx, talkers);
  if (call.outcome === 'answered' && call.direction === 1 && call.received_by !== null)
    await finishCalledBack(ctx, call, call.received_by);
}

/**
 * Whom a call concerns of those who see it: those at whose terminals it rings, else the members of its list, as far as they may see calls and want its card; of
 * one that goes out who calls. `hasCards`: those who want no card are not left out.
 */
function concernedAmong(
  viewers: readonly CallViewer[],
  call: CallRow,
  rungAt: readonly number[],
  hasCards = false,
): readonly number[] {
  if (call.outcome === 'blocked') return [];
  const own = [call.received_by, call.received_for].filter((id) => id !== null);
  const rung = call.direction === 1 ? own : [...rungAt, ...own];
  const some = viewers.filter(({ user_id: id }) => rung.includes(id));
  const all = some.length > 0 ? some : call.direction === 1 ? [] : viewers;
  return all.flatMap(({ user_id: id, is_able, is_hidden }) => (is_able && (hasCards || !is_hidden) ? id : []));
}

/** Whom a call concerns (`concernedAmong`). */
export async function concernedBy(
  { db, instance }: ChangeContext,
  call: CallRow,
  rungAt: readonly number[],
): Promise<readonly number[]> {
  return concernedAmong(await callViewers(db, instance.id, call.activity_id, RIGHT), call, rungAt);
}

/** A call as its card begins with it, for one person. */
function runningFor(call: CallRow, userId: number): RunningCall {
  return {
    aggregateId: formatAggregateId({ module: 'phonecall', entryId: call.activity_id, userId }),
    direction: call.direction === 1 ? 'outgoing' : 'incoming',
    number: shownNumber(call.number, call.number_text),
    list: call.list_name,
    calledNumber: call.shows_number ? shownNumber(call.called, call.called_text) : '',
    outcome: call.outcome,
    startedAt: call.started_at.getTime(),
    answeredAt: call.answered_at?.getTime() ?? null,
    endedAt: call.ended_at?.getTime() ?? null,
    receivedBy: call.received_by ?? 0,
    receivedFor: call.received_for ?? 0,
  };
}

/** Tells people's screens how a call stands. It moves no row: that the call's entry does. */
export function emitRinging(ctx: ChangeContext, call: CallRow, userIds: readonly number[]): void {
  for (const userId of userIds)
    ctx.emit(
      phonecallEvents.ringing,
      { users: [userId], isQuiet: true },
      {
        keys: [RUNNING_CALLS_KEY],
        processIds: [...ctx.processIds],
        aggregateIds: [formatAggregateId({ module: 'phonecall', entryId: call.activity_id, userId })],
        call: runningFor(call, userId),
      },
    );
}

async function announce(
  ctx: ChangeContext,
  { coalescer }: FollowParts,
  call: CallRow,
  users: readonly number[],
  before: CallRow | undefined,
): Promise<void> {
  const isRunning = call.outcome === 'ringing' || call.outcome === 'talking';
  const wasRunning = before?.outcome === 'ringing' || before?.outcome === 'talking';
  if (users.length === 0 || (!isRunning && !wasRunning)) return;
  // Somebody who tries again and again is on screens once a second at most.
  if (call.tries > 1 && !coalescer.admits(ctx, call.activity_id, users)) return;
  emitRinging(ctx, call, users);
}

/** Those at whom a call rang until now, whoever has put its card away since; nobody where it rings still, or never did. */
function rungBy(
  viewers: readonly CallViewer[],
  call: CallRow,
  { before, rungBefore, rangForAll }: Rung & Pick<Followed, 'before'>,
): readonly number[] {
  if (before?.outcome !== 'ringing' || before.direction === 1 || call.outcome === 'ringing') return [];
  // Whom it was handed to meanwhile did not have it ring.
  const untaken: CallRow = { ...before, received_by: null, received_for: null };
  return concernedAmong(viewers, untaken, rangForAll ? [] : rungBefore, true);
}

/** Those whose screens are told of a call: `users`, whom it concerns now, and those of `rung`, at whom it rang until now, who have not put its card away. */
function withRung(
  viewers: readonly CallViewer[],
  users: readonly number[],
  rung: readonly number[],
): readonly number[] {
  const hidden = new Set(viewers.flatMap(({ user_id: id, is_hidden }) => (is_hidden ? id : [])));
  return [...users, ...rung.filter((id) => !users.includes(id) && !hidden.has(id))];
}

const LEFT: readonly Outcome[] = ['missed', 'busy', 'voice', 'fax'];

/** Whom devices are to be told of a call: `users`, whom it concerns now, and `rung`, at whom it rang until now. */
interface Devices {
  readonly users: readonly number[];
  readonly rung: readonly number[];
  readonly before: CallRow | undefined;
}

/** Tells devices that it rings, that they missed it, or, whoever took it and however it ended, that it does not ring any more. */
async function tellDevices(
  ctx: ChangeContext,
  { pushOut, wantRinging }: FollowParts,
  call: CallRow,
  { users, rung, before }: Devices,
): Promise<void> {
  const { tag, ...item } = toItem(call);
  const wasRinging = before?.outcome === 'ringing';
  if (call.outcome === 'ringing') {
    if (wasRinging || call.direction === 1 || call.tries > 1 || users.length === 0) return;
    return pushOut(ctx, await wantRinging(ctx, users), { kind: 'item', ...item, tag, isUrgent: true });
  }
  if (!wasRinging) return;
  const missedBy = call.direction === 0 && LEFT.includes(call.outcome) ? users : [];
  // What is new to somebody at once was told of when it was put in; one that rang first was not.
  if (call.tries === 1) ctx.news(missedBy.map((userId) => ({ userId, ...item })));
  await silence(
    ctx,
    { pushOut, wantRinging },
    call,
    rung.filter((id) => !missedBy.includes(id)),
  );
}

type PushParts = Pick<FollowParts, 'pushOut' | 'wantRinging'>;

const toItem = ({ activity_id: entryId }: CallRow) =>
  ({ module: 'phonecall', entryId, tag: `item:phonecall:${entryId}` }) as const;

/** Takes from the devices of people that a call rings. */
async function silence(
  ctx: ChangeContext,
  { pushOut, wantRinging }: PushParts,
  call: CallRow,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length > 0) await pushOut(ctx, await wantRinging(ctx, userIds), { kind: 'silence', ...toItem(call) });
}

/** Takes from devices that a call rings whose end nobody has said. `before`: the call until now. */
export async function silenceForgotten(ctx: ChangeContext, parts: PushParts, before: CallRow): Promise<void> {
  if (before.outcome !== 'ringing') return;
  const { line_id: lineId, group_ref: groupRef, activity_id: activityId } = before;
  const line = { db: ctx.db, instanceId: ctx.instance.id, lineId: lineId ?? 0 };
  const [legs, viewers] = await Promise.all([
    groupRef === null ? [] : legsOf(line, [activityId], groupRef),
    callViewers(ctx.db, ctx.instance.id, activityId, RIGHT),
  ]);
  await silence(ctx, parts, before, rungBy(viewers, { ...before, outcome: 'unknown' }, { before, ...rungOf(legs) }));
}

/** Says of a call that went out which attempt it is, and links it with the records of that. */
async function followAttempt(ctx: ChangeContext, call: CallRow): Promise<void> {
  if (call.number === null || call.received_by === null || call.created_by !== null) return;
  const attempt = await attemptOf(ctx, call.received_by, call.number, call.started_at);
  if (attempt === undefined) return;
  await noteAttemptCall(ctx, attempt.call_id, call.activity_id);
  await changeCall(ctx, call.activity_id, { created_by: call.received_by });
  await lockItems(ctx, [call.activity_id]);
  let isLinked = false;
  for (const { idoId, idoInstanceId } of attempt.links) {
    // It may have been deleted since.
    if (!(await isRecord(ctx.db, ctx.instance.id, idoId, idoInstanceId))) continue;
    await linkItems(
      ctx,
      [call.activity_id],
      idoId,
      { reason: 'hand', detail: '', userId: call.received_by },
      { archives: false },
    );
    isLinked = true;
  }
  if (isLinked && attempt.contact_person_id !== null)
    await setPersonOfItem(ctx, call.activity_id, attempt.contact_person_id);
}
