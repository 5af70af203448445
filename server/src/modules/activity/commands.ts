import { STATES, type activityCommands } from '@kontor/contract/activity';
import { formatAggregateId, kindOf, type AggregateId } from '@kontor/contract/kernel';
import { atOnce } from '../../platform/operation/at-once.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { editItems } from './changes.ts';
import { maySeeKind } from './access.ts';
import type { ItemKinds } from './item-kind-hooks.ts';
import { edits, takeVisible, type ItemEdit } from './store/states.ts';

type Leafy = () => ItemKinds;

/** Those of the items that their kinds let the person remove. */
async function removableOf(
  ctx: CommandContext,
  itemKinds: Leafy,
  items: readonly AggregateId[],
): Promise<ReadonlySet<number>> {
  const removable = new Set<number>();
  for (const [module, some] of Map.groupBy(items, (item) => item.module)) {
    const ids = some.map((item) => item.entryId);
    for (const id of (await itemKinds().get(module)?.mayRemove?.(ctx, ctx.person.id, ids)) ?? ids) removable.add(id);
  }
  return removable;
}

/** Applies an edit to those of the items that are there for the person, and says which. Throws NOT_FOUND if none is. */
export async function editRequested(
  ctx: CommandContext,
  itemKinds: Leafy,
  requested: readonly AggregateId[],
  change: ItemEdit,
  rules: { readonly marksSpam?: true; readonly removes?: true } = {},
) {
  const visible = await takeVisible(
    ctx,
    ctx.person.id,
    requested.map((id) => id.entryId),
  );
  const seen = requested.filter(
    ({ module, entryId }) => visible.get(entryId) === module && maySeeKind(ctx.person, module),
  );
  const removable = rules.removes === true ? await removableOf(ctx, itemKinds, seen) : undefined;
  const isThere = (id: AggregateId) => seen.includes(id) && (removable?.has(id.entryId) ?? true);
  const found = seen.filter(isThere);
  if (found.length === 0) return fail('NOT_FOUND');
  if (rules.marksSpam && found.some(({ module }) => kindOf(module).canBeSpam !== true)) return fail('NOT_A_MAIL');
  await editItems(
    ctx,
    itemKinds(),
    ctx.person.id,
    found.map((id) => id.entryId),
    change,
  );
  return {
    aggregateIds: found.map(formatAggregateId),
    missing: requested.filter((id) => !isThere(id)).map(formatAggregateId),
  };
}

export const commandHandlers = (itemKinds: Leafy): CommandHandlers<typeof activityCommands> => {
  const edit = (
    ctx: CommandContext,
    requested: readonly AggregateId[],
    change: ItemEdit,
    rules: Parameters<typeof editRequested>[4] = {},
  ) => editRequested(ctx, itemKinds, requested, change, rules);
  return {
    setState: atOnce((ctx, { aggregateIds, state, onlyNew }) =>
      edit(ctx, aggregateIds, edits.state(STATES[state], onlyNew)),
    ),
    archive: atOnce((ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.archive(true))),
    dearchive: atOnce((ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.archive(false))),
    deleteItems: atOnce((ctx, { aggregateIds }) =>
      edit(ctx, aggregateIds, edits.trash(new Date(ctx.now())), { removes: true }),
    ),
    restore: atOnce((ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.restore(), { removes: true })),
    spam: atOnce((ctx, { aggregateIds }) =>
      edit(ctx, aggregateIds, edits.spam(new Date(ctx.now())), { marksSpam: true, removes: true }),
    ),
  };
};
