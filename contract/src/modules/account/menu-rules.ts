import type { MenuItemAbout } from './menu.ts';

/** The part of what browsers and Node both have that is used here; the contract is written for neither. */
declare const URL: {
  parse(
    url: string,
    base?: string,
  ): { origin: string; protocol: string; host: string; hash: string; username: string; password: string } | null;
};

/** What the operator of the server allows entries of the menu to do. Hosts as `host` or `host:port`, schemes without a colon. */
export interface MenuAllowed {
  readonly postHosts: readonly string[];
  readonly sessionHosts: readonly string[];
  readonly schemes: readonly string[];
}

/** Programs that every device has. They are handed nothing but what stands in the address. */
const ALWAYS = ['mailto', 'tel'];

/** What a browser would run, or read from the device: no list of an operator brings them in. */
const NEVER = ['javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'filesystem', 'view-source', 'http', 'https'];

/** Whether a scheme may be listed for programs: `teams`, `sap-gui`. */
export const isMenuScheme = (scheme: string): boolean => /^[a-z][a-z0-9+.-]*$/.test(scheme) && !NEVER.includes(scheme);

/** Whether an address is a path of Kontor itself, and of nowhere else: browsers take `//host` and `/\host` for another host. */
export function isMenuPath(url: string): boolean {
  if (!/^\/(?![/\\])/.test(url)) return false;
  const parsed = URL.parse(url, 'https://kontor.invalid');
  return parsed?.origin === 'https://kontor.invalid' && parsed.hash === '';
}

/** Scheme and host of an address, as a browser understands it; the scheme is '' where it is none. */
export function partsOfMenuUrl(url: string): { readonly scheme: string; readonly host: string } {
  const parsed = URL.parse(url);
  // Letters alone: what needs a browser's leniency to have a scheme is not an address that anybody has meant.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (parsed === null || scheme === undefined || parsed.protocol !== `${scheme}:`) return { scheme: '', host: '' };
  return { scheme, host: parsed.host };
}

type Judged = Pick<MenuItemAbout, 'Type' | 'URL' | 'Method' | 'Session'>;

/**
 * What is wrong with an entry: its address is none for its type (also one that names a person or password, or hands over a session where
 * there is no host to take it), or it hands something over to a host that the operator does not list for that.
 */
export function judgeMenuItem(
  { Type, URL: url, Method, Session }: Judged,
  { postHosts, sessionHosts, schemes }: MenuAllowed,
): 'MENU_URL_REFUSED' | 'MENU_HOST_UNLISTED' | undefined {
  const hands = Session || Method === 'POST';
  if (Type === 'predefined') return isMenuPath(url) && !hands ? undefined : 'MENU_URL_REFUSED';
  const { scheme, host } = partsOfMenuUrl(url);
  if (ALWAYS.includes(scheme)) return hands ? 'MENU_URL_REFUSED' : undefined;
  if (Type === 'applicationStarter')
    return isMenuScheme(scheme) && schemes.includes(scheme) && !hands ? undefined : 'MENU_URL_REFUSED';
  if ((scheme !== 'http' && scheme !== 'https') || host === '' || hasUser(url)) return 'MENU_URL_REFUSED';
  if (Session && !sessionHosts.includes(host)) return 'MENU_HOST_UNLISTED';
  return Method === 'POST' && !postHosts.includes(host) ? 'MENU_HOST_UNLISTED' : undefined;
}

function hasUser(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && (parsed.username !== '' || parsed.password !== '');
}
