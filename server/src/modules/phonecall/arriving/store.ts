import { OUTCOMES, type Outcome } from '@kontor/contract/phonecall';
import { STATES } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';
import { storedOutcome, type Leg } from './calls.ts';

/** A way of a conversation with the call that it belongs to. */
export interface KnownLeg extends Leg {
  readonly activityId: number;
  readonly groupRef: string;
}

interface LegRow {
  readonly call_ref: string;
  readonly terminal: string;
  readonly activity_id: number;
  readonly group_ref: string;
  readonly user_id: number | null;
  readonly direction: 0 | 1 | null;
  readonly number: number | null;
  readonly number_text: string;
  readonly called: number | null;
  readonly called_text: string;
  readonly diverted_from: string;
  readonly system_name: string;
  readonly rung_at: Date | null;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly duration: number | null;
  readonly outcome: number | null;
}

const toLeg = (row: LegRow): KnownLeg => ({
  ref: row.call_ref,
  terminal: row.terminal,
  activityId: row.activity_id,
  groupRef: row.group_ref,
  userId: row.user_id,
  direction: row.direction,
  number: row.number,
  numberText: row.number_text,
  called: row.called,
  calledText: row.called_text,
  divertedFrom: row.diverted_from,
  systemName: row.system_name,
  rungAt: row.rung_at?.getTime() ?? null,
  answeredAt: row.answered_at?.getTime() ?? null,
  endedAt: row.ended_at?.getTime() ?? null,
  duration: row.duration,
  outcome: row.outcome === null ? null : (OUTCOMES[row.outcome] ?? ('unknown' satisfies Outcome)),
});

/** Where a line's ways are looked for. */
export interface LineOf {
  readonly db: Db;
  readonly instanceId: number;
  readonly lineId: number;
}

