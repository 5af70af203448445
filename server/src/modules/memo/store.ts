import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import './tables.ts';

/** A memo with what stands in its item. */
export interface MemoRow extends Omit<Selectable<Tables['memo']>, 'instance_id'> {
  readonly title: string;
  readonly contact: string;
  readonly ts: Date;
}

const COLUMNS = sql`m.memo_id, m.edit, m.content, m.communication_type, m.contact_person_id, m.duration_s, m.alarm_at, m.created_by,
  a.information as title, a.contact, a.ts`;
const JOINED = sql`memo m join activity a on a.instance_id = m.instance_id and a.activity_id = m.memo_id`;

/** Memos by their ids, whoever sees them. */
export async function readMemos(db: Db, instanceId: number, memoIds: readonly number[]): Promise<readonly MemoRow[]> {
  const { rows } = await sql<MemoRow>`select ${COLUMNS} from ${JOINED}
    where m.instance_id = ${instanceId} and m.memo_id = any(${[...memoIds]}::bigint[])`.execute(db);
  return rows;
}

/** A memo with its list entry, which `entries` answers where the person sees it. */
export async function findWithEntry<Entry>(
  db: Db,
  instanceId: number,
  entries: RawBuilder<Entry>,
): Promise<(MemoRow & { readonly entry: Entry }) | undefined> {
  const { rows } = await sql<MemoRow & { entry: Entry }>`
    with entry as materialized (${entries})
    select ${COLUMNS}, row_to_json(entry) as entry from entry
    join ${JOINED} on m.instance_id = ${instanceId} and m.memo_id = entry.activity_id`.execute(db);
  return rows[0];
}

export async function insertMemo(db: Db, instanceId: number, memoId: number, createdBy: number): Promise<void> {
  await db.insertInto('memo').values({ instance_id: instanceId, memo_id: memoId, created_by: createdBy }).execute();
}

/** What is edited of a memo, which was taken for this transaction. Returns the number of the edit. */
export async function updateMemo(
  db: Db,
  instanceId: number,
  memoId: number,
  edited: Pick<MemoRow, 'content' | 'communication_type' | 'contact_person_id' | 'duration_s' | 'alarm_at'>,
): Promise<number> {
  const { edit } = await db
    .updateTable('memo')
    .set((set) => ({ ...edited, edit: set('edit', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('memo_id', '=', memoId)
    .returning('edit')
    .executeTakeFirstOrThrow();
  return edit;
}

/** Those of some memos that a person has written. */
export async function writtenBy(
  db: Db,
  instanceId: number,
  userId: number,
  memoIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ memo_id: number }>`select memo_id from memo
    where instance_id = ${instanceId} and created_by = ${userId} and memo_id = any(${[...memoIds]}::bigint[])`.execute(
    db,
  );
  return rows.map((row) => row.memo_id);
}

/** Says of memos about contact persons that they are about others. Returns each of them with whom it was about. */
export async function changePersons(
  db: Db,
  instanceId: number,
  persons: ReadonlyMap<number, number>,
): Promise<readonly (readonly [memoId: number, personId: number])[]> {
  if (persons.size === 0) return [];
  const { rows } = await sql<{ memo_id: number; was: number }>`update memo m set contact_person_id = p.becomes
    from unnest(${[...persons.keys()]}::bigint[], ${[...persons.values()]}::bigint[]) as p (was, becomes)
    where m.instance_id = ${instanceId} and m.contact_person_id = p.was returning m.memo_id, p.was`.execute(db);
  return rows.map((row) => [row.memo_id, row.was]);
}

/** The reverse, for memos that are still about whom they became to be about. */
export async function restorePersons(
  db: Db,
  instanceId: number,
  persons: ReadonlyMap<number, number>,
  memos: readonly (readonly [memoId: number, personId: number])[],
): Promise<void> {
  const back = memos.flatMap(([memoId, was]) => {
    const becomes = persons.get(was);
    return becomes === undefined ? [] : { memoId, was, becomes };
  });
  if (back.length === 0) return;
  await sql`update memo m set contact_person_id = b.was
    from unnest(${back.map((it) => it.memoId)}::bigint[], ${back.map((it) => it.was)}::bigint[],
      ${back.map((it) => it.becomes)}::bigint[]) as b (memo_id, was, becomes)
    where m.instance_id = ${instanceId} and m.memo_id = b.memo_id and m.contact_person_id = b.becomes`.execute(db);
}

/**
 * The seconds that memos among some items say were spent, by who has written them, of those that a person sees; who has spent most first.
 * `items`: SQL of a table with `activity_id` and `ts`. `from` and `before`: seconds since 1970.
 */
export async function readTimeSpent(
  db: Db,
  { instanceId, userId }: { readonly instanceId: number; readonly userId: number },
  items: RawBuilder<unknown>,
  { from, before }: { readonly from: number | null; readonly before: number | null },
): Promise<readonly { readonly created_by: number; readonly seconds: number }[]> {
  const { rows } = await sql<{ created_by: number; seconds: number }>`
    select m.created_by, sum(m.duration_s)::bigint as seconds from ${items} h
    join memo m on m.instance_id = ${instanceId} and m.memo_id = h.activity_id and m.duration_s > 0
    join activity_user au on au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = m.memo_id and not au.trashed
    where (${from}::float8 is null or h.ts >= to_timestamp(${from}))
      and (${before}::float8 is null or h.ts < to_timestamp(${before}))
    group by m.created_by order by seconds desc, m.created_by`.execute(db);
  return rows;
}
