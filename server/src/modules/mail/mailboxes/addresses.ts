import type { mailCommands } from '@kontor/contract/mail';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { holdBox, holdGroups, insertBox, requireAdministrator, requireRight } from '../../account/index.ts';
import { changeableAccount } from './access.ts';
import { announce, membersOf } from './accounts.ts';
import { changeBox } from './box.ts';
import { addressKey } from '../rules.ts';
import { shareWith } from '../teamwork/rights.ts';
import { insertSenders } from '../teamwork/store/rights.ts';
import { insertAddress, renameAddress, takeAddress } from '../store/addresses.ts';

export type NewAddress = ParamsOf<typeof mailCommands.addAddress>;

/** Adds an address with a box of its own. Throws MAIL_ADDRESS_TAKEN, or NOT_FOUND for a member who is nobody. */
export async function openAddress(
  ctx: ChangeContext,
  ownerId: number,
  { memberIds, sharedState, name, email }: NewAddress,
): Promise<{ accountId: number; boxId: number }> {
  const { db, instance } = ctx;
  const members = await membersOf(ctx, memberIds, ownerId);
  const boxId = await insertBox(db, instance.id, { module: 'email', name: email, sharedState, memberIds: members });
  const accountId = await insertAddress(db, instance.id, { boxId, ownerId, name, email });
  if (!(await takeAddress(db, accountId, addressKey(email)))) return fail('MAIL_ADDRESS_TAKEN');
  await insertSenders(
    db,
    instance.id,
    accountId,
    members.filter((id) => id !== ownerId),
  );
  announce(ctx, { email, change: 'added', members });
  return { accountId, boxId };
}

export const addressCommandHandlers: Pick<CommandHandlers<typeof mailCommands>, 'addAddress' | 'updateAddress'> = {
  async addAddress(ctx, address) {
    requireRight(ctx, 'mailList');
    requireAdministrator(ctx);
    return openAddress(ctx, ctx.person.id, address);
  },

  async updateAddress(ctx, { accountId, memberIds, sharedState, name, email }) {
    const { box_id: boxId } = await changeableAccount(ctx, accountId, 'smtp');
    await holdGroups(ctx.db, ctx.instance.id);
    await holdBox(ctx.db, ctx.instance.id, boxId, 'update');
    const account = await changeableAccount(ctx, accountId, 'smtp');
    if (addressKey(email) !== addressKey(account.email)) requireAdministrator(ctx);
    const requested = await membersOf(ctx, memberIds, account.owner_id);
    if (!(await takeAddress(ctx.db, accountId, addressKey(email)))) return fail('MAIL_ADDRESS_TAKEN');
    await renameAddress(ctx.db, ctx.instance.id, accountId, { name, email });
    await changeBox(ctx, account, { name: email, sharedState, members: await shareWith(ctx, account, requested) });
    return {};
  },
};
