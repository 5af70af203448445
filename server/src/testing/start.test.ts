import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../platform/data-folder/process-identity.ts';
import { databasesFolder, runSql } from '../platform/db/testing.ts';
import { TestClient } from './client.ts';
import { CLI, NPM_START, Program, SERVER } from './program.ts';

/** The server as a process of its own: first start, stop, crash, and every start that must be refused in a sentence. */
let root: string;
let data: string;
let started: Program[];

beforeEach(() => {
  root = mkdtempSync(join(databasesFolder(), 'kontor start '));
  // As root, a folder that is closed to others would be left for another place.
  chmodSync(root, 0o755);
  data = join(root, 'data');
  started = [];
});

afterEach(async () => {
  for (const program of started) {
    program.signal('SIGTERM', 'group');
    await program.ends();
  }
  const pid = postgresPid();
  if (pid !== undefined && isAlive(pid)) {
    process.kill(pid, 'SIGQUIT');
    await until(() => !isAlive(pid));
  }
  rmSync(root, { recursive: true, force: true });
});

/**
 * A port of the range that is given to nobody by chance: "taken" must mean taken by the test. That a busy machine's database is slow is no
 * warning that these tests wait for.
 */
const start = (env: Record<string, string> = {}, command: readonly string[] = SERVER): Program => {
  const program = new Program(command, {
    env: { KONTOR_PORT: '0', KONTOR_DATA: data, KONTOR_LOG_LEVEL: 'warn', KONTOR_LOG_SLOW_SQL: '0', ...env },
  });
  started.push(program);
  return program;
};

const PASSWORD = 'long enough for all';
let filled: string | undefined;
afterAll(() => filled !== undefined && rmSync(filled, { recursive: true, force: true }));

/** The data folder that a first start with PASSWORD has left, made once: for what is not about a first start. */
async function onFilledFolder(): Promise<void> {
  if (filled === undefined) {
    const first = start({ KONTOR_DEMO_PASSWORD: PASSWORD });
    await addressOf(first);
    first.signal('SIGTERM');
    expect(await first.ends()).toBe(0);
    filled = mkdtempSync(join(databasesFolder(), 'kontor filled '));
    chmodSync(filled, 0o755);
    copyFolder(data, filled);
  } else copyFolder(join(filled, 'data'), root);
}

/** With its owners: PostgreSQL works in no folder of somebody else. */
const copyFolder = (from: string, into: string) => execFileSync('cp', ['-Rp', from, into]);

const RUNS = /Kontor runs at (http:\/\/localhost:\d+) /;
const addressOf = async (program: Program) => ((await program.says(RUNS))[1] ?? '').replace('localhost', '127.0.0.1');
const passwordsOf = (program: Program) =>
  Object.fromEntries(
    [...program.out.matchAll(/^ {2}(\w+) +password (\S+)$/gm)].map((line) => [line[1] ?? '', line[2] ?? '']),
  );

