import type { Client } from './client.ts';
import type { AccountEntry } from './page-accounts.ts';
import type { Value } from './value.ts';

/**
 * Begins something with each account's client as it opens, and stops it when that is gone. `onChange`: called after the accounts have
 * changed, and once at the beginning.
 */
export function followClients<T extends { readonly stop: () => void }>(
  accountEntries: Value<readonly AccountEntry[]>,
  begin: (client: Client) => T,
  onChange: () => void,
) {
  const followed = new Map<Client, T>();
  const update = (): void => {
    const clients = new Set(accountEntries.get().flatMap(({ client }) => client ?? []));
    for (const [client, one] of followed) {
      if (clients.has(client)) continue;
      one.stop();
      followed.delete(client);
    }
    for (const client of clients) if (!followed.has(client)) followed.set(client, begin(client));
    onChange();
  };
  const stop = accountEntries.subscribe(update);
  return {
    begin: update,
    of: (client: Client | undefined): T | undefined => (client === undefined ? undefined : followed.get(client)),
    all: (): ReadonlyMap<Client, T> => followed,
    stop: () => {
      stop();
      for (const one of followed.values()) one.stop();
    },
  };
}
