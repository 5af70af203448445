import type { Person } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { seenAccount } from '../mailboxes/access.ts';
import type { AccountRow } from '../store/accounts.ts';

/** Whether a person manages an account by its rights: administrators may change any, and do not read the mails of others by it. */
export const managesAccount = (person: Person, account: AccountRow): boolean => account.manager_ids.includes(person.id);

/** Returns the account if the person manages it. Throws NOT_FOUND or RIGHT_MISSING. */
export async function managedAccount(ctx: Parameters<typeof seenAccount>[0], accountId: number): Promise<AccountRow> {
  const account = await seenAccount(ctx, accountId, 'any');
  return managesAccount(ctx.person, account) ? account : fail('RIGHT_MISSING');
}
