import {
  MAX_QUERIES,
  ONE_CHOICE,
  QUERIES_KEY,
  boardKeys,
  recordEvents,
  type Board,
  type QueryFault,
  type SharedQuery,
  type recordCommands,
  type recordQueries,
} from '@kontor/contract/record';
import { tidyName, type ParamsOf } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { filterUsers, groupsOfPerson, knownGroupIds, membersOf } from '../../account/index.ts';
import { requireRecords } from '../access.ts';
import { ownFields } from '../rules.ts';
import { readableKinds, type ReadableKind } from '../kinds/readable.ts';
import {
  countQueries,
  findQuery,
  lockQueries,
  markQueryDeleted,
  placeQuery,
  ranksAround,
  readTree,
  sweepQueries,
  viewersWithin,
  writeQuery,
  type QueryRow,
} from './query-store.ts';
import { rankBetween } from './rank.ts';
import { mayChangeQuery, mayLieIn, toTree } from './tree.ts';

/** How long what was deleted can come back, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

type Ctx = Pick<QueryContext, 'db' | 'instance' | 'person'>;
type Params = ParamsOf<typeof recordCommands.saveQuery>;
const viewer = async ({ db, instance, person }: Ctx) => ({
  instanceId: instance.id,
  userId: person.id,
  groupIds: await groupsOfPerson(db, instance.id, person.id),
});

async function treeOf(ctx: Ctx): Promise<SharedQuery[]> {
  const rows = await readTree(ctx.db, await viewer(ctx));
  return toTree(ctx.person, rows);
}

/** What is wrong with a query that is to be kept; `before`: as it is kept now, which needs no judging any more. */
async function faultsOf(ctx: Ctx, given: Params, before: QueryRow | undefined): Promise<readonly QueryFault[]> {
  const faults = new Set<QueryFault>();
  const { idoInstanceId, board } = given;
  if (tidyName(given.name) === '') faults.add('name');
  if (before !== undefined && before.is_folder !== given.isFolder) faults.add('folder');
  if (!isSearch(given)) faults.add('search');
  const [kind] = idoInstanceId === 0 ? [] : await readableKinds(ctx, [idoInstanceId]);
  if (idoInstanceId !== 0 && kind === undefined) faults.add('kind');
  const isKept = JSON.stringify(board) === JSON.stringify(before?.board ?? null) && before?.kind_id === idoInstanceId;
  if (board !== null && !isKept && (kind === undefined || !isBoardOf(kind, board))) faults.add('board');
  return [...faults];
}

const ConditionsSchema = v.array(
  v.strictObject({ key: v.string(), operator: v.string(), value: v.optional(v.unknown()) }),
);

/** Whether what a list is cut to is what a list could say. */
function isSearch(given: Params): boolean {
  const { serializedIdoIdoListToolbarHiddenDetailsSearchString: details, serializedFilterMemento: memento } = given;
  try {
    if (memento !== '') JSON.parse(memento);
    return details === '' || v.is(ConditionsSchema, JSON.parse(details));
  } catch {
    return false;
  }
}

function isBoardOf(kind: ReadableKind, board: Board): boolean {
  const fields = new Map(ownFields(kind.fields).map((field) => [field.key, field]));
  const isChoice = (key: string): boolean => (ONE_CHOICE as readonly string[]).includes(fields.get(key)?.kind ?? '');
  const choices = [board.columnKey, ...(board.laneKey === null ? [] : [board.laneKey])];
  return (
    new Set(choices).size === choices.length &&
    choices.every(isChoice) &&
    boardKeys(board).every((key) => fields.has(key))
  );
}

/** Throws NOT_FOUND if the person does not see it, RIGHT_MISSING if they may not change it. */
function requireChangeable(ctx: Ctx, row: QueryRow | undefined, rows: readonly QueryRow[]): QueryRow {
  const isSeen = row !== undefined && (row.is_seen || rows.some(({ query_id }) => query_id === row.query_id));
  if (row === undefined || !isSeen) return fail('NOT_FOUND');
  return mayChangeQuery(ctx.person, row) ? row : fail('RIGHT_MISSING');
}

const refuse = (faults: readonly QueryFault[]): void => {
  if (faults.length > 0) fail('QUERY_INVALID', { data: { faults } });
};

/** Everybody who sees a query, or anything in a folder. */
async function viewersOf(ctx: CommandContext, queryId: string): Promise<readonly number[]> {
  const { db, instance } = ctx;
  const seen = await viewersWithin(db, instance.id, queryId);
  if (seen.everybody) return (await filterUsers(db, instance.id)).map(({ userId }) => userId);
  return [...seen.userIds, ...(await membersOf(db, instance.id, seen.groupIds))];
}

