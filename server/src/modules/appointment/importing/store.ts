import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { IcalAppointment } from '../icalendar/model.ts';
import './tables.ts';

export type ImportRow = Selectable<Tables['calendar_import']>;
type ImportId = Pick<ImportRow, 'instance_id' | 'import_id'>;
type Changes = Partial<Omit<Insertable<Tables['calendar_import']>, 'instance_id' | 'import_id'>>;

export async function insertImport(db: Db, row: Insertable<Tables['calendar_import']>): Promise<number> {
  const { import_id: id } = await db
    .insertInto('calendar_import')
    .values(row)
    .returning('import_id')
    .executeTakeFirstOrThrow();
  return id;
}

const one = (db: Db, instanceId: number, importId: number) =>
  db.selectFrom('calendar_import').selectAll().where('instance_id', '=', instanceId).where('import_id', '=', importId);

export const findImport = (db: Db, instanceId: number, importId: number): Promise<ImportRow | undefined> =>
  one(db, instanceId, importId).executeTakeFirst();

/** An import, held for this transaction. */
export const lockImport = (db: Db, instanceId: number, importId: number): Promise<ImportRow | undefined> =>
  one(db, instanceId, importId).forUpdate().executeTakeFirst();

export async function updateImport(db: Db, { instance_id, import_id }: ImportId, set: Changes): Promise<void> {
  await db
    .updateTable('calendar_import')
    .set(set)
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .execute();
}

export async function deleteImport(db: Db, { instance_id, import_id }: ImportId): Promise<void> {
  await db
    .deleteFrom('calendar_import')
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .execute();
}

const MAX_LISTED = 20;

/** A person's imports, the newest first. */
export const listImports = (db: Db, instanceId: number, userId: number): Promise<readonly ImportRow[]> =>
  db
    .selectFrom('calendar_import')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .orderBy('import_id', 'desc')
    .limit(atMost(MAX_LISTED))
    .execute();

/** Notes what an import has made or changed. */
export async function insertDone(
  db: Db,
  { instance_id, import_id }: ImportId,
  done: {
    readonly n: number;
    readonly uid: string;
    readonly outcome: 'made' | 'changed';
    readonly stamp: string;
    readonly before: IcalAppointment | null;
  },
): Promise<void> {
  const before = done.before === null ? null : JSON.stringify(done.before);
  await db
    .insertInto('calendar_import_event')
    .values({ ...done, before, instance_id, import_id, undone: null })
    .execute();
}

export type DoneRow = Selectable<Tables['calendar_import_event']>;

/** The last of what an import has made and changed that is not taken back yet. */
export const lastDone = (db: Db, { instance_id, import_id }: ImportId): Promise<DoneRow | undefined> =>
  db
    .selectFrom('calendar_import_event')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .where('undone', 'is', null)
    .orderBy('n', 'desc')
    .limit(atMost(1))
    .executeTakeFirst();

export async function markUndone(
  db: Db,
  { instance_id, import_id, n }: Pick<DoneRow, 'instance_id' | 'import_id' | 'n'>,
  undone: 'taken' | 'left',
): Promise<void> {
  await db
    .updateTable('calendar_import_event')
    .set({ undone })
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .where('n', '=', n)
    .execute();
}

/** An appointment of a uid, as it stands with a person. */
export interface KnownRow {
  readonly appointment_id: number;
  readonly uid: string;
  readonly edit: number;
  readonly sequence: number;
  readonly stamped_at: number;
  readonly original_local: string | null;
  readonly is_cancelled: boolean;
  readonly is_creator: boolean;
  readonly takes_part: boolean;
  readonly is_removed: boolean;
}

/** What there is of some uids in the instance, in whatever calendar. */
export async function knownOf(
  db: Db,
  instanceId: number,
  userId: number,
  uids: readonly string[],
): Promise<readonly KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    select t.appointment_id, t.uid, t.edit, t.sequence, t.stamped_at, t.original_local, t.cancelled_at is not null as is_cancelled,
      t.creator_id = ${userId} as is_creator, p.member_id is not null as takes_part, coalesce(p.is_removed, false) as is_removed
    from appointment t left join appointment_person p
      on p.instance_id = t.instance_id and p.appointment_id = t.appointment_id and p.user_id = ${userId} and p.is_active
    where t.instance_id = ${instanceId} and t.uid = any(${[...uids]}::text[])
    order by t.original_local nulls first, t.appointment_id`.execute(db);
  return rows;
}
