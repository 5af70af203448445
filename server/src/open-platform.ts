import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Config } from './platform/config/config.ts';
import { loadSecrets } from './platform/crypto/secrets.ts';
import type { Database } from './platform/db/database.ts';
import type { Logger } from './platform/log/logger.ts';
import { NO_METRICS, type Metrics } from './platform/metrics/metrics.ts';
import type { Platform } from './platform/operation/context.ts';
import { NO_TRANSIENT } from './platform/realtime/transient.ts';
import { openBlobs } from './platform/storage/open.ts';
import type { Tracer } from './platform/trace/tracer.ts';

/** What data and work stand on, whether a server, the command line or a test does the work. */
export async function openPlatform(options: {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly tracer?: Tracer | undefined;
  readonly now?: () => number;
}): Promise<Platform> {
  const { config, database, log } = options;
  await mkdir(config.dataFolder, { recursive: true });
  return {
    log,
    database,
    blobs: await openBlobs(config),
    secrets: await loadSecrets(config.keyFile),
    metrics: options.metrics ?? NO_METRICS,
    transient: NO_TRANSIENT,
    tracer: options.tracer,
    now: options.now ?? Date.now,
    newId: randomUUID,
  };
}
