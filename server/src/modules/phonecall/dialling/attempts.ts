import type { ChangeContext } from '../../../platform/operation/context.ts';
import { ATTEMPT_MS } from './rules.ts';
import { openAttempt, updateAttempt, type AttemptRow } from './store.ts';

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
