import { activityEvents } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { RUNNING_CALLS_KEY, type phonecallCommands } from '@kontor/contract/phonecall';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { shownNumber } from '../../platform/phone/said.ts';
import { requireRight } from '../account/index.ts';
import { editItems, edits, setStatusFromOutside, type ItemKinds } from '../activity/index.ts';
import { linkItems } from '../record/index.ts';
import { mayCorrect, removableOf, requireCalls, requireList, requirePeople, takeCall, takeToChange } from './access.ts';
import {
  callbackOf,
  factsOf,
  nameChanges,
  personOf,
  readReason,
  takeName,
  takeNumber,
  type CreateParams,
  type ProcessParams,
} from './writing.ts';
import { finishCalledBack } from './called-back.ts';
import { listCommandHandlers } from './lists.ts';
import { changeCall, insertCall, type CallChanges } from './making.ts';
import { plainLines } from './rules.ts';
import { CALLBACKS, hideCall, type CallRow } from './store/calls.ts';
import { readCallTime } from './times.ts';
import { aroundCalls, namingOf } from './views.ts';

type Own =
  | 'create'
  | 'process'
  | 'delete'
  | 'note'
  | 'setCallback'
  | 'handOver'
  | 'notForMe'
  | 'saveList'
  | 'deleteList';

const MAX_REASON_KEPT = 100_000;

