import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A name that a telephone system has brought of a number. */
export interface SaidName {
  readonly number: number;
  readonly name: string;
  /** As names are compared. */
  readonly key: string;
  readonly at: Date;
}

/** Names of one number that are kept, the last that were said, beside those of which somebody has said something. */
export const MAX_SAID_NAMES = 5;
/** Names of an instance that are kept. */
const MAX_SAID = 20_000;

/** Nobody has said of a name, a row `s` of `number_said`, whether it is right. */
const unjudged = sql`not exists (select from number_claim c where c.instance_id = s.instance_id and c.number = s.number
  and c.owner_kind = 'caller' and c.owner_id = s.said_id and c.revoked_at is null)`;

/** Writes down that a name was said of a number. Returns whether that is new of it; of a number with more names than are kept nothing is new. */
export async function putSaidName(db: Db, instanceId: number, { number, name, key, at }: SaidName): Promise<boolean> {
  const { rows } = await sql<{ seen: number }>`
    insert into number_said as s (instance_id, number, name, name_key, first_at, last_at)
    values (${instanceId}, ${number}, ${name}, ${key}, ${at}, ${at})
    on conflict (instance_id, number, name_key) do update set name = excluded.name, seen = s.seen + 1,
      first_at = least(s.first_at, excluded.first_at), last_at = greatest(s.last_at, excluded.last_at)
    returning seen`.execute(db);
  if (rows[0]?.seen !== 1) return false;
  const forgotten = await sql`delete from number_said where instance_id = ${instanceId} and said_id in (
    select s.said_id from number_said s where s.instance_id = ${instanceId} and s.number = ${number} and ${unjudged}
    order by s.last_at desc, s.said_id desc offset ${MAX_SAID_NAMES}) returning 1`.execute(db);
  return forgotten.rows.length === 0;
}

/** Whether there is a call of a number, beside one. */
export async function hasCalls(db: Db, instanceId: number, number: number, exceptId: number): Promise<boolean> {
  const { rows } = await sql`select from phone_call
    where instance_id = ${instanceId} and number = ${number} and activity_id <> ${exceptId} limit ${atMost(1)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether a name was said of a number. */
export async function isSaidName(db: Db, instanceId: number, number: number, saidId: number): Promise<boolean> {
  const { rows } = await sql`select from number_said
    where instance_id = ${instanceId} and number = ${number} and said_id = ${saidId}`.execute(db);
  return rows.length > 0;
}

/**
 * Forgets names that were said last before a moment, and the oldest of those that are more than are kept; what somebody has judged stays. At most so
 * many. Returns how many.
 */
export async function forgetSaidNames(
  db: Db,
  instanceId: number,
  before: Date,
  most: number,
  kept = MAX_SAID,
): Promise<number> {
  const { rows } = await sql`
    with last as (select last_at from number_said where instance_id = ${instanceId} order by last_at desc limit ${atMost(1, kept)})
    delete from number_said where instance_id = ${instanceId} and said_id in (
      select s.said_id from number_said s where s.instance_id = ${instanceId} and ${unjudged}
        and (s.last_at < ${before}::timestamptz or s.last_at <= (select last_at from last))
      order by s.last_at limit ${atMost(most)})
    returning 1`.execute(db);
  return rows.length;
}