function postgresPid(): number | undefined {
  const file = join(data, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function embeddedUrl(): string {
  const password = readFileSync(join(data, 'postgres.password'), 'utf8').trim();
  const port = readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://kontor:${password}@127.0.0.1:${port}/kontor`;
}

async function until(condition: () => boolean, withinMs = 120_000): Promise<void> {
  for (const end = Date.now() + withinMs; !condition(); await sleep(20)) {
    if (Date.now() > end) throw new Error('It did not happen in time.');
  }
}

async function expectRefusal(program: Program, sentence: RegExp): Promise<void> {
  expect(await program.ends()).toBe(1);
  expect(program.err.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
  expect(program.err).toMatch(/[.?]\n$/);
  expect(program.out).not.toMatch(RUNS);
}

describe('the first start', () => {
  test('tells the address, the instance and the people, who can sign in; the second one tells no passwords', async () => {
    const first = start();
    const base = await addressOf(first);
    await first.says(/the instance is "demo"[\s\S]*chris.*\n/);
    const passwords = passwordsOf(first);
    expect(Object.keys(passwords)).toEqual(['anna', 'ben', 'chris']);
    for (const [name, password] of Object.entries(passwords)) {
      const client = await new TestClient(base, 'demo').signIn(name, password);
      expect(await client.query('session.configuration')).toMatchObject({ isAdministrator: name === 'anna' });
    }
    first.signal('SIGINT');
    expect(await first.ends()).toBe(0);
    expect(first.err).toBe('');

    const second = start();
    const again = await addressOf(second);
    expect(second.out).not.toMatch(/password/);
    await new TestClient(again, 'demo').signIn('anna', passwords['anna'] ?? '');
  });

  test('honours KONTOR_DEMO_PASSWORD', async () => {
    await onFilledFolder();
    await new TestClient(await addressOf(start()), 'demo').signIn('ben', PASSWORD);
  });

  test('by npm ends with the Ctrl-C of a terminal, which reaches npm and the server alike', async () => {
    await onFilledFolder();
    const program = start({}, NPM_START);
    // Where the web app changed since the last start, npm builds it first.
    await program.says(RUNS, 170_000);
    const pid = postgresPid() ?? 0;
    program.signal('SIGINT', 'group');
    await program.ends();
    await until(() => !isAlive(pid));
    expect(existsSync(join(data, 'kontor.lock'))).toBe(false);
  });

  test('tells the passwords even where the port turns out to be taken', async () => {
    const { port, close } = await takePort();
    const program = start({ KONTOR_PORT: String(port) });
    await expectRefusal(program, new RegExp(`^Port ${port} is taken by another program\\.`));
    close();
    expect(postgresPid()).toBeUndefined();
    const next = start();
    await new TestClient(await addressOf(next), 'demo').signIn('anna', passwordsOf(program)['anna'] ?? '');
  });
});

describe('the end', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s leaves nothing behind, with a client connected', async (signal) => {
    await onFilledFolder();
    const program = start();
    const base = await addressOf(program);
    await new TestClient(base, 'demo').signIn('ben', PASSWORD);
    const pid = postgresPid() ?? 0;
    expect(isAlive(pid)).toBe(true);
    program.signal(signal);
    expect(await program.ends()).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(data, 'kontor.lock'))).toBe(false);
    expect(program.err).toBe('');
    await expect(fetch(`${base}/health/live`)).rejects.toThrow('fetch failed');
  });

  test('during the start waits for what has begun and leaves nothing behind', async () => {
    const program = start();
    let pid: number | undefined;
    // The cluster is made by a short-lived one, whose file may be gone when it is looked at again.
    await until(() => (pid = postgresPid()) !== undefined);
    program.signal('SIGTERM');
    expect(await program.ends()).toBe(0);
    expect(isAlive(pid ?? 0)).toBe(false);
    await addressOf(start());
  });

  test('by kill -9 leaves the database, which the next start takes over with its data', async () => {
    await onFilledFolder();
    const first = start();
    await addressOf(first);
    const pid = postgresPid() ?? 0;
    first.signal('SIGKILL');
    expect(await first.ends()).toBe('SIGKILL');
    expect(isAlive(pid)).toBe(true);

    const next = start();
    const base = await addressOf(next);
    expect(postgresPid()).toBe(pid);
    await new TestClient(base, 'demo').signIn('chris', PASSWORD);
    next.signal('SIGTERM');
    expect(await next.ends()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('the command line', () => {
  const kontor = async (...args: string[]) => {
    const program = new Program([...CLI, ...args, '--json'], { env: { KONTOR_DATA: data } });
    const code = await program.ends();
    return { code, err: program.err, answer: code === 0 ? (JSON.parse(program.out) as Record<string, unknown>) : {} };
  };

  test('joins a server that runs, one that is just starting too, and works without it', async () => {
    const first = start({ KONTOR_DEMO_PASSWORD: PASSWORD });
    await until(() => existsSync(join(data, 'kontor.key')));
    const early = await kontor('status');
    expect(early).toMatchObject({ code: 0, err: '', answer: { server: { pid: first.child.pid } } });

    const base = await addressOf(first);
    const client = await new TestClient(base, 'demo').signIn('ben', PASSWORD);
    const reset = await kontor('password', 'demo', 'ben');
    expect((await client.tryQuery('session.user')).status).toBe(401);
    await new TestClient(base, 'demo').signIn('ben', String(reset.answer['password']));
    first.signal('SIGTERM');
    await first.ends();

    expect(await kontor('status')).toMatchObject({ code: 0, err: '', answer: { server: { pid: null }, people: 3 } });
    expect(postgresPid()).toBeUndefined();
    const second = start();
    await new TestClient(await addressOf(second), 'demo').signIn('ben', String(reset.answer['password']));
  });

  test('does not migrate below a server of another version', async () => {
    await onFilledFolder();
    const first = start();
    await addressOf(first);
    await runSql(embeddedUrl(), `delete from migration where name = (select max(name) from migration)`);
    const { code, err } = await kontor('instance', 'list');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The Kontor that runs on this database is of an older version .*\n$/),
    ]);
  });
});

async function takePort(): Promise<{ port: number; close(): void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close: () => server.close() };
}

