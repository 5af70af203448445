import type { MailAccount, MailServer } from '@kontor/contract/mail';
import { guessServer } from './providers.ts';

/** What is typed into the form of an account. */
export interface Draft {
  readonly email: string;
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly security: MailServer['security'];
  readonly userName: string;
  readonly password: string;
  readonly trustedFingerprint: string | null;
  readonly memberIds: readonly number[];
  readonly sharedState: boolean;
}

export type DraftFault = 'missing' | 'badEmail' | 'badPort';
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
        password: '',
        trustedFingerprint: null,
        memberIds: [ownId],
        sharedState: true,
      }
    : { ...account, port: String(account.port), password: '' };

/** What of the form may be kept on the device until it is sent: no password. */
export function keepable({
  email,
  name,
  host,
  port,
  security,
  userName,
  trustedFingerprint,
  memberIds,
  sharedState,
}: Draft): KeptForm {
  return { email, name, host, port, security, userName, trustedFingerprint, memberIds, sharedState };
}
export type KeptForm = Pick<
  Draft,
  'email' | 'name' | 'host' | 'port' | 'security' | 'userName' | 'trustedFingerprint' | 'memberIds' | 'sharedState'
>;

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

/** What is still wrong with the form. */
export function faultsOf(draft: Draft, isNew: boolean): DraftFaults {
  const faults: DraftFaults = {};
  for (const field of ['email', 'name', 'host', 'port', 'userName'] as const)
    if (draft[field].trim() === '') faults[field] = 'missing';
  if (isNew && draft.password === '') faults.password = 'missing';
  if (faults.email === undefined && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(draft.email.trim())) faults.email = 'badEmail';
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
  password: draft.password,
  trustedFingerprint: draft.trustedFingerprint,
});
