import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import '../../tables.ts';

/** What one record is alike by. */
export interface Likely {
  readonly record_id: number;
  /** The address or number that is the same; empty for a title that may be alike. */
  readonly what: string;
}

/** Most records that are looked at for one address or number. */
const MOST = 20;

/** Records of a kind that one of some addresses is of, of them or of one of their contact persons. */
export async function ofAddresses(
  db: Db,
  instanceId: number,
  kindId: number,
  addresses: readonly string[],
): Promise<readonly Likely[]> {
  const { rows } =
    await sql<Likely>`select a.record_id, a.address as what from unnest(${[...addresses]}::text[]) as w (address),
    lateral (select distinct p.record_id, p.address from record_address p
      join record r on r.instance_id = p.instance_id and r.record_id = p.record_id
      where p.instance_id = ${instanceId} and p.address = w.address and r.kind_id = ${kindId} and r.deleted_at is null
      limit ${atMost(MOST)}) a`.execute(db);
  return rows;
}

/** The same for numbers, as they are reached from everywhere. */
export async function ofNumbers(
  db: Db,
  instanceId: number,
  kindId: number,
  numbers: readonly string[],
): Promise<readonly Likely[]> {
  const { rows } =
    await sql<Likely>`select a.record_id, a.e164 as what from unnest(${[...numbers]}::text[]) as w (e164),
    lateral (select distinct p.record_id, p.e164 from record_phone p
      join record r on r.instance_id = p.instance_id and r.record_id = p.record_id
      where p.instance_id = ${instanceId} and p.e164 = w.e164 and p.e164 <> '' and r.kind_id = ${kindId} and r.deleted_at is null
      limit ${atMost(MOST)}) a`.execute(db);
  return rows;
}

/** Records of a kind whose titles a query of halves finds. */
export async function ofTitles(db: Db, kindId: number, query: string): Promise<readonly number[]> {
  const { rows } = await sql<{ record_id: number }>`
    select record_id from record_hits(${kindId}, ${query}, ${MOST * 2})`.execute(db);
  return rows.map((row) => row.record_id);
}

/** Those that somebody has called different from a record. */
export async function differentFrom(db: Db, instanceId: number, recordId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ record_id: number }>`
    select other as record_id from record_different where instance_id = ${instanceId} and one = ${recordId}
    union all select one from record_different where instance_id = ${instanceId} and other = ${recordId}`.execute(db);
  return new Set(rows.map((row) => row.record_id));
}
