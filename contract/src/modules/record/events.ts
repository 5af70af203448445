import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';
import { boardEvents } from './boards/index.ts';
import { importEvents } from './importing.ts';

/** Records that were made, changed or deleted. */
export const recordChanged = defineEvent('record.changed', v.object(eventPayload));

export const events = { recordChanged, ...boardEvents, ...importEvents } as const;
