import { STATES, type activityCommands } from '@kontor/contract/activity';
import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { editItems } from './changes.ts';
import { maySeeKind } from './access.ts';
import type { Leaves } from './leaf.ts';
import { edits, takeVisible, type ItemEdit } from './store/states.ts';

export const commandHandlers = (leaves: () => Leaves): CommandHandlers<typeof activityCommands> => {
  /** Applies an edit to those of the items that are there for the person. Fails with NOT_FOUND where none is. */
  const edit = async (
    ctx: CommandContext,
    asked: readonly AggregateId[],
    change: ItemEdit,
    only?: AggregateId['module'],
  ) => {
    const visible = await takeVisible(
      ctx,
      ctx.person.id,
      asked.map((id) => id.entryId),
    );
    const isThere = ({ module, entryId }: AggregateId) =>
      visible.get(entryId) === module && maySeeKind(ctx.person, module);
    const found = asked.filter(isThere);
    if (found.length === 0) return fail('NOT_FOUND');
    if (only !== undefined && found.some((id) => id.module !== only)) return fail('NOT_A_MAIL');
    await editItems(
      ctx,
      leaves(),
      ctx.person.id,
      found.map((id) => id.entryId),
      change,
    );
    return {
      aggregateIds: found.map(formatAggregateId),
      missing: asked.filter((id) => !isThere(id)).map(formatAggregateId),
    };
  };
  return {
    setState: (ctx, { aggregateIds, state }) => edit(ctx, aggregateIds, edits.state(STATES[state])),
    archive: (ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.archive(true)),
    dearchive: (ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.archive(false)),
    deleteItems: (ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.trash(new Date(ctx.now()))),
    restore: (ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.restore()),
    spam: (ctx, { aggregateIds }) => edit(ctx, aggregateIds, edits.spam(new Date(ctx.now())), 'email'),
  };
};