/** Tells people that what they see of the tree has changed, and returns what this person sees of it now. */
async function changed(ctx: CommandContext, userIds: readonly number[]): Promise<SharedQuery[]> {
  ctx.emit(
    recordEvents.queriesChanged,
    { users: [...new Set([ctx.person.id, ...userIds])] },
    { keys: [QUERIES_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );
  return treeOf(ctx);
}

/** The tree as the person sees it, nobody else's to change until the end. */
async function held(ctx: CommandContext) {
  requireRecords(ctx);
  await lockQueries(ctx.db, ctx.instance.id);
  const who = await viewer(ctx);
  return { who, rows: await readTree(ctx.db, who) };
}

export const sharedQueryQueries = {
  async sharedQueries(ctx) {
    requireRecords(ctx);
    return treeOf(ctx);
  },
} satisfies Partial<QueryHandlers<typeof recordQueries>>;

export const sharedQueryCommands = {
  async saveQuery(ctx, given) {
    const { db, instance, person } = ctx;
    const { who, rows } = await held(ctx);
    const { id, aggregateVersion, sharedWith } = given;
    const known = await findQuery(db, who, id);
    if (known === undefined && aggregateVersion !== undefined) fail('NOT_FOUND');
    if (known !== undefined) await requireVersion(ctx, requireChangeable(ctx, known, rows), aggregateVersion);
    refuse(await faultsOf(ctx, given, known));
    const ownerId = known?.owner_id ?? person.id;
    const isThere = known !== undefined && known.deleted_at === null;
    if (!isThere && (await countQueries(db, instance.id, ownerId)) >= MAX_QUERIES) refuse(['tooMany']);
    const parentId = known === undefined ? given.parentId : known.parent_id;
    const misplaced = known === undefined ? mayLieIn(id, parentId, rows) : undefined;
    if (misplaced !== undefined) refuse([misplaced]);
    const around = await ranksAround(db, instance.id, { queryId: id, parentId, before: null });
    const before = known === undefined ? [] : await viewersOf(ctx, id);
    const everyone = (await filterUsers(db, instance.id)).map(({ userId }) => userId);
    // Folders are seen by whoever sees something in them.
    const shared = given.isFolder ? { everybody: false, userIds: [], groupIds: [] } : sharedWith;
    await writeQuery(db, instance.id, {
      queryId: id,
      ownerId,
      parentId,
      rank: rankBetween(around.after, around.before),
      name: tidyName(given.name),
      isFolder: given.isFolder,
      kindId: given.idoInstanceId === 0 ? null : given.idoInstanceId,
      words: given.fulltextSearch.trim(),
      details: given.serializedIdoIdoListToolbarHiddenDetailsSearchString,
      memento: given.serializedFilterMemento,
      board: given.board,
      everybody: shared.everybody,
      viewers: everyone.filter((userId) => userId !== ownerId && shared.userIds.includes(userId)),
      groups: await knownGroupIds(db, instance.id, shared.groupIds),
    });
    await sweepQueries(db, instance.id, person.id, new Date(ctx.now() - KEPT_MS));
    return changed(ctx, [...before, ...(await viewersOf(ctx, id))]);
  },

  async deleteQuery(ctx, { id }) {
    const { who, rows } = await held(ctx);
    const known = requireChangeable(ctx, await findQuery(ctx.db, who, id), rows);
    if (known.deleted_at !== null) fail('NOT_FOUND');
    await markQueryDeleted(ctx.db, ctx.instance.id, id, new Date(ctx.now()));
    return changed(ctx, await viewersOf(ctx, id));
  },

  async orderQueries(ctx, { id, parentId, before }) {
    const { db, instance } = ctx;
    const { who, rows } = await held(ctx);
    const known = requireChangeable(ctx, await findQuery(db, who, id), rows);
    if (known.deleted_at !== null) fail('NOT_FOUND');
    const misplaced = mayLieIn(id, parentId, rows);
    if (misplaced !== undefined) refuse([misplaced]);
    const around = await ranksAround(db, instance.id, { queryId: id, parentId, before });
    await placeQuery(db, instance.id, id, { parentId, rank: rankBetween(around.after, around.before) });
    return changed(ctx, await viewersOf(ctx, id));
  },
} satisfies Partial<CommandHandlers<typeof recordCommands>>;

/** What is there is changed from its newest version alone; what was deleted has none. */
async function requireVersion(ctx: Ctx, row: QueryRow, version: number | undefined): Promise<void> {
  if (row.deleted_at !== null || row.version === version) return;
  fail('QUERY_CONFLICT', { data: (await treeOf(ctx)).find(({ id }) => id === row.query_id) });
}
