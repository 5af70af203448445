import { HISTORY_KINDS } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { LineOf } from '../arriving/index.ts';
import type { KnownWay, ReadCall } from './rules.ts';
import '../tables.ts';

export interface DueLine {
  readonly instance_id: number;
  readonly line_id: number;
}

/**
 * Takes the telephone systems of all instances whose history is to be asked: nobody else takes them for as long as `untilFree` says, unless they say
 * that they are done. For the owner's connection.
 */
export async function takeDueLines(owner: Db, now: Date, untilFree: Date, most: number): Promise<readonly DueLine[]> {
  const { rows } = await sql<DueLine>`
    update phone_line l set history_next_at = ${untilFree}
    from (select instance_id, line_id from phone_line
      where sealed_history is not null and is_on and history_next_at <= ${now} and kind = any(${[...HISTORY_KINDS]}::text[])
      order by history_next_at limit ${atMost(most)} for update skip locked) d
    where l.instance_id = d.instance_id and l.line_id = d.line_id returning l.instance_id, l.line_id`.execute(owner);
  return rows;
}

interface WayRow {
  readonly ref: string | null;
  readonly direction: number;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly is_answered: boolean;
  readonly is_over: boolean;
}

/** How long a missed call counts those that follow it. */
const TRIES_MS = 24 * 60 * 60_000;
/** Ways of stored calls that are looked at beside one call of a history. */
const MAX_WAYS = 50;

/** What is stored that a call of a history may be: by its name, or of its number around its time. */
export async function waysBeside(
  { db, instanceId, lineId }: LineOf,
  { ref, digits, number, direction, at }: ReadCall,
  aroundMs: number,
): Promise<readonly KnownWay[]> {
  const [from, to] = [new Date(at - aroundMs), new Date(at + aroundMs)];
  const stored = direction === 'out' ? 1 : 0;
  const { rows } = await sql<WayRow>`
    with beside as (
      select c.activity_id from phone_call c where c.instance_id = ${instanceId} and c.line_id = ${lineId} and c.direction = ${stored}
        and c.number = ${number}::bigint and c.started_at <= ${new Date(at + TRIES_MS)}
        and coalesce(c.ended_at, c.started_at + interval '4 hours') >= ${from}
      union
      select c.activity_id from phone_call c where c.instance_id = ${instanceId} and c.line_id = ${lineId} and c.direction = ${stored}
        and ${number}::bigint is null and c.number is null and c.number_text = ${digits} and c.started_at between ${from} and ${to}
      union
      select l.activity_id from phone_leg l where l.instance_id = ${instanceId} and l.line_id = ${lineId} and l.call_ref = ${ref}
    ), way as (
      select l.call_ref as ref, c.direction,
        min(coalesce(l.rung_at, l.answered_at, l.ended_at, c.started_at)) as from_at,
        max(coalesce(l.ended_at, l.answered_at, l.rung_at, c.started_at)) as to_at,
        bool_or(l.answered_at is not null) as is_answered,
        bool_or(l.ended_at is not null or l.outcome is not null) as is_over
      from beside b
      join phone_call c on c.instance_id = ${instanceId} and c.activity_id = b.activity_id
      join phone_leg l on l.instance_id = ${instanceId} and l.activity_id = b.activity_id and l.line_id = c.line_id
      group by l.call_ref, c.direction
      union all
      -- One that was tried again and again has forgotten the ways of its first tries.
      select null, c.direction, c.started_at - ${TRIES_MS} * interval '1 millisecond', coalesce(c.ended_at, c.started_at), false, true
      from beside b join phone_call c on c.instance_id = ${instanceId} and c.activity_id = b.activity_id and c.tries > 1
    )
    select * from way limit ${atMost(MAX_WAYS)}`.execute(db);
  return rows.map((row) => ({
    ref: row.ref ?? undefined,
    direction: row.direction === 1 ? 'out' : 'in',
    digits,
    from: row.from_at.getTime(),
    to: row.to_at.getTime(),
    isAnswered: row.is_answered,
    isOver: row.is_over,
  }));
}
