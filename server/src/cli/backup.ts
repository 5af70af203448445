import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { reachServer } from '../boot.ts';
import { readInstances } from '../modules/account/index.ts';
import { type BackupOutcome, noteBackup } from '../platform/backup/last-backup.ts';
import { restoreBlobs } from '../platform/backup/blobs.ts';
import { checkFiles } from '../platform/backup/check.ts';
import { type BackupManifest, readManifest } from '../platform/backup/manifest.ts';
import { beginRestore, isUnfinished, requireEmptyDatabase, requireEmptyFolder } from '../platform/backup/place.ts';
import { restoreRows } from '../platform/backup/restore.ts';
import { verifyBackup } from '../platform/backup/verify.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { loadConfig } from '../platform/config/config.ts';
import { type Key, readKeys, writeKeys } from '../platform/crypto/key-file.ts';
import { probeKeys } from '../platform/crypto/rotate.ts';
import { openKeys } from '../platform/crypto/secrets.ts';
import type { Database } from '../platform/db/database.ts';
import type { BlobStore } from '../platform/storage/blobs.ts';
import { openBlobs } from '../platform/storage/open.ts';
import { STORED } from '../stored.ts';
import { readVersion } from '../version.ts';
import { askServer } from './asked.ts';
import { CliError } from './cli-error.ts';
import { faultSentence } from './faults.ts';
import type { Io } from './io.ts';
import { logOf } from './log.ts';
import { startProgress } from './progress.ts';
import { show, type Shown } from './show.ts';
import { withWork } from './work.ts';

const rowsOf = ({ tables }: BackupManifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);
const bytesOf = ({ tables, blobs }: BackupManifest): number =>
  tables.reduce((sum, { bytes }) => sum + bytes, blobs.bytes + blobs.list.bytes + blobs.named.bytes);
const summary = (manifest: BackupManifest) => ({
  takenAt: manifest.takenAt,
  version: manifest.kontor,
  seconds: manifest.seconds,
  tables: manifest.tables.length,
  rows: rowsOf(manifest),
  blobs: manifest.blobs.count,
  bytes: bytesOf(manifest),
  keys: manifest.keys,
});
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const contentOf = (manifest: BackupManifest): string =>
  `${rowsOf(manifest)} rows of ${manifest.tables.length} tables and ${manifest.blobs.count} blobs, ${megabytes(bytesOf(manifest))}`;
const keysOf = ({ keys }: BackupManifest): string => keys.map(({ id }) => id).join(', ');
const secretsOf = ({ keys }: BackupManifest): number => keys.reduce((sum, { secrets }) => sum + secrets, 0);

export async function backUp(io: Io, folder: string, options: Shown): Promise<void> {
  const target = resolve(io.cwd, folder);
  await withWork(io, async ({ store, platform }) => {
    let step = 'the snapshot';
    const progress = startProgress(io, () => `… ${step}`);
    const began = performance.now();
    let isMade = false;
    const recordOutcome = (outcome: Pick<BackupOutcome, 'outcome' | 'fault' | 'rows' | 'blobs' | 'bytes'>) =>
      noteBackup(store.database, {
        at: new Date(platform.now()).toISOString(),
        folder: target,
        seconds: Math.round((performance.now() - began) / 100) / 10,
        ...outcome,
      });
    try {
      const manifest = await writeBackup({
        url: store.url,
        blobs: platform.blobs,
        stored: STORED,
        target,
        version: readVersion(),
        signal: io.stop,
        onProgress: (what) => (step = what),
      });
      isMade = true;
      const { lostCount, lost } = manifest.blobs;
      const fault =
        lostCount === 0 ? null : `${lostCount} blobs that rows name are missing or damaged: ${lost[0] ?? ''} …`;
      const counts = { rows: rowsOf(manifest), blobs: manifest.blobs.count, bytes: bytesOf(manifest) };
      await recordOutcome({ outcome: fault === null ? 'done' : 'incomplete', fault, ...counts });
      show(io, options, { folder: target, ...summary(manifest), lost: lostCount }, () =>
        [
          `Written to ${target}: ${contentOf(manifest)}, in ${manifest.seconds} s.`,
          ...(manifest.keys.length === 0
            ? []
            : [
                `Keep the key file apart from it: without the key ${keysOf(manifest)} its stored passwords cannot be read.`,
              ]),
        ].join('\n'),
      );
      if (fault !== null) throw new CliError(`The backup was made, but ${fault}`);
    } catch (error) {
      if (!isMade) {
        const sentence = faultSentence(error) ?? (error instanceof Error ? error.message : String(error));
        // Where the database is what failed, nothing can be noted in it.
        await recordOutcome({ outcome: 'failed', fault: sentence, rows: 0, blobs: 0, bytes: 0 }).catch(() => {});
      }
      throw error;
    } finally {
      progress.end();
    }
  });
}

export interface KeyOptions extends Shown {
  readonly keyFile?: string;
  readonly withoutKey?: boolean;
}

