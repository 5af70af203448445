import type { SenderWarning } from '@kontor/contract/mail';
import type { MailAddress } from '../../../platform/mailparse/index.ts';
import {
  borrowsName,
  domainOf,
  isLike,
  looksLike,
  mixesScripts,
  shownAddress,
  shownDomain,
  skeleton,
  type Domain,
} from './domains.ts';

/** What a mail says of its sender. */
export interface SenderFacts {
  readonly from: readonly MailAddress[];
  readonly sender: MailAddress | null;
  readonly replyTo: readonly MailAddress[];
  /** Names and addresses with invisible characters, these written out. */
  readonly hidden: readonly string[];
  /** Sent by a list or to many at once. */
  readonly bulk: boolean;
}

/** What is known of those whom a sender may pretend to be. */
export interface SenderKnowledge {
  /** Full names of the instance's people, by `nameKey`. */
  readonly names: ReadonlySet<string>;
  /** Addresses of people and mailboxes of the instance, in lower case. */
  readonly addresses: ReadonlySet<string>;
  /** Domains of these, but for those where anybody can get an address. */
  readonly own: readonly Domain[];
  /** Domains that the instance's people have often written to. */
  readonly written: readonly Domain[];
}

const MAX_SHOWN = 300;
const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+\.[^\s<>"'(),;:]+/;
/** Senders that say themselves that nobody is there: their answers go elsewhere by nature. */
const MACHINE =
  /^(?:.*[._-])?(?:no-?_?reply|(?:do|bitte)-?not-?reply|nicht-?antworten|notifications?|notify|mailer(?:-daemon)?|bounces?|automat\w*|system|server|www|web(?:site|form|shop)?|wordpress|(?:kontakt)?form(?:ular)?|scanner|fax)(?:[+._-].*)?$/i;

/** What is odd about who a mail claims to be from; what mails usually do is not. Each code at most once. */
export function senderWarnings(facts: SenderFacts, known: SenderKnowledge): SenderWarning[] {
  const from = facts.from[0] ?? facts.sender;
  if (from === null || from === undefined) return [];
  const domain = domainOf(from.address);
  const isOwn = domain !== undefined && known.own.some(({ registered }) => registered === domain.registered);
  const rules = [
    severalSenders(facts, from, domain),
    nameIsAddress(from, domain),
    isOwn || known.addresses.has(from.address.toLowerCase()) ? undefined : nameOfColleague(from, known),
    isOwn || domain === undefined ? undefined : lookalikeDomain(domain, known),
    mixedScripts(from, domain),
    hiddenCharacters(facts),
    replyElsewhere(facts, from, domain, known),
  ];
  return rules.flatMap((warning) =>
    warning === undefined
      ? []
      : [{ ...warning, value: warning.value.slice(0, MAX_SHOWN), other: warning.other.slice(0, MAX_SHOWN) }],
  );
}

function severalSenders(facts: SenderFacts, from: MailAddress, domain: Domain | undefined): SenderWarning | undefined {
  const own = from.address.toLowerCase();
  const others = new Set(
    facts.from.map(({ address }) => address.toLowerCase()).filter((it) => it !== own && it !== ''),
  );
  const sender = facts.sender === null ? undefined : domainOf(facts.sender.address);
  const isSentByOther = sender !== undefined && domain !== undefined && !isLike(sender, domain) && !facts.bulk;
  if (isSentByOther && facts.sender !== null) others.add(facts.sender.address.toLowerCase());
  return others.size === 0
    ? undefined
    : { code: 'SEVERAL_SENDERS', value: [...others].map(shownAddress).join(', '), other: shownAddress(from.address) };
}

function nameIsAddress(from: MailAddress, domain: Domain | undefined): SenderWarning | undefined {
  const named = ADDRESS.exec(from.name.normalize('NFKC'))?.[0].replace(/[.\])]+$/, '');
  if (named === undefined || named.toLowerCase() === from.address.toLowerCase()) return undefined;
  const namedDomain = domainOf(named);
  if (namedDomain === undefined || (domain !== undefined && isLike(namedDomain, domain))) return undefined;
  return { code: 'NAME_IS_ADDRESS', value: shownAddress(named), other: shownAddress(from.address) };
}

