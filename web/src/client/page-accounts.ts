import { createAccounts, type Account } from './accounts.ts';
import type { AccountSession } from './account-session.ts';
import type { Client } from './client.ts';
import type { Environment } from './environment.ts';
import { createRefused } from './refused.ts';
import { createValue } from './value.ts';

/** Who this page shows: nobody, or one account through a client. */
export interface Session {
  readonly client: Client | undefined;
  /** The account that was shown last, where nobody is; true where the server ended its session, not the person. */
  readonly last: Account | undefined;
  readonly ended: boolean;
}

/** An account of this device. Without a client it is not signed in or, for a moment at the start, not opened yet. */
export interface AccountEntry {
  readonly key: string;
  readonly account: Account;
  readonly client: Client | undefined;
  /** `out`: the person has signed out; `ended`: the server has. */
  readonly state: 'in' | 'out' | 'ended';
}

export type PageAccounts = ReturnType<typeof createPageAccounts>;

/** The accounts of this device, the sessions that this page has open, and which of them it shows. */
export function createPageAccounts(env: Environment) {
  const accounts = createAccounts(env.settings, env.tab, env.origin);
  const session = createValue<Session>({ client: undefined, last: undefined, ended: false });
  const accountEntries = createValue<readonly AccountEntry[]>([]);
  const refused = createRefused(env.settings);
  const accountSessions = new Map<string, AccountSession>();
  /** Keys of accounts whose sessions their servers have ended. */
  const ended = new Set<string>();
  /** Key of the account that the person has chosen last: it is shown as soon as it is open. */
  const wanted = createValue<string | undefined>(undefined);

  /** Lists the accounts anew, after something about them has changed. */
  function updateEntries(): void {
    const listed = accounts.list().map((account) => [accounts.key(account), account] as const);
    const known = new Set(listed.map(([key]) => key));
    // Another page may have entered it already, though the settings do not say so yet.
    const entered = [...accountSessions.values()]
      .filter(({ key }) => !known.has(key))
      .map(({ key, account }) => [key, account] as const);
    accountEntries.set(
      [...listed, ...entered].map(([key, account]) => {
        const accountSession = accountSessions.get(key);
        const isIn = accountSession !== undefined || accounts.session(key) !== undefined;
        return {
          key,
          account,
          client: accountSession?.client(),
          state: isIn ? 'in' : ended.has(key) ? 'ended' : 'out',
        };
      }),
    );
    refused.retain(
      new Set(accountEntries.get().flatMap(({ state, account }) => (state === 'in' ? [account.url] : []))),
    );
  }

  function show(client: Client): void {
    const { client: before } = session.get();
    wanted.set(undefined);
    accounts.activate(client.key);
    if (client === before) return;
    // What is being written there is not on the screen any more.
    void before?.beforeLeaving();
    session.set({ client, last: undefined, ended: false });
  }

  return {
    accounts,
    session,
    accountEntries,
    refused,
    accountSessions,
    ended,
    updateEntries,
    show,
    wanted,
  };
}
