import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';

/** What is read from tasks beside lists and details is another than before: the person's favourites, or the words that tasks are tagged with. */
export const taskChanged = defineEvent('task.changed', v.object(eventPayload));

export const events = { taskChanged } as const;
