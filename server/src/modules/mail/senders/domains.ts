import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { rectifyConfusion } from 'unicode-confusables';

/** A mail domain in the parts that are compared. */
export interface Domain {
  /** The whole host, as a person reads it. */
  readonly host: string;
  /** What somebody registered, as a person reads it: `nordwerk.example` of `mail.nordwerk.example`. */
  readonly registered: string;
  /** `registered` without its public suffix. */
  readonly label: string;
  readonly suffix: string;
}

/** The domain of a mail address, or a bare domain; undefined where it is neither. */
export function domainOf(address: string): Domain | undefined {
  const written = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .replace(/\.$/, '');
  if (written.length > 253) return undefined;
  const ascii = domainToASCII(written.toLowerCase());
  if (ascii === '') return undefined;
  const { domain, domainWithoutSuffix, publicSuffix, isIp } = parse(ascii, { allowPrivateDomains: true });
  if (domain === null || domainWithoutSuffix === null || isIp === true) return undefined;
  return {
    host: domainToUnicode(ascii),
    registered: domainToUnicode(domain),
    label: domainToUnicode(domainWithoutSuffix),
    suffix: domainToUnicode(publicSuffix ?? ''),
  };
}

/** Whether two domains belong together: registered as the same, or under the same name in another country. */
export const isLike = (one: Domain, other: Domain): boolean =>
  one.registered === other.registered || one.label === other.label;

/** A domain for people, with its wire form beside it where that is another: `brookmänn.de (xn--brookmnn-3za.de)`. */
export function shownDomain(domain: string): string {
  const ascii = domainToASCII(domain);
  const unicode = domainToUnicode(ascii);
  return ascii === unicode || ascii === '' ? domain : `${unicode} (${ascii})`;
}

/** An address for people, with its wire form beside it where that is another. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const ascii = domainToASCII(domain);
  const unicode = domainToUnicode(ascii);
  return ascii === '' || ascii === unicode ? address : `${local}@${unicode} (${local}@${ascii})`;
}

/** The signs of a text as those that stand for all that look like them: equal for texts that look alike. */
export const skeleton = (text: string): string => rectifyConfusion(text.normalize('NFD')).normalize('NFD');

const SHORTEST_EDITED = 5;
const SHORTEST_SKELETON = 3;
/** What is typed for `.com` by mistake, and registered for that reason. */
const NEARLY_COM = new Set(['co', 'cm', 'om', 'con']);

/** Whether `domain` was made to be taken for `known`. Both are other domains; a name in another country is no trick. */
export function looksLike(domain: Domain, known: Domain): boolean {
  if (domain.registered === known.registered) return false;
  // nordwerk.example.evil.example, nordwerk-example.evil
  if (`.${domain.host}.`.includes(`.${known.registered}.`)) return true;
  if (domain.label === known.registered.replaceAll('.', '-')) return true;
  if (domain.label === known.label) return known.suffix === 'com' && NEARLY_COM.has(domain.suffix);
  if (known.label.length >= SHORTEST_SKELETON && skeleton(domain.label) === skeleton(known.label)) return true;
  const shortest = Math.min(domain.label.length, known.label.length);
  return domain.suffix === known.suffix && shortest >= SHORTEST_EDITED && isOneEditApart(domain.label, known.label);
}

/** Whether `domain` sets the name of `own` before or behind other words: `nordwerk-login.example`. */
export const borrowsName = (domain: Domain, own: Domain): boolean =>
  own.label.length >= SHORTEST_EDITED && domain.label !== own.label && `-${domain.label}-`.includes(`-${own.label}-`);

/** Whether one sign was changed, added or left out, or two were swapped. Another number is another thing, no trick. */
export function isOneEditApart(one: string, other: string): boolean {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [cutA, cutB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isNumber = /^\d*$/.test(cutA.join('') + cutB.join(''));
  if (cutA.length <= 1 && cutB.length <= 1) return cutA.length + cutB.length > 0 && !isNumber;
  return cutA.length === 2 && cutB.length === 2 && cutA[0] === cutB[1] && cutA[1] === cutB[0] && !isNumber;
}

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
/** Scripts that are written together (TR39, highly restrictive). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Whether one word has signs of scripts that nobody writes in one word. */
export function mixesScripts(word: string): boolean {
  const used = SCRIPTS.filter(([, pattern]) => pattern.test(word)).map(([name]) => name);
  return used.length > 1 && !TOGETHER.some((set) => used.every((name) => set.includes(name)));
}
