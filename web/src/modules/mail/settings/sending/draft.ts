import type { MailAccount, SENT_COPIES } from '@kontor/contract/mail';
import { guessSending } from '../providers.ts';

type Sending = NonNullable<MailAccount['sending']>;
export type SentCopy = (typeof SENT_COPIES)[number];

/** What is typed into the form about sending. */
export interface SendingDraft {
  readonly way: 'own' | 'operator';
  readonly host: string;
  readonly port: string;
  readonly security: Sending['security'];
  readonly userName: string;
  readonly password: string;
  readonly trustedFingerprint: string | null;
  readonly sentCopy: SentCopy;
}
export type SendingFaults = Partial<Record<'host' | 'port' | 'userName', 'missing' | 'badPort'>>;

/** Ports that go with an encryption, where the person has not chosen another. */
export const SENDING_PORTS = { tls: '465', starttls: '587', none: '25' } as const;

/** `isRelayed`: mail of the account leaves by the operator's server. */
export function sendingDraft(
  account: Pick<MailAccount, 'email' | 'host' | 'kind' | 'sending' | 'sentCopy'>,
  isRelayed: boolean,
): SendingDraft {
  const known = account.sending ?? { ...guessSending(account.email, account.host), userName: '' };
  return {
    way: account.sending === null && isRelayed ? 'operator' : 'own',
    host: known.host,
    port: String(known.port),
    security: known.security,
    userName: known.userName,
    password: '',
    trustedFingerprint: account.sending?.trustedFingerprint ?? null,
    sentCopy: account.sentCopy,
  };
}

/** What is still wrong. `hasReading`: the account is read from a server, whose user name serves here too. */
export function sendingFaults(draft: SendingDraft, hasReading: boolean): SendingFaults {
  if (draft.way === 'operator') return {};
  const port = Number(draft.port);
  return {
    ...(draft.host.trim() === '' ? { host: 'missing' as const } : {}),
    ...(draft.port.trim() === ''
      ? { port: 'missing' as const }
      : Number.isInteger(port) && port >= 1 && port <= 65_535
        ? {}
        : { port: 'badPort' as const }),
    // A password without a name says nothing, where nothing else names the person.
    ...(!hasReading && draft.userName.trim() === '' && draft.password !== '' ? { userName: 'missing' as const } : {}),
  };
}

/** The server's part of the form, as the command and the test take it. */
export const sendingServer = (draft: SendingDraft) => ({
  host: draft.host.trim(),
  port: Number(draft.port),
  security: draft.security,
  userName: draft.userName.trim(),
  password: draft.password,
  trustedFingerprint: draft.trustedFingerprint,
});
