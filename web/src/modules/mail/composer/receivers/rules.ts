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

/** The address that was probably meant; undefined where this one is as good as any. */
export function meantOf(address: string, domains: readonly string[]): string | undefined {
  const domain = domainOf(address);
  const known = [...new Set([...domains.map((one) => one.toLowerCase()), ...KNOWN_DOMAINS])];
  if (known.includes(domain)) return undefined;
  const meant = known.find((one) => one.length > 4 && isNear(domain, one));
  return meant === undefined ? undefined : `${localOf(address)}@${meant}`;
}

/** `known`: domains that the person writes to, the answered mail's among them; `own`: those of the company. */
export interface Surroundings {
  readonly known: readonly string[];
  readonly own: readonly string[];
}

/** What is odd about one of all receivers, the worst first; undefined for what is in order. */
export function oddityOf(
  field: Field,
  index: number,
  receivers: Receivers,
  { known, own }: Surroundings,
): Oddity | undefined {
  const address = receivers[field][index]?.receiver ?? '';
  if (!isAddress(address)) return { kind: 'invalid' };
  const lower = address.toLowerCase();
  const isBefore = FIELDS.some((other) =>
    receivers[other].some(
      ({ receiver }, at) =>
        receiver.toLowerCase() === lower &&
        (FIELDS.indexOf(other) < FIELDS.indexOf(field) || (other === field && at < index)),
    ),
  );
  if (isBefore) return { kind: 'twice' };
  const meant = meantOf(address, [...own, ...known]);
  if (meant !== undefined) return { kind: 'typo', meant };
  if (NO_REPLY.test(localOf(address))) return { kind: 'noReply' };
  const all = FIELDS.flatMap((one) => receivers[one].map(({ receiver }) => domainOf(receiver)));
  const isOwn = (domain: string): boolean => own.includes(domain);
  const foreign = new Set(all.filter((domain) => !isOwn(domain)));
  if (!isOwn(domainOf(address)) && foreign.size === 1 && all.filter(isOwn).length >= OWN_LEAST)
    return { kind: 'foreign' };
  return undefined;
}
