import * as v from 'valibot';
import { defineEvent, eventPayload } from '../../kernel/index.ts';

/** A command that was accepted with `async=true` could not be carried out. Goes to the person whose command it was. */
export const commandFailed = defineEvent(
  'command.failed',
  v.object({ ...eventPayload, code: v.string(), detail: v.string() }),
);

/** The person's own name, rights or boxes changed. */
export const sessionChanged = defineEvent('session.changed', v.object(eventPayload));

/** How somebody signs in changed, or that they are signed in. Goes to the administrators, whose list of people shows it. */
export const peopleChanged = defineEvent('account.peopleChanged', v.object(eventPayload));

/** Work was given up, or taken up again. Goes to all of the instance: it says no more than that. */
export const jobsChanged = defineEvent('account.jobsChanged', v.object(eventPayload));

/** Something was written into the audit log. Goes to the administrators. */
export const audited = defineEvent('account.audited', v.object(eventPayload));

export const events = { commandFailed, sessionChanged, peopleChanged, jobsChanged, audited } as const;
