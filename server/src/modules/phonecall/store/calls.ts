import { MAX_CONTACT_CALLS, OUTCOMES, type CallLeg, type Outcome } from '@kontor/contract/phonecall';
import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** What calls are: a conversation, a fax, a voice message. */
export const CALL_KINDS = { call: 1, fax: 2, voice: 3 } as const;
export type CallKind = (typeof CALL_KINDS)[keyof typeof CALL_KINDS];
/** Whether somebody is to be called back. */
export const CALLBACKS = { none: 0, wanted: 1, done: 2 } as const;
export type Callback = (typeof CALLBACKS)[keyof typeof CALLBACKS];

/** What is kept of a call beside its item. */
export interface CallFields {
  readonly line_id: number | null;
  readonly group_ref: string | null;
  readonly kind: CallKind;
  /** 0 came in, 1 went out. */
  readonly direction: 0 | 1;
  readonly number: number | null;
  readonly number_text: string;
  readonly called: number | null;
  readonly called_text: string;
  readonly started_at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  /** Seconds. */
  readonly duration: number;
  readonly outcome: Outcome;
  /** Null for nobody. */
  readonly received_by: number | null;
  readonly received_for: number | null;
  readonly callback: Callback;
  readonly callback_until: Date | null;
  readonly callback_by: number | null;
  /** Plain text. */
  readonly reason: string;
  readonly system_name: string;
  readonly name_id: number | null;
  readonly file_hash: string | null;
  readonly file_name: string;
  readonly file_type: string;
  readonly file_size: number;
  readonly fax_pages: number;
  readonly tries: number;
  readonly is_manual: boolean;
  readonly created_by: number | null;
  readonly done_by_call: number | null;
}

/** A call with what its item and its list say. */
export interface CallRow extends CallFields {
  readonly activity_id: number;
  readonly edit: number;
  /** Fields that people have written (`PEOPLES`). */
  readonly people_wrote: readonly string[];
  /** Of its list; 0 for a call that is its people's alone. */
  readonly box_id: number;
  readonly list_name: string;
  readonly shows_number: boolean;
  readonly may_print: boolean;
  /** 2 or 3: what an answered call is for who took it. */
  readonly answered_status: number;
  /** Who has made the call that has called back this one; null for nobody. */
  readonly done_by_user: number | null;
}

type StoredRow = Omit<CallRow, 'outcome'> & { readonly outcome: number };

const FIELDS = [
  'line_id',
  'group_ref',
  'kind',
  'direction',
  'number',
  'number_text',
  'called',
  'called_text',
  'started_at',
  'answered_at',
  'ended_at',
  'duration',
  'outcome',
  'received_by',
  'received_for',
  'callback',
  'callback_until',
  'callback_by',
  'reason',
  'system_name',
  'name_id',
  'file_hash',
  'file_name',
  'file_type',
  'file_size',
  'fax_pages',
  'tries',
  'is_manual',
  'created_by',
  'done_by_call',
] as const satisfies readonly (keyof CallFields)[];

const COLUMNS = sql`c.activity_id, c.edit, c.people_wrote, ${sql.raw(FIELDS.map((field) => `c.${field}`).join(', '))}, a.box_id,
  coalesce(b.name, '') as list_name, coalesce(l.shows_number, false) as shows_number, coalesce(l.may_print, false) as may_print,
  coalesce(l.answered_status, 2) as answered_status,
  (select coalesce(back.received_by, back.created_by) from phone_call back
    where back.instance_id = c.instance_id and back.activity_id = c.done_by_call) as done_by_user`;
const JOINED = sql`phone_call c
  join activity a on a.instance_id = c.instance_id and a.activity_id = c.activity_id
  left join box b on b.instance_id = c.instance_id and b.box_id = a.box_id
  left join call_list l on l.instance_id = c.instance_id and l.box_id = a.box_id`;

const toRow = <Row extends StoredRow>({ outcome, ...row }: Row) => ({
  ...row,
  outcome: OUTCOMES[outcome] ?? 'unknown',
});

/** The number that the database keeps for an outcome. */
export const outcomeNumber = (outcome: Outcome): number => OUTCOMES.indexOf(outcome);

/** Calls by their ids, whoever sees them. */
export async function readCalls(db: Db, instanceId: number, activityIds: readonly number[]): Promise<CallRow[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<StoredRow>`select ${COLUMNS} from ${JOINED}
    where c.instance_id = ${instanceId} and c.activity_id = any(${[...activityIds]}::bigint[])`.execute(db);
  return rows.map(toRow);
}

