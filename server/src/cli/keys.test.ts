import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { passwordBinding } from '../modules/mail/mailboxes/credentials.ts';
import { openDatabase } from '../platform/db/database.ts';
import { runSql } from '../platform/db/testing.ts';
import { newKey, parseKeys, readKeys, writeKeys } from '../platform/crypto/key-file.ts';
import { rotateSecrets } from '../platform/crypto/rotate.ts';
import { loadSecrets, type Secrets } from '../platform/crypto/secrets.ts';
import { createTickets } from '../platform/realtime/tickets.ts';
import { testLog } from '../testing/logged.ts';
import { STORED } from '../stored.ts';
import { type CliFixture, startCliFixture } from '../testing/cli.ts';

/** Keys that change while a server works with them. */
const ACCOUNTS = 450;
const CANARY = 'canary-of-a-password';
let fixture: CliFixture;
let path: string;
/** The server's secrets: its process never starts anew. */
let secrets: Secrets;

beforeEach(async () => {
  fixture = await startCliFixture();
  const { server } = fixture;
  fixture.env['KONTOR_DATA'] = server.dataFolder;
  path = join(server.dataFolder, 'kontor.key');
  secrets = server.platform.secrets;
  await fixture.addMailbox('werk', 'anna');
  // More than two batches, paused so that nobody connects anywhere.
  await runSql(
    server.url,
    `insert into mail_account (instance_id, box_id, owner_id, name, email, host, port, security, user_name, sealed_password, paused)
     select instance_id, box_id, owner_id, name, n || email, host, port, security, n || user_name, 'later', true
     from mail_account cross join generate_series(2, ${ACCOUNTS}) n`,
  );
  const statements = (await stored()).map(({ id }) => putting(id, `${CANARY} ${id}`, secrets));
  await runSql(server.url, statements.join(';'));
});
afterEach(() => fixture?.close());

const stored = async () =>
  (await runSql(
    fixture.server.url,
    'select account_id as id, sealed_password as sealed from mail_account order by account_id',
  )) as { id: number; sealed: string }[];
const bound = (id: number) => passwordBinding(fixture.work.id, id);
const putting = (id: number, plain: string, by: Secrets) =>
  `update mail_account set sealed_password = '${by.seal(plain, bound(id))}' where account_id = ${id}`;
const put = (id: number, plain: string, by = secrets) => runSql(fixture.server.url, putting(id, plain, by));
const keyIds = async () => [...new Set((await stored()).map(({ sealed }) => sealed.split('.')[0]))];

test('a rotation beside readers and writers fails no read, loses no write, and leaves nothing under the old key', async () => {
  const old = readKeys(path)[0]?.id;
  const tickets = createTickets(secrets, fixture.server.platform.database, Date.now);
  const ticket = tickets.issue({ instanceId: 1, userId: 2, sessionId: 'session' });
  const csrf = secrets.sign('csrf', 'session');
  const plains = new Map<number, string>();
  const load = new AbortController();
  let reads = 0;
  const failed: unknown[] = [];
  const readers = [1, 2].map(async () => {
    while (!load.signal.aborted) {
      for (const { id, sealed } of await stored()) {
        try {
          expect(secrets.open(sealed, bound(id))).toContain(CANARY);
          reads += 1;
        } catch (error) {
          failed.push(error);
        }
      }
      await sleep(5);
    }
  });
  const writer = (async () => {
    const ids = (await stored()).map(({ id }) => id);
    for (let turn = 0; !load.signal.aborted; turn += 1) {
      const id = ids[(turn * 37) % ids.length] ?? 0;
      const plain = `${CANARY} ${id} turn ${turn}`;
      await put(id, plain);
      plains.set(id, plain);
      await sleep(2);
    }
  })();
  const heard = await fixture.kontor('keys rotate');
  await sleep(50);
  load.abort();
  await Promise.all([...readers, writer]);
  expect(heard.err).toBe('');
  expect(failed).toEqual([]);
  expect(reads).toBeGreaterThan(ACCOUNTS);
  expect(plains.size).toBeGreaterThan(5);
  const now = readKeys(path);
  expect(now.map(({ id }) => id)).toEqual([now[0]?.id, old]);
  expect(await keyIds()).toEqual([now[0]?.id]);
  for (const { id, sealed } of await stored())
    expect(secrets.open(sealed, bound(id))).toBe(plains.get(id) ?? `${CANARY} ${id}`);

  // What was signed before stays good until the old key is retired, which waits for it.
  expect(secrets.sign('csrf', 'session')).not.toBe(csrf);
  expect(secrets.verify('csrf', 'session', csrf)).toBe(true);
  expect(await tickets.take(ticket)).toMatchObject({ userId: 2 });
  expect((await fixture.kontor('keys retire')).err).toContain('is younger than an hour');
  await runSql(
    fixture.server.url,
    `select graphile_worker.add_job('waiting', json_build_object('sealed', '${old}.abc'), run_at => now() + interval '1 day')`,
  );
  expect((await fixture.kontor('keys retire --now')).err).toContain(
    `The key ${old} still seals 1 stored secret of work that waits`,
  );
  await runSql(
    fixture.server.url,
    `select graphile_worker.permanently_fail_jobs(array_agg(id), '') from graphile_worker.jobs`,
  );
  expect((await fixture.json<{ retired: string[] }>('keys retire --now')).retired).toEqual([old]);
  expect(readKeys(path).map(({ id }) => id)).toEqual([now[0]?.id]);
  expect(secrets.keys()).toHaveLength(1);
  expect(secrets.verify('csrf', 'session', csrf)).toBe(false);
  expect(JSON.stringify(await runSql(fixture.server.url, 'select * from mail_account'))).not.toContain(CANARY);
});

