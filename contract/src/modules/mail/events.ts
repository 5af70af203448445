import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';
import { AccountStateSchema } from './entities.ts';

/** An account got further with its work, failed, or recovered. Goes to its members; at most a few a second. */
export const accountProgress = defineEvent(
  'mail.accountProgress',
  v.object({ ...eventPayload, accountId: v.number(), state: AccountStateSchema }),
);

export const events = { accountProgress } as const;
