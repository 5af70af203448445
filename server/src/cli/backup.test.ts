import { randomInt, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seedItem } from '../modules/activity/factory.ts';
import { rawMail } from '../modules/mail/factory.ts';
import { checkFiles } from '../platform/backup/check.ts';
import { lastBackup } from '../platform/backup/last-backup.ts';
import { type BackupManifest, readManifest } from '../platform/backup/manifest.ts';
import { runSql } from '../platform/db/testing.ts';
import { emptyDatabase, forge, serve } from '../testing/backup-world.ts';
import { type CliWorld, startCliWorld } from '../testing/cli.ts';
import { TestClient } from '../testing/client.ts';
import { TEST_PASSWORD } from '../testing/server.ts';

const WRITERS = 4;
const MAILS = 12;
const CORRUPTIONS = 200;
const CANARY = 'secret of the mailbox';

let world: CliWorld;
let anna: number;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await startCliWorld();
  world.env['KONTOR_DATA'] = world.server.dataFolder;
  anna = Number(
    ((await runSql(world.server.url, 'select user_id from app_user')) as { user_id: number }[])[0]?.user_id,
  );
  await world.addMailbox('werk', 'anna');
  await importMails('first');
}, 60_000);
afterAll(() => world?.close());
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const importMails = async (name: string) => {
  const folder = join(world.folder, name);
  mkdirSync(folder);
  for (let at = 0; at < MAILS; at += 1)
    writeFileSync(join(folder, `${at}.eml`), rawMail({ files: { 'Liste.pdf': Buffer.from(randomUUID().repeat(99)) } }));
  expect(await json('import', 'werk', 'anna', folder)).toMatchObject({ imported: MAILS, failed: [] });
};
/** The answer of a command as scripts get it; paths have spaces. */
const json = async <T = Record<string, unknown>>(...args: string[]): Promise<T> => {
  const { code, out, err } = await world.kontor([...args, '--json']);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as T;
};
let count = 0;
const backUp = async (): Promise<{ folder: string; manifest: BackupManifest }> => {
  count += 1;
  const folder = join(world.folder, `backup-${count}`);
  await json('backup', folder);
  return { folder, manifest: await readManifest(folder) };
};
/** A place for a restore beside the server: a data folder that is not there yet, and an empty database. */
const emptyPlace = async (owner = '') => {
  const database = await emptyDatabase(world.server.url, owner);
  ends.push(database.drop);
  count += 1;
  return { KONTOR_DATA: join(world.folder, `restored-${count}`), DATABASE_URL: database.url };
};
const keyFile = () => join(world.server.dataFolder, 'kontor.key');
const restore = (folder: string, env: Record<string, string>, more: readonly string[] = ['--key-file', keyFile()]) =>
  world.kontor(['restore', folder, ...more], { env });

test('a backup under load has all that was acknowledged before it, nothing that was asked after it, and nothing by halves', async () => {
  const { server, work } = world;
  const client = await server.client(work, 'anna');
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    const entryId = await seedItem(server.change, work, { userIds: [anna] });
    const aggregateIds = [formatAggregateId({ module: 'email', entryId, userId: anna })];
    const told: { processId: string; state: number; asked: number; acknowledged: number }[] = [];
    for (let turn = 0; !isOver; turn += 1) {
      const asked = Date.now();
      const processId = randomUUID();
      const state = turn % 2 === 0 ? ('seen' as const) : ('ready' as const);
      await client.command('activity.setState', { aggregateIds, state }, { processId });
      told.push({ processId, state: state === 'seen' ? 2 : 3, asked, acknowledged: Date.now() });
    }
    return { entryId, told };
  });
  const importing = importMails('meanwhile');
  await sleep(300);
  const { folder, manifest } = await backUp();
  await importing;
  isOver = true;
  const histories = await Promise.all(writers);

  const env = await emptyPlace();
  expect(await restore(folder, env)).toMatchObject({ code: 0, err: '' });
  const takenAt = new Date(manifest.takenAt).getTime();
  const there = new Set(
    ((await runSql(env.DATABASE_URL, 'select process_id from command_log')) as { process_id: string }[]).map(
      (row) => row.process_id,
    ),
  );
  let before = 0;
  let after = 0;
  for (const { entryId, told } of histories) {
    const present = told.filter(({ processId }) => there.has(processId));
    // One after the other: what is there is a beginning of what was told, and the item is as the last of it left it.
    expect(present).toEqual(told.slice(0, present.length));
    expect(told.filter((it) => it.acknowledged < takenAt && !there.has(it.processId))).toEqual([]);
    expect(present.filter((it) => it.asked > takenAt + 50)).toEqual([]);
    before += present.length;
    after += told.length - present.length;
    const rows = await runSql(env.DATABASE_URL, `select status from activity_user where activity_id = ${entryId}`);
    expect(rows).toEqual([{ status: present.at(-1)?.state ?? 1 }]);
  }
  expect(before).toBeGreaterThan(WRITERS);
  expect(after).toBeGreaterThan(WRITERS);
}, 60_000);

