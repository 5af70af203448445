import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';
import { StartError } from '../start-error.ts';
import { bindConnection, bindTransaction } from './bind.ts';
import { PoolWait } from './pool-wait.ts';
import { sqlWatch, type SqlWatch } from './sql-watch.ts';
import type { Tables } from './tables.ts';
import { inTransaction, type PipelinedClient } from './transaction.ts';

export type Db = Kysely<Tables>;

/** The database as the server uses it. */
export interface Database {
  /** Connections of one instance, bound by row-level security. */
  forInstance(instanceId: number): Db;
  /**
   * Runs work in a transaction of an instance. What work sends without waiting in between, as by `Promise.all`, is one way to the database and back:
   * see `inTransaction`.
   */
  transaction<T>(instanceId: number, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs work for an instance in a transaction of its own, which stays whatever becomes of the one that is under way. On a connection of
   * the owner: who holds one of requests and waits for a second may wait for ever.
   */
  apart<T>(instanceId: number, work: (db: Db) => Promise<T>): Promise<T>;
  /** Connections of the owner: instances, jobs, the outbox's relay, the command line. Bound to no instance. */
  readonly owner: Db;
  readonly ownerPool: pg.Pool;
  /** How busy the connections of requests are. */
  readonly pool: { readonly wait: PoolWait; readonly size: number; busy(): number };
  close(): Promise<void>;
}

/** How long work waits for a connection before it is told to come again, in milliseconds. */
const MAX_POOL_WAIT_MS = 5000;
const MAX_STATEMENT_MS = 15_000;

// Ids are below 2^53, and counts are capped: numbers, not strings.
const types = new pg.TypeOverrides();
types.setTypeParser(20, Number);
// Every row of a list bears two of them, and the library reads them sign by sign.
const integers = (text: string): (number | null)[] =>
  JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) as (number | null)[];
types.setTypeParser(1005, integers);
types.setTypeParser(1007, integers);

const MAX_NAMED = 1000;
const APP_ROLE = 'kontor_app';

/** Names statements that come again, so that PostgreSQL plans them once a connection; a statement seen once costs nothing. */
function statementNamer(): (text: string) => string | undefined {
  const names = new Map<string, string | null>();
  return (text) => {
    const known = names.get(text);
    if (known) return known;
    if (known === undefined) {
      if (names.size < MAX_NAMED) names.set(text, null);
      return undefined;
    }
    const name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
}

/** A connection that dies while it is in use emits `error` on the client, and nobody else listens. */
function listenForErrors(pool: pg.Pool, log: Logger): void {
  // Once for a connection, without the connection itself, which hangs on the error; and not at all for those we end.
  const logError = (error: Error & { code?: string }) => {
    if (!pool.ending) log.warn({ code: error.code, reason: error.message }, 'database connection lost');
  };
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', logError));
}

/**
 * Opens pools on a PostgreSQL of version 15 or newer.
 * Throws where the server cannot be reached, or where the login would see through row-level security.
 */
export async function openDatabase(options: {
  readonly url: string;
  readonly poolSize: number;
  readonly log: Logger;
  /** A statement that takes longer is logged, in milliseconds; 0 for none. */
  readonly slowMs?: number;
  /** How long work waits for a connection, which may have to be opened first, in milliseconds. */
  readonly waitMs?: number;
  /** How long a statement of an instance may take, in milliseconds. */
  readonly statementMs?: number;
}): Promise<Database> {
  const { url, poolSize, log, slowMs = 0, waitMs = MAX_POOL_WAIT_MS, statementMs = MAX_STATEMENT_MS } = options;
  const common = { connectionString: url, types, connectionTimeoutMillis: 5000, application_name: 'kontor' };
  const ownerPool = new pg.Pool({ ...common, max: Math.max(4, Math.ceil(poolSize / 2)) });
  listenForErrors(ownerPool, log);
  const role = await appRole(ownerPool);
  const pool = new pg.Pool({
    ...common,
    max: poolSize,
    // Statements are sent as they are asked for, and answered in that order.
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    options: `-c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=60000 -c TimeZone=UTC`,
  });
  listenForErrors(pool, log);
  const nameOf = statementNamer();
  const boundTo = new WeakMap<pg.PoolClient, number>();
  const wait = new PoolWait();
  const watch = sqlWatch(log, slowMs);

  const connect = async (instanceId: number): Promise<PipelinedClient> => {
    const client = await wait.during(() => pool.connect());
    try {
      if (!boundTo.has(client) && role !== null) await client.query(`set role ${role}`);
      if (boundTo.get(client) !== instanceId) {
        await bindConnection(client, instanceId);
        boundTo.set(client, instanceId);
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    return namedClient(client, nameOf, watch);
  };

  const handles = new Map<number, Db>();
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: ownerPool }) });
  return {
    owner,
    ownerPool,
    pool: { wait, size: poolSize, busy: () => pool.totalCount - pool.idleCount },
    forInstance(instanceId) {
      let handle = handles.get(instanceId);
      if (handle === undefined) {
        const instancePool: PostgresPool = {
          options: {},
          connect: () => connect(instanceId) as unknown as Promise<PostgresPoolClient>,
          end: async () => {},
        };
        handle = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: instancePool }) });
        handles.set(instanceId, handle);
      }
      return handle;
    },
    transaction: async (instanceId, work) => inTransaction(await connect(instanceId), work),
    apart: (instanceId, work) =>
      owner.transaction().execute(async (db) => {
        await bindTransaction(db, instanceId);
        return work(db);
      }),
    async close() {
      await pool.end();
      await ownerPool.end();
    },
  };
}

const isPlain = (value: unknown): boolean => value === null || typeof value === 'number' || typeof value === 'boolean';

/** An array of numbers as PostgreSQL reads it: the library quotes each sign by sign, of which changes for thousands of people have many. */
function arrayAsText(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isPlain)) return value;
  return `{${value.map((one) => (one === null ? 'NULL' : String(one))).join()}}`;
}

function namedClient(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  watch: SqlWatch,
): PipelinedClient {
  return {
    query(text, values = []) {
      const name = nameOf(text);
      const plain = { text, values: values.map(arrayAsText) };
      return watch(client, text, () => client.query(name === undefined ? plain : { name, ...plain }));
    },
    release: (discard) => client.release(discard),
  };
}

/** The role to work as, or null where the owner itself is bound by row-level security. */
async function appRole(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ usable: boolean; unbound: boolean; version: number }>(
    `select coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = $1), false) as usable,
            (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as unbound,
            current_setting('server_version_num')::int as version`,
    [APP_ROLE],
  );
  const answer = rows[0];
  if (answer === undefined) throw new Error('The database does not answer.');
  if (answer.version < 150_000)
    throw new StartError(`Kontor needs PostgreSQL 15 or newer; this is ${Math.floor(answer.version / 10_000)}.`);
  if (answer.usable) return APP_ROLE;
  if (answer.unbound)
    throw new StartError(
      'The user in DATABASE_URL sees through row-level security, and there is no role kontor_app to work as; use an ordinary user who owns the database.',
    );
  return null;
}
