import { setTimeout as sleep } from 'node:timers/promises';
import { lockHolder } from '../../data-folder/lock.ts';
import { StartError } from '../../start-error.ts';
import { existingCluster } from './cluster.ts';
import { knownParentFolder } from './place.ts';
import { databaseUrl, isServed, readPostmaster } from './postmaster.ts';

const PATIENCE_MS = 60_000;

export interface Running {
  /** The connection string of the database `kontor` of the process that runs there. */
  readonly url: string;
  readonly pid: number;
}

/**
 * The database of the Kontor that runs on a data folder at the moment, for a second process that works beside it; undefined
 * when none runs. Waits for one that is just starting. Throws a StartError when this user may not read what it needs.
 */
export async function reachRunning(dataFolder: string): Promise<Running | undefined> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const pid = await lockHolder(dataFolder);
    if (pid === undefined) return undefined;
    const url = await urlOf(dataFolder);
    if (url !== undefined) return { url, pid };
    if (Date.now() > end)
      throw new StartError(`The Kontor that runs on ${dataFolder} (process ${pid}) has no database yet.`);
  }
}

async function urlOf(dataFolder: string): Promise<string | undefined> {
  try {
    const cluster = existingCluster(dataFolder, knownParentFolder(dataFolder));
    const postmaster = cluster && readPostmaster(cluster.folder);
    if (!cluster || postmaster?.status !== 'ready') return undefined;
    return (await isServed(cluster, postmaster.port)) ? databaseUrl(cluster, postmaster.port, 'kontor') : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    const sentence = `The data folder ${dataFolder} belongs to another user. Run this as the user who runs Kontor.`;
    throw new StartError(sentence, { cause: error });
  }
}
