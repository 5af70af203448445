import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { openPlatform } from '../open-platform.ts';
import { joinStore, type JoinedStore } from '../boot.ts';
import { administratorIds } from '../modules/account/index.ts';
import { type Config, loadConfig } from '../platform/config/config.ts';
import type { Actor, AuditNote } from '../platform/operation/audit.ts';
import { type Change, createChange } from '../platform/operation/change.ts';
import type { ChangeContext, Platform } from '../platform/operation/context.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { logOf } from './log.ts';

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
  if (!mayBegin && !wasStarted(config)) {
    throw new CliError(
      `There is no data folder of Kontor at ${config.dataFolder}. Start Kontor once, or name the folder with KONTOR_DATA, and its key with KONTOR_KEY_FILE where that is elsewhere.`,
    );
  }
  const log = logOf(io);
  const store = await joinStore({ config, log });
  try {
    io.stop.throwIfAborted();
    const platform = await openPlatform({ config, database: store.database, log });
    const change = byOperator(
      io,
      createChange(platform, () => {}, { auditors: administratorIds }),
    );
    return await work({ config, store, platform, change });
  } finally {
    await store.close();
  }
}

/** Whether Kontor ever was where the settings say. Its key may lie elsewhere, and where its database does, too, the folder may be empty. */
const wasStarted = ({ keyFile, databaseUrl, dataFolder }: Config): boolean =>
  existsSync(keyFile) && (databaseUrl !== undefined || existsSync(dataFolder));

/** Whoever sits at the command line, by the name that the system knows them by. */
function operator(): Actor {
  let userName = 'operator';
  try {
    userName = userInfo().username;
  } catch {
    // A container's user may have no name.
  }
  return { userId: null, userName, address: '', device: 'kontor' };
}

/** Has changes written down as the operator's. A command line of which nothing else is noted is noted itself, once. */
function byOperator(io: Io, change: Change): Change {
  const by = operator();
  let isNoted = false;
  return async (instance, work, processIds) => {
    const isFirst = !isNoted;
    isNoted = true;
    const noting = async (ctx: ChangeContext) => {
      let says = !isFirst;
      const audit = (entry: AuditNote) => {
        says = true;
        ctx.audit({ by, ...entry });
      };
      const answer = await work({ ...ctx, audit });
      if (!says)
        audit({
          kind: 'operator.acted',
          subject: io.line?.command ?? '',
          details: { arguments: io.line?.given ?? '' },
        });
      return answer;
    };
    try {
      return await change(instance, noting, processIds);
    } catch (error) {
      if (isFirst) isNoted = false;
      throw error;
    }
  };
}
