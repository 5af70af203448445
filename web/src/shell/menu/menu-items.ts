import type { Client } from '../../client/client.ts';
import { createValue, type Value } from '../../client/value.ts';
import type { MenuEntry } from '../manifest.ts';

const known = new WeakMap<Client, Value<readonly MenuEntry[]>>();

/** The entries of the menu that the instance of a client has made; filled by what is loaded with the rest of the app. */
export function menuItemsOf(client: Client): Value<readonly MenuEntry[]> {
  let items = known.get(client);
  if (items === undefined) known.set(client, (items = createValue<readonly MenuEntry[]>([])));
  return items;
}
