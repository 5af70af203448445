import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { connectPlainly } from './streams.ts';

/** A key that was put there beforehand, and what an operator's system puts into any folder. */
const MAY_BE_THERE = ['kontor.key', 'lost+found', '.DS_Store'];
/** There from the first step of a restore to its last one. */
const MARKER = 'restore.unfinished';

/** Throws a StartError where a restore into a data folder has not come to its end: what is there is no whole Kontor. */
export function requireWholeRestore(dataFolder: string): void {
  if (!existsSync(join(dataFolder, MARKER))) return;
  throw new StartError(
    `A restore into ${dataFolder} was not finished. Run the same \`kontor restore\` again, or delete the folder.`,
  );
}

/** Whether a restore into the data folder was begun and not finished. */
export const isUnfinished = (dataFolder: string): boolean => existsSync(join(dataFolder, MARKER));

/** Throws a StartError unless a data folder is empty or holds an unfinished restore. Changes nothing. */
export function requireEmptyFolder(dataFolder: string): void {
  if (!existsSync(dataFolder) || isUnfinished(dataFolder)) return;
  const found = readdirSync(dataFolder).filter((name) => !MAY_BE_THERE.includes(name));
  if (found.length === 0) return;
  throw new StartError(
    `The data folder ${dataFolder} is not empty (it has ${found.slice(0, 3).join(', ')}). A backup is restored into an empty one: name another with KONTOR_DATA, or move this one away.`,
  );
}

/** Throws a StartError unless a database has no tables yet, or none but empty ones of an unfinished restore. Changes nothing. */
export async function requireEmptyDatabase(url: string, mayBeUnfinished: boolean): Promise<void> {
  const client = await connectPlainly(url);
  try {
    const { rows } = await client.query<{ tables: number; begun: boolean }>(
      `select count(*)::int as tables, coalesce(bool_or(relname = 'instance'), false) as begun from pg_class
       where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
         and relnamespace::regnamespace::text not like 'pg\\_%'`,
    );
    const { tables = 0, begun = false } = rows[0] ?? {};
    if (tables === 0) return;
    const isHollow =
      mayBeUnfinished && (!begun || (await client.query('select from instance limit 1')).rows.length === 0);
    if (isHollow) return;
  } finally {
    await client.end();
  }
  throw new StartError(
    'The database is not empty. A backup is restored into an empty one: create it, and name it in DATABASE_URL.',
  );
}

/** Marks a data folder as one that a restore has begun in; the function takes the mark away. */
export function beginRestore(dataFolder: string): () => void {
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(join(dataFolder, MARKER), 'Removed when the restore is done.\n', { flush: true });
  return () => rmSync(join(dataFolder, MARKER));
}
