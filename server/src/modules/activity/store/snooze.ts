import { kindNameOf, type ItemKindName } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { WaitingItem } from '../item-kind-hooks.ts';
import { NOT_SNOOZED, type SeenBy } from './states.ts';
import '../tables.ts';

/** Returns the snoozed items that are due at `now`, with their person; the longest due first. */
export async function dueItems(db: Db, instanceId: number, now: Date, most: number): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    select activity_id, user_id from activity_user where instance_id = ${instanceId} and snoozed_until <= ${now}
    order by snoozed_until, activity_id limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Whether anybody waits for an answer to anything. */
export async function isAnythingWaiting(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select from activity_user where instance_id = ${instanceId} and snoozed_until is not null
    and snoozed_for = 'answer' limit 1`.execute(db);
  return rows.length > 0;
}

/** What people wait for an answer to, behind an item and somebody who sees it, in that order. */
export async function waitingItems(
  db: Db,
  instanceId: number,
  behind: SeenBy,
  most: number,
): Promise<readonly (WaitingItem & { readonly module: ItemKindName })[]> {
  const { rows } = await sql<SeenBy & { module: number; snoozed_at: Date; snoozed_after: number }>`
    select activity_id, user_id, module, snoozed_at, snoozed_after from activity_user
    where instance_id = ${instanceId} and snoozed_until is not null and snoozed_for = 'answer'
      and (activity_id, user_id) > (${behind.activity_id}, ${behind.user_id})
    order by activity_id, user_id limit ${atMost(most)}`.execute(db);
  return rows.map((row) => ({
    activityId: row.activity_id,
    userId: row.user_id,
    module: kindNameOf(row.module),
    since: row.snoozed_at,
    after: row.snoozed_after,
  }));
}

/** Somebody to whom an item comes back, and who has answered it, where that is why. */
export interface Woken extends SeenBy {
  readonly by: string | null;
}

/** Brings items back as New and on top for people for whom they still wait for what has come. Returns what was altered. */
export async function wakeRows(
  ctx: ChangeContext,
  woken: readonly Woken[],
  now: Date,
  stillWaits: RawBuilder<unknown>,
): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    update activity_user t set status = 1, ts = ${now}, ${NOT_SNOOZED}, woken_at = ${now}, woken_by = w.by
    from unnest(${woken.map((row) => row.activity_id)}::bigint[], ${woken.map((row) => row.user_id)}::int[],
      ${woken.map((row) => row.by)}::text[]) as w (activity_id, user_id, by)
    where t.instance_id = ${ctx.instance.id} and t.activity_id = w.activity_id and t.user_id = w.user_id
      and t.snoozed_until is not null and ${stillWaits}
    returning t.activity_id, t.user_id`.execute(ctx.db);
  return rows;
}

export const stillWaits = {
  forTime: (now: Date): RawBuilder<unknown> => sql`t.snoozed_until <= ${now}`,
  forAnswer: (): RawBuilder<unknown> => sql`t.snoozed_for = 'answer'`,
} as const;
