import type { ReceiverInput } from '@kontor/contract/mail';
import { isAddress } from './parse.ts';

export type Field = 'receiversTo' | 'receiversCC' | 'receiversBCC';
export const FIELDS: readonly Field[] = ['receiversTo', 'receiversCC', 'receiversBCC'];
export type Receivers = Readonly<Record<Field, readonly ReceiverInput[]>>;

/** What is odd about a receiver. Only `invalid` keeps a mail from being sent. */
export type Oddity =
  | { readonly kind: 'invalid' }
  | { readonly kind: 'typo'; readonly meant: string }
  | { readonly kind: 'noReply' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'twice' };

/** Domains that many people have an address at, and so mistype. */
const KNOWN_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'outlook.de',
  'hotmail.com',
  'hotmail.de',
  'yahoo.com',
  'yahoo.de',
  'icloud.com',
  'me.com',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'web.de',
  't-online.de',
  'freenet.de',
  'posteo.de',
  'mailbox.org',
];
const NO_REPLY =
  /^(no[-._]?reply|do[-._]?not[-._]?reply|keine[-._]?antwort|nicht[-._]?antworten|mailer-daemon|bounces?)([-._+].*)?$/i;
/** So many own addresses make one that is not among them worth a look. */
const OWN_LEAST = 3;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
const localOf = (address: string): string => address.slice(0, address.lastIndexOf('@'));

/** Whether one letter too many, too few, another, or two in turn make one of the other. */
export function isNear(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** The domain that was probably meant; undefined where this one is as good as any. */
function meantDomain(domain: string, domains: readonly string[]): string | undefined {
  const known = [...new Set([...domains.map((one) => one.toLowerCase()), ...KNOWN_DOMAINS])];
  if (known.includes(domain)) return undefined;
  return known.find((one) => one.length > 4 && isNear(domain, one));
}

/** `known`: domains that the person writes to, the answered mail's among them; `own`: those of the company. */
export interface Surroundings {
  readonly known: readonly string[];
  readonly own: readonly string[];
}

/** The domains of the company, by the addresses that are sent from, and those of the mail that is answered, where one is. */
export const surroundingsOf = (
  senders: readonly { readonly email: string }[],
  answered: Receivers | undefined,
): Surroundings => ({
  own: [...new Set(senders.map(({ email }) => domainOf(email)))],
  known:
    answered === undefined ? [] : FIELDS.flatMap((field) => answered[field].map(({ receiver }) => domainOf(receiver))),
});

/** What is odd about the one of all receivers that is asked for, the worst first; undefined for what is in order. */
export type FindOddity = (field: Field, index: number) => Oddity | undefined;

/** Looks at all receivers once, so that asking for each of two hundred is no work; what was answered stays the same object. */
export function odditiesOf(receivers: Receivers, { known, own }: Surroundings): FindOddity {
  const all = FIELDS.flatMap((field) => receivers[field].map(({ receiver }) => domainOf(receiver)));
  const isOwn = (domain: string): boolean => own.includes(domain);
  const foreign = new Set(all.filter((domain) => !isOwn(domain)));
  const isForeignOdd = foreign.size === 1 && all.filter(isOwn).length >= OWN_LEAST;
  const firsts = new Map<string, string>();
  for (const field of FIELDS)
    for (const [index, { receiver }] of receivers[field].entries()) {
      const lower = receiver.toLowerCase();
      if (!firsts.has(lower)) firsts.set(lower, `${field} ${index}`);
    }
  const meant = new Map<string, string | undefined>();
  const domainMeant = (address: string): string | undefined => {
    const domain = domainOf(address);
    if (!meant.has(domain)) meant.set(domain, meantDomain(domain, [...own, ...known]));
    return meant.get(domain);
  };
  const find: FindOddity = (field, index) => {
    const address = receivers[field][index]?.receiver ?? '';
    if (!isAddress(address)) return { kind: 'invalid' };
    if (firsts.get(address.toLowerCase()) !== `${field} ${index}`) return { kind: 'twice' };
    const domain = domainMeant(address);
    if (domain !== undefined) return { kind: 'typo', meant: `${localOf(address)}@${domain}` };
    if (NO_REPLY.test(localOf(address))) return { kind: 'noReply' };
    return isForeignOdd && !isOwn(domainOf(address)) ? { kind: 'foreign' } : undefined;
  };
  const found = new Map<string, Oddity | undefined>();
  return (field, index) => {
    const key = `${field} ${index}`;
    if (!found.has(key)) found.set(key, find(field, index));
    return found.get(key);
  };
}