describe('a backup', () => {
  test('that is restored answers the same lists, mails and files, with passwords that can be read', async () => {
    const { server, work } = world;
    const { folder, manifest } = await backUp();
    const env = await emptyPlace();
    const heard = await restore(folder, env);
    expect([heard.code, heard.err]).toEqual([0, '']);
    expect(heard.out).toMatch(/^Restored and compared: \d+ rows of \d+ tables and \d+ blobs/);
    const restored = await serve(env, world.folder);
    ends.push(() => restored.close());
    const here = await server.client(work, 'anna');
    const there = await new TestClient(restored.base, 'werk').signIn('anna', TEST_PASSWORD);
    const ask = async (client: TestClient, query: string, parameters: object = {}, options: object = {}) =>
      JSON.stringify((await client.envelope(query, parameters, { limit: 100, page: 1, ...options })).results);
    for (const format of ['rows', 'json'])
      expect(await ask(there, 'inbox.items', {}, { format })).toBe(await ask(here, 'inbox.items', {}, { format }));
    expect(await ask(there, 'module.users', { module: 'email' })).toBe(
      await ask(here, 'module.users', { module: 'email' }),
    );
    for (const query of ['session.unfinishedCounts', 'mail.boxes', 'trash.items'])
      expect(await ask(there, query)).toBe(await ask(here, query));
    const items = JSON.parse(await ask(here, 'mail.items', { view: 'all' })) as { aggregateId: string }[];
    expect(items.length).toBeGreaterThanOrEqual(MAILS);
    for (const { aggregateId } of items) {
      const of = { aggregateId };
      expect(await ask(there, 'mail.details', of)).toBe(await ask(here, 'mail.details', of));
      const [source, again] = [await here.tryQuery('mail.source', of), await there.tryQuery('mail.source', of)];
      expect([again.status, again.body]).toEqual([200, source.body]);
    }
    // No session is alive that somebody may have ended meanwhile.
    const stale = new TestClient(restored.base, 'werk', here.token);
    expect((await stale.tryQuery('inbox.items')).status).toBe(401);
    expect(manifest.keys).toEqual([{ id: expect.any(String), secrets: 1 }]);
    const verified = await json<{ findings: string[]; withKey: boolean }>('verify-backup', folder);
    expect(verified).toMatchObject({ findings: [], withKey: true });
    // Files of blobs are files of their own: what happens to one copy happens to no other.
    const some = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((it) =>
      it.isFile(),
    );
    expect(some.length).toBe(manifest.blobs.count);
    for (const { parentPath, name } of some) expect(statSync(join(parentPath, name)).nlink).toBe(1);
  }, 60_000);

  test('holds no secret in plain text and no key, and nobody else may read it', async () => {
    const { folder } = await backUp();
    const key = readFileSync(keyFile(), 'utf8').split(/\s/)[0] ?? '';
    const { gunzipSync } = await import('node:zlib');
    let read = 0;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const text = (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
      for (const secret of [CANARY, TEST_PASSWORD, key, Buffer.from(key, 'base64').toString('latin1')])
        expect(text.includes(secret)).toBe(false);
      expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0);
      read += 1;
    }
    expect(read).toBeGreaterThan(30);
  });

  test('restored for an owner whom row-level security binds, and backed up by that owner, is the same to the byte', async () => {
    const { folder, manifest } = await backUp();
    const role = `plain_${randomUUID().slice(0, 8)}`;
    await runSql(world.server.url, `create role ${role} login password 'plain'`);
    ends.push(async () => void (await runSql(world.server.url, `drop role if exists ${role}`)));
    const env = await emptyPlace(role);
    const url = new URL(env.DATABASE_URL);
    url.username = role;
    url.password = 'plain';
    env.DATABASE_URL = url.href;
    expect(await restore(folder, env)).toMatchObject({ code: 0, err: '' });
    const again = join(world.folder, 'by-the-owner');
    expect(await world.kontor(['backup', again], { env })).toMatchObject({ code: 0, err: '' });
    const rowsOf = ({ tables }: BackupManifest) =>
      // Ended sessions and the note of the backup itself are what may differ.
      tables
        .filter(({ name }) => !['session', 'operation_state'].includes(name))
        .map((it) => [it.name, it.rows, it.checksum]);
    const second = await readManifest(again);
    expect(rowsOf(second)).toEqual(rowsOf(manifest));
    expect(second.sequences).toEqual(manifest.sequences);
    expect(second.blobs.count).toBe(manifest.blobs.count);
  }, 60_000);

  test('is noted where the server can show it, done or failed', async () => {
    const { folder } = await backUp();
    const { database } = world.server.platform;
    expect(await lastBackup(database)).toMatchObject({
      attempt: { outcome: 'done', folder, fault: null },
      whole: { outcome: 'done', folder },
    });
    const heard = await world.kontor(['backup', folder]);
    expect([heard.code, heard.err]).toEqual([1, `There is something at ${folder} already. Name a new folder.\n`]);
    expect(await lastBackup(database)).toMatchObject({
      attempt: { outcome: 'failed', fault: heard.err.trim() },
      whole: { outcome: 'done', folder },
    });
  });

  test('names every blob that rows name, in a registry that no column has escaped', async () => {
    const columns = (await runSql(
      world.server.url,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name like '%hash' order by 1`,
    )) as { name: string }[];
    const { STORED } = await import('../stored.ts');
    const registered = STORED.flatMap(({ blobs }) => blobs.map(({ table, column }) => `${table}.${column}`));
    // Hashes that name no blob.
    const others = ['app_user.password_hash', 'mail_received.sent_hash', 'migration.hash'];
    expect(columns.map(({ name }) => name)).toEqual([...registered, ...others].toSorted());
    const sealed = (await runSql(
      world.server.url,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%sealed%' order by 1`,
    )) as { name: string }[];
    const secrets = STORED.flatMap(({ secrets }) => secrets.map(({ table, column }) => `${table}.${column}`));
    expect(sealed.map(({ name }) => name)).toEqual(secrets.toSorted());
  });

  test('tells of a blob that was lost before, and is made all the same', async () => {
    const blobs = readdirSync(join(world.server.dataFolder, 'blobs'), { recursive: true, withFileTypes: true });
    const victim = blobs.find((it) => it.isFile());
    const path = join(victim?.parentPath ?? '', victim?.name ?? '');
    const bytes = readFileSync(path);
    try {
      writeFileSync(path, Buffer.concat([Buffer.from('x'), bytes.subarray(1)]));
      const folder = join(world.folder, 'with a loss');
      const heard = await world.kontor(['backup', folder]);
      expect([heard.code, heard.err]).toEqual([
        1,
        expect.stringContaining('1 blobs that rows name are missing or damaged'),
      ]);
      expect((await lastBackup(world.server.platform.database)).attempt).toMatchObject({ outcome: 'incomplete' });
      const verified = await world.kontor(['verify-backup', folder]);
      expect([verified.code, verified.out]).toEqual([
        1,
        expect.stringContaining('was lost before the backup was made'),
      ]);
    } finally {
      writeFileSync(path, bytes);
    }
  });

  test('that is cut off leaves nothing that looks whole', async () => {
    const { writeBackup } = await import('../platform/backup/write.ts');
    const { STORED } = await import('../stored.ts');
    const { server } = world;
    const target = join(world.folder, 'cut-off');
    const steps: string[] = [];
    for (let stop = 0; stop < 40; stop += 3) {
      const controller = new AbortController();
      let step = 0;
      const options = { url: server.url, blobs: server.platform.blobs, stored: STORED, target, version: '0' };
      const making = writeBackup({
        ...options,
        signal: controller.signal,
        onProgress: (what) => {
          steps.push(what);
          step += 1;
          if (step > stop) controller.abort();
        },
      });
      const outcome = await making.catch((error: unknown) => error);
      if (!(outcome instanceof Error)) break;
      expect(outcome.name).toBe('AbortError');
      expect(existsSync(target)).toBe(false);
      expect(readdirSync(world.folder).filter((name) => name.startsWith('cut-off'))).toEqual([]);
    }
    expect(steps.length).toBeGreaterThan(20);
  });
});

