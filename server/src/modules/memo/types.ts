import { TYPES_KEY, memoEvents, type recordActivityCommands } from '@kontor/contract/memo';
import type { ParamsOf } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { filterUsers } from '../account/index.ts';
import './tables.ts';

/** One of the instance's own list of what memos are about. */
export interface TypeRow {
  readonly type_id: number;
  readonly name: string;
  readonly is_offered: boolean;
}

/** The whole list: what is offered in its order, then what is not any more. */
export async function readTypes(db: Db, instanceId: number): Promise<readonly TypeRow[]> {
  return db
    .selectFrom('communication_type')
    .select(['type_id', 'name', 'is_offered'])
    .where('instance_id', '=', instanceId)
    .orderBy('is_offered', 'desc')
    .orderBy('place')
    .orderBy('type_id')
    .execute();
}

/** What a memo may be about: what is offered, and what it is about already. */
export const typesFor = (types: readonly TypeRow[], own: number | null): readonly TypeRow[] =>
  types.filter((type) => type.is_offered || type.type_id === own);

type Saving = ParamsOf<(typeof recordActivityCommands)['saveCommunicationTypes']>;

/** Whether a list is what is offered, in its order. */
const isOffered = (rows: readonly TypeRow[], known: NonNullable<Saving['known']>): boolean => {
  const offered = rows.filter((row) => row.is_offered);
  return (
    offered.length === known.length &&
    known.every(({ id, communicationType }, index) => {
      const row = offered[index];
      return row?.type_id === id && row.name === communicationType;
    })
  );
};

/**
 * Puts another list in the place of the instance's, and returns it as it is kept. Fails with NOT_FOUND for a number that is none of it, COMMUNICATION_TYPES_CONFLICT
 * where it is not the one that is known any more.
 */
export async function replaceTypes(
  ctx: CommandContext,
  types: Saving['types'],
  before: Saving['known'],
): Promise<readonly TypeRow[]> {
  const { db, instance } = ctx;
  // One list after the other: numbers of new ones are counted from the last.
  await sql`select from communication_type where instance_id = ${instance.id} order by type_id for update`.execute(db);
  const known = await readTypes(db, instance.id);
  if (!types.every(({ id }) => id === null || known.some((type) => type.type_id === id))) return fail('NOT_FOUND');
  if (before !== undefined && !isOffered(known, before)) return fail('COMMUNICATION_TYPES_CONFLICT');
  let next = Math.max(0, ...known.map((type) => type.type_id));
  const rows = types.map(({ id, communicationType }, index) => ({
    instance_id: instance.id,
    type_id: id ?? (next += 1),
    name: communicationType,
    place: index + 1,
    is_offered: true,
  }));
  await db
    .updateTable('communication_type')
    .set({ is_offered: false })
    .where('instance_id', '=', instance.id)
    .execute();
  await db
    .insertInto('communication_type')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'type_id']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        place: row.ref('excluded.place'),
        is_offered: row.ref('excluded.is_offered'),
      })),
    )
    .execute();
  const people = await filterUsers(db, instance.id);
  ctx.emit(
    memoEvents.typesChanged,
    { users: people.map(({ userId }) => userId) },
    { keys: [TYPES_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );
  return rows;
}
