import { setTimeout as sleep } from 'node:timers/promises';
import { openDataFolder } from './platform/data-folder/data-folder.ts';
import type { Config } from './platform/config/config.ts';
import { openDatabase, type Database } from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded/embedded.ts';
import { requireWholeRestore } from './platform/backup/place.ts';
import { reachRunning } from './platform/db/embedded/reach.ts';
import { migrateDatabase, schemaState } from './platform/db/migrate.ts';
import { migrateJobs } from './platform/jobs/runner.ts';
import type { Logger } from './platform/log/logger.ts';
import { StartError } from './platform/start-error.ts';

/** A database that is ready to work with, and the data folder that goes with it, held for this process. */
export interface Store {
  readonly database: Database;
  readonly url: string;
  close(): Promise<void>;
}

export interface JoinedStore extends Store {
  /** The process that serves the data folder, where that is another one and can be told. */
  readonly serverPid: number | undefined;
}

/** Takes the data folder, starts or reaches the database and brings it up to this version. Throws a StartError where that cannot be. */
export async function openStore({ config, log }: { readonly config: Config; readonly log: Logger }): Promise<Store> {
  requireWholeRestore(config.dataFolder);
  const server = await reachServer(config, log);
  try {
    await migrateDatabase(server.url);
    const database = await openDatabase({ url: server.url, poolSize: config.dbPool, log, slowMs: config.logSlowSql });
    await migrateJobs(database);
    return {
      database,
      url: server.url,
      async close() {
        await database.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * Like openStore, for work beside the server: joins the one that runs on the data folder, or holds the folder itself as long
 * as none does. An external database is used as it is. Never migrates below a server that is at work.
 */
export async function joinStore({
  config,
  log,
}: {
  readonly config: Config;
  readonly log: Logger;
}): Promise<JoinedStore> {
  const running = config.databaseUrl === undefined ? await reachRunning(config.dataFolder) : undefined;
  const url = config.databaseUrl ?? running?.url;
  if (url === undefined) return { ...(await openStore({ config, log })), serverPid: undefined };
  await matchVersion(url);
  const database = await openDatabase({ url, poolSize: config.dbPool, log });
  return { database, url, serverPid: running?.pid, close: () => database.close() };
}

async function matchVersion(url: string): Promise<void> {
  // A server that starts at this moment is still migrating.
  for (const end = Date.now() + 5000; ; await sleep(250)) {
    const { missing, isInUse } = await schemaState(url);
    if (missing.length === 0) return;
    if (!isInUse) {
      await migrateDatabase(url);
      return;
    }
    if (Date.now() > end) {
      throw new StartError(
        'The Kontor that runs on this database is of an older version than this one. Start it again first.',
      );
    }
  }
}

/** Takes the data folder and starts or reaches its database, whatever is in it. */
export async function reachServer(config: Config, log: Logger): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl === undefined) return startEmbedded({ dataFolder: config.dataFolder, log });
  const folder = await openDataFolder(config.dataFolder);
  return { url: config.databaseUrl, close: async () => folder.close() };
}
