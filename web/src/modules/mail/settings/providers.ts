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
  /** Server that mail is handed over to; with TLS at port 465, unless it only has STARTTLS at 587. */
  readonly smtp: string;
  readonly isStartTls?: true;
  readonly appPassword?: string;
}

const PROVIDERS: readonly Provider[] = [
  { domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'], host: 'imap.gmx.net', smtp: 'mail.gmx.net' },
  { domains: ['web.de'], host: 'imap.web.de', smtp: 'smtp.web.de' },
  { domains: ['t-online.de', 'magenta.de'], host: 'secureimap.t-online.de', smtp: 'securesmtp.t-online.de' },
  { domains: ['freenet.de'], host: 'mx.freenet.de', smtp: 'mx.freenet.de' },
  { domains: ['posteo.de', 'posteo.net'], host: 'posteo.de', smtp: 'posteo.de' },
  { domains: ['mailbox.org'], host: 'imap.mailbox.org', smtp: 'smtp.mailbox.org' },
  { domains: ['gmail.com', 'googlemail.com'], host: 'imap.gmail.com', smtp: 'smtp.gmail.com', appPassword: 'Google' },
  {
    domains: ['icloud.com', 'me.com', 'mac.com'],
    host: 'imap.mail.me.com',
    smtp: 'smtp.mail.me.com',
    isStartTls: true,
    appPassword: 'Apple',
  },
  {
    domains: ['outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'live.de'],
    host: 'outlook.office365.com',
    smtp: 'smtp-mail.outlook.com',
    isStartTls: true,
    appPassword: 'Microsoft',
  },
  {
    domains: ['yahoo.com', 'yahoo.de'],
    host: 'imap.mail.yahoo.com',
    smtp: 'smtp.mail.yahoo.com',
    appPassword: 'Yahoo',
  },
];

const domainOf = (email: string): string | undefined =>
  /^[^@\s]+@([^@\s]+\.[^@\s.]+)$/.exec(email.trim().toLowerCase())?.[1];
const providerOf = (domain: string): Provider | undefined => PROVIDERS.find(({ domains }) => domains.includes(domain));

/** Guess for an address: the provider's server where it is known, else `imap.` in front of the domain. */
export function guessServer(email: string): Guess | undefined {
  const domain = domainOf(email);
  if (domain === undefined) return undefined;
  const provider = providerOf(domain);
  const guess: Guess = { host: provider?.host ?? `imap.${domain}`, port: 993, security: 'tls', userName: email.trim() };
  return provider?.appPassword === undefined ? guess : { ...guess, appPassword: provider.appPassword };
}

/** Where mail of an address is probably handed over: the provider's server, else the one beside the server that it is read from. */
export function guessSending(email: string, host: string): Pick<Guess, 'host' | 'port' | 'security'> {
  const domain = domainOf(email) ?? '';
  const provider = providerOf(domain);
  if (provider !== undefined)
    return provider.isStartTls === true
      ? { host: provider.smtp, port: 587, security: 'starttls' }
      : { host: provider.smtp, port: 465, security: 'tls' };
  const beside = host === '' ? '' : host.replace(/^imap\./, 'smtp.');
  return { host: beside || (domain === '' ? '' : `smtp.${domain}`), port: 465, security: 'tls' };
}