export const commandHandlers = (itemKinds: () => ItemKinds): Pick<CommandHandlers<typeof phonecallCommands>, Own> => ({
  create: createCall,
  process: processCall,

  async delete(ctx, { aggregateId }) {
    const call = await takeCall(ctx, aggregateId);
    const removable = await removableOf(ctx, ctx.person.id, [call.activity_id]);
    if (!removable.has(call.activity_id)) return fail('RIGHT_MISSING');
    await editItems(ctx, itemKinds(), ctx.person.id, [call.activity_id], edits.trash(new Date(ctx.now())));
    return {};
  },

  async note(ctx, { aggregateId, reason }) {
    const call = await takeToChange(ctx, aggregateId);
    const added = readReason(reason);
    const whole = plainLines([call.reason, added].filter((part) => part !== '').join('\n'));
    const changes = { reason: whole.slice(0, MAX_REASON_KEPT) };
    return { aggregateVersion: await changeCall(ctx, call.activity_id, changes, { isEdit: true }) };
  },

  async setCallback(ctx, { aggregateId, isDesired, until, by }) {
    const call = await takeToChange(ctx, aggregateId);
    await requirePeople(ctx, [by], [call.callback_by]);
    const changes = { ...callbackOf(isDesired, until, by) };
    return { aggregateVersion: await changeCall(ctx, call.activity_id, changes, { isEdit: true }) };
  },

  async handOver(ctx, { aggregateId, userId }) {
    const call = await takeToChange(ctx, aggregateId);
    await requirePeople(ctx, [userId]);
    await changeCall(ctx, call.activity_id, { received_for: userId }, { isEdit: true });
    // Whoever it was handed to has it before them, however it stood with them.
    if (userId !== ctx.person.id)
      await setStatusFromOutside(ctx, [
        { activityId: call.activity_id, userIds: [userId], status: 1, onlyFrom: [2, 3] },
      ]);
    return {};
  },

  async notForMe(ctx, { aggregateId }) {
    const call = await takeCall(ctx, aggregateId);
    const { db, instance, person } = ctx;
    await hideCall(db, instance.id, call.activity_id, person.id);
    ctx.emit(
      activityEvents.activityChanged,
      { users: [person.id] },
      { keys: [RUNNING_CALLS_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
    );
    return {};
  },

  ...listCommandHandlers,
});

async function createCall(ctx: CommandContext, given: CreateParams) {
  requireCalls(ctx);
  if (given.idoLinkings.length > 0) requireRight(ctx, 'idoList');
  await requireList(ctx, given.phoneCallListId);
  await requirePeople(ctx, [given.receivedBy, given.receivedFor, given.callbackBy]);
  const number = takeNumber(ctx, given.callerNumber);
  const startedAt = readCallTime(given.timestamp, ctx.now());
  const name = given.newCallerName ?? '';
  const activityId = await insertCall(ctx, {
    listId: given.phoneCallListId,
    direction: given.direction === 1 ? 1 : 0,
    number: number.number,
    number_text: number.text,
    started_at: startedAt,
    answered_at: startedAt,
    ended_at: new Date(startedAt.getTime() + given.duration * 1000),
    duration: given.duration,
    outcome: 'answered',
    received_by: personOf(given.receivedBy),
    received_for: personOf(given.receivedFor),
    ...callbackOf(given.callBackDesired, given.callbackUntil, given.callbackBy),
    ...(name === '' ? {} : await takeName(ctx, name, number)),
    reason: readReason(given.reason),
    is_manual: true,
    created_by: ctx.person.id,
  });
  const by = { reason: 'hand', detail: '', userId: ctx.person.id } as const;
  for (const recordId of new Set(given.idoLinkings.map(({ idoId }) => idoId)))
    await linkItems(ctx, [activityId], recordId, by);
  if (given.direction === 1) {
    const made = { number: number.number, duration: given.duration, started_at: startedAt, activity_id: activityId };
    await finishCalledBack(ctx, made, ctx.person.id);
  }
  return {
    phoneCallId: activityId,
    aggregateId: formatAggregateId({ module: 'phonecall', entryId: activityId, userId: ctx.person.id }),
  };
}

async function processCall(ctx: CommandContext, given: ProcessParams) {
  const call = await takeToChange(ctx, given.aggregateId);
  const around = await aroundCalls(ctx, [call]);
  const shownEntry = shownEntryOf(call, around);
  if (call.edit !== given.aggregateVersion) return fail('PHONECALL_CONFLICT', { data: standing(call, shownEntry) });
  const facts = factsOf(ctx, call, given);
  if (Object.keys(facts).length > 0 && !mayCorrect(ctx, call)) return fail('RIGHT_MISSING');
  await requirePeople(
    ctx,
    [given.receivedBy, given.receivedFor, given.callbackBy],
    [call.received_by, call.received_for, call.callback_by],
  );
  if (given.phoneCallListId !== undefined && given.phoneCallListId !== call.box_id)
    await requireMove(ctx, call, given.phoneCallListId);
  const changes: CallChanges = {
    ...facts,
    ...(await nameChanges(ctx, { ...call, ...facts }, given, shownEntry)),
    ...(given.reason === undefined ? {} : { reason: readReason(given.reason) }),
    ...(given.receivedBy === undefined ? {} : { received_by: personOf(given.receivedBy) }),
    ...(given.receivedFor === undefined ? {} : { received_for: personOf(given.receivedFor) }),
    ...callbackChanges(call, given),
    ...(given.phoneCallListId === undefined ? {} : { listId: given.phoneCallListId }),
  };
  return { aggregateVersion: await changeCall(ctx, call.activity_id, withEnd(call, changes), { isEdit: true }) };
}

/** Nobody takes away from the others what is not theirs: into their own list go the calls that they have written down. */
async function requireMove(ctx: CommandContext, call: CallRow, listId: number): Promise<void> {
  if (listId === 0 && call.created_by !== ctx.person.id) fail('NOT_FOUND');
  await requireList(ctx, listId);
}

/** Of a call that somebody wrote down the end follows from time and length. */
function withEnd(call: CallRow, changes: CallChanges): CallChanges {
  if (!call.is_manual || (changes.started_at === undefined && changes.duration === undefined)) return changes;
  const start = changes.started_at ?? call.started_at;
  return {
    ...changes,
    answered_at: start,
    ended_at: new Date(start.getTime() + (changes.duration ?? call.duration) * 1000),
  };
}

/** What an edit makes of a callback; one that was done stays done for as long as none is wanted. */
function callbackChanges(call: CallRow, given: ProcessParams): CallChanges {
  const { callBackDesired, callbackUntil, callbackBy } = given;
  if (callBackDesired === undefined && callbackUntil === undefined && callbackBy === undefined) return {};
  const isWanted = callBackDesired ?? call.callback === CALLBACKS.wanted;
  if (!isWanted && call.callback === CALLBACKS.done) return {};
  const until = callbackUntil === undefined ? (call.callback_until?.toISOString() ?? null) : callbackUntil;
  const by = callbackBy ?? call.callback_by ?? 0;
  return callbackOf(isWanted, until, by);
}

/** The entry of the phone book that names a call; 0 for none. */
const shownEntryOf = (call: CallRow, around: Awaited<ReturnType<typeof aroundCalls>>): number => {
  const chosen = call.name_id === null ? undefined : around.chosen.get(call.name_id);
  return chosen?.id ?? namingOf(call, around).candidates.find(({ ownerKind }) => ownerKind === 'book')?.ownerId ?? 0;
};

/** What stands in a call now, for who has edited an older one. */
function standing(call: CallRow, entryId: number) {
  return {
    aggregateVersion: call.edit,
    callBackDesired: call.callback === CALLBACKS.wanted,
    callbackUntil: call.callback_until?.toISOString() ?? null,
    callbackBy: call.callback_by ?? 0,
    callerNumber: shownNumber(call.number, call.number_text),
    direction: call.direction,
    duration: call.duration,
    newCallerName: '',
    number2nameGuid: entryId,
    phoneCallListId: call.box_id,
    reason: call.reason,
    receivedBy: call.received_by ?? 0,
    receivedFor: call.received_for ?? 0,
    timestamp: call.started_at.toISOString(),
    updatedCallerName: 0,
  };
}
