import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';
import { StateSchema } from '../activity/index.ts';
import { RunningCallSchema } from './queries.ts';

/**
 * A call begins to ring, is taken, or is over. Goes to those whom it concerns, and moves no row by itself. Who calls is not said: that is had by
 * `phoneCall.card`, by the rights of who asks.
 */
export const ringing = defineEvent('phoneCall.ringing', v.object({ ...eventPayload, call: RunningCallSchema }));

/**
 * A call has called back somebody who was missed, or wanted it: `calls` are Done by that, and were in `state` before. Goes to who made the call, so that
 * they can have them back. Whose number it is, is not said, as of `ringing`.
 */
export const calledBack = defineEvent(
  'phoneCall.calledBack',
  v.object({ ...eventPayload, calls: v.array(v.object({ aggregateId: v.string(), state: StateSchema })) }),
);

/** What is known of numbers, or the phone book, is another than before. */
export const numbersChanged = defineEvent('phoneCall.numbersChanged', v.object(eventPayload));

/** Telephone systems, lists of calls or ways to make calls are others than before. */
export const linesChanged = defineEvent('phoneCall.linesChanged', v.object(eventPayload));

export const events = { ringing, calledBack, numbersChanged, linesChanged } as const;
