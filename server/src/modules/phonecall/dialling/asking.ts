import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { Change } from '../../../platform/operation/change.ts';
import type { ChangeContext, Platform } from '../../../platform/operation/context.ts';
import { ProblemError } from '../../../platform/operation/problem.ts';
import type { Made } from './calling.ts';
import { sessionBinding } from './secrets.ts';
import { updateAttempt } from './store.ts';

/** What calls that are made from here stand on. */
export interface DialParts {
  /** Where telephone systems may be. */
  readonly phonePolicy: EgressPolicy;
  readonly platform: Pick<Platform, 'log' | 'secrets'>;
  readonly change: Change;
}

/** How long what a telephone system was asked for is waited for; after that it is not known what came of it. */
export const ASKED_MS = 20_000;

type Answered = Pick<Made, 'how' | 'href' | 'session'>;
interface Settled {
  readonly state: 'done' | 'localGet' | 'failed';
  readonly href: string;
  readonly status: number;
  readonly session: string;
}

const settledAs = ({ how, href, session }: Answered): Settled => ({
  state: how === 'localGet' ? how : 'done',
  href,
  status: 0,
  session,
});

/** A telephone system that is away, or did not do it. */
function failedBy({ data }: ProblemError): Settled {
  const { status } = (data ?? {}) as { readonly status?: number };
  return { state: 'failed', href: '', status: status ?? 0, session: '' };
}

/**
 * Asks a telephone system for something once the transaction of `ctx` is through, and writes down what came of it. Meanwhile no connection to the
 * database is held. Where the process ends in between, nothing is asked for again: it may have been done.
 */
export function askAfterCommit(
  ctx: Pick<ChangeContext, 'instance' | 'afterCommit'>,
  { platform: { log, secrets }, change }: DialParts,
  callId: number,
  what: 'state' | 'end_state',
  ask: () => Promise<Answered>,
): void {
  const { instance } = ctx;
  const settle = async (): Promise<void> => {
    const { state, href, status, session } = await ask().then(settledAs, (error: unknown) => {
      if (error instanceof ProblemError) return failedBy(error);
      throw error;
    });
    const sealed = session === '' ? {} : { sealed_session: secrets.seal(session, sessionBinding(instance.id, callId)) };
    await change(instance, ({ db }) =>
      updateAttempt(db, instance.id, callId, { [what]: state, href, status, ...sealed }),
    );
  };
  ctx.afterCommit(() => {
    settle().catch((error: unknown) => log.warn({ err: error, callId }, 'not known what came of a call'));
  });
}
