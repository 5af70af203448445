import { STATES, type Status } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { outcomeNumber } from './calls.ts';
import '../tables.ts';

const LEFT = (['missed', 'busy', 'voice'] as const).map(outcomeNumber);

/** A call that another one is to finish. `status`: how it stands with a person. */
export interface CallToFinish {
  readonly activity_id: number;
  readonly callback: number;
  readonly status: Status;
}

/** What was missed, and who is to be called back, of a number that somebody sees and that nobody has finished: what began no later than a moment. */
export async function callsToFinish(
  db: Db,
  instanceId: number,
  userId: number,
  number: number,
  before: Date,
): Promise<readonly CallToFinish[]> {
  const { rows } = await sql<CallToFinish>`
    select c.activity_id, c.callback, au.status from phone_call c
    join activity_user au on au.instance_id = c.instance_id and au.activity_id = c.activity_id and au.user_id = ${userId}
    where c.instance_id = ${instanceId} and c.number = ${number} and c.started_at <= ${before} and c.done_by_call is null and not au.trashed
      and (c.callback = 1 or (c.direction = 0 and c.outcome = any(${LEFT}::smallint[]) and au.status <> ${STATES.ready}))
    order by c.activity_id limit 200`.execute(db);
  return rows;
}

/** Who made a call, and when, with whether a person sees it; undefined where it is gone. */
export async function callerBack(
  db: Db,
  instanceId: number,
  userId: number,
  activityId: number,
): Promise<{ readonly user_id: number | null; readonly started_at: Date; readonly is_seen: boolean } | undefined> {
  const { rows } = await sql<{ user_id: number | null; started_at: Date; is_seen: boolean }>`
    select coalesce(c.received_by, c.created_by) as user_id, c.started_at, exists (select from activity_user au
      where au.instance_id = c.instance_id and au.activity_id = c.activity_id and au.user_id = ${userId} and not au.trashed) as is_seen
    from phone_call c where c.instance_id = ${instanceId} and c.activity_id = ${activityId}`.execute(db);
  return rows[0];
}
