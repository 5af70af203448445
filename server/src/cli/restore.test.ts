import { randomInt } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../boot.ts';
import { checkFiles } from '../platform/backup/check.ts';
import { readManifest } from '../platform/backup/manifest.ts';
import { loadConfig } from '../platform/config/config.ts';
import { runSql } from '../platform/db/testing.ts';
import { testLog } from '../testing/logged.ts';
import { type BackupFixture, forge, rewriteManifest, startBackupFixture } from '../testing/backup-fixture.ts';
import { hasLongTests, long } from '../testing/long.ts';

const CORRUPTIONS = hasLongTests ? 200 : 20;
/** In so many files at a time: each of them is to be found. */
const CORRUPTED_AT_ONCE = 10;

let fixture: BackupFixture;
/** The backup of all tests, which only copies of are harmed. */
let backup: Awaited<ReturnType<BackupFixture['backUp']>>;
const copyOf = (name: string): string => {
  const folder = join(fixture.folder, name);
  cpSync(backup.folder, folder, { recursive: true });
  return folder;
};

beforeAll(async () => {
  fixture = await startBackupFixture();
  backup = await fixture.backUp();
});
afterAll(() => fixture?.close());
afterEach(() => fixture.endAll());

describe('what is wrong with a backup is found', () => {
  test(`a byte changed at ${CORRUPTIONS} random places`, async () => {
    const folder = copyOf('corrupted');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name))
      .filter((path) => statSync(path).size > 0);
    const isOfManifest = (path: string) => path.startsWith(join(folder, 'manifest.'));
    // Where what it says of itself is not whole, or the list of the blobs, nothing else is looked at.
    const isReadFirst = (path: string) => isOfManifest(path) || path.startsWith(join(folder, 'blobs.'));
    const [first, then] = [files.filter(isReadFirst), files.filter((path) => !isReadFirst(path))];
    expect(first.length).toBeGreaterThan(2);
    const missed: string[] = [];
    const corrupt = async (paths: readonly string[]): Promise<void> => {
      const changes = paths.map((path) => {
        const bytes = readFileSync(path);
        const at = randomInt(bytes.byteLength);
        const bit = 1 << randomInt(8);
        const changed = Buffer.from(bytes);
        changed[at] = (bytes[at] ?? 0) ^ bit;
        writeFileSync(path, changed);
        return { path, bytes, at, bit };
      });
      const found = await readManifest(folder).then(
        (manifest) => checkFiles(folder, manifest),
        (error: unknown) => [String(error)],
      );
      const isFound = (path: string) =>
        found.length > 0 && (isReadFirst(path) || found.some((finding) => finding.includes(basename(path))));
      for (const { path, bytes, at, bit } of changes) {
        writeFileSync(path, bytes);
        if (!isFound(path)) missed.push(`${path} byte ${at} bit ${bit}: ${found.join(' ')}`);
      }
    };
    for (let round = 0; round < CORRUPTIONS / CORRUPTED_AT_ONCE; round += 1) {
      const picked = new Set<string>();
      while (picked.size < CORRUPTED_AT_ONCE - 1) picked.add(then[randomInt(then.length)] ?? '');
      await corrupt([...picked]);
      await corrupt([first[round % first.length] ?? '']);
    }
    expect(missed).toEqual([]);
    expect(await checkFiles(folder, await readManifest(folder))).toEqual([]);
  });

  test('a file too many, one too few, one cut short, and no manifest', async () => {
    const { manifest } = backup;
    const folder = copyOf('odd');
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
    const env = await fixture.emptyTarget();
    const heard = await fixture.restore(folder, env);
    expect([heard.code, heard.err]).toEqual([1, `${folder} is no whole backup of Kontor: it has no manifest.json.\n`]);
  });

  test('what leads out of its folder, which is neither read nor restored', async () => {
    const env = await fixture.emptyTarget();
    const secret = join(fixture.folder, 'secret.gz');
    writeFileSync(secret, 'of somebody else');
    for (const path of [secret, '../secret.gz', 'tables/../../secret.gz', '.', 'tables\\..\\..\\secret.gz']) {
      const hostile = copyOf('hostile');
      rewriteManifest(hostile, ({ tables: [first] }) => Object.assign(first ?? {}, { file: path }));
      const heard = await fixture.restore(hostile, env);
      expect([heard.code, heard.err]).toEqual([1, expect.stringContaining('names a file that is not in the backup')]);
      rmSync(hostile, { recursive: true });
    }
    for (const path of ['tables/public.mail.copy.gz', 'blobs', 'tables/more']) {
      const linked = copyOf('linked');
      const outside = join(fixture.folder, 'outside');
      if (existsSync(join(linked, path))) renameSync(join(linked, path), outside);
      symlinkSync(outside, join(linked, path));
      expect(await checkFiles(linked, await readManifest(linked))).toEqual([`${path} is a link, or no file.`]);
      expect((await fixture.restore(linked, env)).err).toContain(`${path} is a link, or no file.`);
      for (const made of [linked, outside]) rmSync(made, { recursive: true, force: true });
    }
  });

  test('rows that were changed with their file’s checksum, and rows that nothing stands behind', long, async () => {
    const changed = copyOf('changed');
    forge(changed, 'app_user', (rows) => rows.replace('Anna', 'Bert'), false);
    expect((await fixture.kontor(['verify-backup', changed])).out).toContain(
      'The table public.app_user is not what was backed up',
    );
    const orphaned = copyOf('orphaned');
    forge(orphaned, 'app_user', () => '', true);
    expect((await fixture.kontor(['verify-backup', orphaned])).out).toMatch(/violates foreign key constraint/);
  });
});

