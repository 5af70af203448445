import { kindNumber, type AggregateId, type ItemKindName } from '@kontor/contract/kernel';
import type { ChangeContext, CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { maySeeKind } from './access.ts';
import { announceChanges } from './changes.ts';
import type { ItemKinds } from './item-kind-hooks.ts';
import { readBeside } from './store/beside.ts';
import { archiveForAll, updateLinkCounts } from './store/links.ts';
import { takeVisible } from './store/states.ts';
import { readSeen, readTip } from './store/tips.ts';

/** Items that are told of at a time: what is told of all of them would be one message of any length. */
const TOLD_AT_ONCE = 500;

/**
 * Says how many records items are linked with, which were taken for this transaction, and tells everybody who sees them. Items of the
 * kinds `archived` leave the open lists of all with their first record, and come back when they lose their last.
 */
export async function setLinkCounts(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  counts: ReadonlyMap<number, number>,
  archived: readonly ItemKindName[] = [],
): Promise<void> {
  const all = [...counts];
  for (let from = 0; from < all.length; from += TOLD_AT_ONCE) {
    const some = new Map(all.slice(from, from + TOLD_AT_ONCE));
    const { first, last } = await updateLinkCounts(ctx, some, archived);
    const altered = [...(await archiveForAll(ctx, first, true)), ...(await archiveForAll(ctx, last, false))];
    await announceChanges(ctx, itemKinds, altered, [...some.keys()]);
  }
}

/** Those of the items that are there for the person, taken for this transaction, each once. */
export async function takeSeen(
  ctx: CommandContext,
  requested: readonly AggregateId[],
): Promise<readonly AggregateId[]> {
  const visible = await takeVisible(
    ctx,
    ctx.person.id,
    requested.map((id) => id.entryId),
  );
  const seen = requested.filter(
    ({ module, entryId }) => visible.get(entryId) === module && maySeeKind(ctx.person, module),
  );
  return [...new Map(seen.map((id) => [id.entryId, id])).values()];
}

/** Those of the items that are there for the person, each once, in the order asked for; with their versions, and whether it is by right. */
export async function seenAmong(
  { db, instance, person }: Pick<QueryContext, 'db' | 'instance' | 'person'>,
  requested: readonly AggregateId[],
): Promise<readonly SeenItem[]> {
  const ids = [...new Map(requested.map((id) => [id.entryId, id])).values()];
  const rows = await readSeen(
    db,
    { instanceId: instance.id, userId: person.id },
    ids.map(({ entryId }) => entryId),
  );
  return ids.flatMap(({ module, entryId }) => {
    const row = rows.get(entryId);
    if (row?.module !== kindNumber(module) || !maySeeKind(person, module)) return [];
    return [{ module, entryId, version: row.version, byRight: row.by_right }];
  });
}

/** Of whom the person is told at items how these stand with them, by item; of some people alone, where they are named. */
export async function peopleBeside(
  { db, instance, person }: Pick<QueryContext, 'db' | 'instance' | 'person'>,
  activityIds: readonly number[],
  amongIds?: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await readBeside(db, instance.id, activityIds, { userId: person.id, amongIds });
  const byItem = Map.groupBy(rows, (row) => row.activity_id);
  return new Map([...byItem].map(([id, found]) => [id, new Set(found.map((row) => row.other_id))]));
}

/** An item as somebody sees it. */
export interface SeenItem {
  readonly module: ItemKindName;
  readonly entryId: number;
  readonly version: number;
  /** Not by a share alone. */
  readonly byRight: boolean;
}

/** Whether an item is there for the person. */
export async function seesItem(
  ctx: Pick<QueryContext, 'db' | 'instance' | 'person'>,
  { module, entryId }: AggregateId,
): Promise<boolean> {
  const { db, instance, person } = ctx;
  return maySeeKind(person, module) && (await readTip(db, instance.id, person.id, module, entryId)) !== undefined;
}