/** A call with its list entry, which `entries` answers where the person sees it. */
export async function findWithEntry<Entry>(
  db: Db,
  instanceId: number,
  entries: RawBuilder<Entry>,
): Promise<(CallRow & { readonly entry: Entry; readonly line_title: string }) | undefined> {
  const { rows } = await sql<StoredRow & { entry: Entry; line_title: string }>`
    with entry as materialized (${entries})
    select ${COLUMNS}, row_to_json(entry) as entry, coalesce(p.title, '') as line_title from entry
    join ${JOINED} on c.instance_id = ${instanceId} and c.activity_id = entry.activity_id
    left join phone_line p on p.instance_id = c.instance_id and p.line_id = c.line_id`.execute(db);
  return rows.map(toRow)[0];
}

/** Calls that a condition about `c`, a row of `phone_call`, and `a`, its item, holds for. */
export async function findCalls(
  db: Db,
  where: RawBuilder<unknown>,
  { order, most }: { readonly order: RawBuilder<unknown>; readonly most: number },
): Promise<CallRow[]> {
  const { rows } =
    await sql<StoredRow>`select ${COLUMNS} from ${JOINED} where ${where} order by ${order} limit ${atMost(most)}`.execute(
      db,
    );
  return rows.map(toRow);
}

const stored = <Fields extends Partial<CallFields>>({ outcome, ...fields }: Fields) => ({
  ...fields,
  ...(outcome === undefined ? {} : { outcome: outcomeNumber(outcome) }),
});

/** Puts in a call whose item is there. */
export async function insertCallRow(db: Db, instanceId: number, activityId: number, call: CallFields): Promise<void> {
  const { outcome, ...fields } = call;
  await db
    .insertInto('phone_call')
    .values({ ...fields, outcome: outcomeNumber(outcome), instance_id: instanceId, activity_id: activityId })
    .execute();
}

/**
 * Changes what is named of a call, which was taken for this transaction. `edited`: by somebody, which is counted, with all
 * fields that people have written by now. Returns the number of the last edit.
 */
export async function updateCallRow(
  db: Db,
  instanceId: number,
  activityId: number,
  changes: Partial<CallFields>,
  edited?: { readonly peopleWrote: readonly string[] },
): Promise<number> {
  const { edit } = await db
    .updateTable('phone_call')
    .set((set) => ({
      ...stored(changes),
      ...(edited === undefined ? {} : { people_wrote: [...edited.peopleWrote] }),
      edit: set('edit', '+', edited === undefined ? 0 : 1),
    }))
    .where('instance_id', '=', instanceId)
    .where('activity_id', '=', activityId)
    .returning('edit')
    .executeTakeFirstOrThrow();
  return edit;
}

/** Says of a call's item whether it came in (0) or went out (1), for all who see it. */
export async function setDirection(db: Db, instanceId: number, activityId: number, direction: 0 | 1): Promise<void> {
  await sql`update activity set direction = ${direction} where instance_id = ${instanceId} and activity_id = ${activityId}`.execute(
    db,
  );
  await sql`update activity_user set direction = ${direction} where instance_id = ${instanceId} and activity_id = ${activityId}`.execute(
    db,
  );
}

/** Those of some calls that others took, wrote down or were meant by, and a person did not. */
export async function callsOfOthers(
  db: Db,
  instanceId: number,
  userId: number,
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ activity_id: number }>`select activity_id from phone_call
    where instance_id = ${instanceId} and activity_id = any(${[...callIds]}::bigint[])
      and not coalesce(${userId} in (received_by, received_for, created_by), false)
      and coalesce(received_by, received_for, created_by) is not null`.execute(db);
  return new Set(rows.map((row) => row.activity_id));
}

