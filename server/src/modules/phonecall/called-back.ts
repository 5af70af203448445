import type { ChangeContext } from '../../platform/operation/context.ts';
import { changeCall } from './making.ts';
import { CALLBACKS, type CallFields } from './store/calls.ts';
import { callsToFinish } from './store/called-back.ts';

/** Seconds of talk from which on somebody was called back. */
const CALLED_BACK_S = 10;

/**
 * Finishes the calls of a number that an answered call to it has called back: those that were missed or wanted one, before it began, that a person sees
 * and has not finished. The person is who called, or who has written the call down.
 */
export async function finishCalledBack(
  ctx: ChangeContext,
  call: Pick<CallFields, 'number' | 'duration' | 'started_at'> & { readonly activity_id: number },
  userId: number,
): Promise<void> {
  const { number, duration, activity_id: activityId, started_at: startedAt } = call;
  if (number === null || duration < CALLED_BACK_S) return;
  for (const done of await callsToFinish(ctx.db, ctx.instance.id, userId, number, startedAt)) {
    if (done.activity_id === activityId) continue;
    await changeCall(ctx, done.activity_id, {
      done_by_call: activityId,
      ...(done.callback === CALLBACKS.wanted ? { callback: CALLBACKS.done } : {}),
    });
  }
}
