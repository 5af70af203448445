import { sessionQueries, type User } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import type { Account } from './accounts.ts';
import type { Ask } from './ask.ts';
import type { Environment } from './environment.ts';
import { createValue } from './value.ts';

export type Configuration = ResultOf<typeof sessionQueries.configuration>;

/** Who was signed in when this device was used last. */
export interface KnownPerson {
  readonly user: User;
  readonly configuration: Configuration;
}

interface PersonOptions {
  readonly env: Environment;
  readonly account: Account;
  /** So that the page need not wait to be told. */
  readonly known: KnownPerson | undefined;
  readonly ask: Pick<Ask, 'run'>;
  /** Holds back what is to be sent, or lets it go. */
  readonly hold: (isHeld: boolean) => void;
  /** The server is asked who it is. */
  readonly onIdentityRequest: () => void;
  /** It is the person of the account. */
  readonly onConfirmed: (userId: number) => void;
  /** The session is over, or is somebody else's. */
  readonly onSignedOut: () => void;
}

/** Whose session it is. Nothing is sent until the server has said that it is the person of the account. */
export function createPerson({ env, account, known, ask, hold, ...on }: PersonOptions) {
  const user = createValue(known?.user);
  const configuration = createValue(known?.configuration);
  let starting: Promise<void> | undefined;
  let nap = new AbortController();
  /** How often it has become doubtful whose session this is. */
  let suspicions = 0;
  let closed = false;

  function endSession(): void {
    if (closed) return;
    hold(true);
    on.onSignedOut();
  }

  /** Nothing is sent until the server has said whose session it is: another page may have signed in as somebody else. */
  function confirm(): void {
    suspicions += 1;
    hold(true);
    starting ??= start().finally(() => {
      starting = undefined;
    });
  }

  async function load(): Promise<void> {
    const suspected = suspicions;
    on.onIdentityRequest();
    const [who, how] = await Promise.all([ask.run(sessionQueries.user, {}), ask.run(sessionQueries.configuration, {})]);
    if (closed) return;
    // With the answers, or before them, another session has shown itself: these may have been given in the one before.
    if (suspected !== suspicions) return load();
    if (who.userName.toLowerCase() !== account.user.toLowerCase()) return endSession();
    user.set(who);
    configuration.set(how);
    hold(false);
    on.onConfirmed(who.id);
  }

  /** Loads who is signed in, for as long as it takes. */
  async function start(): Promise<void> {
    const isOver = (): boolean => closed;
    for (let delay = 1000; !isOver(); delay = Math.min(delay * 2, 30_000)) {
      try {
        return await load();
      } catch {
        nap = new AbortController();
        await env.sleep(delay, nap.signal);
      }
    }
  }

  return {
    user,
    configuration,
    confirm,
    endSession,
    /** Asks anew; what fails then is of no matter. */
    reload: (): void => void load().catch(() => undefined),
    /** Asks now what was to be asked again later. */
    hurry: (): void => nap.abort(),
    close(): void {
      closed = true;
      nap.abort();
    },
  };
}
