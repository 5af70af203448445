import type { Client } from '../../client/client.ts';
import type { AccountEntry } from '../../client/page-accounts.ts';
import { createValue, type Value } from '../../client/value.ts';

/** Numbers of unfinished items by the keys of the accounts that are signed in. */
export type Unfinished = ReadonlyMap<string, number>;

export const sumOf = (counts: Unfinished): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Keeps the numbers of all accounts current, shown or not. */
export function createUnfinished(
  accountEntries: Value<readonly AccountEntry[]>,
  unfinishedOf: (client: Client) => Value<number>,
): Value<Unfinished> {
  const counts = createValue<Unfinished>(new Map());
  const watched = new Map<Client, () => void>();
  const update = (): void => {
    counts.set(
      new Map(
        accountEntries
          .get()
          .flatMap(({ key, client }) => (client === undefined ? [] : [[key, unfinishedOf(client).get()] as const])),
      ),
    );
  };
  const follow = (): void => {
    const clients = new Set(accountEntries.get().flatMap(({ client }) => client ?? []));
    for (const [client, stop] of watched) {
      if (clients.has(client)) continue;
      stop();
      watched.delete(client);
    }
    for (const client of clients) if (!watched.has(client)) watched.set(client, unfinishedOf(client).subscribe(update));
    update();
  };
  accountEntries.subscribe(follow);
  follow();
  return counts;
}
