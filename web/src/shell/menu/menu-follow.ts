import { menuQueries, type MenuItem } from '@kontor/contract/account';
import { queryKey } from '../../client/ask.ts';
import type { Client } from '../../client/client.ts';
import type { Shell } from '../context.tsx';
import type { MenuEntry } from '../manifest.ts';
import { menuItemsOf } from './menu-items.ts';
import { openMenuItem } from './menu-open.ts';

const { mainMenuItems } = menuQueries;

/** Where the specification has add-ons: between the settings and the end. */
const ORDER = 16;

/** The first letter or digit, for where there is no room for more. */
export const letterOf = (caption: string): string => (/[\p{L}\p{N}]/u.exec(caption)?.[0] ?? '·').toUpperCase();

/** An entry of the instance as the menu has it. */
export function entryOf(item: MenuItem, open: () => void): MenuEntry {
  const { ID, Caption, Type, URL: url, Method, Session, sortOrder } = item;
  const isPlain = !Session && Method === 'GET';
  return {
    route: `item.${ID}`,
    path: url,
    icon: 'link',
    letter: letterOf(Caption),
    label: { de: Caption, en: Caption },
    // They stand together, however many there are.
    order: ORDER + sortOrder / 10_000,
    keys: '',
    ...(Type === 'predefined'
      ? {}
      : { outside: { run: open, href: isPlain ? url : undefined, isWindow: isPlain && /^https?:/i.test(url) } }),
  };
}

/** Keeps the instance's entries of the menu current, for as long as the account is shown. Returns the function that stops it. */
export function followMenu(client: Client, shell: Pick<Shell, 'notices' | 'settings'>): () => void {
  const key = queryKey(mainMenuItems, {});
  const take = (): void => {
    const { data } = client.ask.cache.peek(key);
    if (data === undefined) return;
    const items = data as readonly MenuItem[];
    menuItemsOf(client).set(items.map((item) => entryOf(item, () => void openMenuItem(client, shell, item))));
  };
  const stop = client.ask.cache.watch(
    key,
    (signal) => client.ask.run(mainMenuItems, {}, signal),
    take,
    client.ask.keeping(mainMenuItems, {}),
  );
  take();
  return stop;
}
