import { stateOf } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { phonecallEvents } from '@kontor/contract/phonecall';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { changeCall } from './making.ts';
import { CALLBACKS, type CallFields } from './store/calls.ts';
import { callsToFinish, type CallToFinish } from './store/called-back.ts';

/** Seconds of talk from which on somebody was called back. */
const CALLED_BACK_S = 10;

/**
 * Finishes the calls of a number that an answered call to it has called back: those that were missed or wanted one, before it began, that a person sees
 * and has not finished. The person is who called, or who has written the call down: they are told what is Done by it.
 */
export async function finishCalledBack(
  ctx: ChangeContext,
  call: Pick<CallFields, 'number' | 'duration' | 'started_at'> & { readonly activity_id: number },
  userId: number,
): Promise<void> {
  const { number, duration, activity_id: activityId, started_at: startedAt } = call;
  if (number === null || duration < CALLED_BACK_S) return;
  const found = await callsToFinish(ctx.db, ctx.instance.id, userId, number, startedAt);
  const calls = found.filter((done) => done.activity_id !== activityId);
  for (const done of calls)
    await changeCall(ctx, done.activity_id, {
      done_by_call: activityId,
      ...(done.callback === CALLBACKS.wanted ? { callback: CALLBACKS.done } : {}),
    });
  if (calls.length > 0) tellCalledBack(ctx, calls, userId);
}

/** Tells who has called back what is Done by that. */
function tellCalledBack(ctx: ChangeContext, calls: readonly CallToFinish[], userId: number): void {
  const finished = calls.map(({ activity_id: entryId, status }) => ({
    aggregateId: formatAggregateId({ module: 'phonecall', entryId, userId }),
    state: stateOf(status),
  }));
  ctx.emit(
    phonecallEvents.calledBack,
    { users: [userId], isQuiet: true },
    {
      keys: [],
      processIds: [...ctx.processIds],
      aggregateIds: finished.map(({ aggregateId }) => aggregateId),
      calls: finished,
    },
  );
}
