import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';

/** The instance's list of what memos are about is another one. */
export const typesChanged = defineEvent('memo.typesChanged', v.object(eventPayload));

export const events = { typesChanged } as const;