/** Notes that an event has come; returns whether it is new. */
export async function noteEvent({ db, instanceId, lineId }: LineOf, hash: Buffer, at: Date): Promise<boolean> {
  const { rows } = await sql`insert into phone_event (instance_id, line_id, event_hash, at)
    values (${instanceId}, ${lineId}, ${hash}, ${at}) on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** Forgets events that came before a moment. */
export async function forgetEvents(db: Db, instanceId: number, before: Date): Promise<void> {
  await sql`delete from phone_event where instance_id = ${instanceId} and at < ${before}`.execute(db);
}

/** Waits for all others who take what is said by any of these names. */
export async function holdKeys({ db, instanceId, lineId }: LineOf, keys: readonly string[]): Promise<void> {
  const names = [...new Set(keys)].toSorted().map((key) => `phone ${instanceId} ${lineId} ${key}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(k.name, 0))
    from (select name from unnest(${names}::text[]) with ordinality as n (name, no) order by no offset 0) k`.execute(
    db,
  );
}

/** The ways that have one of these names, or belong to a conversation that has. */
export async function legsNamed(line: LineOf, refs: readonly string[]): Promise<readonly KnownLeg[]> {
  const { rows } = await sql<LegRow>`select * from phone_leg
    where instance_id = ${line.instanceId} and line_id = ${line.lineId}
      and (call_ref = any(${[...refs]}::text[]) or group_ref = any(${[...refs]}::text[]))`.execute(line.db);
  return rows.map(toLeg);
}

/** The ways of conversations. */
export async function legsOf(
  line: LineOf,
  activityIds: readonly number[],
  groupRef: string,
): Promise<readonly KnownLeg[]> {
  const { rows } = await sql<LegRow>`select * from phone_leg
    where instance_id = ${line.instanceId} and activity_id = any(${[...activityIds]}::bigint[]) and group_ref = ${groupRef}`.execute(
    line.db,
  );
  return rows.map(toLeg);
}

/**
 * The ways that a call was forwarded from, or to, within a time around a moment: of the same number, where what one was called at is what the
 * other was forwarded from.
 */
export async function forwardedLegs(
  line: LineOf,
  about: {
    readonly number: number;
    readonly calledDigits: string;
    readonly divertedFrom: string;
    readonly from: Date;
    readonly to: Date;
  },
): Promise<readonly KnownLeg[]> {
  const { db, instanceId, lineId } = line;
  const { number, calledDigits, divertedFrom, from, to } = about;
  const { rows } = await sql<LegRow>`select l.* from phone_call c
    join phone_leg l on l.instance_id = c.instance_id and l.activity_id = c.activity_id
    where c.instance_id = ${instanceId} and c.number = ${number} and c.line_id = ${lineId}
      and c.started_at >= ${from} and c.started_at <= ${to} and c.direction = 0
      and ((${divertedFrom} <> '' and coalesce(l.called::text, l.called_text) = ${divertedFrom})
        or (${divertedFrom} = '' and ${calledDigits} <> '' and l.diverted_from = ${calledDigits}))`.execute(db);
  return rows.map(toLeg);
}

/** The newest call of a number by a line that nobody took and nobody has finished, of those that began within a time. */
export async function missedCall(
  { db, instanceId, lineId }: LineOf,
  number: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ readonly activity_id: number; readonly tries: number } | undefined> {
  const { rows } = await sql<{ activity_id: number; tries: number }>`
    select c.activity_id, c.tries from phone_call c
    where c.instance_id = ${instanceId} and c.number = ${number} and c.line_id = ${lineId} and c.direction = 0 and c.kind = 1
      and c.started_at between ${from} and ${to} and c.outcome = ${storedOutcome('missed')} and c.callback = 0 and c.done_by_call is null
      and exists (select from activity_user au where au.instance_id = ${instanceId} and au.activity_id = c.activity_id
        and au.status <> ${STATES.ready} and not au.trashed)
    order by c.started_at desc limit 1`.execute(db);
  return rows[0];
}

/** Keeps what is known of the ways of a call now. */
export async function putLegs(
  { db, instanceId, lineId }: LineOf,
  activityId: number,
  groupRef: string,
  legs: readonly Leg[],
): Promise<void> {
  if (legs.length === 0) return;
  const column = <T>(value: (leg: Leg) => T) => legs.map(value);
  const moment = (value: (leg: Leg) => number | null) =>
    legs.map((leg) => {
      const at = value(leg);
      return at === null ? null : new Date(at);
    });
  await sql`insert into phone_leg (instance_id, line_id, call_ref, terminal, activity_id, group_ref, user_id, direction, number, number_text,
      called, called_text, diverted_from, system_name, rung_at, answered_at, ended_at, duration, outcome)
    select ${instanceId}, ${lineId}, l.call_ref, l.terminal, ${activityId}, ${groupRef}, l.user_id, l.direction, l.number, l.number_text,
      l.called, l.called_text, l.diverted_from, l.system_name, l.rung_at, l.answered_at, l.ended_at, l.duration, l.outcome
    from unnest(${column((it) => it.ref)}::text[], ${column((it) => it.terminal)}::text[], ${column((it) => it.userId)}::int[],
      ${column((it) => it.direction)}::smallint[], ${column((it) => it.number)}::bigint[], ${column((it) => it.numberText)}::text[],
      ${column((it) => it.called)}::bigint[], ${column((it) => it.calledText)}::text[], ${column((it) => it.divertedFrom)}::text[],
      ${column((it) => it.systemName)}::text[], ${moment((it) => it.rungAt)}::timestamptz[], ${moment((it) => it.answeredAt)}::timestamptz[],
      ${moment((it) => it.endedAt)}::timestamptz[], ${column((it) => it.duration)}::int[],
      ${column((it) => storedOutcome(it.outcome))}::smallint[])
      as l (call_ref, terminal, user_id, direction, number, number_text, called, called_text, diverted_from, system_name, rung_at, answered_at,
        ended_at, duration, outcome)
    on conflict (instance_id, line_id, call_ref, terminal) do update set activity_id = excluded.activity_id, group_ref = excluded.group_ref,
      user_id = excluded.user_id, direction = excluded.direction, number = excluded.number, number_text = excluded.number_text,
      called = excluded.called, called_text = excluded.called_text, diverted_from = excluded.diverted_from,
      system_name = excluded.system_name, rung_at = excluded.rung_at, answered_at = excluded.answered_at, ended_at = excluded.ended_at,
      duration = excluded.duration, outcome = excluded.outcome`.execute(db);
}

/** Has the ways of some calls, and of a conversation, belong to another call and conversation. */
export async function moveLegs(
  { db, instanceId, lineId }: LineOf,
  from: { readonly activityIds: readonly number[]; readonly groupRefs: readonly string[] },
  activityId: number,
  groupRef: string,
): Promise<void> {
  await sql`update phone_leg set activity_id = ${activityId}, group_ref = ${groupRef}
    where instance_id = ${instanceId} and line_id = ${lineId} and activity_id = any(${[...from.activityIds]}::bigint[])
      and group_ref = any(${[...from.groupRefs]}::text[])`.execute(db);
}

/** Forgets all but the newest ways of a call that is tried again and again. */
export async function forgetOldLegs({ db, instanceId }: LineOf, activityId: number, keeps: number): Promise<void> {
  await sql`delete from phone_leg l where l.instance_id = ${instanceId} and l.activity_id = ${activityId} and l.group_ref in (
      select group_ref from phone_leg where instance_id = ${instanceId} and activity_id = ${activityId}
      group by group_ref order by max(coalesce(rung_at, answered_at, ended_at)) desc offset ${keeps})`.execute(db);
}

export interface KnownTerminal {
  readonly terminal: string;
  /** Null for nobody who works here. */
  readonly user_id: number | null;
  readonly list_id: number | null;
  /** When it was noted the last time that an event named it. */
  readonly last_at: Date | null;
}

/** Terminals of a line beyond which no new ones are noted. */
const MAX_TERMINALS = 2000;
/** How often it is noted that one was named, in milliseconds. */
const TERMINAL_MS = 60_000;

/** Who is behind terminals that an event names. */
export async function namedTerminals(
  { db, instanceId, lineId }: LineOf,
  names: readonly string[],
): Promise<ReadonlyMap<string, KnownTerminal>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<KnownTerminal>`
    select t.terminal, u.user_id, t.list_id, t.last_at from phone_terminal t
    left join app_user u on u.instance_id = t.instance_id and u.user_id = t.user_id and u.is_active
    where t.instance_id = ${instanceId} and t.line_id = ${lineId} and t.terminal = any(${[...names]}::text[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.terminal, row]));
}

