import type { Account } from './accounts.ts';
import type { Environment } from './environment.ts';
import { asFailure } from './failure.ts';
import type { PageAccounts } from './page-accounts.ts';
import { createTransport, type Transport } from './transport.ts';
import type { VaultStore } from './vault.ts';

/** A session that is over on this device, and not yet on the server. */
export interface Ending {
  readonly name: string;
  readonly account: Account;
  /** Undefined where the browser's cookie is what ends it. */
  readonly token: string | undefined;
}

const PREFIX = 'ending/';
const NOBODY = {
  onSignedOut: () => undefined,
  onOtherSession: () => undefined,
  onVersionMismatch: () => undefined,
  onRenewedToken: () => undefined,
  onReached: () => undefined,
  onBusy: () => undefined,
};

/** Ends a session on the server. False where it could not be reached: it is noted, sealed, to be ended later. */
export async function endOnServer(
  vault: VaultStore,
  account: Account,
  name: string,
  transport: Transport,
): Promise<boolean> {
  try {
    await transport.logout({ instance: account.name, username: account.user });
    return true;
  } catch (error) {
    if (asFailure(error).status === 401) return true;
    const ending: Ending = { name, account, token: transport.credentials.token };
    await vault.put(PREFIX + name, ending).catch(() => undefined);
    return false;
  }
}

/** A way to the server of an account that no client of this page has any more. */
function transportOf(env: Environment, { url, name }: Account, token: string | undefined): Transport {
  const instance = url === env.origin ? name : undefined;
  return createTransport(env, { url, instance, token, csrfToken: '' }, NOBODY);
}

/** Ends a session on the server that no client of this page is in, see `endOnServer`. */
export const endUnused = (env: Environment, vault: VaultStore, { name, account, token }: Ending): Promise<boolean> =>
  endOnServer(vault, account, name, transportOf(env, account, token));

/** Whether an account, other than the one of the key `but`, has the one cookie of an instance. */
export const hasCookie = (
  { accountEntries }: Pick<PageAccounts, 'accountEntries'>,
  { url, name }: Pick<Account, 'url' | 'name'>,
  but = '',
): boolean =>
  accountEntries
    .get()
    .some(
      ({ key, state, account }) =>
        key !== but && state === 'in' && account.kind === 'cookie' && account.url === url && account.name === name,
    );

/** Ends on the servers what could not be ended before, but for a cookie that is somebody's session by now. */
export async function endLate(
  env: Environment,
  vault: VaultStore,
  page: Pick<PageAccounts, 'accountEntries'>,
): Promise<void> {
  for (const { name, account, token } of (await vault.all(PREFIX)) as Ending[]) {
    const isCookie = token === undefined;
    if (!isCookie || !hasCookie(page, account)) {
      if (!(await endUnused(env, vault, { name, account, token }))) continue;
    }
    await vault.remove(PREFIX + name);
  }
}
