import type { CallFilter } from '@kontor/contract/phonecall';
import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { DueDays } from '../../activity/index.ts';
import { CALL_KINDS, CALLBACKS, outcomeNumber } from './calls.ts';
import '../tables.ts';

const NOT_REACHED = ['missed', 'busy', 'refused', 'cancelled', 'failed'] as const;
const CONDITIONS: Readonly<Record<Exclude<CallFilter, ''>, RawBuilder<unknown>>> = {
  // As rows show it.
  missed: sql`c.direction = 0 and c.outcome in (${sql.join(NOT_REACHED.map((outcome) => sql.lit(outcomeNumber(outcome))))})`,
  callback: sql`c.callback = ${sql.lit(CALLBACKS.wanted)}`,
  voice: sql`c.kind = ${sql.lit(CALL_KINDS.voice)}`,
  fax: sql`c.kind = ${sql.lit(CALL_KINDS.fax)}`,
  blocked: sql`c.outcome = ${sql.lit(outcomeNumber('blocked'))}`,
};

/** What of a list of calls is meant, about `au`, a row of `activity_user`. */
export const callsWhere = (instanceId: number, filter: Exclude<CallFilter, ''>): RawBuilder<unknown> => sql`exists (
  select from phone_call c where c.instance_id = ${instanceId} and c.activity_id = au.activity_id and ${CONDITIONS[filter]})`;

export interface DueCallback {
  readonly activity_id: number;
  readonly title: string;
  readonly until: Date;
}

/** Callbacks that a person is to make, or anybody where no one is named, and sees, between two moments. */
export async function dueCallbacks(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  { from, before }: Pick<DueDays, 'from' | 'before'>,
  most: number,
): Promise<readonly DueCallback[]> {
  const { rows } = await sql<DueCallback>`
    select c.activity_id, coalesce(nullif(a.information, ''), a.contact) as title, c.callback_until as until
    from phone_call c
    join activity a on a.instance_id = c.instance_id and a.activity_id = c.activity_id
    join activity_user au on au.instance_id = c.instance_id and au.user_id = ${userId} and au.activity_id = c.activity_id and not au.trashed
    where c.instance_id = ${instanceId} and c.callback = 1 and coalesce(c.callback_by, ${userId}) = ${userId}
      and c.callback_until >= ${new Date(from)} and c.callback_until < ${new Date(before)}
    order by c.callback_until, c.activity_id limit ${atMost(most)}`.execute(db);
  return rows;
}
