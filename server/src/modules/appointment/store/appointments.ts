import {
  resourceOfCalendar,
  type Access,
  type Alert,
  type AppointmentRepetition,
  type TimeMode,
} from '@kontor/contract/appointment';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { AlertTime, ForeignLines, OutsideOrganiser } from '../tables.ts';
import '../tables.ts';

/** An appointment with what stands in its item. */
export interface AppointmentRow {
  readonly appointment_id: number;
  readonly edit: number;
  readonly title: string;
  readonly calendar_id: number;
  readonly creator_id: number;
  readonly created_at: number;
  readonly description: string;
  readonly location: string;
  readonly meeting_url: string;
  readonly time_mode: TimeMode;
  readonly starts_local: string;
  readonly ends_local: string;
  readonly zone: string | null;
  readonly access: Access;
  readonly color: string;
  readonly type_id: number | null;
  readonly is_free: boolean;
  readonly needs_confirmation: boolean;
  readonly checks_collision: boolean;
  readonly alert: AlertTime | null;
  readonly minute_interval: number;
  readonly record_button: boolean;
  readonly rule: string | null;
  readonly repetition: AppointmentRepetition | null;
  readonly cut_local: string | null;
  readonly excluded: readonly string[];
  /** Local time as if in UTC. */
  readonly horizon_at: Date | null;
  readonly series_id: number | null;
  readonly original_local: string | null;
  readonly group_id: number | null;
  readonly uid: string;
  readonly sequence: number;
  readonly organiser: OutsideOrganiser | null;
  readonly cancelled_at: number | null;
  /** When the invitation was written that is known last, in milliseconds since 1970; 0 for one of ours. */
  readonly stamped_at: number;
  readonly ical_extra: ForeignLines | null;
  /** Records that it is linked with. */
  readonly ido_count: number;
  /** Colour of its type; null for none. */
  readonly type_colour: string | null;
  /** When the occurrence begins that its list entry shows; null before there is one. */
  readonly listed_start: string | null;
}

const COLUMNS = sql`t.appointment_id, t.edit, a.information as title, t.calendar_id, t.creator_id, t.created_at, t.description, t.location, t.meeting_url,
  t.time_mode, t.starts_local, t.ends_local, t.zone, t.access, t.color, t.type_id, t.is_free, t.needs_confirmation, t.checks_collision, t.alert,
  t.minute_interval, t.record_button, t.rule, t.repetition, t.cut_local, t.excluded, t.horizon_at, t.series_id, t.original_local, t.group_id, t.uid,
  t.sequence, t.organiser, t.cancelled_at, t.stamped_at, t.ical_extra, a.ido_count, k.colour as type_colour,
  a.extras ->> 'startDate' as listed_start`;
const JOINED = sql`appointment t join activity a on a.instance_id = t.instance_id and a.activity_id = t.appointment_id
  left join appointment_type k on k.instance_id = t.instance_id and k.type_id = t.type_id`;

/** Appointments by their ids, whoever sees them. */
export async function readAppointments(
  db: Db,
  instanceId: number,
  ids: readonly number[],
): Promise<readonly AppointmentRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AppointmentRow>`select ${COLUMNS} from ${JOINED}
    where t.instance_id = ${instanceId} and t.appointment_id = any(${[...ids]}::bigint[]) order by t.appointment_id`.execute(
    db,
  );
  return rows;
}

const UID_LOCK = 7_340_042;

