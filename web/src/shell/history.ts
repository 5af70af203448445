import { createValue, type Value } from '../client/value.ts';

export interface Navigator {
  /** Path of the page, encoded, without query. */
  readonly path: Value<string>;
  /** Goes somewhere; `replace` leaves no step to come back to. */
  go(path: string, options?: { replace?: boolean }): void;
  /** One step back where there are more than two, else to the inbox. */
  back(): void;
}

/** The browser's history, with the rule for going back. */
export function createNavigator(page: Window): Navigator {
  const path = createValue(page.location.pathname);
  page.addEventListener('popstate', () => path.set(page.location.pathname));
  return {
    path,
    go(target, options) {
      if (target === path.get()) return;
      if (options?.replace) page.history.replaceState(null, '', target);
      else page.history.pushState(null, '', target);
      path.set(page.location.pathname);
    },
    back() {
      if (page.history.length > 2) page.history.back();
      else this.go('/', { replace: true });
    },
  };
}
