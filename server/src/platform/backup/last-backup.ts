import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** How one attempt to make a backup ended. */
export interface BackupOutcome {
  /** When the attempt ended, ISO 8601. */
  readonly at: string;
  /** `incomplete`: made, but blobs were missing or damaged where it was made from. */
  readonly outcome: 'done' | 'incomplete' | 'failed';
  readonly folder: string;
  readonly seconds: number;
  readonly rows: number;
  readonly blobs: number;
  readonly bytes: number;
  /** What went wrong, in a sentence; null where nothing did. */
  readonly fault: string | null;
}

/** The last attempt, and the last backup that is whole; null where there was none. */
export interface LastBackup {
  readonly attempt: BackupOutcome | null;
  readonly whole: BackupOutcome | null;
}

const ATTEMPT = 'backup.attempt';
const WHOLE = 'backup.whole';

/** When the last backup of this database was made, for whoever watches over the server. */
export async function lastBackup(database: Database): Promise<LastBackup> {
  const { rows } = await sql<{ name: string; value: BackupOutcome }>`
    select name, value from operation_state where name in (${ATTEMPT}, ${WHOLE})`.execute(database.owner);
  const of = (name: string) => rows.find((row) => row.name === name)?.value ?? null;
  return { attempt: of(ATTEMPT), whole: of(WHOLE) };
}

/** Keeps how an attempt ended. */
export async function noteBackup(database: Database, outcome: BackupOutcome): Promise<void> {
  const value = JSON.stringify(outcome);
  for (const name of outcome.outcome === 'done' ? [ATTEMPT, WHOLE] : [ATTEMPT]) {
    await sql`insert into operation_state (name, value) values (${name}, ${value}::jsonb)
      on conflict (name) do update set value = excluded.value, noted_at = now()`.execute(database.owner);
  }
}
