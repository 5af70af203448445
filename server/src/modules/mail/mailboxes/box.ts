import type { ChangeContext } from '../../../platform/operation/context.ts';
import { updateBox } from '../../account/index.ts';
import { boxDoor } from '../../activity/index.ts';
import { announce } from './accounts.ts';
import type { AccountRow } from '../store/accounts.ts';
import { keepThroughOtherBoxes, mailsOfBox } from '../store/mails.ts';
import { releaseUnseen } from '../teamwork/claiming.ts';

/** Who leaves a mailbox still sees the mails that lie in another one of theirs too. */
export const mailBoxes = boxDoor({
  module: 'email',
  job: 'mail.show',
  itemsOf: mailsOfBox,
  keep: keepThroughOtherBoxes,
});

/**
 * Makes these people, and no others, the members of an account's box, as it was read under the box's lock: who joins sees its mails from
 * now on, who leaves sees them no more. Returns who left.
 */
export async function changeMembers(
  ctx: ChangeContext,
  account: AccountRow,
  members: readonly number[],
): Promise<readonly number[]> {
  const left = await mailBoxes.changeMembers(ctx, account, members);
  if (left.length > 0) await releaseUnseen(ctx, left);
  return left;
}

/** Gives the box of an account another name and other members. */
export async function changeBox(
  ctx: ChangeContext,
  account: AccountRow,
  { members, ...box }: { readonly name: string; readonly sharedState: boolean; readonly members: readonly number[] },
): Promise<void> {
  await updateBox(ctx.db, ctx.instance.id, account.box_id, box);
  const left = await changeMembers(ctx, account, members);
  announce(ctx, { email: box.name, change: 'changed', members, left });
}
