import type { ChangeContext } from '../../platform/operation/context.ts';
import { setBoxMembers, updateBox } from '../account/index.ts';
import { removeViewers } from '../activity/index.ts';
import { announce } from './accounts.ts';
import { enqueueShowing } from './jobs.ts';
import type { AccountRow } from './store/accounts.ts';
import { keepThroughOtherBoxes } from './store/mails.ts';

/** Gives the box of an account, as it was read under the box's lock, another name and other members, who see its mails from now on. */
export async function changeBox(
  ctx: ChangeContext,
  account: AccountRow,
  { members, ...box }: { readonly name: string; readonly sharedState: boolean; readonly members: readonly number[] },
): Promise<void> {
  await updateBox(ctx.db, ctx.instance.id, account.box_id, box);
  await setBoxMembers(ctx.db, ctx.instance.id, account.box_id, members);
  const joined = members.filter((id) => !account.member_ids.includes(id));
  if (joined.length > 0) await enqueueShowing(ctx, account.box_id, joined);
  const left = account.member_ids.filter((id) => !members.includes(id));
  if (left.length > 0) {
    await keepThroughOtherBoxes(ctx.db, ctx.instance.id, account.box_id, left);
    await removeViewers(ctx, 'email', account.box_id, left);
  }
  announce(ctx, { email: box.name, change: 'changed', members, left });
}
