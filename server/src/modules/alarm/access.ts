import type { Rights } from '@kontor/contract/account';
import type { AlarmType } from '@kontor/contract/alarm';
import { ITEM_KIND_NAMES, kindOf, kindNameOf, type ItemKindName } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeOwn, type TakenAlarm } from './store/own.ts';

/** Whether somebody with these rights sees items of a kind, and so is called to them. */
export function mayHear(rights: Rights, module: ItemKindName): boolean {
  const right = kindOf(module).rights.list?.name;
  return right === undefined || rights[right];
}

/** The kinds of item whose alarms somebody with these rights has. */
export const heardModules = (rights: Rights): readonly ItemKindName[] =>
  ITEM_KIND_NAMES.filter((module) => mayHear(rights, module));

/** The person's alarm of an item, taken for this transaction. Fails with NOT_FOUND where they see neither it nor the item. */
export async function takeAlarm(ctx: CommandContext, type: AlarmType, activityId: number): Promise<TakenAlarm> {
  const alarm = await takeOwn(ctx, { activityId, userId: ctx.person.id, type });
  if (alarm === undefined || !mayHear(ctx.person.rights, kindNameOf(alarm.module))) return fail('NOT_FOUND');
  return alarm;
}