describe('a start is refused in one sentence', () => {
  test('beside another one on the same folder, which goes on', async () => {
    await onFilledFolder();
    const first = start();
    const base = await addressOf(first);
    await expectRefusal(
      start(),
      new RegExp(`^Kontor is already running on this data folder \\(process ${first.child.pid}\\)`),
    );
    expect((await fetch(`${base}/health/ready`)).status).toBe(200);
  });

  test.each([
    ['a bad setting', { KONTOR_PORT: '80a' }, /^KONTOR_PORT in the environment must be a port number/],
    [
      'a short demo password',
      { KONTOR_DEMO_PASSWORD: 'short' },
      /^KONTOR_DEMO_PASSWORD .* must be 12 characters or longer/,
    ],
    [
      'a database that nobody listens for',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      /^Nothing answers at the address/,
    ],
    [
      'a database on an unknown host',
      { DATABASE_URL: 'postgres://a:b@nowhere.invalid/c' },
      /^The host of the database/,
    ],
    [
      'an address that is not of this machine',
      { KONTOR_HOST: '192.0.2.1' },
      /^KONTOR_HOST \(192\.0\.2\.1\) is no address/,
    ],
  ])('with %s', async (_name, env, sentence) => {
    await expectRefusal(start(env), sentence);
  });

  test('with a database that a newer version wrote, and with such a data folder', async () => {
    await onFilledFolder();
    const first = start();
    await addressOf(first);
    await runSql(embeddedUrl(), `insert into migration (name, hash) values ('9999_future', '')`);
    first.signal('SIGTERM');
    await first.ends();
    await expectRefusal(start(), /^The database was written by a newer version of Kontor \(it knows 9999_future\)\./);
    writeFileSync(join(data, 'kontor.json'), '{"format": 99}');
    await expectRefusal(start(), /^The data folder .* was written by a newer version of Kontor \(format 99/);
  });

  test('with a damaged key, since every stored mail password would be unreadable', async () => {
    await onFilledFolder();
    const first = start();
    await addressOf(first);
    first.signal('SIGTERM');
    await first.ends();
    writeFileSync(join(data, 'kontor.key'), 'c2hvcnQ=\n');
    await expectRefusal(start(), /^The key in .*kontor\.key is damaged\./);
  });
});

/** A PostgreSQL that is not ours: the one of KONTOR_TEST_DATABASE_URL, else the usual one of this machine. */
const EXTERNAL = process.env['KONTOR_TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const isExternalThere = await runSql(EXTERNAL, 'select 1').then(
  () => true,
  () => false,
);

describe.skipIf(!isExternalThere)('an external PostgreSQL (left out where none answers)', () => {
  const name = `kontor_start_${process.pid}`;
  const url = () => Object.assign(new URL(EXTERNAL), { pathname: `/${name}` }).href;

  beforeEach(() => runSql(EXTERNAL, `create database ${name}`));
  afterEach(() => runSql(EXTERNAL, `drop database if exists ${name} with (force)`));

  test('by DATABASE_URL is used instead of the embedded one, over a restart', async () => {
    const first = start({ DATABASE_URL: url(), KONTOR_DEMO_PASSWORD: PASSWORD });
    await addressOf(first);
    expect(existsSync(join(data, 'postgres'))).toBe(false);
    first.signal('SIGINT');
    expect(await first.ends()).toBe(0);
    const second = start({ DATABASE_URL: url() });
    await new TestClient(await addressOf(second), 'demo').signIn('anna', PASSWORD);
  });

  test('by a user who owns the database and nothing else', async () => {
    const owner = `kontor_owner_${process.pid}`;
    await runSql(EXTERNAL, `create role ${owner} login password 'of the owner'`);
    try {
      await runSql(EXTERNAL, `alter database ${name} owner to ${owner}`);
      const own = Object.assign(new URL(url()), { username: owner, password: 'of the owner' }).href;
      const program = start({ DATABASE_URL: own, KONTOR_DEMO_PASSWORD: PASSWORD });
      await new TestClient(await addressOf(program), 'demo').signIn('anna', PASSWORD);
      const cli = new Program([...CLI, 'instance', 'remove', 'demo', '--yes', '--json'], {
        env: { DATABASE_URL: own, KONTOR_DATA: data },
      });
      expect([await cli.ends(), cli.err]).toEqual([0, '']);
      expect(JSON.parse(cli.out)).toMatchObject({ id: 1, name: 'demo', removed: true });
      program.signal('SIGTERM');
      expect(await program.ends()).toBe(0);
    } finally {
      await runSql(EXTERNAL, `drop database ${name} with (force)`);
      await runSql(EXTERNAL, `drop role ${owner}`);
    }
  });

  test('refuses in a sentence where the database is missing', async () => {
    await runSql(EXTERNAL, `drop database ${name}`);
    await expectRefusal(start({ DATABASE_URL: url() }), /^The database that DATABASE_URL names does not exist\./);
  });
});