/** A person's name in one form, whatever its case, accents, order, and signs that only look like letters. */
export const nameKey = (name: string): string =>
  skeleton(name.normalize('NFKD').toLowerCase())
    .replace(/\p{M}+/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');

function nameOfColleague(from: MailAddress, known: SenderKnowledge): SenderWarning | undefined {
  // Anna Berger (Brookmann), Anna Berger | Brookmann, Anna Berger - Brookmann
  const bare = from.name.replace(/\s*(?:[([|/–—@]|\s-\s|\bvia\b).*$/u, '');
  return [from.name, bare].some((name) => known.names.has(nameKey(name)))
    ? { code: 'NAME_OF_COLLEAGUE', value: from.name, other: shownAddress(from.address) }
    : undefined;
}

function lookalikeDomain(domain: Domain, known: SenderKnowledge): SenderWarning | undefined {
  if (known.written.some(({ registered }) => registered === domain.registered)) return undefined;
  const model =
    [...known.own, ...known.written].find((candidate) => looksLike(domain, candidate)) ??
    // Whose firm is named has shops and services of that name; one's own one knows.
    known.own.find((candidate) => borrowsName(domain, candidate));
  return model === undefined
    ? undefined
    : { code: 'LOOKALIKE_DOMAIN', value: shownDomain(domain.host), other: shownDomain(model.registered) };
}

function mixedScripts(from: MailAddress, domain: Domain | undefined): SenderWarning | undefined {
  if (domain?.host.split('.').some(mixesScripts))
    return { code: 'MIXED_SCRIPTS', value: shownDomain(domain.host), other: shownAddress(from.address) };
  const word = from.name.split(/[^\p{L}\p{M}\p{N}]+/u).find(mixesScripts);
  return word === undefined ? undefined : { code: 'MIXED_SCRIPTS', value: word, other: shownAddress(from.address) };
}

const hiddenCharacters = ({ hidden }: SenderFacts): SenderWarning | undefined =>
  hidden[0] === undefined ? undefined : { code: 'HIDDEN_CHARACTERS', value: hidden.join(', '), other: '' };

function replyElsewhere(
  facts: SenderFacts,
  from: MailAddress,
  domain: Domain | undefined,
  known: SenderKnowledge,
): SenderWarning | undefined {
  if (facts.bulk || domain === undefined || MACHINE.test(from.address.split('@')[0] ?? '')) return undefined;
  const foreign = facts.replyTo.find(({ address }) => {
    const answers = domainOf(address);
    if (answers === undefined || isLike(answers, domain) || known.addresses.has(address.toLowerCase())) return false;
    return !known.own.some(({ registered }) => registered === answers.registered);
  });
  return foreign === undefined
    ? undefined
    : { code: 'REPLY_ELSEWHERE', value: shownAddress(foreign.address), other: shownAddress(from.address) };
}

/** Where anybody can get an address: that somebody of the instance has one there says nothing of the others. */
const PUBLIC_PROVIDERS = new Set(
  `gmail.com googlemail.com outlook.com outlook.de hotmail.com hotmail.de live.com live.de msn.com yahoo.com yahoo.de ymail.com aol.com
  aol.de icloud.com me.com mac.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de arcor.de 1und1.de mail.de posteo.de
  posteo.net mailbox.org proton.me protonmail.com tutanota.com tuta.io tuta.com bluewin.ch a1.net orange.fr wanadoo.fr free.fr laposte.net
  libero.it tiscali.it wp.pl o2.pl onet.pl interia.pl seznam.cz mail.ru yandex.ru qq.com 163.com 126.com zoho.com fastmail.com hey.com`.split(
    /\s+/,
  ),
);

/** Domains of the instance's own addresses, each once, without those of the large providers. */
export function ownDomains(addresses: Iterable<string>): Domain[] {
  const found = new Map<string, Domain>();
  for (const address of addresses) {
    const domain = domainOf(address);
    if (domain !== undefined && !PUBLIC_PROVIDERS.has(domain.registered)) found.set(domain.registered, domain);
  }
  return [...found.values()];
}
