import { sql, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';

/** Binds a connection to an instance, until it is bound to another one: the walls let through the rows of that one alone. */
export async function bindConnection(client: Pick<pg.ClientBase, 'query'>, instanceId: number): Promise<void> {
  await client.query("select set_config('app.instance', $1, false)", [String(instanceId)]);
}

/** Binds the rest of a transaction of the owner to an instance. */
export async function bindTransaction(db: QueryExecutorProvider, instanceId: number): Promise<void> {
  await sql`select set_config('app.instance', ${String(instanceId)}, true)`.execute(db);
}
