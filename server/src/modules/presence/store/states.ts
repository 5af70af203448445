import type { StateCounts, StateType } from '@kontor/contract/presence';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import '../tables.ts';

export interface StateRow {
  readonly state_id: number;
  readonly type: StateType;
  readonly text_de: string;
  readonly text_en: string;
  readonly icon: string;
  readonly colour: string;
  readonly counts: StateCounts;
  readonly is_busy: boolean;
}

/** The states of an instance that are not gone, in their order. */
export const readStates = (db: Db, instanceId: number): Promise<readonly StateRow[]> =>
  db
    .selectFrom('user_state')
    .select(['state_id', 'type', 'text_de', 'text_en', 'icon', 'colour', 'counts', 'is_busy'])
    .where('instance_id', '=', instanceId)
    .where('gone', '=', false)
    .orderBy('sort')
    .orderBy('state_id')
    .execute();

/** Changes of the list of states come one after the other. */
export async function lockStates({ db, instance }: ChangeContext): Promise<void> {
  await sql`select from user_state where instance_id = ${instance.id} order by state_id for update`.execute(db);
}

/** Writes a state, which has the next number where none is given. Returns the number. */
export async function putState(
  { db, instance }: ChangeContext,
  { state_id: stateId, ...row }: Omit<StateRow, 'state_id'> & { readonly state_id: number | undefined },
): Promise<number> {
  if (stateId !== undefined) {
    await db
      .updateTable('user_state')
      .set(row)
      .where('instance_id', '=', instance.id)
      .where('state_id', '=', stateId)
      .execute();
    return stateId;
  }
  const last = await db
    .selectFrom('user_state')
    .select(({ fn }) => [fn.max('state_id').as('state_id'), fn.max('sort').as('sort')])
    .where('instance_id', '=', instance.id)
    .executeTakeFirst();
  const next = (last?.state_id ?? 0) + 1;
  await db
    .insertInto('user_state')
    .values({ ...row, instance_id: instance.id, state_id: next, sort: (last?.sort ?? 0) + 1 })
    .execute();
  return next;
}

export async function removeState({ db, instance }: ChangeContext, stateId: number): Promise<void> {
  await db
    .updateTable('user_state')
    .set({ gone: true })
    .where('instance_id', '=', instance.id)
    .where('state_id', '=', stateId)
    .execute();
}

/** Puts states in the order given. */
export async function sortStates({ db, instance }: ChangeContext, stateIds: readonly number[]): Promise<void> {
  await sql`update user_state s set sort = o.n from unnest(${[...stateIds]}::int[]) with ordinality as o (state_id, n)
    where s.instance_id = ${instance.id} and s.state_id = o.state_id`.execute(db);
}

/** Whether places have a state. */
export async function isStateOfPlace({ db, instance }: ChangeContext, stateId: number): Promise<boolean> {
  const row = await db
    .selectFrom('automatic_state')
    .select('automatic_id')
    .where('instance_id', '=', instance.id)
    .where('state_id', '=', stateId)
    .where('gone', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}
