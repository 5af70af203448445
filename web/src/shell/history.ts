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
  placeOf(account: string): string;
}

/** The browser's history, with the rule for going back. `show`: shows the account that a step belongs to, if it is there. */
export function createNavigator(page: Window, show: (account: string) => boolean): Navigator {
  const here = (): string => page.location.pathname + page.location.search;
  const address = createValue(here());
  const path = partOf(address, pathOf);
  const places = new Map<string, string>();
  let account: string | undefined;

  function step(target: string, how: 'pushState' | 'replaceState'): void {
    page.history[how]({ account }, '', target);
    take();
  }
  function take(): void {
    if (account !== undefined) places.set(account, here());
    address.set(here());
  }
  const placeOf = (whose: string): string => places.get(whose) ?? '/';

  page.addEventListener('popstate', ({ state }) => {
    const whose = (state as { account?: string } | null)?.account;
    if (whose === undefined || account === undefined || whose === account) return take();
    // The step is there already: entering the account must not make another one.
    const before = account;
    account = whose;
    if (show(whose)) return take();
    account = before;
    step('/', 'replaceState');
  });
  return {
    path,
    address,
    placeOf,
    go(target, options) {
      if (target !== address.get()) step(target, options?.replace ? 'replaceState' : 'pushState');
    },
    back() {
      if (page.history.length > 2) page.history.back();
      else this.go('/', { replace: true });
    },
    enter(next) {
      const before = account;
      account = next;
      if (next === undefined || next === before) return;
      if (before === undefined) step(address.get(), 'replaceState');
      else step(placeOf(next), 'pushState');
    },
  };
}
