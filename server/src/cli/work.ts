import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPlatform } from '../app.ts';
import { joinStore, type JoinedStore } from '../boot.ts';
import { type Config, loadConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log/logger.ts';
import { type Change, createChange } from '../platform/operation/change.ts';
import type { Platform } from '../platform/operation/context.ts';
import { CliError } from './faults.ts';
import type { Io } from './io.ts';

/** What a command works with. */
export interface Work {
  readonly config: Config;
  readonly store: JoinedStore;
  readonly platform: Platform;
  /** Its events reach open clients within half a second, by the outbox. */
  readonly change: Change;
}

/**
 * Does work on the database of the settings, whether the server runs or not; the embedded database is started where it
 * does not, and stopped afterwards. `mayBegin` allows a data folder that does not exist yet.
 */
export async function withWork<T>(io: Io, work: (parts: Work) => Promise<T>, { mayBegin = false } = {}): Promise<T> {
  const config = { ...loadConfig(io), dbPool: 4 };
  if (!mayBegin && !existsSync(join(config.dataFolder, 'kontor.key'))) {
    throw new CliError(
      `There is no data folder of Kontor at ${config.dataFolder}. Start Kontor once, or name the folder with KONTOR_DATA.`,
    );
  }
  const log = createLogger('error');
  const store = await joinStore({ config, log });
  try {
    io.stop.throwIfAborted();
    const platform = await openPlatform({ config, database: store.database, log });
    return await work({ config, store, platform, change: createChange(platform, () => {}) });
  } finally {
    await store.close();
  }
}
