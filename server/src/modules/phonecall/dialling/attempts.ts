import type { ChangeContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CallRow } from '../store/calls.ts';
import { ATTEMPT_MS, canHangUp } from './rules.ts';
import { attemptOfCall, openAttempt, updateAttempt, type AttemptRow } from './store.ts';

/** Clocks of telephone systems go by seconds, and not quite as ours. */
const CLOCKS_MS = 5000;

/** The attempt of somebody that a call which goes out is; undefined where it was begun elsewhere. */
export const attemptOf = (
  { db, instance }: ChangeContext,
  userId: number,
  number: number,
  startedAt: Date,
): Promise<AttemptRow | undefined> =>
  openAttempt(db, instance.id, {
    userId,
    number,
    from: new Date(startedAt.getTime() - ATTEMPT_MS),
    to: new Date(startedAt.getTime() + CLOCKS_MS),
  });

/** Says which call an attempt has become. */
export const noteAttemptCall = ({ db, instance }: ChangeContext, callId: number, activityId: number): Promise<void> =>
  updateAttempt(db, instance.id, callId, { activity_id: activityId });

/** The number by which the person can end a call that they began from here; null where they did not, or where it cannot be ended any more. */
export async function hangUpIdOf({ db, instance, person }: QueryContext, call: CallRow): Promise<number | null> {
  if (call.direction !== 1 || (call.outcome !== 'ringing' && call.outcome !== 'talking')) return null;
  const attempt = await attemptOfCall(db, instance.id, person.id, call);
  return attempt !== undefined && canHangUp(attempt.way, attempt.url_hangup) ? attempt.call_id : null;
}
