import * as v from 'valibot';
import type { TextStorage } from './environment.ts';

/** Where and as whom somebody has signed in on this device. Holds no secret. */
const AccountSchema = v.object({
  name: v.string(),
  title: v.string(),
  /** Origin of the instance. */
  url: v.pipe(v.string(), v.url()),
  user: v.string(),
  /** `cookie` for one account of an instance that is served at the app's own origin, else `bearer`. */
  kind: v.picklist(['cookie', 'bearer']),
});
export type Account = v.InferOutput<typeof AccountSchema>;

const StoredSchema = v.object({ ...AccountSchema.entries, session: v.optional(v.string()) });
type Stored = v.InferOutput<typeof StoredSchema>;

const LIST = 'kontor.instances';
const ACTIVE = 'kontor.activeInstance';
/** Name of the one session that an earlier version kept, apart from the list. */
const EARLIER_SESSION = 'kontor.session';

/** Under what everything of an account is kept on this device. No two accounts share one: instance names are letters and digits. */
export function keyOf({ url, name, user }: Pick<Account, 'url' | 'name' | 'user'>, origin: string): string {
  const own = `${name}/${user.toLowerCase()}`;
  return url === origin ? own : `${encodeURIComponent(url)}/${own}`;
}

/** Under what the token of an account is kept in the vault. */
export const tokenKey = (account: string): string => `token/${account}`;

/**
 * Under what local storage has by which a server knows this device again, where a cookie does not: it opens nothing, and is good for a count
 * of wrong passwords alone.
 */
export const deviceKey = (account: string): string => `kontor.device/${account}`;

/** The accounts of this device, as they are kept in the browser's local storage. `tab` lives as long as the page's tab. */
export function createAccounts(storage: TextStorage, tab: TextStorage, origin: string) {
  function stored(): Stored[] {
    try {
      const parsed: unknown = JSON.parse(storage.getItem(LIST) ?? '[]');
      // One that cannot be understood takes no other along.
      return Array.isArray(parsed) ? parsed.filter((one): one is Stored => v.is(StoredSchema, one)) : [];
    } catch {
      return [];
    }
  }
  const key = (account: Pick<Account, 'url' | 'name' | 'user'>): string => keyOf(account, origin);
  const plain = ({ name, title, url, user, kind }: Stored): Account => ({ name, title, url, user, kind });
  const write = (list: readonly Stored[]): void => storage.setItem(LIST, JSON.stringify(list));

  // An earlier version had one session, and called its account by the instance alone.
  const earlier = storage.getItem(EARLIER_SESSION);
  if (earlier !== null) {
    const name = storage.getItem(ACTIVE);
    write(stored().map((one) => (one.name === name ? { ...one, session: one.session ?? earlier } : one)));
    const active = stored().find((one) => one.name === name);
    if (active !== undefined) storage.setItem(ACTIVE, key(active));
    storage.removeItem(EARLIER_SESSION);
  }

  const find = (wanted: string): Stored | undefined => stored().find((one) => key(one) === wanted);
  return {
    key,
    /** In the order in which they were added. */
    list: (): Account[] => stored().map(plain),
    /** What the session of an account on this device is called, so that pages can tell it from one before or after it. No secret. */
    session: (wanted: string): string | undefined => find(wanted)?.session,
    /** Key of the account that this tab is to show: its own or, in a new one, the one that was shown last on this device. */
    active: (): string | undefined => tab.getItem(ACTIVE) ?? storage.getItem(ACTIVE) ?? undefined,
    activate: (wanted: string): void => {
      tab.setItem(ACTIVE, wanted);
      storage.setItem(ACTIVE, wanted);
    },
    /** Adds or replaces an account, in a session of that name. */
    enter: (account: Account, session: string): void => {
      const list = stored();
      const at = list.findIndex((one) => key(one) === key(account));
      if (at < 0) list.push({ ...account, session });
      else list[at] = { ...account, session };
      write(list);
    },
    /** The account is not signed in any more; it stays in the list, for the next sign-in. */
    leave: (wanted: string): void => write(stored().map((one) => (key(one) === wanted ? plain(one) : one))),
    /** Adds an account that is not signed in. */
    add: (account: Account): void => write([...stored(), account]),
    forget(wanted: string): void {
      storage.removeItem(deviceKey(wanted));
      write(stored().filter((one) => key(one) !== wanted));
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
