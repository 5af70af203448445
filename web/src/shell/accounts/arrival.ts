import { createValue, type Value } from '../../client/value.ts';

/**
 * What the page is opened by from outside: the link to a new password, a client that asks for a code, one that comes back with its answer.
 * Nothing else of the app stands behind `#` with a sign of equality.
 */
const ARRIVAL = /^#\w+=/;

/**
 * What the address that the page was opened by had from its `#` on, for as long as it is worked on. It is taken out of the address at
 * once: neither the history, nor who looks over a shoulder, nor what is sent from the page shall have it.
 */
export function takeArrival(page: Window): Value<string | undefined> {
  const arrival = createValue<string | undefined>(undefined);
  const take = (): void => {
    const { hash, pathname } = page.location;
    if (!ARRIVAL.test(hash)) return;
    page.history.replaceState(null, '', pathname);
    arrival.set(hash);
  };
  take();
  // The page may be open already where the link leads to.
  page.addEventListener('hashchange', take);
  return arrival;
}
