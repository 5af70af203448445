import type { Account } from './accounts.ts';
import type { Environment } from './environment.ts';
import { asFailure } from './failure.ts';
import { createTransport, type Transport } from './transport.ts';
import type { VaultStore } from './vault.ts';

/** A session that is over on this device, and not yet on the server. */
interface Ending {
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

/** Ends on the servers what could not be ended before. `isInUse`: the cookie of this account is somebody's session by now. */
export async function endLate(
  env: Environment,
  vault: VaultStore,
  isInUse: (account: Account) => boolean,
): Promise<void> {
  for (const { name, account, token } of (await vault.all(PREFIX)) as Ending[]) {
    const isCookie = token === undefined;
    if (!isCookie || !isInUse(account)) {
      const instance = account.url === env.origin ? account.name : undefined;
      const transport = createTransport(env, { url: account.url, instance, token, csrfToken: '' }, NOBODY);
      if (!(await endOnServer(vault, account, name, transport))) continue;
    }
    await vault.remove(PREFIX + name);
  }
}
