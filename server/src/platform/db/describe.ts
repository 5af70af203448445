import type { Database } from './database.ts';

export interface DatabaseFacts {
  readonly version: string;
  readonly bytes: number;
  /** The newest migration. */
  readonly schema: string;
  readonly migrations: number;
}

/** What a database says of itself. */
export async function describeDatabase({ ownerPool }: Database): Promise<DatabaseFacts> {
  const { rows } = await ownerPool.query<DatabaseFacts>(
    `select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database()) as bytes,
            (select max(name) from migration) as schema, (select count(*) from migration) as migrations`,
  );
  if (rows[0] === undefined) throw new Error('The database does not answer.');
  return rows[0];
}
