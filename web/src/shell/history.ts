import { createValue, partOf, type Value } from '../client/value.ts';
import { pathOf } from './routes.ts';

export interface Navigator {
  /** Path of the page, encoded, without query. */
  readonly path: Value<string>;
  /** The same with its query, where it has one. */
  readonly address: Value<string>;
  /** Goes to an address; `replace` leaves no step to come back to. */
  go(address: string, options?: { replace?: boolean }): void;
  /** One step back where there are more than two, else to the inbox. */
  back(): void;
  /** From now on the steps are this account's: the page is where that was last. Undefined where nobody is signed in. */
  enter(account: string | undefined): void;
  /** Address at which an account was last. */
  addressOf(account: string): string;
}

/** Whether the page may go `to` an address, of another `account` where one is named. Else it is asked, and `then` goes on. */
export type MayGo = (to: string, account: string | undefined, then: () => void) => boolean;

/** What the browser keeps with a step. */
interface Step {
  readonly account?: string;
  /** Its number, so that it is known which way was gone. */
  readonly at?: number;
}

/**
 * The browser's history, with the rule for going back. `show`: shows the account that a step belongs to, if it is there. A step that the
 * browser has made by itself is taken back until the question is answered. `closeTop`: closes what lies over the page, which is all that
 * going back does then; false where nothing does.
 */
export function createNavigator(
  page: Window,
  show: (account: string) => boolean,
  mayGo: MayGo = (_to, _account, then) => {
    then();
    return true;
  },
  closeTop: () => boolean = () => false,
): Navigator {
  const here = (): string => page.location.pathname + page.location.search;
  const address = createValue(here());
  const path = partOf(address, pathOf);
  const addresses = new Map<string, string>();
  let account: string | undefined;
  let at = (page.history.state as Step | null)?.at ?? 0;
  /** What the next step of the browser is: one that is taken back, or one that was asked about before. */
  let next: 'undone' | 'answered' | undefined;

  function step(target: string, how: 'pushState' | 'replaceState'): void {
    if (how === 'pushState') at += 1;
    page.history[how]({ account, at } satisfies Record<keyof Step, unknown>, '', target);
    take();
  }
  function take(): void {
    if (account !== undefined) addresses.set(account, here());
    address.set(here());
  }
  const addressOf = (whose: string): string => addresses.get(whose) ?? '/';

  function arrive(whose: string | undefined): void {
    if (whose === undefined || account === undefined || whose === account) return take();
    // The step is there already: entering the account must not make another one.
    const before = account;
    account = whose;
    if (show(whose)) return take();
    account = before;
    step('/', 'replaceState');
  }

  page.addEventListener('popstate', ({ state }) => {
    const popped = state as Step | null;
    const expected = next;
    next = undefined;
    if (expected === 'undone') return;
    const by = popped?.at === undefined ? 0 : popped.at - at;
    const takeBack = (): void => {
      next = 'undone';
      page.history.go(-by);
    };
    const go = (): void => {
      at += by;
      arrive(popped?.account);
    };
    if (expected === 'answered' || by === 0) return go();
    if (by < 0 && closeTop()) return takeBack();
    const other = popped?.account === account ? undefined : popped?.account;
    let isLate = false;
    const isFree = mayGo(here(), other, () => {
      if (!isLate) return go();
      next = 'answered';
      page.history.go(by);
    });
    isLate = true;
    if (!isFree) takeBack();
  });
  return {
    path,
    address,
    addressOf,
    go(target, options) {
      if (target === address.get()) return;
      mayGo(target, undefined, () => step(target, options?.replace ? 'replaceState' : 'pushState'));
    },
    back() {
      if (page.history.length > 2) page.history.back();
      else this.go('/', { replace: true });
    },
    enter(entered) {
      const before = account;
      account = entered;
      if (entered === undefined || entered === before) return;
      if (before === undefined) step(address.get(), 'replaceState');
      else step(addressOf(entered), 'pushState');
    },
  };
}
