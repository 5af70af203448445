import type { Status } from '@kontor/contract/activity';
import { kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { boxIn, channelIn, isBeside } from './beside.ts';
import { BY_SHARE } from './ways.ts';
import '../tables.ts';

/** An item as one person has it. */
export interface TipRow {
  readonly module: number;
  readonly box_id: number;
  readonly direction: number;
  readonly seconds: number;
  readonly status: Status;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly information: string;
  readonly channel: string;
  readonly context: string;
}

/** How far somebody is with an item. */
export interface StateRow {
  readonly user_id: number;
  readonly status: Status;
  readonly by_share: boolean;
}

/** The item, where the person sees it and it is of that kind. */
export async function readTip(
  db: Db,
  instanceId: number,
  userId: number,
  module: ItemKindName,
  activityId: number,
): Promise<TipRow | undefined> {
  const { rows } = await sql<TipRow>`
    select au.module, ${boxIn(sql`au`)} as box_id, au.direction, date_part('epoch', au.ts) as seconds, au.status, au.archived, au.trashed,
      a.information, ${channelIn(sql`au`, sql`a`)} as channel, a.context
    from activity_user au join activity a on a.instance_id = au.instance_id and a.activity_id = au.activity_id
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = ${activityId}
      and au.module = ${kindNumber(module)}`.execute(db);
  return rows[0];
}

/** Those of some items that a person sees, by their ids. */
export async function readSeen(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  activityIds: readonly number[],
) {
  const { rows } = await sql<{ activity_id: number; module: number; version: number; by_right: boolean }>`
    select au.activity_id, au.module, a.version, au.ways <> ${BY_SHARE} as by_right
    from activity_user au join activity a on a.instance_id = au.instance_id and a.activity_id = au.activity_id
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...activityIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.activity_id, row]));
}

/** Those who have an item beside a person, in no order. A list entry says the same. */
export async function statesOf(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  activityId: number,
): Promise<readonly StateRow[]> {
  const { rows } = await sql<StateRow>`select o.user_id, o.status, o.ways >= ${BY_SHARE} as by_share
    from activity_user au join activity_user o on o.instance_id = au.instance_id and o.activity_id = au.activity_id
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = ${activityId}
      and ${isBeside(sql`au`, sql`o`)}`.execute(db);
  return rows;
}