/** Has what is made of one uid wait for each other, so that an answer and a mail that come at once make one appointment. */
export async function holdUid(db: Db, instanceId: number, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${UID_LOCK}::int, hashtext(${`${instanceId} ${uid}`}))`.execute(db);
}

/** Those that others know by one uid: the appointment or the series first, then changed occurrences. */
export async function appointmentsByUid(db: Db, instanceId: number, uid: string): Promise<readonly AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`select ${COLUMNS} from ${JOINED}
    where t.instance_id = ${instanceId} and t.uid = ${uid} order by t.original_local nulls first`.execute(db);
  return rows;
}

/** The changed occurrences of a series, but for those that are off. */
export async function changedOccurrences(
  db: Db,
  instanceId: number,
  seriesId: number,
): Promise<readonly AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`select ${COLUMNS} from ${JOINED}
    where t.instance_id = ${instanceId} and t.series_id = ${seriesId} order by t.original_local`.execute(db);
  return rows;
}

/** The series that were one with another, with that. */
export async function seriesOfGroup(db: Db, instanceId: number, groupId: number): Promise<readonly AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`select ${COLUMNS} from ${JOINED}
    where t.instance_id = ${instanceId} and t.group_id = ${groupId} and t.rule is not null order by t.starts_local`.execute(
    db,
  );
  return rows;
}

/** Series in some calendars whose occurrences are no spans any more before a moment; `until`: local time as if in UTC. */
export async function seriesBeyond(
  db: Db,
  instanceId: number,
  calendarIds: readonly number[],
  until: Date,
): Promise<readonly AppointmentRow[]> {
  const resourceIds = calendarIds.flatMap((id) => resourceOfCalendar(id) ?? []);
  const { rows } = await sql<AppointmentRow>`select ${COLUMNS} from ${JOINED}
    where t.instance_id = ${instanceId} and t.rule is not null and t.horizon_at < ${until} and t.cancelled_at is null
      and exists (select from appointment_person p where p.instance_id = t.instance_id and p.appointment_id = t.appointment_id
        and (p.user_id = any(${[...calendarIds]}::int[]) or (p.accepts and p.resource_id = any(${resourceIds}::int[])))
        and p.is_active and p.state <> 'declined')
    order by t.appointment_id`.execute(db);
  return rows;
}

/** One with its list entry, which `entries` answers where the person sees it. */
export async function findEntry<Entry>(
  db: Db,
  instanceId: number,
  id: number,
  entries: RawBuilder<Entry>,
): Promise<Entry | undefined> {
  const { rows } = await sql<{ entry: Entry }>`
    with entry as materialized (${entries})
    select row_to_json(entry) as entry from entry
    where entry.activity_id = ${id} and exists (select from appointment t where t.instance_id = ${instanceId} and t.appointment_id = ${id})`.execute(
    db,
  );
  return rows[0]?.entry;
}

/** What is written of an appointment, as its columns have it. */
export interface AppointmentValues {
  readonly calendar_id: number;
  readonly description: string;
  readonly location: string;
  readonly meeting_url: string;
  readonly time_mode: TimeMode;
  readonly starts_local: string;
  readonly ends_local: string;
  readonly zone: string | null;
  readonly access: Access;
  readonly color: string;
  readonly type_id: number | null;
  readonly is_free: boolean;
  readonly needs_confirmation: boolean;
  readonly checks_collision: boolean;
  readonly alert: Alert;
  readonly minute_interval: number;
  readonly record_button: boolean;
  readonly rule: string | null;
  readonly repetition: AppointmentRepetition | null;
}

/** What an appointment has beside that. */
export interface AppointmentMarks {
  readonly series_id: number | null;
  readonly original_local: string | null;
  readonly group_id: number | null;
  readonly cut_local: string | null;
  readonly excluded: readonly string[];
  readonly sequence: number;
  readonly cancelled_at: number | null;
  readonly stamped_at: number;
  readonly ical_extra: ForeignLines | null;
}

const stored = ({ alert, repetition, ...values }: AppointmentValues) => ({
  ...values,
  alert: alert === 'none' ? null : JSON.stringify(alert),
  repetition: repetition === null ? null : JSON.stringify(repetition),
});

/** Puts in an appointment whose item is there. */
export async function insertAppointment(
  db: Db,
  instanceId: number,
  made: AppointmentValues & {
    readonly appointment_id: number;
    readonly creator_id: number;
    readonly created_at: number;
    readonly uid: string;
    readonly organiser: OutsideOrganiser | null;
  } & AppointmentMarks,
): Promise<void> {
  const { appointment_id, creator_id, created_at, uid, organiser, excluded, ...rest } = made;
  const { series_id, original_local, group_id, cut_local, sequence, cancelled_at, stamped_at, ical_extra, ...values } =
    rest;
  await db
    .insertInto('appointment')
    .values({
      ...stored(values),
      instance_id: instanceId,
      appointment_id,
      creator_id,
      created_at,
      uid,
      organiser: organiser === null ? null : JSON.stringify(organiser),
      series_id,
      original_local,
      group_id,
      cut_local,
      excluded: [...excluded],
      sequence,
      cancelled_at,
      stamped_at,
      ical_extra: ical_extra === null ? null : JSON.stringify(ical_extra),
      horizon_at: null,
    })
    .execute();
}

/** Writes the text of an appointment that is being made. */
export async function writeDescription(db: Db, instanceId: number, id: number, description: string): Promise<void> {
  await db
    .updateTable('appointment')
    .set({ description })
    .where('instance_id', '=', instanceId)
    .where('appointment_id', '=', id)
    .execute();
}

/** Writes an edit of an appointment, which was taken for this transaction. Returns its number. */
export async function updateAppointment(
  db: Db,
  instanceId: number,
  id: number,
  values: AppointmentValues,
): Promise<number> {
  const { edit } = await db
    .updateTable('appointment')
    .set((set) => ({ ...stored(values), edit: set('edit', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('appointment_id', '=', id)
    .returning('edit')
    .executeTakeFirstOrThrow();
  return edit;
}

/** Sets what is known of an appointment beside its fields. `isEdit` counts that as one. */
export async function markAppointment(
  db: Db,
  instanceId: number,
  id: number,
  marks: Partial<AppointmentMarks & { readonly horizon_at: Date | null; readonly uid: string }>,
  { isEdit = false }: { readonly isEdit?: boolean } = {},
): Promise<void> {
  const { excluded, ical_extra: extra, ...rest } = marks;
  await db
    .updateTable('appointment')
    .set((set) => ({
      ...rest,
      ...(excluded === undefined ? {} : { excluded: [...excluded] }),
      ...(extra === undefined ? {} : { ical_extra: extra === null ? null : JSON.stringify(extra) }),
      ...(isEdit ? { edit: set('edit', '+', 1) } : {}),
    }))
    .where('instance_id', '=', instanceId)
    .where('appointment_id', '=', id)
    .execute();
}
