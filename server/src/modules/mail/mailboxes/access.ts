import type { MailServer } from '@kontor/contract/mail';
import type { Person } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { findAccount, type AccountRow } from '../store/accounts.ts';
import type { Db } from '../../../platform/db/database.ts';

interface Asker {
  readonly person: Person;
  readonly db: Db;
  readonly instance: { readonly id: number };
}

/** Whether a person may know of an account: who sees its mails, and administrators, who do not see them by it. */
export const maySeeAccount = (person: Person, account: AccountRow): boolean =>
  person.isAdministrator || account.owner_id === person.id || account.member_ids.includes(person.id);

/** Whether a person may change an account: who manages it, and administrators. */
export const mayChangeAccount = (person: Person, account: AccountRow): boolean =>
  person.isAdministrator || account.manager_ids.includes(person.id);

/** A mailbox that is read, an address that is received for, or either. */
export type AccountKind = AccountRow['kind'] | 'any';

/** Returns the account of that kind if the person may know of it. Throws NOT_FOUND. */
export async function seenAccount(
  { db, instance, person }: Asker,
  accountId: number,
  kind: AccountKind = 'imap',
): Promise<AccountRow> {
  const account = await findAccount(db, instance.id, accountId);
  const isMeant = account !== undefined && (kind === 'any' || account.kind === kind);
  return isMeant && maySeeAccount(person, account) ? account : fail('NOT_FOUND');
}

/** Returns the account of that kind if the person may change it. Throws NOT_FOUND or RIGHT_MISSING. */
export async function changeableAccount(
  ctx: Asker,
  accountId: number,
  kind: AccountKind = 'imap',
): Promise<AccountRow> {
  const account = await seenAccount(ctx, accountId, kind);
  return mayChangeAccount(ctx.person, account) ? account : fail('RIGHT_MISSING');
}

/**
 * Whether the stored secrets may be sent to a server: anybody may to the one that they belong to; to another one only their owner, else
 * an administrator could have them by naming a server of their own.
 */
export const maySendSecrets = (
  person: Person,
  account: AccountRow,
  server: Pick<MailServer, 'host' | 'port' | 'security' | 'trustedFingerprint' | 'authentication' | 'oauth2'>,
): boolean =>
  account.owner_id === person.id ||
  (account.host === server.host &&
    account.port === server.port &&
    account.security === server.security &&
    account.trusted_fingerprint === server.trustedFingerprint &&
    (server.authentication === 'password' ||
      (account.token_url === server.oauth2?.tokenUrl && account.client_id === server.oauth2?.clientId)));
