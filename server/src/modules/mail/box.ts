import type { ChangeContext } from '../../platform/operation/context.ts';
import { setBoxMembers, updateBox } from '../account/index.ts';
import { removeViewers } from '../activity/index.ts';
import { announce } from './accounts.ts';
import { enqueueShowing } from './jobs.ts';
import type { AccountRow } from './store/accounts.ts';
import { keepThroughOtherBoxes } from './store/mails.ts';
import { releaseUnseen } from './teamwork/claiming.ts';

/**
 * Makes these people, and no others, the members of an account's box, as it was read under the box's lock: who joins sees its mails from
 * now on, who leaves sees them no more. Answers who left.
 */
export async function changeMembers(
  ctx: ChangeContext,
  account: AccountRow,
  members: readonly number[],
): Promise<readonly number[]> {
  await setBoxMembers(ctx.db, ctx.instance.id, account.box_id, members);
  const joined = members.filter((id) => !account.member_ids.includes(id));
  if (joined.length > 0) await enqueueShowing(ctx, account.box_id, joined);
  const left = account.member_ids.filter((id) => !members.includes(id));
  if (left.length > 0) {
    await keepThroughOtherBoxes(ctx.db, ctx.instance.id, account.box_id, left);
    await removeViewers(ctx, 'email', account.box_id, left);
    await releaseUnseen(ctx, left);
  }
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
