import { STATES } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { findCalls, type CallRow } from './calls.ts';

/** Calls of a number, the newest first, from below one on where that is said. */
export const callsOfNumber = (
  db: Db,
  instanceId: number,
  { number, before }: { readonly number: number; readonly before: number | undefined },
  most: number,
): Promise<CallRow[]> => {
  const behind = before === undefined ? sql`true` : sql`c.activity_id < ${before}`;
  return findCalls(db, sql`c.instance_id = ${instanceId} and c.number = ${number} and ${behind}`, {
    order: sql`c.activity_id desc`,
    most,
  });
};

/** Calls that began before a moment and are going on. */
export const callsGoingOn = (db: Db, instanceId: number, before: Date, most: number): Promise<CallRow[]> =>
  findCalls(db, sql`c.instance_id = ${instanceId} and c.outcome in (0, 1) and c.started_at < ${before}`, {
    order: sql`c.activity_id`,
    most,
  });

/** Calls that are Done with all and older than their list keeps them. */
export const callsToForget = (db: Db, instanceId: number, now: Date, most: number): Promise<CallRow[]> =>
  findCalls(
    db,
    sql`c.instance_id = ${instanceId} and l.keeps_days is not null
      and c.started_at < ${now}::timestamptz - l.keeps_days * interval '1 day' and c.outcome not in (0, 1)
      and not exists (select from activity_user v where v.instance_id = c.instance_id and v.activity_id = c.activity_id
        and v.status <> ${STATES.ready} and not v.trashed)`,
    { order: sql`c.activity_id`, most },
  );
