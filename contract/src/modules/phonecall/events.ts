import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';
import { RunningCallSchema } from './queries.ts';

/**
 * A call begins to ring, is taken, or is over. Goes to those whom it concerns, and moves no row by itself. Who calls is not said: that is had by
 * `phoneCall.card`, by the rights of who asks.
 */
export const ringing = defineEvent('phoneCall.ringing', v.object({ ...eventPayload, call: RunningCallSchema }));

/** What is known of numbers, or the phone book, is another than before. */
export const numbersChanged = defineEvent('phoneCall.numbersChanged', v.object(eventPayload));

/** Telephone systems, lists of calls or ways to make calls are others than before. */
export const linesChanged = defineEvent('phoneCall.linesChanged', v.object(eventPayload));

export const events = { ringing, numbersChanged, linesChanged } as const;
