import { isMenuScheme } from '@kontor/contract/account';
import * as v from 'valibot';
import { setting } from './setting.ts';

/** A host that entries of the menu may hand something over to. */
export interface MenuHost {
  /** `host` or `host:port`, in lower case. */
  readonly host: string;
  /** What its server proves itself by to learn who has come; undefined for one that gets forms alone. */
  readonly secret: string | undefined;
}

const MIN_SECRET = 20;
const HOST = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/;

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const readHost = (part: string): MenuHost => {
  const at = part.indexOf('=');
  return at < 0
    ? { host: part.toLowerCase(), secret: undefined }
    : { host: part.slice(0, at).trim().toLowerCase(), secret: part.slice(at + 1).trim() };
};

/** What entries of the main menu may do beyond leading to a page. */
export const menuSettings = {
  menuHosts: setting<readonly MenuHost[]>({
    name: 'KONTOR_MENU_HOSTS',
    description:
      'Hosts that entries of the main menu may send forms to; with a secret behind =, they may also be told who comes, by a code.',
    allowed: `hosts with an optional port, separated by commas, each with an optional secret of ${MIN_SECRET} characters or more, as in forms.example.com,erp.example.com=SECRET`,
    default: 'none',
    parse: v.pipe(
      v.string(),
      v.transform((text) => partsOf(text).map(readHost)),
      v.check((hosts) =>
        hosts.every(({ host, secret }) => HOST.test(host) && (secret === undefined || secret.length >= MIN_SECRET)),
      ),
    ),
    fallback: () => [],
    secret: true,
  }),
  menuSchemes: setting<readonly string[]>({
    name: 'KONTOR_MENU_SCHEMES',
    description: 'Schemes of programs on the device that entries of the main menu may start, beside mailto and tel.',
    allowed: 'schemes without a colon, separated by commas, as in teams,sap; never one that browsers run or load',
    default: 'none',
    parse: v.pipe(
      v.string(),
      v.transform((text) => partsOf(text.toLowerCase())),
      v.check((schemes) => schemes.every(isMenuScheme)),
    ),
    fallback: () => [],
  }),
};
