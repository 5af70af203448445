import { startApp } from '../app.ts';
import { openPlatform } from '../open-platform.ts';
import { loadConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLogger } from '../platform/log/logger.ts';
import { NEVER_SHED } from '../platform/load/rules.ts';
import { JOBS_POLL_MS, PATIENT_MS, PATIENT_STATEMENT_MS, type FromServer, type ToServer } from './server-fork.ts';

/** A server process of a test: like the real one on an external database, but that the test moves its clock. */
const config = loadConfig({ env: process.env, cwd: process.cwd() });
const send = (message: FromServer): void => void process.send?.(message);
const log = createLogger('error', 'json', { write: (line) => send({ what: 'logged', line }) });
let shift = 0;
let close = async (): Promise<void> => {};

process.on('message', (message: ToServer) => {
  if (message.what === 'advance') shift += message.ms;
  else if (message.what === 'close') void close().then(() => process.exit(0));
  else void start(message);
});
process.on('disconnect', () => process.exit(0));

async function start({ imagePolicy }: Extract<ToServer, { what: 'start' }>): Promise<void> {
  try {
    const limits = { waitMs: PATIENT_MS, statementMs: PATIENT_STATEMENT_MS };
    const database = await openDatabase({ url: config.databaseUrl ?? '', poolSize: 5, log, ...limits });
    const platform = await openPlatform({ config, database, log, now: () => Date.now() + shift });
    const app = await startApp({ config, platform, imagePolicy, pressureLimits: NEVER_SHED, jobsPollMs: JOBS_POLL_MS });
    close = async () => {
      await app.close();
      await database.close();
    };
    send({ what: 'started', port: app.port });
  } catch (error) {
    send({ what: 'failed', why: String(error) });
  }
}
