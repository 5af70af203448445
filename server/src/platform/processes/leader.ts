import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Processes } from './processes.ts';

const TRY_MS = 1000;

interface Turn {
  close(): Promise<void>;
}

/**
 * Makes one server process at a time do something. `begin` is called when it is this one's turn; what it returns is closed when another
 * process takes over or everything is closed.
 */
export function leadBy(options: {
  readonly name: string;
  readonly database: Database;
  readonly processes: Processes;
  readonly log: Logger;
  readonly begin: () => Turn | Promise<Turn>;
}): Turn {
  const { name, database, processes, log } = options;
  let turn: Turn | undefined;
  let closed = false;
  let running = Promise.resolve();
  const resign = async (): Promise<void> => {
    const ended = turn;
    turn = undefined;
    await ended?.close();
  };
  const tryToLead = async (): Promise<void> => {
    // Where there is no other process nobody takes the lease away; that this one was taken for dead is told by `onLost`.
    if (closed || (turn !== undefined && processes.live === 1)) return;
    const { rows } = await sql`
      with taken as (
        insert into lease (name, process_id) values (${name}, ${processes.id}) on conflict do nothing returning name
      )
      select from taken union all select from lease where name = ${name} and process_id = ${processes.id}`.execute(
      database.owner,
    );
    if (rows.length === 0) await resign();
    else turn ??= await options.begin();
  };
  const next = (work: () => Promise<void>): void => {
    running = running.then(work).catch((error: unknown) => log.warn({ err: error, lease: name }, 'a turn not taken'));
  };
  const stop = processes.onLost(() => next(resign));
  next(tryToLead);
  const timer = setInterval(() => next(tryToLead), TRY_MS);
  return {
    async close() {
      closed = true;
      stop();
      clearInterval(timer);
      await running;
      await resign();
      await sql`delete from lease where name = ${name} and process_id = ${processes.id}`
        .execute(database.owner)
        .catch(() => undefined);
    },
  };
}
