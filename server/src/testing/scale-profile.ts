import pg from 'pg';
import { startS3Peer } from '../platform/storage/testing/s3-peer.ts';
import { hasRabbit, startRabbit } from './rabbit.ts';

/** Where the tests' own services are; set by `startScaleServices`, inherited by every test process. */
const VARIABLE = 'KONTOR_TEST_SCALE';
const MACHINES_DATABASE = 'postgres://postgres@127.0.0.1:5432/postgres';

/** Settings for Kontors that work beyond one machine. */
export interface ScaleProfile {
  /** Storage that all tests share; each server has a bucket of its own there. */
  readonly s3: Readonly<Record<string, string>>;
  /** The broker; null where RabbitMQ is not installed. Of its settings the prefix is each server's own. */
  readonly broker: Readonly<Record<string, string>> | null;
  readonly managementUrl: string;
}

/** The profile that tests run on; undefined where they run on what npm installs. */
export function scaleProfile(): ScaleProfile | undefined {
  const text = process.env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as ScaleProfile);
}

/** The machine's own PostgreSQL, where it lets tests in. */
async function machinesDatabase(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: MACHINES_DATABASE, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ fits: boolean }>(
      `select rolcreatedb and current_setting('server_version_num')::int >= 150000 and
         (select count(*) from pg_available_extensions where name in ('btree_gin', 'btree_gist', 'unaccent')) = 3 as fits
       from pg_roles where rolname = current_user`,
    );
    return rows[0]?.fits === true ? MACHINES_DATABASE : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts what Kontor stands on beyond one machine, and returns the function that ends it. */
export async function startScaleServices(): Promise<() => Promise<void>> {
  const database = await machinesDatabase();
  if (database !== undefined) process.env['KONTOR_TEST_DATABASE_URL'] ??= database;
  const s3 = await startS3Peer();
  const rabbit = hasRabbit() ? await startRabbit() : undefined;
  const profile: ScaleProfile = {
    s3: s3.env,
    broker: rabbit?.env('kontor') ?? null,
    managementUrl: rabbit?.managementUrl ?? '',
  };
  process.env[VARIABLE] = JSON.stringify(profile);
  return async () => {
    await rabbit?.close();
    await s3.close();
  };
}
