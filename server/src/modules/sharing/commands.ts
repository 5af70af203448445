import { MAX_SHARED_PAIRS, type sharingCommands } from '@kontor/contract/sharing';
import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import {
  announceViewers,
  endShared,
  lockItems,
  noteEdit,
  peopleBeside,
  seenAmong,
  showShared,
  takeSeen,
  type ItemKinds,
} from '../activity/index.ts';
import { shareableOf } from './access.ts';
import { peopleMeant } from './people.ts';
import { leftAfter, mayEnd, notesOfEnd, notesOfPut, sharesFor, type NotedShares } from './rules.ts';
import { deleteShares, putShares, readShares, updateMessages } from './store.ts';

export const commandHandlers = (itemKinds: () => ItemKinds): CommandHandlers<typeof sharingCommands> => ({
  async set(ctx, { aggregateIds, userIds, groupIds, message }) {
    const items = await takeSeen(ctx, aggregateIds);
    if (items.length === 0) return fail('NOT_FOUND');
    const ids = idsOf(items);
    const shareable = await shareableOf(ctx, itemKinds(), items);
    if (ids.some((id) => !shareable.has(id))) return fail('RIGHT_MISSING');
    const modules = [...new Set(items.map(({ module }) => module))];
    const people = await peopleMeant(ctx, modules, { userIds, groupIds, ownId: ctx.person.id });
    if (people.size * ids.length > MAX_SHARED_PAIRS) return fail('SHARE_TOO_MUCH');
    const put = people.size === 0 ? [] : await putShares(ctx, ids, { byUser: ctx.person.id, people, message });
    if (put.length > 0) {
      await showShared(ctx, items, { byUserId: ctx.person.id, userIds: [...people.keys()] });
      await recordShares(ctx, notesOfPut(put, message, await namesIn(ctx, put)));
    }
    const isThere = ({ module, entryId }: AggregateId) =>
      items.some((item) => item.entryId === entryId && item.module === module);
    return { missing: aggregateIds.filter((id) => !isThere(id)).map(formatAggregateId) };
  },

  async update(ctx, { aggregateIds, message }) {
    const { db, instance, person } = ctx;
    const items = await takeSeen(ctx, aggregateIds);
    const own = (await readShares(db, instance.id, idsOf(items))).filter((share) => share.by_user === person.id);
    if (own.length === 0) return fail('NOT_FOUND');
    const ids = [...new Set(own.map((share) => share.activity_id))];
    const put = await updateMessages(ctx, ids, person.id, message);
    if (put.length === 0) return {};
    await recordShares(ctx, notesOfPut(put, message, await namesIn(ctx, put)));
    await announceViewers(ctx, [...new Set(put.map((share) => share.activity_id))]);
    return {};
  },

  async remove(ctx, { aggregateIds, userIds }) {
    const { db, instance, person } = ctx;
    const requested = [...new Map(aggregateIds.map((id) => [id.entryId, id])).values()];
    // Read once they are locked, without waiting for the word that they are.
    const [, seen, shares, beside] = await Promise.all([
      lockItems(ctx, idsOf(requested)),
      seenAmong(ctx, requested),
      readShares(db, instance.id, idsOf(requested)),
      peopleBeside(ctx, idsOf(requested)),
    ]);
    const byRight = new Set(seen.flatMap((item) => (item.byRight ? [item.entryId] : [])));
    const ended = sharesFor(shares, person.id, beside).filter(
      (share) =>
        userIds.includes(share.to_user) &&
        mayEnd(share, { userId: person.id, byRight: byRight.has(share.activity_id) }),
    );
    if (ended.length === 0) return fail('NOT_FOUND');
    const { without, others, unshared } = leftAfter(shares, new Set(ended));
    await deleteShares(ctx, ended);
    const touched = new Set(ended.map((share) => share.activity_id));
    const items = requested.filter(({ entryId }) => touched.has(entryId));
    await endShared(ctx, items, without, { others, unshared });
    await recordShares(ctx, notesOfEnd(ended, await namesIn(ctx, ended)));
    return {};
  },
});

const idsOf = (items: readonly Pick<AggregateId, 'entryId'>[]): readonly number[] =>
  items.map(({ entryId }) => entryId);

const namesIn = ({ db, instance }: ChangeContext, shares: readonly { readonly to_user: number }[]) =>
  namesOf(db, instance.id, [...new Set(shares.map((share) => share.to_user))]);

async function recordShares(ctx: CommandContext, notes: readonly NotedShares[]): Promise<void> {
  for (const one of notes) await noteEdit(ctx, { ...one, userId: ctx.person.id, field: 'shared' });
}
