import type { MailServer } from '@kontor/contract/mail';

/** What can be guessed of a mailbox from its address. */
export interface Guess {
  readonly host: string;
  readonly port: number;
  readonly security: MailServer['security'];
  readonly userName: string;
  /** Name of a provider that wants a password of its own for apps. */
  readonly appPassword?: string;
}

interface Provider {
  readonly domains: readonly string[];
  readonly host: string;
  readonly appPassword?: string;
}

const PROVIDERS: readonly Provider[] = [
  { domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'], host: 'imap.gmx.net' },
  { domains: ['web.de'], host: 'imap.web.de' },
  { domains: ['t-online.de', 'magenta.de'], host: 'secureimap.t-online.de' },
  { domains: ['freenet.de'], host: 'mx.freenet.de' },
  { domains: ['posteo.de', 'posteo.net'], host: 'posteo.de' },
  { domains: ['mailbox.org'], host: 'imap.mailbox.org' },
  { domains: ['gmail.com', 'googlemail.com'], host: 'imap.gmail.com', appPassword: 'Google' },
  { domains: ['icloud.com', 'me.com', 'mac.com'], host: 'imap.mail.me.com', appPassword: 'Apple' },
  {
    domains: ['outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'live.de'],
    host: 'outlook.office365.com',
    appPassword: 'Microsoft',
  },
  { domains: ['yahoo.com', 'yahoo.de'], host: 'imap.mail.yahoo.com', appPassword: 'Yahoo' },
];

/** Guess for an address: the provider's server where it is known, else `imap.` in front of the domain. */
export function guessServer(email: string): Guess | undefined {
  const domain = /^[^@\s]+@([^@\s]+\.[^@\s.]+)$/.exec(email.trim().toLowerCase())?.[1];
  if (domain === undefined) return undefined;
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  const guess: Guess = { host: provider?.host ?? `imap.${domain}`, port: 993, security: 'tls', userName: email.trim() };
  return provider?.appPassword === undefined ? guess : { ...guess, appPassword: provider.appPassword };
}
