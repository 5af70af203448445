import {
  COUNT_CAP,
  FILTERS_KEY,
  MAX_FILTERS,
  MAX_PINNED,
  savedEvents,
  type SavedFilter,
  type savedCommands,
  type savedQueries,
} from '@kontor/contract/activity';
import { tidyName } from '@kontor/contract/kernel';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { boxesOf, filterUsers, groupsOfPerson, knownGroupIds, meantGroups, membersOf } from '../../account/index.ts';
import { maySeeList } from '../access.ts';
import { pinnedOf, pinnedThen, savedListFilter, seesSaved, mayChangeSaved } from './rules.ts';
import {
  findSaved,
  lockFilters,
  markDeleted,
  ownFilters,
  readSaved,
  sweepDeleted,
  writePins,
  writeSaved,
  type FilterViewer,
  type SavedRow,
} from '../store/saved.ts';
import { resolveGroups, type ListFilter } from '../filter.ts';
import { compileFilter } from '../store/filter.ts';
import { countRows } from '../store/lists.ts';
import { countThroughTime, planSearch } from '../store/windows.ts';

/** How long what was deleted can come back, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

type Ctx = Pick<CommandContext, 'db' | 'instance' | 'person'>;
const viewerOf = ({ instance, person }: Ctx) => ({ instanceId: instance.id, userId: person.id });
const groupedViewer = async (ctx: Ctx): Promise<FilterViewer> => ({
  ...viewerOf(ctx),
  groupIds: await groupsOfPerson(ctx.db, ctx.instance.id, ctx.person.id),
});
const find = async (ctx: Ctx, filterId: string): Promise<SavedRow | undefined> =>
  findSaved(ctx.db, await groupedViewer(ctx), filterId);

/** What a person sees of the filters: those of lists that they may not see are not there. */
async function visible(ctx: Ctx): Promise<readonly SavedRow[]> {
  return (await readSaved(ctx.db, await groupedViewer(ctx))).filter(({ list }) => maySeeList(ctx.person, list));
}

export const savedQueryHandlers: QueryHandlers<typeof savedQueries> = {
  async saved(ctx) {
    const rows = await visible(ctx);
    return rows.map((row) => toSaved(ctx, row, rows));
  },

  async savedCounts(ctx, { filterIds, timeZone }) {
    const { db, instance, person } = ctx;
    const requested = (await visible(ctx)).filter(({ filter_id }) => filterIds.includes(filter_id));
    if (requested.length === 0) return [];
    const boxes = await boxesOf(db, instance.id, person.id);
    const there = {
      boxIds: boxes.filter(({ isVirtual }) => !isVirtual).map(({ boxId }) => boxId),
      userIds: (await filterUsers(db, instance.id)).map(({ userId }) => userId),
      groupIds: (await meantGroups(db, instance.id)).map(({ groupId }) => groupId),
    };
    const counts: { filterId: string; count: number }[] = [];
    // One after the other: nobody sits before a number in the menu, and lists are not to wait for connections.
    for (const { filter_id, list, conditions } of requested) {
      const filter = savedListFilter(person, { list, conditions }, there, timeZone);
      counts.push({ filterId: filter_id, count: filter === undefined ? 0 : await countUpTo(ctx, filter, COUNT_CAP) });
    }
    return counts;
  },
};

export const savedCommandHandlers: CommandHandlers<typeof savedCommands> = {
  async save(ctx, { filterId, aggregateVersion, name: given, list, conditions, sort, sharedWith }) {
    const { db, instance, person } = ctx;
    const name = tidyName(given);
    if (name === '') fail('NAME_REQUIRED');
    if (!maySeeList(person, list)) fail('RIGHT_MISSING');
    await lockFilters(db, instance.id);
    const known = await find(ctx, filterId);
    if (known !== undefined || aggregateVersion !== undefined)
      await requireVersion(ctx, requireChangeable(ctx, known, aggregateVersion === undefined), aggregateVersion);
    const ownerId = known?.owner_id ?? person.id;
    const own = await ownFilters(db, { instanceId: instance.id, userId: ownerId }, name, filterId);
    if (own.isTaken) fail('NAME_TAKEN');
    const isThere = known !== undefined && known.deleted_at === null;
    if (!isThere && own.count >= MAX_FILTERS) fail('TOO_MANY_FILTERS');
    const everyone = (await filterUsers(db, instance.id)).map(({ userId }) => userId);
    const viewers = everyone.filter((userId) => userId !== ownerId && sharedWith.userIds.includes(userId));
    const groups = await knownGroupIds(db, instance.id, sharedWith.groupIds);
    const { everybody } = sharedWith;
    await writeSaved(db, instance.id, { filterId, ownerId, name, list, conditions, sort, everybody, viewers, groups });
    await sweep(ctx);
    const now = await find(ctx, filterId);
    if (now === undefined) return fail('NOT_FOUND');
    await notify(ctx, everyone, known === undefined ? [now] : [known, now]);
    return toSaved(ctx, now, await visible(ctx));
  },

  async remove(ctx, { filterId }) {
    const { db, instance } = ctx;
    await lockFilters(db, instance.id);
    const known = requireChangeable(ctx, await find(ctx, filterId), false);
    await markDeleted(db, instance.id, filterId, new Date(ctx.now()));
    await sweep(ctx);
    const everyone = (await filterUsers(db, instance.id)).map(({ userId }) => userId);
    await notify(ctx, everyone, [known]);
    return { filterId };
  },

  async pin(ctx, { filterId, pinned }) {
    await lockFilters(ctx.db, ctx.instance.id);
    const rows = await visible(ctx);
    if (!rows.some(({ filter_id }) => filter_id === filterId)) fail('NOT_FOUND');
    const before = pinnedOf(rows);
    const others = before.filter((id) => id !== filterId);
    if (pinned && others.length >= MAX_PINNED) fail('TOO_MANY_PINNED');
    return putPins(ctx, pinned ? (before.includes(filterId) ? before : [...before, filterId]) : others, before);
  },

  async order(ctx, { filterIds }) {
    await lockFilters(ctx.db, ctx.instance.id);
    const before = pinnedOf(await visible(ctx));
    return putPins(ctx, pinnedThen(before, filterIds), before);
  },
};

