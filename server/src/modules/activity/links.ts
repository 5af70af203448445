import type { AggregateId, ModuleName } from '@kontor/contract/kernel';
import type { ChangeContext, CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { maySeeKind } from './access.ts';
import { announceChanges } from './changes.ts';
import type { Leaves } from './leaf.ts';
import { archiveForAll, updateLinkCounts } from './store/links.ts';
import { takeVisible } from './store/states.ts';
import { readTip } from './store/tips.ts';

/** Items that are told of at a time: what is told of all of them would be one message of any length. */
const TOLD_AT_ONCE = 500;

/**
 * Says how many records items are linked with, which were taken for this transaction, and tells everybody who sees them. Items of the
 * kinds `archived` leave the open lists of all with their first record, and come back when they lose their last.
 */
export async function setLinkCounts(
  ctx: ChangeContext,
  leaves: Leaves,
  counts: ReadonlyMap<number, number>,
  archived: readonly ModuleName[] = [],
): Promise<void> {
  const all = [...counts];
  for (let from = 0; from < all.length; from += TOLD_AT_ONCE) {
    const some = new Map(all.slice(from, from + TOLD_AT_ONCE));
    const { first, last } = await updateLinkCounts(ctx, some, archived);
    const altered = [...(await archiveForAll(ctx, first, true)), ...(await archiveForAll(ctx, last, false))];
    await announceChanges(ctx, leaves, altered, [...some.keys()]);
  }
}

/** Those of the items that are there for the person, taken for this transaction, each once. */
export async function takeSeen(ctx: CommandContext, asked: readonly AggregateId[]): Promise<readonly AggregateId[]> {
  const visible = await takeVisible(
    ctx,
    ctx.person.id,
    asked.map((id) => id.entryId),
  );
  const seen = asked.filter(({ module, entryId }) => visible.get(entryId) === module && maySeeKind(ctx.person, module));
  return [...new Map(seen.map((id) => [id.entryId, id])).values()];
}

/** Whether an item is there for the person. */
export async function seesItem(
  ctx: Pick<QueryContext, 'db' | 'instance' | 'person'>,
  { module, entryId }: AggregateId,
): Promise<boolean> {
  const { db, instance, person } = ctx;
  return maySeeKind(person, module) && (await readTip(db, instance.id, person.id, module, entryId)) !== undefined;
}
