import type { MailAccount, MailServer } from '@kontor/contract/mail';
import { guessServer } from './providers.ts';

/** What is typed into the form of any mailbox. */
export interface BoxDraft {
  readonly email: string;
  readonly name: string;
  readonly memberIds: readonly number[];
  readonly sharedState: boolean;
}

/** What is typed into the form of one that is read from a mail server. */
export interface Draft extends BoxDraft {
  readonly host: string;
  readonly port: string;
  readonly security: MailServer['security'];
  readonly userName: string;
  readonly authentication: MailServer['authentication'];
  readonly password: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly trustedFingerprint: string | null;
}

export type DraftFault = 'missing' | 'badEmail' | 'badPort' | 'badUrl';
export type DraftFaults = Partial<Record<keyof Draft, DraftFault>>;

/** Form of an account that is there, or of a new one. */
export const draftOf = (account: MailAccount | undefined, ownId: number): Draft =>
  account === undefined
    ? {
        email: '',
        name: '',
        host: '',
        port: '993',
        security: 'tls',
        userName: '',
        authentication: 'password',
        password: '',
        tokenUrl: '',
        clientId: '',
        clientSecret: '',
        refreshToken: '',
        trustedFingerprint: null,
        memberIds: [ownId],
        sharedState: true,
      }
    : {
        ...account,
        port: String(account.port),
        password: '',
        tokenUrl: account.oauth2?.tokenUrl ?? '',
        clientId: account.oauth2?.clientId ?? '',
        clientSecret: '',
        refreshToken: '',
      };

/** What of the form may be kept on the device until it is sent: no password and no other secret. */
const KEPT = [
  'email',
  'name',
  'host',
  'port',
  'security',
  'userName',
  'authentication',
  'tokenUrl',
  'clientId',
  'trustedFingerprint',
  'memberIds',
  'sharedState',
] as const satisfies readonly (keyof Draft)[];
export type KeptForm = Pick<Draft, (typeof KEPT)[number]>;

export const keepable = (draft: Draft): KeptForm =>
  Object.fromEntries(KEPT.map((field) => [field, draft[field]])) as unknown as KeptForm;

/** The form after the address was typed: what was not touched by hand follows it. */
export function withEmail(draft: Draft, email: string): Draft {
  const before = guessServer(draft.email);
  const guess = guessServer(email);
  const follows = (value: string, guessed: string | undefined): boolean => value === '' || value === guessed;
  const next = { ...draft, email };
  if (guess === undefined) return next;
  const own = (text: string): string => text.replace(/^.*@/, '');
  return {
    ...next,
    ...(follows(draft.host, before?.host)
      ? { host: guess.host, port: String(guess.port), security: guess.security }
      : {}),
    ...(follows(draft.userName, before?.userName) ? { userName: guess.userName } : {}),
    ...(follows(draft.name, draft.email) || draft.name === own(draft.email) ? { name: email.trim() } : {}),
  };
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);

/** Which secrets the server keeps already, so that they may be left empty. */
export interface StoredSecrets {
  readonly password: boolean;
  readonly token: boolean;
}

export const storedOf = (account: MailAccount | undefined): StoredSecrets => ({
  password: account?.authentication === 'password',
  token: account?.authentication === 'oauth2',
});

/** What is still wrong with the form of any mailbox. */
export function boxFaultsOf({ email, name }: Pick<BoxDraft, 'email' | 'name'>): DraftFaults {
  const faults: DraftFaults = {};
  if (email.trim() === '') faults.email = 'missing';
  else if (!/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email.trim())) faults.email = 'badEmail';
  if (name.trim() === '') faults.name = 'missing';
  return faults;
}

/** What is still wrong with the form of one that is read from a mail server. */
export function faultsOf(draft: Draft, stored: StoredSecrets): DraftFaults {
  const faults = boxFaultsOf(draft);
  for (const field of ['host', 'port', 'userName'] as const) if (draft[field].trim() === '') faults[field] = 'missing';
  if (draft.authentication === 'oauth2') {
    for (const field of ['tokenUrl', 'clientId'] as const) if (draft[field].trim() === '') faults[field] = 'missing';
    if (!stored.token && draft.refreshToken.trim() === '') faults.refreshToken = 'missing';
    if (faults.tokenUrl === undefined && !isWebAddress(draft.tokenUrl.trim())) faults.tokenUrl = 'badUrl';
  } else if (!stored.password && draft.password === '') faults.password = 'missing';
  const port = Number(draft.port);
  if (faults.port === undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) faults.port = 'badPort';
  return faults;
}

/** The server's part of the form, as commands and the test take it. */
export const serverOf = (draft: Draft): MailServer => ({
  host: draft.host.trim(),
  port: Number(draft.port),
  security: draft.security,
  userName: draft.userName.trim(),
  authentication: draft.authentication,
  password: draft.authentication === 'password' ? draft.password : '',
  oauth2:
    draft.authentication === 'password'
      ? null
      : {
          tokenUrl: draft.tokenUrl.trim(),
          clientId: draft.clientId.trim(),
          clientSecret: draft.clientSecret.trim(),
          refreshToken: draft.refreshToken.trim(),
        },
  trustedFingerprint: draft.trustedFingerprint,
});
