import { sql } from 'kysely';
import { atMost } from '../db/at-most.ts';
import type { Database, Db } from '../db/database.ts';
import type { SecretColumn, Stored } from '../storage/stored.ts';
import { keyIdOf, type Secrets } from './secrets.ts';

const BATCH = 200;
/** A pass finds what was written while the one before it ran; a handful is more than any server writes secrets. */
const MAX_PASSES = 20;

export interface Rotated {
  /** Values that bear the new key now. */
  readonly changed: number;
  /** Values that no key of the file reads: they stay as they are. */
  readonly unreadable: number;
}

type Row = Readonly<Record<string, number | string>> & { readonly sealed: string };
type RowKey = readonly (number | string)[];

const keyOf = ({ key }: SecretColumn, row: Row): RowKey => key.map((name) => row[name] ?? '');

const pathOf = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

/** The next values of a column that another key than `keyId` has sealed, in the order of their rows. */
async function nextBatch(
  { db, instanceId }: { readonly db: Db; readonly instanceId: number },
  { table, column, key }: SecretColumn,
  keyId: string,
  after: RowKey | undefined,
): Promise<readonly Row[]> {
  const isNext = after === undefined ? sql`true` : sql`(${pathOf(key)}) > (${sql.join(after)})`;
  const { rows } = await sql<Row>`
    select ${pathOf(key)}, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} <> '' and split_part(${sql.ref(column)}, '.', 1) <> ${keyId}
      and instance_id = ${instanceId} and ${isNext}
    order by ${pathOf(key)} limit ${atMost(BATCH)}`.execute(db);
  return rows;
}

/** One pass over a column of an instance. */
async function sealAnew(db: Db, instanceId: number, secrets: Secrets, of: SecretColumn): Promise<Rotated> {
  const keyId = secrets.keys()[0]?.id ?? '';
  const result = { changed: 0, unreadable: 0 };
  let after: RowKey | undefined;
  for (;;) {
    const rows = await nextBatch({ db, instanceId }, of, keyId, after);
    for (const row of rows) {
      const key = keyOf(of, row);
      const bound = of.boundTo(...key);
      let plain: string;
      try {
        plain = secrets.open(row.sealed, bound);
      } catch {
        result.unreadable += 1;
        continue;
      }
      const isRow = sql.join(
        of.key.map((name, at) => sql`${sql.ref(name)} = ${key[at] ?? ''}`),
        sql` and `,
      );
      // Only over what was read: a value that somebody has written meanwhile is newer.
      const { numAffectedRows } =
        await sql`update ${sql.table(of.table)} set ${sql.ref(of.column)} = ${secrets.seal(plain, bound)}
        where ${isRow} and ${sql.ref(of.column)} = ${row.sealed}`.execute(db);
      result.changed += Number(numAffectedRows ?? 0n);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return result;
    after = keyOf(of, last);
  }
}

/**
 * Seals every stored secret anew with the first key of the file, in small steps beside a server that works. May be cut off at any
 * moment and begun again.
 */
export async function rotateSecrets(options: {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly stored: readonly Stored[];
  readonly instanceIds: readonly number[];
  readonly signal?: AbortSignal;
}): Promise<Rotated> {
  const { database, secrets, stored, instanceIds, signal } = options;
  let changed = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const found = { changed: 0, unreadable: 0 };
    for (const id of instanceIds) {
      for (const column of stored.flatMap((module) => module.secrets)) {
        signal?.throwIfAborted();
        const result = await sealAnew(database.forInstance(id), id, secrets, column);
        found.changed += result.changed;
        found.unreadable += result.unreadable;
      }
    }
    changed += found.changed;
    if (found.changed === 0) return { changed, unreadable: found.unreadable };
  }
  throw new Error('Stored secrets are written with an old key faster than they can be sealed anew.');
}

/** How many stored secrets bear which key, by key id. */
export async function countByKey(
  database: Database,
  stored: readonly Stored[],
  instanceIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const id of instanceIds) {
    for (const { table, column } of stored.flatMap((module) => module.secrets)) {
      const { rows } = await sql<{ id: string; count: number }>`
        select split_part(${sql.ref(column)}, '.', 1) as id, count(*)::int as count from ${sql.table(table)}
        where instance_id = ${id} and ${sql.ref(column)} <> '' group by 1`.execute(database.forInstance(id));
      for (const row of rows) counts.set(row.id, (counts.get(row.id) ?? 0) + row.count);
    }
  }
  return counts;
}

/** One stored secret of each key, and whether it can be read. */
export async function probeKeys(
  database: Database,
  stored: readonly Stored[],
  instanceIds: readonly number[],
  secrets: Pick<Secrets, 'open'>,
): Promise<ReadonlyMap<string, boolean>> {
  const probes = new Map<string, boolean>();
  for (const id of instanceIds) {
    for (const of of stored.flatMap((module) => module.secrets)) {
      const { rows } = await sql<Row>`
        select distinct on (split_part(${sql.ref(of.column)}, '.', 1)) ${pathOf(of.key)}, ${sql.ref(of.column)} as sealed
        from ${sql.table(of.table)} where instance_id = ${id} and ${sql.ref(of.column)} <> ''`.execute(
        database.forInstance(id),
      );
      for (const row of rows) {
        const keyId = keyIdOf(row.sealed);
        if (probes.get(keyId) === true) continue;
        probes.set(keyId, opens(secrets, row.sealed, of.boundTo(...keyOf(of, row))));
      }
    }
  }
  return probes;
}

function opens(secrets: Pick<Secrets, 'open'>, sealed: string, bound: string): boolean {
  try {
    secrets.open(sealed, bound);
    return true;
  } catch {
    return false;
  }
}
