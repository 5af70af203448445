import { sql } from 'kysely';
import { atMost } from '../db/at-most.ts';
import type { Db } from '../db/database.ts';
import { hasBegun } from '../db/instance-lock.ts';
import type { ChangeContext } from './context.ts';

/** A command as it is remembered by its process id. */
export interface LoggedCommand {
  readonly command: string;
  readonly state: 'queued' | 'done' | 'failed';
  readonly answer: unknown;
  readonly request_hash: Buffer;
}

/**
 * Takes a process id for this transaction, waiting for another one that holds it; false where it was taken before. With `queued`,
 * which are the parameters, the command is yet to be carried out. May be sent together with BEGIN.
 */
export async function takeProcessId(
  ctx: ChangeContext,
  userId: number,
  taken: { readonly processId: string; readonly command: string; readonly hash: Buffer; readonly queued: unknown },
): Promise<boolean> {
  const isQueued = taken.queued !== undefined;
  const { rows } = await sql`
    insert into command_log (instance_id, user_id, process_id, command, request_hash, state, parameters)
    select ${ctx.instance.id}::int, ${userId}::int, ${taken.processId}::uuid, ${taken.command}::text, ${taken.hash}::bytea,
      ${isQueued ? 'queued' : 'done'}::text, ${isQueued ? JSON.stringify(taken.queued) : null}::json where ${hasBegun}
    on conflict (instance_id, user_id, process_id) do nothing returning 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Notes how a command ended. */
export async function finish(
  ctx: ChangeContext,
  userId: number,
  processId: string,
  state: 'done' | 'failed',
  answer: unknown,
): Promise<void> {
  await sql`update command_log set state = ${state}, answer = ${JSON.stringify(answer)}::json, parameters = null
    where instance_id = ${ctx.instance.id} and user_id = ${userId} and process_id = ${processId}`.execute(ctx.db);
}

/** A command that is yet to be carried out, taken for this transaction. */
export async function takeQueued(
  ctx: ChangeContext,
  userId: number,
  processId: string,
): Promise<{ readonly command: string; readonly parameters: unknown } | undefined> {
  const { rows } = await sql<{ command: string; parameters: unknown }>`
    select command, parameters from command_log where instance_id = ${ctx.instance.id} and user_id = ${userId}
      and process_id = ${processId} and state = 'queued' for update`.execute(ctx.db);
  return rows[0];
}

/** A command that was sent, whatever became of it. */
export const findLogged = (
  db: Db,
  instanceId: number,
  userId: number,
  processId: string,
): Promise<LoggedCommand | undefined> =>
  db
    .selectFrom('command_log')
    .select(['command', 'state', 'answer', 'request_hash'])
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('process_id', '=', processId)
    .executeTakeFirst();

/** Forgets up to `most` commands that are older than `age`, those that wait excepted. Returns how many. */
export async function forgetOld(db: Db, instanceId: number, age: string, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from command_log where instance_id = ${instanceId} and process_id in (
      select process_id from command_log where instance_id = ${instanceId} and state <> 'queued'
        and created_at < now() - ${age}::interval limit ${atMost(most)})`.execute(db);
  return Number(numAffectedRows);
}
