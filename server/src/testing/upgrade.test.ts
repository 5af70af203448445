import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStore } from '../boot.ts';
import { checkFiles } from '../platform/backup/check.ts';
import { restoreRows } from '../platform/backup/restore.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { loadConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { type AppliedMigration, knownMigrations, migrateDatabase } from '../platform/db/migrate.ts';
import { createTestDatabase, runSql, type TestDatabase } from '../platform/db/testing.ts';
import { migrateJobs } from '../platform/jobs/runner.ts';
import { testLog } from './logged.ts';
import { sentenceOf } from '../platform/sentence.ts';
import { fileBlobs } from '../platform/storage/file-blobs.ts';
import { STORED } from '../stored.ts';
import { emptyDatabase } from './backup-fixture.ts';
import { describeSchema, digest, FILLED, fillTables, INSTANCES } from './filler.ts';

const IS_FULL = process.env['KONTOR_FULL_TESTS'] === 'true';
const CUTS = IS_FULL ? 12 : 3;
/** Rows of each table where all schemas are gone through. */
const FEW = 15;
/** Migrations in the order in which they came to be, as they were released: none of them may change any more. */
const RELEASED = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'platform', 'db', 'fixtures', 'released-migrations.json'), 'utf8'),
) as AppliedMigration[];
const log = testLog();
const known = await knownMigrations();
const history = [...RELEASED, ...known.filter(({ name }) => !RELEASED.some((released) => released.name === name))];

/** Columns whose values a migration changes or drops on purpose, with the reason where it is written. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  '0011_sign_in': ['command_log.request_hash'],
  '0085_attendance': ['instance_id', 'user_id', 'session_id', 'mail_id', 'draft_id', 'doing', 'since', 'until'].map(
    (column) => `mail_attendance.${column}`,
  ),
  // Answers that were there are put into the index: its rows say what other tables do.
  '0197_message_search': ['activity_part.texts', 'activity_part.characters', 'activity_part.tsv'],
  // So are the names of their files.
  '0202_message_search_files': ['activity_part.tsv'],
};

let beside: TestDatabase;
let newest: readonly string[];
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  beside = await createTestDatabase();
  const fresh = await emptyDatabase(beside.url);
  await migrateDatabase(fresh.url);
  newest = await within(fresh.url, describeSchema);
  await fresh.drop();
});
afterAll(() => beside?.drop());
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
/** A database with the schema after the first migrations of the history, filled. */
async function filledAt(steps: number): Promise<string> {
  const { url, drop } = await emptyDatabase(beside.url);
  ends.push(drop);
  await migrateDatabase(url, history.slice(0, steps));
  await within(url, (client) => fillTables(client));
  return url;
}

test('no migration loses or changes what was stored under the schema before it', async () => {
  const { url, drop } = await emptyDatabase(beside.url);
  ends.push(drop);
  await within(url, async (client) => {
    const before = new Map<string, string>();
    for (const [at, { name }] of history.entries()) {
      await migrateDatabase(url, history.slice(0, at + 1));
      const after = await digest(client);
      const kept = [...before.keys()].filter((column) => CHANGED[name]?.includes(column) !== true);
      expect(
        kept.filter((column) => after.get(column) !== before.get(column)),
        name,
      ).toEqual([]);
      const written = await fillTables(client, { rows: FEW, known: before });
      before.clear();
      for (const [column, sum] of [...after, ...(await digest(client, { only: written }))]) before.set(column, sum);
    }
    const empty = [...before].filter(([, sum]) => Number.parseInt(sum, 10) === 0);
    expect(empty).toEqual([]);
    expect(await describeSchema(client)).toEqual(newest);
  });
  // It goes through all that ever was: each migration makes it longer.
});

/** Schemas that there were, with the number of their migrations: every so many of them, and `last`. */
const schemas = (every: number, last: number) =>
  history.map(({ name }, at) => [name, at + 1] as const).filter((_, at) => at % every === every - 1 || at === last);

test.each(schemas(IS_FULL ? 1 : 24, history.length - 2))(
  'what was stored under the schema of %s is there under the newest, to the byte',
  async (_name, steps) => {
    const url = await filledAt(steps);
    const before = await within(url, (client) => digest(client));
    expect([...before.values()].filter((sum) => ![FILLED, INSTANCES].includes(Number.parseInt(sum, 10)))).toEqual([]);
    const applied = await migrateDatabase(url);
    expect(applied).toHaveLength(history.length - steps);
    const changed = applied.flatMap((name) => CHANGED[name] ?? []);
    const kept = new Map([...before].filter(([column]) => !changed.includes(column)));
    expect([...(await within(url, (client) => digest(client, { like: kept })))]).toEqual([...kept]);
    expect(await within(url, describeSchema)).toEqual(newest);
  },
);

