import { MAX_SHARED_PAIRS, type sharingCommands } from '@kontor/contract/sharing';
import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { atOnce } from '../../platform/operation/at-once.ts';
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
import { endingOf, notesOfEnd, notesOfPut, stillOf, type NotedShares } from './rules.ts';
import {
  deleteShares,
  putShares,
  readGivers,
  readShares,
  readSharesLeft,
  updateMessages,
  type EndedShares,
} from './store.ts';

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

  remove: atOnce(async (ctx, { aggregateIds, userIds }) => {
    const { person } = ctx;
    const requested = [...new Map(aggregateIds.map((id) => [id.entryId, id])).values()];
    // Read once they are locked, without waiting for the word that they are.
    const [, seen, givers] = await Promise.all([
      lockItems(ctx, idsOf(requested)),
      seenAmong(ctx, requested),
      readGivers(ctx, idsOf(requested), userIds),
    ]);
    const byRight = new Set(seen.flatMap((item) => (item.byRight ? [item.entryId] : [])));
    if (givers.length === 0) return fail('NOT_FOUND');
    const others = givers.filter(({ by_user: id }) => id !== person.id);
    const beside =
      others.length === 0
        ? NOBODY
        : await peopleBeside(ctx, [...new Set(others.map(itemOf))], [...new Set(others.map(({ by_user: id }) => id))]);
    const ending = endingOf(givers, { userId: person.id, byRight, beside });
    const touched = [...new Set(ending.map(itemOf))];
    const [ended, { still, unshared }] = await Promise.all([
      deleteShares(ctx, ending, userIds),
      readSharesLeft(ctx, touched, userIds),
    ]);
    if (ended.length === 0) return fail('NOT_FOUND');
    const isEnded = new Set(ended.flatMap(({ activityIds }) => activityIds));
    const items = requested.filter(({ entryId }) => isEnded.has(entryId));
    const left = { others: stillOf(ended, still), unshared: unshared.filter((id) => isEnded.has(id)) };
    await Promise.all([endShared(ctx, items, ended, left), recordEnd(ctx, ended)]);
    return {};
  }),
});

const NOBODY: ReadonlyMap<number, ReadonlySet<number>> = new Map();
const itemOf = (row: { readonly activity_id: number }): number => row.activity_id;

const idsOf = (items: readonly Pick<AggregateId, 'entryId'>[]): readonly number[] =>
  items.map(({ entryId }) => entryId);

const namesIn = ({ db, instance }: ChangeContext, shares: readonly { readonly to_user: number }[]) =>
  namesOf(db, instance.id, [...new Set(shares.map((share) => share.to_user))]);

async function recordEnd(ctx: CommandContext, ended: readonly EndedShares[]): Promise<void> {
  const people = [...new Set(ended.flatMap(({ userIds }) => userIds))];
  await recordShares(ctx, notesOfEnd(ended, await namesOf(ctx.db, ctx.instance.id, people)));
}

async function recordShares(ctx: CommandContext, notes: readonly NotedShares[]): Promise<void> {
  await Promise.all(notes.map((one) => noteEdit(ctx, { ...one, userId: ctx.person.id, field: 'shared' })));
}
