import { sql, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import '../tables.ts';

/** Somebody who may sign in, with what they have chosen and where they are; null in all of it where they never said. */
export interface PersonRow {
  readonly user_id: number;
  readonly name: string;
  readonly avatar: string | null;
  readonly state_id: number | null;
  readonly chosen_at: Date | null;
  readonly until: Date | null;
  readonly personal_text: string | null;
  readonly automatic_id: number | null;
  readonly automatic_at: Date | null;
  readonly previous_state_id: number | null;
  readonly hidden: boolean;
  /** When a session of theirs was last used. */
  readonly used_at: Date | null;
  /** Of the place. */
  readonly place_icon: string | null;
  readonly place_state_id: number | null;
  readonly place_schedule: string | null;
}

/** Everybody of an instance who may sign in, or those of some people, in the order of their names. */
export async function readPersons(
  db: Db,
  instanceId: number,
  userIds: readonly number[] | null,
): Promise<readonly PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.user_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name, u.avatar,
      p.state_id, p.chosen_at, p.until, p.personal_text, p.automatic_id, p.automatic_at, p.previous_state_id,
      coalesce(p.hidden, false) as hidden, s.used_at, a.icon as place_icon, a.state_id as place_state_id, a.schedule as place_schedule
    from app_user u
    left join user_presence p on p.instance_id = u.instance_id and p.user_id = u.user_id
    left join automatic_state a on a.instance_id = p.instance_id and a.automatic_id = p.automatic_id and not a.gone
    left join (
      select user_id, max(last_used_at) as used_at from session where instance_id = ${instanceId} and ended_at is null
        and (${userIds === null} or user_id = any(${[...(userIds ?? [])]}::int[])) group by user_id
    ) s on s.user_id = u.user_id
    where u.instance_id = ${instanceId} and u.is_active
      and (${userIds === null} or u.user_id = any(${[...(userIds ?? [])]}::int[]))
    order by u.last_name collate "de-x-icu", u.first_name collate "de-x-icu", u.user_id`.execute(db);
  return rows;
}

export type OwnRow = Selectable<Tables['user_presence']>;

/** What a person has said of themselves, taken for this transaction. */
export async function takeOwn({ db, instance }: ChangeContext, userId: number): Promise<OwnRow> {
  await db
    .insertInto('user_presence')
    .values({ instance_id: instance.id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('user_presence')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export type OwnChange = Omit<Updateable<Tables['user_presence']>, 'instance_id' | 'user_id' | 'version'>;

export const updateOwn = ({ db, instance }: ChangeContext, userId: number, change: OwnChange): Promise<unknown> =>
  db
    .updateTable('user_presence')
    .set({ ...change, version: sql`version + 1` })
    .where('instance_id', '=', instance.id)
    .where('user_id', '=', userId)
    .execute();

/** What is null of who is at no place. */
export const NOWHERE = {
  automatic_id: null,
  automatic_at: null,
  automatic_session: null,
  previous_state_id: null,
} as const;

const idsOf = (rows: readonly { readonly user_id: number }[]): readonly number[] => rows.map((row) => row.user_id);

/** Ends the choice of a state by whoever made it. Returns those people. */
export const dropState = async ({ db, instance }: ChangeContext, stateId: number): Promise<readonly number[]> =>
  idsOf(
    await db
      .updateTable('user_presence')
      .set({ state_id: null, until: null, version: sql`version + 1` })
      .where('instance_id', '=', instance.id)
      .where('state_id', '=', stateId)
      .returning('user_id')
      .execute(),
  );

/** Those who have chosen a state, or are at a place that has it. */
export async function peopleWithState({ db, instance }: ChangeContext, stateId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select p.user_id from user_presence p
    left join automatic_state a on a.instance_id = p.instance_id and a.automatic_id = p.automatic_id
    where p.instance_id = ${instance.id} and (p.state_id = ${stateId} or a.state_id = ${stateId})`.execute(db);
  return idsOf(rows);
}

export const peopleAtPlace = async ({ db, instance }: ChangeContext, automaticId: number): Promise<readonly number[]> =>
  idsOf(
    await db
      .selectFrom('user_presence')
      .select('user_id')
      .where('instance_id', '=', instance.id)
      .where('automatic_id', '=', automaticId)
      .execute(),
  );

/** Has everybody leave a place. Returns those who were there. */
export const leavePlace = async ({ db, instance }: ChangeContext, automaticId: number): Promise<readonly number[]> =>
  idsOf(
    await db
      .updateTable('user_presence')
      .set({ ...NOWHERE, version: sql`version + 1` })
      .where('instance_id', '=', instance.id)
      .where('automatic_id', '=', automaticId)
      .returning('user_id')
      .execute(),
  );

/** Those who are hidden, whatever the instance says of it. */
export const hiddenPeople = async ({ db, instance }: ChangeContext): Promise<readonly number[]> =>
  idsOf(
    await db
      .selectFrom('user_presence')
      .select('user_id')
      .where('instance_id', '=', instance.id)
      .where('hidden', '=', true)
      .execute(),
  );

/** Instances in which a choice, a wait or the time at a place is over, over all of them. */
export async function instancesToEnd(owner: Db, now: Date, enteredBefore: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ instance_id: number }>`
    select instance_id from user_presence where until <= ${now}
    union select instance_id from user_presence where automatic_at <= ${enteredBefore}
    union select instance_id from presence_wait where until <= ${now}`.execute(owner);
  return rows.map((row) => row.instance_id);
}

/** Ends choices whose time is over, and places that were entered before a moment. Returns whose they were. */
export async function endOver(
  { db, instance }: ChangeContext,
  now: Date,
  enteredBefore: Date,
): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with due as materialized (
      select user_id from user_presence where instance_id = ${instance.id} and (until <= ${now} or automatic_at <= ${enteredBefore})
      order by user_id for update
    )
    update user_presence p set version = version + 1,
      state_id = case when p.until <= ${now} then null else p.state_id end,
      until = case when p.until <= ${now} then null else p.until end,
      automatic_id = case when p.automatic_at <= ${enteredBefore} then null else p.automatic_id end,
      automatic_session = case when p.automatic_at <= ${enteredBefore} then null else p.automatic_session end,
      previous_state_id = case when p.automatic_at <= ${enteredBefore} then null else p.previous_state_id end,
      automatic_at = case when p.automatic_at <= ${enteredBefore} then null else p.automatic_at end
    from due where p.instance_id = ${instance.id} and p.user_id = due.user_id returning p.user_id`.execute(db);
  return idsOf(rows);
}

/** Writes down what somebody has chosen who never said anything. */
export async function insertChoice(
  db: Db,
  instanceId: number,
  userId: number,
  choice: { readonly stateId: number; readonly text: string | null; readonly chosenAt: Date },
): Promise<void> {
  await db
    .insertInto('user_presence')
    .values({
      instance_id: instanceId,
      user_id: userId,
      state_id: choice.stateId,
      chosen_at: choice.chosenAt,
      personal_text: choice.text,
    })
    .execute();
}
