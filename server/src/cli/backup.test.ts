import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seedItem } from '../modules/activity/factory.ts';
import { lastBackup } from '../platform/backup/last-backup.ts';
import { type BackupManifest, readManifest } from '../platform/backup/manifest.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { runSql } from '../platform/db/testing.ts';
import type { BlobStore } from '../platform/storage/blobs.ts';
import { STORED } from '../stored.ts';
import { type BackupFixture, MAILS, serve, startBackupFixture } from '../testing/backup-fixture.ts';
import { TestClient } from '../testing/client.ts';
import { scaleProfile } from '../testing/scale-profile.ts';
import { TEST_PASSWORD } from '../testing/server.ts';
import { long } from '../testing/long.ts';

const WRITERS = 4;
/** Ended sessions and that they are counted, voided links, the note of the backup itself, and what server processes share. */
const MAY_DIFFER = [
  'session',
  'change_stamp',
  'known_device',
  'one_time_link',
  'operation_state',
  'server_process',
  'lease',
  'mail_watch',
];
const CANARY = 'secret of the mailbox';

let fixture: BackupFixture;

beforeAll(async () => {
  fixture = await startBackupFixture();
});
afterAll(() => fixture?.close());
afterEach(() => fixture.endAll());

test(
  'a backup under load has all that was acknowledged before it, nothing that was asked after it, and nothing by halves',
  long,
  async () => {
    const { server, work } = fixture;
    const client = await server.client(work, 'anna');
    const load = new AbortController();
    const writers = Array.from({ length: WRITERS }, async () => {
      const entryId = await seedItem(server.change, work, { userIds: [fixture.anna] });
      const aggregateIds = [formatAggregateId({ module: 'email', entryId, userId: fixture.anna })];
      const changes: { processId: string; state: number; requestedAt: number; acknowledged: number }[] = [];
      for (let turn = 0; !load.signal.aborted; turn += 1) {
        const requestedAt = Date.now();
        const processId = randomUUID();
        const state = turn % 2 === 0 ? ('seen' as const) : ('ready' as const);
        await client.command('activity.setState', { aggregateIds, state }, { processId });
        changes.push({ processId, state: state === 'seen' ? 2 : 3, requestedAt, acknowledged: Date.now() });
      }
      return { entryId, changes };
    });
    const importing = fixture.importMails('meanwhile');
    await sleep(300);
    const { folder, manifest } = await fixture.backUp();
    await importing;
    load.abort();
    const histories = await Promise.all(writers);

    const env = await fixture.emptyTarget();
    expect(await fixture.restore(folder, env)).toMatchObject({ code: 0, err: '' });
    const takenAt = new Date(manifest.takenAt).getTime();
    const there = new Set(
      ((await runSql(env.DATABASE_URL, 'select process_id from command_log')) as { process_id: string }[]).map(
        (row) => row.process_id,
      ),
    );
    let before = 0;
    let after = 0;
    for (const { entryId, changes } of histories) {
      const present = changes.filter(({ processId }) => there.has(processId));
      // One after the other: what is there is a beginning of what was told, and the item is as the last of it left it.
      expect(present).toEqual(changes.slice(0, present.length));
      expect(changes.filter((it) => it.acknowledged < takenAt && !there.has(it.processId))).toEqual([]);
      expect(present.filter((it) => it.requestedAt > takenAt + 50)).toEqual([]);
      before += present.length;
      after += changes.length - present.length;
      const rows = await runSql(env.DATABASE_URL, `select status from activity_user where activity_id = ${entryId}`);
      expect(rows).toEqual([{ status: present.at(-1)?.state ?? 1 }]);
    }
    expect(before).toBeGreaterThan(WRITERS);
    expect(after).toBeGreaterThan(WRITERS);
  },
);