/** Notes that an event has named terminals, for an administrator to say who is behind those of which nobody has said it. */
export async function noteTerminals(
  { db, instanceId, lineId }: LineOf,
  names: readonly string[],
  known: ReadonlyMap<string, KnownTerminal>,
  now: number,
): Promise<void> {
  const stale = names.filter((name) => (known.get(name)?.last_at?.getTime() ?? 0) < now - TERMINAL_MS);
  if (stale.length > 0)
    await sql`insert into phone_terminal (instance_id, line_id, terminal, last_at)
      select ${instanceId}, ${lineId}, t.name, ${new Date(now)}::timestamptz from unnest(${stale.toSorted()}::text[]) as t (name)
      where exists (select from phone_terminal k where k.instance_id = ${instanceId} and k.line_id = ${lineId} and k.terminal = t.name)
        or (select count(*) from phone_terminal k where k.instance_id = ${instanceId} and k.line_id = ${lineId}) < ${MAX_TERMINALS}
      on conflict (instance_id, line_id, terminal) do update set last_at = excluded.last_at`.execute(db);
}

export async function isBlocked(db: Db, instanceId: number, number: number | null): Promise<boolean> {
  if (number === null) return false;
  const { rows } = await sql`select from phone_block where instance_id = ${instanceId} and number = ${number}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Somebody who sees a call by right. */
export interface CallViewer {
  readonly user_id: number;
  /** They can sign in, and may see calls. */
  readonly is_able: boolean;
  /** They want to see nothing of it on their screens. */
  readonly is_hidden: boolean;
}

/** Who sees a call by right. `right`: the bits of the right to see calls. */
export async function callViewers(
  db: Db,
  instanceId: number,
  activityId: number,
  right: number,
): Promise<readonly CallViewer[]> {
  const { rows } = await sql<CallViewer>`
    select au.user_id, u.is_active and u.rights & ${right} <> 0 as is_able,
      exists (select from phone_hidden h where h.instance_id = au.instance_id and h.activity_id = au.activity_id and h.user_id = au.user_id) as is_hidden
    from activity_user au join app_user u on u.instance_id = au.instance_id and u.user_id = au.user_id
    where au.instance_id = ${instanceId} and au.activity_id = ${activityId} and au.ways <> 2 order by au.user_id`.execute(
    db,
  );
  return rows;
}

/** Who talks, and since when, of some people. */
export async function talkingAmong(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ user_id: number; since: Date }>`
    select received_by as user_id, min(coalesce(answered_at, started_at)) as since from phone_call
    where instance_id = ${instanceId} and outcome = ${storedOutcome('talking')} and outcome in (0, 1) and received_by = any(${[...userIds]}::int[])
    group by received_by`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.since]));
}
