import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { RecordRow } from '../../store/records.ts';
import type { Conversion, Values } from '../../tables.ts';

/** How far the records of a kind have followed its last change. */
export interface Following {
  /** Records up to this number have. */
  readonly after: number;
  readonly by_user: number;
  readonly conversions: readonly Conversion[];
}

/** Undefined where all records have followed. */
export async function readFollowing(db: Db, instanceId: number, kindId: number): Promise<Following | undefined> {
  const { rows } = await sql<Following>`select after, by_user, conversions from record_following
    where instance_id = ${instanceId} and kind_id = ${kindId}`.execute(db);
  return rows[0];
}

/** The same, which nobody else goes on with until the end. */
export async function holdFollowing(db: Db, instanceId: number, kindId: number): Promise<Following | undefined> {
  const { rows } = await sql<Following>`select after, by_user, conversions from record_following
    where instance_id = ${instanceId} and kind_id = ${kindId} for update`.execute(db);
  return rows[0];
}

/** Has records follow from the first one on. */
export async function beginFollowing(
  db: Db,
  instanceId: number,
  kindId: number,
  { userId, conversions }: { readonly userId: number; readonly conversions: readonly Conversion[] },
): Promise<void> {
  await sql`insert into record_following (instance_id, kind_id, after, by_user, conversions)
    values (${instanceId}, ${kindId}, 0, ${userId}, ${JSON.stringify(conversions)}::jsonb)
    on conflict (instance_id, kind_id) do update set after = 0, by_user = excluded.by_user,
      conversions = excluded.conversions`.execute(db);
}

/** Says that records up to a number have followed; null: all have. */
export async function setFollowed(db: Db, instanceId: number, kindId: number, upTo: number | null): Promise<void> {
  await (
    upTo === null
      ? sql`delete from record_following where instance_id = ${instanceId} and kind_id = ${kindId}`
      : sql`update record_following set after = ${upTo} where instance_id = ${instanceId} and kind_id = ${kindId}`
  ).execute(db);
}

/** Kinds whose records have not all followed. */
export async function kindsToFollow(db: Db, instanceId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ kind_id: number }>`
    select kind_id from record_following where instance_id = ${instanceId} order by kind_id`.execute(db);
  return rows.map((row) => row.kind_id);
}

/** Records of a kind behind a number, deleted ones too, which may come back; in the order of their numbers, held until the end. */
export async function holdOfKind(
  db: Db,
  instanceId: number,
  kindId: number,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<readonly RecordRow[]> {
  const { rows } = await sql<RecordRow>`select * from record
    where instance_id = ${instanceId} and kind_id = ${kindId} and record_id > ${after}
    order by record_id limit ${atMost(most)} for update`.execute(db);
  return rows;
}

export interface Followed {
  readonly recordId: number;
  readonly title: string;
  readonly subtitle: string;
  readonly values: Values;
  readonly changedAt: number;
}

/** Writes what records have become by a version of their kind. */
export async function putFollowed(
  db: Db,
  instanceId: number,
  version: number,
  records: readonly Followed[],
): Promise<void> {
  if (records.length === 0) return;
  const column = <T>(value: (record: Followed) => T) => records.map(value);
  await sql`update record r set title = n.title, subtitle = n.subtitle, fields = n.fields, changed_at = n.changed_at,
      version = r.version + 1, kind_version = ${version}
    from unnest(${column((it) => it.recordId)}::bigint[], ${column((it) => it.title)}::text[],
      ${column((it) => it.subtitle)}::text[], ${column((it) => JSON.stringify(it.values))}::jsonb[],
      ${column((it) => it.changedAt)}::bigint[]) as n (record_id, title, subtitle, fields, changed_at)
    where r.instance_id = ${instanceId} and r.record_id = n.record_id`.execute(db);
}
