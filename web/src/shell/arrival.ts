import { createValue, type Value } from '../client/value.ts';

/** What stands in front of the token in the address of an invitation or of a link to a new password. */
const PREFIX = '#link=';

/**
 * The token of the link that the page was opened by, for as long as it is worked on. It is taken out of the address at once: neither the
 * history, nor who looks over a shoulder, nor what is sent from the page shall have it.
 */
export function takeLinkToken(page: Window): Value<string | undefined> {
  const token = createValue<string | undefined>(undefined);
  const take = (): void => {
    const { hash, pathname } = page.location;
    if (!hash.startsWith(PREFIX)) return;
    page.history.replaceState(null, '', pathname);
    token.set(hash.slice(PREFIX.length));
  };
  take();
  // The page may be open already where the link leads to.
  page.addEventListener('hashchange', take);
  return token;
}