describe('a backup', () => {
  test('that is restored answers the same lists, mails and files, with passwords that can be read', async () => {
    const { server, work } = fixture;
    await fixture.answer('person', 'reset-link', 'werk', 'anna');
    const { folder, manifest } = await fixture.backUp();
    const env = await fixture.emptyTarget();
    const heard = await fixture.restore(folder, env);
    expect([heard.code, heard.err]).toEqual([0, '']);
    expect(heard.out).toMatch(/^Restored and compared: \d+ rows of \d+ tables and \d+ blobs/);
    const restored = await serve(env, fixture.folder);
    fixture.ends.push(() => restored.close());
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
    const items = JSON.parse(await ask(here, 'mail.items', { view: 'all' })) as {
      aggregateId: string;
      information: string;
    }[];
    // Some items of the lists are there without a mail.
    const mails = items.filter(({ information }) => information.startsWith('Lieferung'));
    expect(mails.length).toBeGreaterThanOrEqual(MAILS);
    for (const { aggregateId } of mails) {
      const of = { aggregateId };
      const [restoredMail, mail] = [await ask(there, 'mail.details', of), await ask(here, 'mail.details', of)];
      // What was not checked yet of who has sent it the restored server checks by itself, sooner or later.
      expect({ ...JSON.parse(restoredMail), authentication: null }).toEqual({
        ...JSON.parse(mail),
        authentication: null,
      });
      const [source, again] = [await here.tryQuery('mail.source', of), await there.tryQuery('mail.source', of)];
      expect([again.status, again.body]).toEqual([200, source.body]);
    }
    // No session is alive that somebody may have ended meanwhile.
    const stale = new TestClient(restored.base, 'werk', here.token);
    expect((await stale.tryQuery('inbox.items')).status).toBe(401);
    // Nor does a link open anything that somebody may have used meanwhile.
    expect(await runSql(env.DATABASE_URL, 'select kind from one_time_link')).toEqual([]);
    expect(manifest.keys).toEqual([{ id: expect.any(String), secrets: 1 }]);
    const verified = await fixture.answer<{ findings: string[]; withKey: boolean }>('verify-backup', folder);
    expect(verified).toMatchObject({ findings: [], withKey: true });
    // Files of blobs are files of their own: what happens to one copy happens to no other.
    const some = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((it) =>
      it.isFile(),
    );
    expect(some.length).toBe(manifest.blobs.count);
    for (const { parentPath, name } of some) expect(statSync(join(parentPath, name)).nlink).toBe(1);
  });

  test('holds no secret in plain text and no key, and nobody else may read it', async () => {
    const { folder } = await fixture.backUp();
    const key = readFileSync(fixture.keyFile, 'utf8').split(/\s/)[0] ?? '';
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

  test(
    'restored for an owner whom row-level security binds, and backed up by that owner, is the same to the byte',
    long,
    async () => {
      const { folder, manifest } = await fixture.backUp();
      const role = `plain_${randomUUID().slice(0, 8)}`;
      await runSql(fixture.server.url, `create role ${role} login password 'plain'`);
      fixture.ends.push(async () => void (await runSql(fixture.server.url, `drop role if exists ${role}`)));
      const env = await fixture.emptyTarget(role);
      const url = new URL(env.DATABASE_URL);
      url.username = role;
      url.password = 'plain';
      env.DATABASE_URL = url.href;
      expect(await fixture.restore(folder, env)).toMatchObject({ code: 0, err: '' });
      const again = join(fixture.folder, 'by-the-owner');
      expect(await fixture.kontor(['backup', again], { env })).toMatchObject({ code: 0, err: '' });
      const rowsOf = ({ tables }: BackupManifest) =>
        tables.filter(({ name }) => !MAY_DIFFER.includes(name)).map((it) => [it.name, it.rows, it.checksum]);
      const second = await readManifest(again);
      expect(rowsOf(second)).toEqual(rowsOf(manifest));
      expect(second.sequences).toEqual(manifest.sequences);
      expect(second.blobs.count).toBe(manifest.blobs.count);
    },
  );

  test('is noted where the server can show it, done or failed', async () => {
    const { folder } = await fixture.backUp();
    const { database } = fixture.server.platform;
    expect(await lastBackup(database)).toMatchObject({
      attempt: { outcome: 'done', folder, fault: null },
      whole: { outcome: 'done', folder },
    });
    const heard = await fixture.kontor(['backup', folder]);
    expect([heard.code, heard.err]).toEqual([1, `There is something at ${folder} already. Name a new folder.\n`]);
    expect(await lastBackup(database)).toMatchObject({
      attempt: { outcome: 'failed', fault: heard.err.trim() },
      whole: { outcome: 'done', folder },
    });
  });

  test('names every blob that rows name, in a registry that no column has escaped', async () => {
    const columns = (await runSql(
      fixture.server.url,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name like '%hash' order by 1`,
    )) as { name: string }[];
    const registered = STORED.flatMap(({ blobs }) => blobs.map(({ table, column }) => `${table}.${column}`));
    // Hashes that name no blob, and that of a file which was read, whose own row names it.
    const others = ['activity_text.hash', 'app_user.password_hash', 'mail_received.sent_hash', 'migration.hash'];
    expect(columns.map(({ name }) => name)).toEqual(
      [...registered.filter((name) => name.endsWith('hash')), ...others].toSorted(),
    );
    // Wherever a value looks sealed, its column is one of those that are sealed anew.
    const texts = (await runSql(
      fixture.server.url,
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'text'`,
    )) as { table: string; column: string }[];
    const queries = texts.map(
      ({ table, column }) =>
        `select '${table}.${column}' as name from "${table}" where "${column}" ~ '^[0-9a-f]{8}[.][A-Za-z0-9_-]{38,}$'`,
    );
    const sealed = (await runSql(fixture.server.url, queries.join(' union '))) as { name: string }[];
    const secrets = STORED.flatMap(({ secrets }) => secrets.map(({ table, column }) => `${table}.${column}`));
    expect(sealed.length).toBeGreaterThan(0);
    for (const { name } of sealed) expect(secrets).toContain(name);
  });

  const isInBucket = scaleProfile() !== undefined;
  test.skipIf(isInBucket)('tells of a blob that was lost before, and is made all the same', async () => {
    const blobs = readdirSync(join(fixture.server.dataFolder, 'blobs'), { recursive: true, withFileTypes: true });
    const victim = blobs.find((it) => it.isFile());
    const path = join(victim?.parentPath ?? '', victim?.name ?? '');
    const bytes = readFileSync(path);
    try {
      writeFileSync(path, Buffer.concat([Buffer.from('x'), bytes.subarray(1)]));
      // A row may say anything; it leads nowhere.
      await runSql(
        fixture.server.url,
        `insert into mail_image (instance_id, mail_id, image_id, blob_hash, fetched_at)
         select instance_id, mail_id, 99, '../../../evil', now() from mail limit 1`,
      );
      const folder = join(fixture.folder, 'with a loss');
      const heard = await fixture.kontor(['backup', folder]);
      expect([heard.code, heard.err]).toEqual([
        1,
        expect.stringContaining('2 blobs that rows name are missing or damaged'),
      ]);
      expect((await lastBackup(fixture.server.platform.database)).attempt).toMatchObject({ outcome: 'incomplete' });
      const verified = await fixture.kontor(['verify-backup', folder]);
      expect([verified.code, verified.out]).toEqual([
        1,
        expect.stringContaining('was lost before the backup was made'),
      ]);
    } finally {
      writeFileSync(path, bytes);
      await runSql(fixture.server.url, 'delete from mail_image where image_id = 99');
    }
  });

  test('is not made while the storage cannot be read: what is away is not lost', async () => {
    const { server } = fixture;
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const blobs: BlobStore = {
      ...server.platform.blobs,
      size: () => Promise.reject(away),
      stream: () => new Readable().destroy(away),
    };
    const target = join(fixture.folder, 'away');
    const options = { url: server.url, stored: STORED, version: '0', signal: new AbortController().signal };
    await expect(writeBackup({ ...options, blobs, target })).rejects.toThrow(
      'The storage cannot be read (ECONNREFUSED)',
    );
    expect(readdirSync(fixture.folder).filter((name) => name.startsWith('away'))).toEqual([]);
  });

  test('that is cut off leaves nothing that looks whole', async () => {
    const { server } = fixture;
    const target = join(fixture.folder, 'cut-off');
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
      expect(readdirSync(fixture.folder).filter((name) => name.startsWith('cut-off'))).toEqual([]);
    }
    expect(steps.length).toBeGreaterThan(20);
  });
});