test('rows that are whole and that no server could answer from are found by asking one', long, async () => {
  const { folder } = backup;
  const sound = await fixture.kontor(['verify-backup', folder]);
  expect([sound.code, sound.err]).toEqual([0, '']);
  const hollow = copyOf('hollow');
  forge(hollow, 'instance', (rows) => rows.replace('{}', 'null'), true);
  const heard = await fixture.kontor(['verify-backup', hollow]);
  expect(heard.code).toBe(1);
  for (const what of ['the sign-in page', 'inbox.items to anna', 'mail.items to anna'])
    expect(heard.out).toContain(`A server on the restored copy does not answer ${what} of "werk": 500 INTERNAL`);
  expect(heard.err).toContain('"msg":"request failed"');
});

describe('a restore', () => {
  test('is refused where something is, and touches nothing there', async () => {
    const { folder } = backup;
    const { server } = fixture;
    const before = await runSql(server.url, 'select count(*) from mail');
    const used = await fixture.restore(folder, {
      KONTOR_DATA: join(fixture.folder, 'nothing-here'),
      DATABASE_URL: server.url,
    });
    expect([used.code, used.err]).toEqual([1, expect.stringContaining('The database is not empty.')]);
    expect(await runSql(server.url, 'select count(*) from mail')).toEqual(before);
    expect(existsSync(join(fixture.folder, 'nothing-here'))).toBe(false);
    const env = await fixture.emptyTarget();
    mkdirSync(env.KONTOR_DATA);
    writeFileSync(join(env.KONTOR_DATA, 'diary.txt'), 'mine');
    const full = await fixture.restore(folder, env);
    expect([full.code, full.err]).toEqual([1, expect.stringContaining('is not empty (it has diary.txt)')]);
    expect(readdirSync(env.KONTOR_DATA)).toEqual(['diary.txt']);
    expect(await runSql(env.DATABASE_URL, "select from pg_class where relname = 'instance'")).toEqual([]);
  });

  test('wants the key, says what is lost without it, and goes without where that is meant', async () => {
    const { folder, manifest } = backup;
    const env = await fixture.emptyTarget();
    const without = await fixture.restore(folder, env, []);
    expect([without.code, without.err]).toEqual([
      1,
      `The backup needs the key file that was kept apart (key ${manifest.keys[0]?.id}): name it with --key-file. With --without-key all is restored but 1 stored passwords and tokens, which people have to type again.\n`,
    ]);
    const other = join(fixture.folder, 'other.key');
    writeFileSync(other, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect((await fixture.restore(folder, env, ['--key-file', other])).err).toContain('lacks the key');
    expect(existsSync(env.KONTOR_DATA)).toBe(false);
    const meant = await fixture.restore(folder, env, ['--without-key']);
    expect([meant.code, meant.out]).toEqual([
      0,
      expect.stringContaining('1 stored passwords and tokens cannot be read'),
    ]);
  });

  test('that was cut off is told of by the next start, and done by doing it again', async () => {
    const { folder } = backup;
    const env = await fixture.emptyTarget();
    const broken = copyOf('broken in the rows');
    forge(broken, 'app_user', (rows) => rows.replace('Anna', 'Bert'), false);
    expect((await fixture.kontor(['restore', broken, '--key-file', fixture.keyFile], { env })).code).toBe(1);
    expect(await runSql(env.DATABASE_URL, 'select count(*)::int as count from app_user')).toEqual([{ count: 0 }]);
    await expect(openStore({ config: loadConfig({ env, cwd: fixture.folder }), log: testLog() })).rejects.toThrow(
      /^A restore into .* was not finished/,
    );
    expect(await fixture.restore(folder, env)).toMatchObject({ code: 0, err: '' });
  });
});

test('the embedded database is backed up and restored by the same commands', async () => {
  const { folder, manifest } = backup;
  const env = { KONTOR_DATA: join(fixture.folder, 'embedded') };
  expect(await fixture.restore(folder, env)).toMatchObject({ code: 0, err: '' });
  const again = join(fixture.folder, 'of-the-embedded');
  expect(await fixture.kontor(['backup', again], { env })).toMatchObject({ code: 0, err: '' });
  const second = await readManifest(again);
  // Which server processes there were is forgotten with them.
  const rowsOf = ({ tables }: typeof manifest) =>
    tables.filter(({ name }) => !['server_process', 'lease'].includes(name)).map(({ name, rows }) => [name, rows]);
  expect(rowsOf(second)).toEqual(rowsOf(manifest));
  expect((await fixture.kontor(['restore', folder], { env })).err).toContain('is not empty');
});
