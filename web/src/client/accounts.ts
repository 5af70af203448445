import * as v from 'valibot';
import type { TextStorage } from './environment.ts';

/** Where and as whom somebody has signed in on this device. Holds no secret. */
const AccountSchema = v.object({
  name: v.string(),
  title: v.string(),
  /** Origin of the instance. */
  url: v.string(),
  user: v.string(),
  /** `cookie` where the instance is served at the app's own origin, else `bearer`. */
  kind: v.picklist(['cookie', 'bearer']),
});
export type Account = v.InferOutput<typeof AccountSchema>;

const LIST = 'kontor.instances';
const ACTIVE = 'kontor.activeInstance';
const SESSION = 'kontor.session';

/** The list of instances and the active one, as they are kept in the browser's local storage. */
export function createAccounts(storage: TextStorage) {
  function list(): Account[] {
    try {
      const parsed = v.safeParse(v.array(AccountSchema), JSON.parse(storage.getItem(LIST) ?? '[]'));
      return parsed.success ? parsed.output : [];
    } catch {
      return [];
    }
  }
  return {
    list,
    active: (): Account | undefined => {
      const name = storage.getItem(ACTIVE);
      return list().find((account) => account.name === name);
    },
    /** What the session on this device is called, so that pages can tell it from one before or after it. No secret. */
    session: (): string => storage.getItem(SESSION) ?? '',
    /** Adds or replaces the instance and makes it the active one, in a session of that name. */
    activate: (account: Account, session: string): void => {
      const others = list().filter((other) => other.name !== account.name);
      storage.setItem(LIST, JSON.stringify([...others, account]));
      storage.setItem(SESSION, session);
      storage.setItem(ACTIVE, account.name);
    },
    /** Nobody is signed in any more; the instance stays in the list, for the next sign-in. */
    deactivate: (): void => {
      storage.removeItem(ACTIVE);
      storage.removeItem(SESSION);
    },
    forget: (name: string): void =>
      storage.setItem(LIST, JSON.stringify(list().filter((account) => account.name !== name))),
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
