import type { BookingPage } from '@kontor/contract/appointment';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import '../tables.ts';

export type PageRow = Omit<Selectable<Tables['booking_page']>, 'instance_id'>;

/** What is written of a page. */
export type PageValues = Omit<BookingPage, 'id' | 'slug' | 'url' | 'owner' | 'groupId'>;

/** The pages of a person, and those of groups where they are asked for, by title. */
export async function readPages(
  db: Db,
  instanceId: number,
  ownerId: number,
  withGroups: boolean,
): Promise<readonly PageRow[]> {
  return db
    .selectFrom('booking_page')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where((eb) =>
      withGroups ? eb.or([eb('owner_id', '=', ownerId), eb('group_id', 'is not', null)]) : eb('owner_id', '=', ownerId),
    )
    .orderBy(sql`title collate "de-x-icu"`)
    .orderBy('page_id')
    .execute();
}

/** A page by its number, held for the transaction. */
export async function takePage(db: Db, instanceId: number, id: number): Promise<PageRow | undefined> {
  return db
    .selectFrom('booking_page')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('page_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function findPage(db: Db, instanceId: number, id: number): Promise<PageRow | undefined> {
  return db
    .selectFrom('booking_page')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('page_id', '=', id)
    .executeTakeFirst();
}

export async function findPageBySlug(db: Db, instanceId: number, slug: string): Promise<PageRow | undefined> {
  return db
    .selectFrom('booking_page')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}

/** How many pages a person has; null: all groups together. */
export async function countPages(db: Db, instanceId: number, ownerId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking_page where instance_id = ${instanceId}
      and owner_id is not distinct from ${ownerId}::int`.execute(db);
  return rows[0]?.count ?? 0;
}

const stored = (values: PageValues) => ({
  title: values.title,
  description: values.text,
  durations: [...values.durations],
  location: values.location,
  hours: JSON.stringify(values.hours),
  buffer_before: values.bufferBefore,
  buffer_after: values.bufferAfter,
  notice_hours: values.noticeHours,
  days_ahead: values.daysAhead,
  max_per_day: values.maxPerDay,
  is_on: values.isOn,
  type_id: values.appointmentType,
  alert: values.alert === 'none' ? null : JSON.stringify(values.alert),
});

/** Makes a page. Returns its number; undefined where another one has its slug. */
export async function insertPage(
  db: Db,
  instanceId: number,
  whose: { readonly slug: string; readonly owner_id: number | null; readonly group_id: number | null },
  values: PageValues,
): Promise<number | undefined> {
  const row = await db
    .insertInto('booking_page')
    .values({ ...stored(values), ...whose, instance_id: instanceId })
    .onConflict((conflict) => conflict.columns(['instance_id', 'slug']).doNothing())
    .returning('page_id')
    .executeTakeFirst();
  return row?.page_id;
}

/** Whether another page than this one has a slug. */
export async function isSlugTaken(db: Db, instanceId: number, slug: string, id: number): Promise<boolean> {
  const row = await findPageBySlug(db, instanceId, slug);
  return row !== undefined && row.page_id !== id;
}

export async function updatePage(
  db: Db,
  instanceId: number,
  { id, slug }: { readonly id: number; readonly slug: string },
  values: PageValues,
): Promise<void> {
  await db
    .updateTable('booking_page')
    .set({ ...stored(values), slug })
    .where('instance_id', '=', instanceId)
    .where('page_id', '=', id)
    .execute();
}

/** Takes a page away with what waits to be confirmed on it. What was booked stays, of no page. */
export async function deletePage(db: Db, instanceId: number, id: number): Promise<void> {
  await sql`delete from booking_hold where instance_id = ${instanceId} and page_id = ${id} and appointment_id is null`.execute(
    db,
  );
  await sql`update booking_hold set page_id = null where instance_id = ${instanceId} and page_id = ${id}`.execute(db);
  await sql`delete from booking_page where instance_id = ${instanceId} and page_id = ${id}`.execute(db);
}
