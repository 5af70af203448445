import { DIRECTIONS, type Direction, type Status } from '@kontor/contract/activity';
import { moduleNumber, type ModuleName } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { SeenBy } from './states.ts';
import '../tables.ts';

/** Somebody who sees an item, and how it stands with them. */
export interface Viewer {
  readonly userId: number;
  readonly boxId: number;
  readonly status: Status;
  readonly mine: boolean;
  /** Left out: not archived, and in the lists. */
  readonly archived?: boolean;
  readonly place?: 'inbox' | 'trash' | 'junk';
}

/** What an entry of the lists says. */
export interface EntryContent {
  readonly ts: Date;
  readonly contact: string;
  readonly information: string;
  /** What the module's list entries need to know, as sparse as can be. */
  readonly extras: Record<string, unknown>;
}

/** Where an entry belongs; this stays when its content is rewritten. */
export interface EntryPlace {
  readonly module: ModuleName;
  readonly boxId: number;
  readonly direction: Direction;
  readonly channel: string;
  readonly context?: string;
}

/** Inserts entries that nobody sees yet. Answers their ids in the order given. */
export async function insertEntries(
  ctx: ChangeContext,
  entries: readonly (EntryPlace & EntryContent)[],
): Promise<readonly number[]> {
  const column = <T>(value: (entry: EntryPlace & EntryContent) => T) => entries.map(value);
  const { rows } = await sql<{ activity_id: number }>`
    insert into activity (instance_id, ts, box_id, module, direction, contact, information, channel, context, extras)
    select ${ctx.instance.id}, i.ts, i.box_id, i.module, i.direction, i.contact, i.information, i.channel, i.context, i.extras
    from unnest(${column((it) => it.ts)}::timestamptz[], ${column((it) => it.boxId)}::int[],
      ${column((it) => moduleNumber(it.module))}::smallint[], ${column((it) => DIRECTIONS.indexOf(it.direction))}::smallint[],
      ${column((it) => it.contact)}::text[], ${column((it) => it.information)}::text[], ${column((it) => it.channel)}::text[],
      ${column((it) => it.context ?? '')}::text[], ${column((it) => JSON.stringify(it.extras))}::jsonb[]) with ordinality
      as i (ts, box_id, module, direction, contact, information, channel, context, extras, n)
    order by i.n returning activity_id`.execute(ctx.db);
  // Numbered in the order of the rows; nothing says that they are answered in it.
  return rows.map((row) => row.activity_id).toSorted((x, y) => x - y);
}

/** Shows items to people; those who see one already keep it as it stands with them. Answers who is new to what. */
export async function insertViewers(
  ctx: ChangeContext,
  viewers: readonly (Viewer & { readonly activityId: number })[],
): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    insert into activity_user
      (activity_id, ts, instance_id, user_id, box_id, module, status, direction, mine, archived, trashed, spam, trashed_at)
    select a.activity_id, a.ts, a.instance_id, v.user_id, v.box_id, a.module, v.status, a.direction, v.mine,
      v.archived, v.trashed, v.spam, case when v.trashed then ${new Date(ctx.now())}::timestamptz end
    from unnest(${viewers.map((v) => v.activityId)}::bigint[], ${viewers.map((v) => v.userId)}::int[],
      ${viewers.map((v) => v.boxId)}::int[], ${viewers.map((v) => v.status)}::smallint[],
      ${viewers.map((v) => v.mine)}::boolean[], ${viewers.map((v) => v.archived ?? false)}::boolean[],
      ${viewers.map((v) => (v.place ?? 'inbox') !== 'inbox')}::boolean[], ${viewers.map((v) => v.place === 'junk')}::boolean[])
      as v (activity_id, user_id, box_id, status, mine, archived, trashed, spam)
    join activity a on a.instance_id = ${ctx.instance.id} and a.activity_id = v.activity_id
    on conflict (instance_id, user_id, activity_id) do nothing returning activity_id, user_id`.execute(ctx.db);
  return rows;
}

/** Puts an item into another box, for all who see it. */
export async function replaceBox(
  ctx: ChangeContext,
  activityId: number,
  { boxId, channel, mine }: { readonly boxId: number; readonly channel: string; readonly mine: boolean },
): Promise<void> {
  await sql`update activity set box_id = ${boxId}, channel = ${channel}
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
  await sql`update activity_user set box_id = ${boxId}, mine = ${mine}
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
}

/** Takes the items of a box away from people who see them through it. Answers which from whom. */
export async function deleteViewers(
  ctx: ChangeContext,
  boxId: number,
  userIds: readonly number[],
): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    delete from activity_user where instance_id = ${ctx.instance.id} and box_id = ${boxId}
      and user_id = any(${[...userIds]}::int[]) returning activity_id, user_id`.execute(ctx.db);
  return rows;
}

/** Takes an item away from people. Answers from whom. */
export async function deleteItemViewers(
  ctx: ChangeContext,
  activityId: number,
  userIds: readonly number[],
): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    delete from activity_user where instance_id = ${ctx.instance.id} and activity_id = ${activityId}
      and user_id = any(${[...userIds]}::int[]) returning activity_id, user_id`.execute(ctx.db);
  return rows;
}

/** Takes items away for good. Answers who saw them. */
export async function deleteEntries(ctx: ChangeContext, activityIds: readonly number[]): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    delete from activity_user where instance_id = ${ctx.instance.id}
      and activity_id = any(${[...activityIds]}::bigint[]) returning activity_id, user_id`.execute(ctx.db);
  await sql`delete from activity where instance_id = ${ctx.instance.id}
    and activity_id = any(${[...activityIds]}::bigint[])`.execute(ctx.db);
  return rows;
}

/** Says whose own an item is. */
export async function replaceMine(ctx: ChangeContext, activityId: number, userIds: readonly number[]): Promise<void> {
  await sql`update activity_user set mine = user_id = any(${[...userIds]}::int[])
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}
      and mine <> (user_id = any(${[...userIds]}::int[]))`.execute(ctx.db);
}

/** Who sees any of these items. */
export async function viewersOf(ctx: ChangeContext, activityIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from activity_user where instance_id = ${ctx.instance.id}
      and activity_id = any(${[...activityIds]}::bigint[])`.execute(ctx.db);
  return rows.map((row) => row.user_id);
}

/** Merges fields into the stored extras of an entry. Answers who sees it. */
export async function mergeExtras(
  ctx: ChangeContext,
  activityId: number,
  patch: Record<string, unknown>,
): Promise<readonly SeenBy[]> {
  await sql`update activity set extras = extras || ${JSON.stringify(patch)}::jsonb
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
  const { rows } = await sql<SeenBy>`
    select activity_id, user_id from activity_user where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(
    ctx.db,
  );
  return rows;
}

/** Puts other content into an entry, which stays where it came back for those who had put it off; fields of the stored extras that the new ones do not name stay. Answers who sees it. */
export async function replaceContent(
  ctx: ChangeContext,
  activityId: number,
  { ts, contact, information, extras }: EntryContent,
): Promise<readonly SeenBy[]> {
  await sql`update activity set ts = ${ts}, contact = ${contact}, information = ${information},
    extras = extras || ${JSON.stringify(extras)}::jsonb
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
  const { rows } = await sql<SeenBy>`
    update activity_user set ts = case when woken_at is null then ${ts}::timestamptz else ts end where instance_id = ${ctx.instance.id} and activity_id = ${activityId}
    returning activity_id, user_id`.execute(ctx.db);
  return rows;
}