/** The ways that a conversation took, in their order. What ends at no terminal in particular was not missed where a terminal had taken it. */
export async function readLegs(db: Db, instanceId: number, activityId: number): Promise<CallLeg[]> {
  const rows = await db
    .selectFrom('phone_leg')
    .select(['call_ref', 'rung_at', 'answered_at', 'ended_at', 'user_id', 'terminal', 'outcome', 'duration'])
    .where('instance_id', '=', instanceId)
    .where('activity_id', '=', activityId)
    .orderBy(sql`coalesce(rung_at, answered_at, ended_at)`)
    .orderBy('terminal')
    .execute();
  const taken = new Set(rows.flatMap((row) => (row.answered_at === null ? [] : row.call_ref)));
  const outcomeOf = (row: (typeof rows)[number]): Outcome => {
    if (row.outcome === null) return row.answered_at === null ? 'ringing' : 'talking';
    const outcome = OUTCOMES[row.outcome] ?? 'unknown';
    const isUntaken = outcome === 'missed' || outcome === 'cancelled';
    return isUntaken && row.terminal === '' && taken.has(row.call_ref) ? 'answered' : outcome;
  };
  return rows.map((row) => ({
    at: Math.floor((row.rung_at ?? row.answered_at ?? row.ended_at ?? new Date(0)).getTime() / 1000),
    userId: row.user_id ?? 0,
    terminal: row.terminal,
    outcome: outcomeOf(row),
    duration: row.duration ?? secondsBetween(row.answered_at, row.ended_at),
  }));
}

const secondsBetween = (from: Date | null, to: Date | null): number =>
  from === null || to === null ? 0 : Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));

/** The newest calls of a number that a person sees, without one of them. */
export const seenNumberCalls = (
  db: Db,
  instanceId: number,
  userId: number,
  number: number,
  exceptId: number,
): Promise<CallRow[]> =>
  findCalls(
    db,
    sql`c.instance_id = ${instanceId} and c.number = ${number} and c.activity_id <> ${exceptId} and exists (
      select from activity_user au where au.instance_id = c.instance_id and au.user_id = ${userId} and au.activity_id = c.activity_id
        and not au.trashed)`,
    { order: sql`c.started_at desc, c.activity_id desc`, most: MAX_CONTACT_CALLS },
  );

/** Calls that nobody has said the end of for so long are over. */
export const MAX_CALL_MS = 4 * 3_600_000;
const MAX_RUNNING = 50;

/**
 * The calls that are going on and concern a person, the newest first: that ring at a terminal of theirs, or in a list of theirs if nobody in particular is
 * rung; and those that they talk in. Calls whose card they have put away are left out.
 */
export const seenRunning = (db: Db, instanceId: number, userId: number, now: number): Promise<CallRow[]> =>
  findCalls(
    db,
    sql`c.instance_id = ${instanceId} and c.outcome in (0, 1) and c.started_at > ${new Date(now - MAX_CALL_MS)}
      and exists (select from activity_user au where au.instance_id = c.instance_id and au.user_id = ${userId}
        and au.activity_id = c.activity_id and au.ways <> 2 and not au.trashed)
      and not exists (select from phone_hidden h where h.instance_id = c.instance_id and h.activity_id = c.activity_id and h.user_id = ${userId})
      and (${userId} in (c.received_by, c.received_for, c.created_by)
        or (c.outcome = 0 and (
          exists (select from phone_leg g where g.instance_id = c.instance_id and g.activity_id = c.activity_id and g.user_id = ${userId} and g.ended_at is null)
          or not exists (select from phone_leg g where g.instance_id = c.instance_id and g.activity_id = c.activity_id and g.user_id is not null))))`,
    { order: sql`c.started_at desc, c.activity_id desc`, most: MAX_RUNNING },
  );

/** Has a call leave the screens of a person. */
export async function hideCall(db: Db, instanceId: number, activityId: number, userId: number): Promise<void> {
  await db
    .insertInto('phone_hidden')
    .values({ instance_id: instanceId, activity_id: activityId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Who sees calls, by the calls. */
export async function viewersOfCalls(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ activity_id: number; user_ids: number[] }>`
    select activity_id, array_agg(user_id) as user_ids from activity_user
    where instance_id = ${instanceId} and activity_id = any(${[...activityIds]}::bigint[]) group by activity_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.activity_id, row.user_ids]));
}

/** A call that a person sees, for its file. */
export async function seenCallFile(
  db: Db,
  instanceId: number,
  userId: number,
  activityId: number,
): Promise<CallRow | undefined> {
  const [call] = await findCalls(
    db,
    sql`c.instance_id = ${instanceId} and c.activity_id = ${activityId} and exists (
      select from activity_user au where au.instance_id = c.instance_id and au.user_id = ${userId} and au.activity_id = c.activity_id)`,
    { order: sql`c.activity_id`, most: 1 },
  );
  return call;
}
