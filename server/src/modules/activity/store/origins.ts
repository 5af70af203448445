import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

export interface RelatedRow {
  readonly activity_id: number;
  readonly related_id: number;
  readonly module: number;
  readonly is_origin: boolean;
  readonly information: string;
  readonly seconds: number;
}

export async function insertOrigin(
  db: Db,
  row: {
    readonly instanceId: number;
    readonly activityId: number;
    readonly originId: number;
    readonly storageKey: string;
  },
): Promise<void> {
  await db
    .insertInto('activity_origin')
    .values({
      instance_id: row.instanceId,
      activity_id: row.activityId,
      origin_id: row.originId,
      storage_key: row.storageKey,
    })
    .execute();
}

/**
 * Returns the items that these were made of and the items that were made of these, newest first; without what the person does not see or
 * has in the trash.
 */
export async function readRelated(
  db: Db,
  viewer: { readonly instanceId: number; readonly userId: number },
  activityIds: readonly number[],
  most: number,
): Promise<readonly RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    with related as (
      select o.activity_id, o.origin_id as related_id, true as is_origin from activity_origin o
      where o.instance_id = ${viewer.instanceId} and o.activity_id = any(${[...activityIds]}::bigint[])
      union all
      select o.origin_id, o.activity_id, false from activity_origin o
      where o.instance_id = ${viewer.instanceId} and o.origin_id = any(${[...activityIds]}::bigint[])
    )
    select r.activity_id, r.related_id, r.is_origin, a.module, a.information, floor(date_part('epoch', a.ts)) as seconds
    from (select related.*, row_number() over (partition by related.activity_id order by related.is_origin desc, related.related_id desc) as place
      from related join activity_user au on au.instance_id = ${viewer.instanceId} and au.user_id = ${viewer.userId}
        and au.activity_id = related.related_id and not au.trashed) r
    join activity a on a.instance_id = ${viewer.instanceId} and a.activity_id = r.related_id
    where r.place <= ${most} order by r.activity_id, r.place`.execute(db);
  return rows;
}