/** Throws NOT_FOUND if the person does not see it, RIGHT_MISSING if they may not change it. */
function requireChangeable({ person }: Ctx, row: SavedRow | undefined, deletedToo: boolean): SavedRow {
  if (row === undefined || (row.deleted_at !== null && !deletedToo) || !seesSaved(person, row))
    return fail('NOT_FOUND');
  return mayChangeSaved(person, row) ? row : fail('RIGHT_MISSING');
}

/** What is there is changed from its newest version alone; what was deleted has none. */
async function requireVersion(ctx: Ctx, row: SavedRow, version: number | undefined): Promise<void> {
  if (row.deleted_at === null && row.version !== version)
    fail('VERSION_CONFLICT', { data: toSaved(ctx, row, await visible(ctx)) });
}

async function putPins(ctx: CommandContext, now: readonly string[], before: readonly string[]) {
  await writePins(ctx.db, viewerOf(ctx), now, before);
  emit(ctx, [ctx.person.id]);
  return { filterIds: [...now] };
}

const sweep = (ctx: CommandContext): Promise<unknown> =>
  sweepDeleted(ctx.db, viewerOf(ctx), new Date(ctx.now() - KEPT_MS));

/** Tells those who saw a filter as it was or see it as it is. */
async function notify(ctx: CommandContext, everyone: readonly number[], rows: readonly SavedRow[]): Promise<void> {
  const all = rows.some(({ everybody }) => everybody) ? everyone : [];
  const groupIds = [...new Set(rows.flatMap(({ groups }) => groups))];
  const members = await membersOf(ctx.db, ctx.instance.id, groupIds);
  emit(ctx, [ctx.person.id, ...rows.flatMap(({ owner_id, viewers }) => [owner_id, ...viewers]), ...members, ...all]);
}

function emit(ctx: CommandContext, users: readonly number[]): void {
  const payload = { keys: [FILTERS_KEY], processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(savedEvents.filterChanged, { users: [...new Set(users)] }, payload);
}

/** A filter as a person sees it; `rows` are all that they see. */
function toSaved({ person }: Ctx, row: SavedRow, rows: readonly SavedRow[]): SavedFilter {
  const changeable = mayChangeSaved(person, row);
  const index = pinnedOf(rows).indexOf(row.filter_id);
  return {
    filterId: row.filter_id,
    aggregateVersion: row.version,
    name: row.name,
    list: row.list,
    conditions: row.conditions,
    sort: row.sort,
    owner: { userId: row.owner_id, fullName: row.owner_name },
    changeable,
    sharedWith: {
      everybody: row.everybody,
      userIds: changeable ? [...row.viewers] : [],
      groupIds: changeable ? [...row.groups] : [],
    },
    pinned: index < 0 ? null : index + 1,
  };
}

/** How many items a list has, up to `most`: no more of them are read than that where they can be found one after the other. */
async function countUpTo(ctx: QueryContext, filter: ListFilter, most: number): Promise<number> {
  const compiled = compileFilter(ctx, await resolveGroups(ctx, filter));
  const { text } = compiled;
  if (text === undefined) return countRows(ctx.db, compiled, most);
  const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
  const plan = await planSearch(ctx.db, viewer, text);
  const newest = await countThroughTime(ctx.db, viewer, { ...compiled, text }, plan, most);
  return newest ?? countRows(ctx.db, compiled, most);
}
