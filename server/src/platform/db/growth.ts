import { sql } from 'kysely';
import type { InstanceContext } from '../operation/context.ts';
import type { Database, Db } from './database.ts';

/** Tables that grow together, in SQL. */
export interface Grown {
  /** The one by whose rows it is judged. */
  readonly table: string;
  /** Those that are counted, as `analyze` takes them: long texts are left out, nothing is planned by them. */
  readonly counted: string;
}

/** New rows after which it is looked at whether the planner knows of them, and the share of what it knows that is news to it. */
const LEAST = 100;
const SHARE = 0.5;

interface Growth {
  added: number;
  /** New rows from which on it is looked at again. */
  next: number;
  isBusy: boolean;
}
const growthOf = new WeakMap<Database, Map<Grown, Growth>>();

/** Rows of a table as the planner believes; none where it never counted. */
export async function knownRows(owner: Db, { table }: Pick<Grown, 'table'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select greatest(reltuples, 0)::float8 as n from pg_class where oid = ${table}::regclass`.execute(owner);
  return rows[0]?.n ?? 0;
}

/**
 * Lets the planner know of rows that came at once, once they are committed. PostgreSQL counts once a minute by itself, and until then it plans
 * for some thousand rows as if there were none: each page then takes longer than the last, up to half a second.
 */
export function noteGrowth(ctx: Pick<InstanceContext, 'database' | 'log'>, grown: Grown, count: number): void {
  const all = growthOf.get(ctx.database) ?? new Map<Grown, Growth>();
  growthOf.set(ctx.database, all);
  const growth = all.get(grown) ?? { added: 0, next: LEAST, isBusy: false };
  all.set(grown, growth);
  growth.added += count;
  if (growth.isBusy || growth.added < growth.next) return;
  growth.isBusy = true;
  const { owner } = ctx.database;
  const check = async (): Promise<void> => {
    const added = growth.added;
    const known = await knownRows(owner, grown);
    if (added >= known * SHARE) {
      await sql`analyze ${sql.raw(grown.counted)}`.execute(owner);
      growth.added -= added;
      growth.next = Math.max(LEAST, (await knownRows(owner, grown)) * SHARE);
    } else growth.next = known * SHARE;
  };
  check()
    .catch((error: unknown) => ctx.log.warn({ err: error, table: grown.table }, 'the planner was not told of new rows'))
    .finally(() => (growth.isBusy = false));
}