describe('what is wrong with a backup is found', () => {
  test(`a byte changed at ${CORRUPTIONS} random places`, async () => {
    const { folder } = await backUp();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name))
      .filter((path) => statSync(path).size > 0);
    const missed: string[] = [];
    for (let round = 0; round < CORRUPTIONS; round += 1) {
      const path = files[randomInt(files.length)] ?? '';
      const bytes = readFileSync(path);
      const at = randomInt(bytes.byteLength);
      const bit = 1 << randomInt(8);
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ bit;
      writeFileSync(path, changed);
      const found = await readManifest(folder).then(
        (manifest) => checkFiles(folder, manifest),
        (error: unknown) => [String(error)],
      );
      writeFileSync(path, bytes);
      if (found.length === 0) missed.push(`${path} byte ${at} bit ${bit}`);
    }
    expect(missed).toEqual([]);
    expect(await checkFiles(folder, await readManifest(folder))).toEqual([]);
  }, 60_000);

  test('a file too many, one too few, one cut short, and no manifest', async () => {
    const { folder, manifest } = await backUp();
    const findings = () => checkFiles(folder, manifest);
    writeFileSync(join(folder, 'tables', 'more.gz'), '');
    expect(await findings()).toEqual(['tables/more.gz does not belong to the backup.']);
    rmSync(join(folder, 'tables', 'more.gz'));
    writeFileSync(join(folder, 'blobs', 'stray'), 'stray');
    expect(await findings()).toEqual(['There are 1 files among the blobs that do not belong to the backup.']);
    rmSync(join(folder, 'blobs', 'stray'));
    const table = join(folder, 'tables', 'public.mail.copy.gz');
    const bytes = readFileSync(table);
    writeFileSync(table, bytes.subarray(0, -1));
    expect(await findings()).toEqual(['tables/public.mail.copy.gz is damaged.']);
    rmSync(table);
    expect(await findings()).toEqual(['tables/public.mail.copy.gz is missing.']);
    writeFileSync(table, bytes);
    rmSync(join(folder, 'manifest.json'));
    const env = await emptyPlace();
    const heard = await restore(folder, env);
    expect([heard.code, heard.err]).toEqual([1, `${folder} is no whole backup of Kontor: it has no manifest.json.\n`]);
  });

  test('rows that were changed with their file’s checksum, and rows that nothing stands behind', async () => {
    const { folder } = await backUp();
    const changed = join(world.folder, 'changed');
    cpSync(folder, changed, { recursive: true });
    forge(changed, 'app_user', (rows) => rows.replace('Anna', 'Bert'), false);
    expect((await world.kontor(['verify-backup', changed])).out).toContain(
      'The table public.app_user is not what was backed up',
    );
    const orphaned = join(world.folder, 'orphaned');
    cpSync(folder, orphaned, { recursive: true });
    forge(orphaned, 'app_user', () => '', true);
    expect((await world.kontor(['verify-backup', orphaned])).out).toMatch(/violates foreign key constraint/);
  }, 60_000);
});