test('a rotation that was cut off anywhere is finished by the next one, with the same key', async () => {
  const { server, work } = fixture;
  const database = await openDatabase({ url: server.url, poolSize: 2, log: testLog() });
  const [first] = readKeys(path);
  await writeKeys(path, [newKey(new Date()), ...readKeys(path)]);
  const [second] = readKeys(path);
  // The connection ends in the middle of the second batch.
  await runSql(
    server.url,
    `create function die() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
     create trigger dies before update on mail_account for each row when (new.account_id = ${Math.round(ACCOUNTS / 2)}) execute function die()`,
  );
  const outcome = await rotateSecrets({ database, secrets, stored: STORED, instanceIds: [work.id] }).catch(
    (error: unknown) => error,
  );
  await database.close();
  await runSql(server.url, 'drop trigger dies on mail_account');
  const half = await keyIds();
  expect(outcome).toBeInstanceOf(Error);
  expect(new Set(half)).toEqual(new Set([first?.id, second?.id]));
  expect((await fixture.kontor('keys retire --now')).err).toMatch(/^The key \w{8} still seals \d+ stored secrets/);
  expect((await fixture.kontor('keys rotate')).out).toContain(
    `The rotation to the key ${second?.id} that was begun earlier is finished`,
  );
  expect(await keyIds()).toEqual([second?.id]);
  expect(readKeys(path)).toHaveLength(2);
  for (const { id, sealed } of await stored()) expect(secrets.open(sealed, bound(id))).toBe(`${CANARY} ${id}`);
});

test('the list tells keys, what they seal, and keys that are missing; secrets of those stay as they are', async () => {
  const id = (await stored())[0]?.id ?? 0;
  const elsewhere = join(fixture.folder, 'elsewhere');
  copyFileSync(path, elsewhere);
  await writeKeys(path, [newKey(new Date('2026-01-01'))]);
  const [foreign] = readKeys(path);
  await put(id, CANARY, await loadSecrets(path));
  copyFileSync(elsewhere, path);
  const rows = await fixture.json<{ id: string; state: string; secrets: number }[]>('keys list');
  expect(rows).toEqual([
    { id: readKeys(path)[0]?.id, state: 'in use', madeAt: expect.any(String), secrets: ACCOUNTS - 1 },
    { id: foreign?.id, state: 'missing', madeAt: null, secrets: 1 },
  ]);
  expect((await fixture.kontor('keys rotate')).out).toContain(
    'Sealed with a key that is not in the file, and left as they are: 1 stored secret.',
  );
  expect(await keyIds()).toContain(foreign?.id);
});

test('a key file is read as it was before there were dates, and refused where it is damaged', () => {
  const [key] = readKeys(path);
  const plain = key?.bytes.toString('base64') ?? '';
  expect(parseKeys(`${plain}\n`)).toEqual([{ ...key, madeAt: null }]);
  for (const text of ['', plain.slice(4), `${plain} yesterday`, `${plain}\nrubbish`])
    expect(parseKeys(text)).toBeUndefined();
  writeFileSync(path, 'rubbish\n');
  expect(() => readKeys(path)).toThrow(/^The key in .* is damaged. Restore the file from a backup.$/);
  // A server at work goes on with what it knows.
  expect(secrets.open(secrets.seal('plain', 'row'), 'row')).toBe('plain');
  expect(readFileSync(path, 'utf8')).toBe('rubbish\n');
});

test('every module that seals something names where', () => {
  const modules = join(import.meta.dirname, '..', 'modules');
  const sealing = readdirSync(modules).filter((module) =>
    readdirSync(join(modules, module), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .some((name) => readFileSync(join(modules, module, name), 'utf8').includes('.seal(')),
  );
  const named = STORED.flatMap(({ module, secrets }) => (secrets.length === 0 ? [] : [module]));
  expect(named.toSorted()).toEqual(sealing.toSorted());
});