/** The keys to restore with; undefined where the person goes without. */
function chooseKeys(
  io: Io,
  defaultValue: string,
  manifest: BackupManifest,
  options: KeyOptions,
): readonly Key[] | undefined {
  const given = options.keyFile === undefined ? defaultValue : resolve(io.cwd, options.keyFile);
  if (options.withoutKey) return undefined;
  const keys = options.keyFile !== undefined || existsSync(given) ? readKeys(given) : undefined;
  const lacking = manifest.keys.filter(({ id }) => !keys?.some((key) => key.id === id));
  if (lacking.length === 0) return keys;
  const count = lacking.reduce((sum, { secrets }) => sum + secrets, 0);
  const ids = lacking.map(({ id }) => id).join(', ');
  throw new CliError(
    keys === undefined
      ? `The backup needs the key file that was kept apart (key ${ids}): name it with --key-file. With --without-key all is restored but ${count} stored passwords and tokens, which people have to type again.`
      : `The key file ${given} lacks the key ${ids}, which seals ${count} stored passwords and tokens of the backup. Name the key file of its time, or use --without-key.`,
  );
}

/** What stored secrets cannot be read with the keys, in sentences. */
async function examineKeys(database: Database, keys: readonly Key[]): Promise<readonly string[]> {
  const ids = (await readInstances(database.owner)).map(({ id }) => id);
  const probes = await probeKeys(database, STORED, ids, openKeys(keys));
  return [...probes].flatMap(([id, opens]) => (opens ? [] : [`Nothing that the key ${id} has sealed can be read.`]));
}

async function requireWhole(folder: string, manifest: BackupManifest): Promise<void> {
  const [first, ...more] = await checkFiles(folder, manifest);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new CliError(`The backup ${folder} is damaged: ${first}${others} Nothing was restored.`);
}

/** A bucket is not within the data folder: what lies in it may be another server's. */
async function requireEmptyStorage(blobs: BlobStore): Promise<void> {
  for await (const _ of blobs.all())
    throw new CliError('There are mails and documents in the storage already. A backup is restored into an empty one.');
}

export async function restore(io: Io, given: string, options: KeyOptions): Promise<void> {
  const config = loadConfig(io);
  const { dataFolder, databaseUrl } = config;
  const folder = resolve(io.cwd, given);
  const manifest = await readManifest(folder);
  requireEmptyFolder(dataFolder);
  if (databaseUrl !== undefined) await requireEmptyDatabase(databaseUrl, isUnfinished(dataFolder));
  const keys = chooseKeys(io, config.keyFile, manifest, options);
  const blobs = await openBlobs(config);
  if (!isUnfinished(dataFolder)) await requireEmptyStorage(blobs);
  let step = 'the files of the backup';
  const progress = startProgress(io, () => `… ${step}`);
  try {
    await requireWhole(folder, manifest);
    const finish = beginRestore(dataFolder);
    const log = logOf(io);
    const server = await reachServer(config, log);
    try {
      if (databaseUrl === undefined) await requireEmptyDatabase(server.url, true);
      if (keys !== undefined) await writeKeys(config.keyFile, keys);
      step = 'blobs';
      await restoreBlobs({
        blobs,
        folder,
        list: manifest.blobs.list.file,
        signal: io.stop,
      });
      await restoreRows({
        folder,
        manifest,
        url: server.url,
        stored: STORED,
        log,
        signal: io.stop,
        onProgress: (what) => (step = what),
      });
      finish();
    } finally {
      await server.close();
    }
  } finally {
    progress.end();
  }
  show(io, options, { folder, dataFolder, ...summary(manifest), withKey: keys !== undefined }, () =>
    [
      `Restored and compared: ${contentOf(manifest)}, as of ${manifest.takenAt}.`,
      ...(manifest.blobs.lostCount === 0
        ? []
        : [`Missing since before the backup: ${manifest.blobs.lostCount} mails or files.`]),
      ...(keys === undefined && secretsOf(manifest) > 0
        ? [
            `Without its key ${secretsOf(manifest)} stored passwords and tokens cannot be read: people have to type them again.`,
          ]
        : []),
      'Everybody has to sign in again. What was done after that moment is not there; work that was waiting then is done again.',
    ].join('\n'),
  );
}

export async function verify(
  io: Io,
  given: string,
  options: KeyOptions & { readonly scratch?: string },
): Promise<void> {
  const folder = resolve(io.cwd, given);
  const keyFile = options.keyFile === undefined ? loadConfig(io).keyFile : resolve(io.cwd, options.keyFile);
  const keys = options.keyFile !== undefined || existsSync(keyFile) ? readKeys(keyFile) : undefined;
  const log = logOf(io);
  let step = 'the files of the backup';
  const progress = startProgress(io, () => `… ${step}`);
  try {
    const { manifest, findings } = await verifyBackup({
      folder,
      stored: STORED,
      log,
      signal: io.stop,
      scratch: options.scratch,
      examine: async (restored) => {
        step = 'questions to a server';
        return [
          ...(keys === undefined ? [] : await examineKeys(restored.database, keys)),
          ...(await askServer(restored, keys === undefined ? undefined : keyFile, log)),
        ];
      },
      onProgress: (what) => (step = what),
    });
    show(io, options, { folder, ...summary(manifest), findings, withKey: keys !== undefined }, () =>
      findings.length > 0
        ? findings.join('\n')
        : `The backup ${folder} of ${manifest.takenAt} can be restored: ${contentOf(manifest)}${
            keys === undefined ? '. Its stored passwords were not tried: no key file was named.' : ', and its keys.'
          }`,
    );
    if (findings.length > 0) throw new CliError(`The backup ${folder} is not whole (findings: ${findings.length}).`);
  } finally {
    progress.end();
  }
}