// How a backup of a schema differs from one of the next is what the migration between them does, which is tried above.
test.each(schemas(IS_FULL ? 6 : 48, history.length - 1))(
  'a backup of the schema of %s is restored under the newest',
  async (_name, steps) => {
    const url = await filledAt(steps);
    const before = await within(url, (client) => digest(client));
    const database = await openDatabase({ url, poolSize: 2, log });
    await migrateJobs(database);
    await database.close();
    const folder = await mkdtemp(join(tmpdir(), 'kontor-backup-'));
    ends.push(() => rm(folder, { recursive: true }));
    const target = join(folder, 'backup');
    const signal = new AbortController().signal;
    const blobs = fileBlobs(join(folder, 'blobs'));
    const manifest = await writeBackup({ url, blobs, stored: [], target, version: '0', signal });
    expect(await checkFiles(target, manifest)).toEqual([]);
    const restored = await emptyDatabase(beside.url);
    ends.push(restored.drop);
    await restoreRows({ folder: target, manifest, url: restored.url, stored: STORED, log, signal });
    // Sessions are ended.
    const changed = [...Object.values(CHANGED).flat(), 'session.ended_at'];
    // Processes and what they held are forgotten, and devices and their keys with their sessions; links are void; that sessions end is counted.
    const isForgotten = (column: string) =>
      /^(change_stamp|server_process|lease|used_ticket|one_time_link|menu_code|push_device|push_test|automatic_key|fence_token|known_device|app_password)\.|^mail_watch\.process_id$/.test(
        column,
      );
    const kept = new Map([...before].filter(([column]) => !changed.includes(column) && !isForgotten(column)));
    expect([...(await within(restored.url, (client) => digest(client, { like: kept })))]).toEqual([...kept]);
    expect(await within(restored.url, describeSchema)).toEqual(newest);
    const open = await runSql(restored.url, 'select count(*)::int as count from session where ended_at is null');
    expect(open).toEqual([{ count: 0 }]);
  },
);

/** Has the server end the connection when a migration has done all that it does, but is not committed. */
const endsAt = (name: string) => `
  create function end_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
  create trigger end_connection after insert on migration for each row when (new.name = '${name}') execute function end_connection();`;

test(`a migration that is cut off at ${CUTS} moments is finished by the next start, and nothing is lost`, async () => {
  const steps = 1 + history.findIndex(({ name }) => name === '0030_mail');
  const origin = await filledAt(steps);
  const name = new URL(origin).pathname.slice(1);
  const changed = Object.values(CHANGED).flat();
  const before = new Map(
    [...(await within(origin, (client) => digest(client)))].filter(([it]) => !changed.includes(it)),
  );
  for (let round = 0; round < CUTS; round += 1) {
    const copy = await createTestDatabase(name);
    ends.push(copy.drop);
    const last = history[steps + Math.floor(((round + 0.5) * (history.length - steps)) / CUTS)]?.name ?? '';
    await runSql(copy.url, endsAt(last));
    await expect(migrateDatabase(copy.url)).rejects.toThrow();
    await runSql(copy.url, 'drop function end_connection() cascade');
    const missing = await migrateDatabase(copy.url);
    expect(missing[0]).toBe(last);
    expect(missing.at(-1)).toBe(history.at(-1)?.name);
    expect([...(await within(copy.url, (client) => digest(client, { like: before })))]).toEqual([...before]);
    expect(await within(copy.url, describeSchema)).toEqual(newest);
  }
});

test('whom the people of an instance write to is learnt from the mails that were there before', async () => {
  const url = await filledAt(1 + history.findIndex(({ name }) => name === '0032_mail_receiving'));
  await migrateDatabase(url);
  const rows = await runSql(url, 'select domain, count(*)::int as count from mail_written group by 1');
  expect(rows).toEqual([{ domain: 'kunde.example', count: FILLED / 3 }]);
});

test('two servers that start at once migrate once', async () => {
  const url = await filledAt(1);
  const applied = await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)]);
  expect(applied.flat()).toHaveLength(history.length - 1);
  expect(await within(url, describeSchema)).toEqual(newest);
});

test('migrations that were released are what they were, and a database knows when one is not', async () => {
  for (const released of RELEASED) expect(known).toContainEqual(expect.objectContaining(released));
  const { url, drop } = await createTestDatabase();
  ends.push(drop);
  await runSql(url, `update migration set hash = 'another' where name = '0020_activity'`);
  const changed = await migrateDatabase(url).catch((error: unknown) => error);
  expect(sentenceOf(changed)).toMatch(/^The database was built by another form of the migration 0020_activity/);
});

test('a server does not start on the database of a newer one, and says so in a sentence', async () => {
  const url = await filledAt(history.length);
  await runSql(url, `insert into migration (name, hash) values ('9999_of_tomorrow', '')`);
  const before = await within(url, (client) => digest(client));
  const config = loadConfig({
    env: { DATABASE_URL: url, KONTOR_DATA: `/tmp/${new URL(url).pathname.slice(1)}` },
    cwd: '/tmp',
  });
  const refused = await openStore({ config, log }).catch((error: unknown) => error);
  expect(sentenceOf(refused)).toBe(
    'The database was written by a newer version of Kontor (it knows 9999_of_tomorrow). Start that version, or restore an older backup.',
  );
  expect(await within(url, (client) => digest(client))).toEqual(before);
});
