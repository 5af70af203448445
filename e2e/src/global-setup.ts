import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../server/src/app.ts';
import { openStore } from '../../server/src/boot.ts';
import { fillDemo } from '../../server/src/demo/fill.ts';
import { seedDemo } from '../../server/src/demo/seed.ts';
import { openPlatform } from '../../server/src/open-platform.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { createTestDatabase, runSql } from '../../server/src/platform/db/testing.ts';
import { READER_FORM } from '../../server/src/platform/filetext/index.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import startServerOfTests from '../../server/src/testing/global-setup.ts';
import { DEMO_PASSWORD, noteDemo, type FilledDemo } from './begun.ts';
import { findBrowser } from './browser.ts';

/**
 * Vitest runs this once before the journeys, and what it returns after them: one PostgreSQL for all of them, and a filled demo to copy. Where
 * the demo cannot be filled no journey could be trusted: the part fails at once with the reason.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (findBrowser() === undefined) return undefined;
  const stopServer = await startServerOfTests();
  const folder = await mkdtemp(join(tmpdir(), 'kontor-begun-'));
  await chmod(folder, 0o755);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    await stopServer();
  };
  try {
    noteDemo(await beginDemo(join(folder, 'data')));
  } catch (cause) {
    await remove();
    throw new Error('The demo that journeys begin with could not be filled.', { cause });
  }
  return remove;
}

/** How long what comes of the mails may take, in milliseconds. */
const MAX_SETTLING_MS = 60_000;

async function beginDemo(data: string): Promise<FilledDemo> {
  const { name, url } = await createTestDatabase();
  const env = { DATABASE_URL: url, KONTOR_DATA: data, KONTOR_PORT: '0', KONTOR_DNS: 'off', KONTOR_LOG_LEVEL: 'warn' };
  const config = loadConfig({ env, cwd: tmpdir() });
  const log = createLogger(config.logLevel);
  const store = await openStore({ config, log });
  try {
    const platform = await openPlatform({ config, database: store.database, log });
    await seedDemo(platform, DEMO_PASSWORD);
    const app = await startApp({ config, platform });
    try {
      const mails = await fillDemo(platform, app.change, new Promise(() => {}), { hasEarlierRecords: false });
      if (!mails) throw new Error('No mail came.');
      // What comes of the mails in the background is there, too, before anybody copies it.
      await settled(url);
      // Journeys speak of lists as everybody has them at first, not as the demo's people have chosen them.
      await runSql(url, `delete from user_setting where key = 'grouping'`);
    } finally {
      await app.close();
    }
  } finally {
    await store.close();
  }
  return { template: name, data };
}

/** Waits until no job is due and the text of every file was read. */
async function settled(url: string): Promise<void> {
  const open = `select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts
    union all select from activity_reading where form < ${READER_FORM}`;
  for (const end = Date.now() + MAX_SETTLING_MS; Date.now() < end; await sleep(100))
    if ((await runSql(url, open)).length === 0) return;
  throw new Error('What comes of the mails was not done in time.');
}