describe('a restore', () => {
  test('is refused where something is, and touches nothing there', async () => {
    const { folder } = await backUp();
    const { server } = world;
    const before = await runSql(server.url, 'select count(*) from mail');
    const used = await restore(folder, { KONTOR_DATA: join(world.folder, 'nothing-here'), DATABASE_URL: server.url });
    expect([used.code, used.err]).toEqual([1, expect.stringContaining('The database is not empty.')]);
    expect(await runSql(server.url, 'select count(*) from mail')).toEqual(before);
    expect(existsSync(join(world.folder, 'nothing-here'))).toBe(false);
    const env = await emptyPlace();
    mkdirSync(env.KONTOR_DATA);
    writeFileSync(join(env.KONTOR_DATA, 'diary.txt'), 'mine');
    const full = await restore(folder, env);
    expect([full.code, full.err]).toEqual([1, expect.stringContaining('is not empty (it has diary.txt)')]);
    expect(readdirSync(env.KONTOR_DATA)).toEqual(['diary.txt']);
    expect(await runSql(env.DATABASE_URL, "select from pg_class where relname = 'instance'")).toEqual([]);
  });

  test('wants the key, says what is lost without it, and goes without where that is meant', async () => {
    const { folder, manifest } = await backUp();
    const env = await emptyPlace();
    const without = await restore(folder, env, []);
    expect([without.code, without.err]).toEqual([
      1,
      `The backup needs the key file that was kept apart (key ${manifest.keys[0]?.id}): name it with --key-file. With --without-key all is restored but 1 stored passwords and tokens, which people have to type again.\n`,
    ]);
    const other = join(world.folder, 'other.key');
    writeFileSync(other, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect((await restore(folder, env, ['--key-file', other])).err).toContain('lacks the key');
    expect(existsSync(env.KONTOR_DATA)).toBe(false);
    const meant = await restore(folder, env, ['--without-key']);
    expect([meant.code, meant.out]).toEqual([
      0,
      expect.stringContaining('1 stored passwords and tokens cannot be read'),
    ]);
  });

  test('that was cut off is told of by the next start, and done by doing it again', async () => {
    const { folder } = await backUp();
    const env = await emptyPlace();
    const broken = join(world.folder, 'broken in the rows');
    cpSync(folder, broken, { recursive: true });
    forge(broken, 'app_user', (rows) => rows.replace('Anna', 'Bert'), false);
    expect((await world.kontor(['restore', broken, '--key-file', keyFile()], { env })).code).toBe(1);
    expect(await runSql(env.DATABASE_URL, 'select count(*)::int as count from app_user')).toEqual([{ count: 0 }]);
    const { openStore } = await import('../boot.ts');
    const { loadConfig } = await import('../platform/config/config.ts');
    const { createLogger } = await import('../platform/log/logger.ts');
    await expect(
      openStore({ config: loadConfig({ env, cwd: world.folder }), log: createLogger('fatal') }),
    ).rejects.toThrow(/^A restore into .* was not finished/);
    expect(await restore(folder, env)).toMatchObject({ code: 0, err: '' });
  }, 60_000);
});

test('the embedded database is backed up and restored by the same commands', async () => {
  const { folder, manifest } = await backUp();
  const env = { KONTOR_DATA: join(world.folder, 'embedded') };
  expect(await restore(folder, env)).toMatchObject({ code: 0, err: '' });
  const again = join(world.folder, 'of-the-embedded');
  expect(await world.kontor(['backup', again], { env })).toMatchObject({ code: 0, err: '' });
  const second = await readManifest(again);
  expect(second.tables.map(({ rows }) => rows)).toEqual(manifest.tables.map(({ rows }) => rows));
  expect((await world.kontor(['restore', folder], { env })).err).toContain('is not empty');
}, 60_000);
