import { kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { BoxItem } from '../boxes.ts';
import '../tables.ts';

/** Items of a box, the newest first, from below one on, with the state that a member has who joins. */
export async function itemsOfBox(
  db: Db,
  instanceId: number,
  boxId: number,
  before: number | null,
  most: number,
): Promise<readonly BoxItem[]> {
  const { rows } = await sql<BoxItem>`
    select a.activity_id, coalesce((select max(v.status) from activity_user v
      where v.instance_id = a.instance_id and v.activity_id = a.activity_id and v.box_id = a.box_id), 3) as status
    from activity a where a.instance_id = ${instanceId} and a.box_id = ${boxId}
      and (${before}::bigint is null or a.activity_id < ${before}::bigint)
    order by a.activity_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Whether another box of a kind is called so, whatever the case of its letters. */
export async function isBoxNameTaken(
  db: Db,
  instanceId: number,
  module: ItemKindName,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`select from box where instance_id = ${instanceId} and module = ${kindNumber(module)}
    and lower(name) = lower(${name}) and box_id is distinct from ${exceptId}::int limit 1`.execute(db);
  return rows.length > 0;
}
