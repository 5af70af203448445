import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { knownParentFolder } from '../db/embedded/place.ts';
import { openDatabase, type Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import { StartError } from '../start-error.ts';
import type { Stored } from '../storage/stored.ts';
import { findMissing } from './blobs.ts';
import { checkFiles } from './check.ts';
import { type BackupManifest, readManifest } from './manifest.ts';
import { restoreRows } from './restore.ts';

/** What a check of a backup has found. */
export interface Verified {
  readonly manifest: BackupManifest;
  /** Sentences; none where the backup is whole. */
  readonly findings: readonly string[];
}

/** A backup that was restored to be looked at, and is thrown away after. */
export interface Restored {
  readonly database: Database;
  readonly url: string;
  /** A folder that goes with it. */
  readonly workFolder: string;
  /** The backup itself. */
  readonly folder: string;
}

/**
 * Checks a backup as far as it can be without being used: every file against its checksum, then all rows restored into a
 * PostgreSQL of its own below `scratch`, compared table by table, with every foreign key, brought up to this version, and every blob
 * that a row names looked for. `examine` may look at the restored database, and returns what is wrong with it.
 */
export async function verifyBackup(options: {
  readonly folder: string;
  readonly stored: readonly Stored[];
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly scratch?: string | undefined;
  examine?(restored: Restored): Promise<readonly string[]>;
  onProgress?(what: string): void;
}): Promise<Verified> {
  const { folder, log, signal } = options;
  const manifest = await readManifest(folder);
  const damaged = await checkFiles(folder, manifest);
  if (damaged.length > 0) return { manifest, findings: damaged };
  const workFolder = await mkdtemp(join(options.scratch ?? tmpdir(), 'kontor-verify-'));
  try {
    // As root, PostgreSQL runs as another user, which must get there.
    await chmod(workFolder, 0o755);
    const embedded = await startEmbedded({ dataFolder: workFolder, log, durable: false });
    try {
      const fault = await restoreRows({ ...options, url: embedded.url, manifest }).then(
        () => undefined,
        (error: unknown) => error,
      );
      signal.throwIfAborted();
      if (fault !== undefined) return { manifest, findings: [sentenceOf(fault)] };
      const database = await openDatabase({ url: embedded.url, poolSize: 2, log });
      try {
        const missing = await findMissing(folder, manifest.blobs.named.file);
        const findings = missing.map((path) => `${path} is named by a row, and was lost before the backup was made.`);
        return {
          manifest,
          findings: [
            ...findings,
            ...((await options.examine?.({ database, url: embedded.url, workFolder, folder })) ?? []),
          ],
        };
      } finally {
        await database.close();
      }
    } finally {
      await embedded.close();
    }
  } finally {
    // Of root below a closed folder the database lies elsewhere.
    await rm(knownParentFolder(workFolder), { recursive: true, force: true });
    await rm(workFolder, { recursive: true, force: true });
  }
}

function sentenceOf(fault: unknown): string {
  if (fault instanceof StartError) throw fault;
  return fault instanceof Error ? fault.message : String(fault);
}
