import type { CommandDefinition } from '@kontor/contract/kernel';
import { createAccounts, type Account } from './accounts.ts';
import { createClient, type Client } from './client.ts';
import type { Environment } from './environment.ts';
import type { FoundInstance } from './sign-in.ts';
import { createValue } from './value.ts';
import { openVault, type VaultStore } from './vault.ts';

/** Who uses the app on this device: nobody, or one person through a client. */
export interface Session {
  readonly client: Client | undefined;
  /** True where the server ended the session, not the person. */
  readonly ended: boolean;
}

export type Kontor = ReturnType<typeof createKontor>;

/** The app's one state outside React. Does nothing until `start`. */
export function createKontor(env: Environment, commands: () => Promise<ReadonlyMap<string, CommandDefinition>>) {
  const accounts = createAccounts(env.settings);
  const session = createValue<Session>({ client: undefined, ended: false });
  const versionMismatch = createValue(false);
  let vault: VaultStore | undefined;

  const tokenKey = (account: Account): string => `token/${account.name}/${account.user}`;

  function open(store: VaultStore, account: Account, token: string | undefined, csrfToken: string): void {
    session.get().client?.close();
    const client = createClient({
      env,
      vault: store,
      account,
      commands,
      credentials: {
        url: account.url,
        instance: account.url === env.origin ? account.name : undefined,
        token,
        csrfToken,
      },
      onSignedOut: () => leave(true),
      onVersionMismatch: () => versionMismatch.set(true),
      onRenewedToken: (renewed) => void store.put(tokenKey(account), renewed),
    });
    session.set({ client, ended: false });
  }

  function leave(ended: boolean): void {
    const { client } = session.get();
    if (client === undefined) return;
    void vault?.remove(tokenKey(client.account));
    // Another page may have signed in as somebody else meanwhile.
    if (accounts.active()?.user === client.account.user) accounts.deactivate();
    session.set({ client: undefined, ended });
    client.close();
  }

  return {
    env,
    accounts,
    session,
    versionMismatch,
    /** Takes up the session of the active instance, if there is one. */
    async start(): Promise<void> {
      vault = await openVault();
      const account = accounts.active();
      if (account === undefined) return;
      const token = account.kind === 'cookie' ? undefined : await vault.get(tokenKey(account));
      if (account.kind === 'bearer' && typeof token !== 'string') accounts.deactivate();
      else open(vault, account, typeof token === 'string' ? token : undefined, '');
    },
    /** Signs in and makes the instance the active one. Rejects with a `Failure`. */
    async signIn(instance: FoundInstance, given: { username: string; password: string; code?: string }): Promise<void> {
      vault ??= await openVault();
      const { signIn } = await import('./sign-in.ts');
      const signedIn = await signIn(env, instance, given);
      if (signedIn.token !== undefined) await vault.put(tokenKey(signedIn.account), signedIn.token);
      accounts.activate(signedIn.account);
      open(vault, signedIn.account, signedIn.token, signedIn.csrfToken);
    },
    /** Ends the session here and, as far as it can be reached, on the server. Changes that wait stay for the next sign-in. */
    async signOut(): Promise<void> {
      const { client } = session.get();
      if (client === undefined) return;
      const { account, transport } = client;
      await transport.logout({ instance: account.name, username: account.user }).catch(() => undefined);
      leave(false);
    },
  };
}
