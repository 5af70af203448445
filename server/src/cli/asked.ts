import { HEADERS, type Problem } from '@kontor/contract/kernel';
import { join } from 'node:path';
import { startApp, type App } from '../app.ts';
import { openPlatform } from '../open-platform.ts';
import { lendToken, readInstances, readPeople } from '../modules/account/index.ts';
import { loadConfig } from '../platform/config/config.ts';
import type { Restored } from '../platform/backup/verify.ts';
import { NEVER_SHED } from '../platform/load/rules.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Instance, Platform } from '../platform/operation/context.ts';
import { StartError } from '../platform/start-error.ts';
import { fileBlobs } from '../platform/storage/file-blobs.ts';

/** So many people of each instance are asked for. */
const MAX_PEOPLE = 20;
/** What a page asks first, and the list of all that there is. */
const QUERIES = [
  ['session.configuration', {}],
  ['session.unfinishedCounts', {}],
  ['inbox.items', {}],
  ['mail.items', { view: 'all' }],
  ['trash.items', {}],
] as const;

/**
 * Starts a server on the restored copy of a backup, and asks it as the people of each instance would. Answers, in sentences, what it did not
 * answer. The server does no work of its own: what waits in the copy, such as mails to be sent, stays waiting. Without a key
 * file it makes one of its own. What it logs as errors goes to `log`.
 */
export async function askServer(
  { database, url, workFolder, folder }: Restored,
  keyFile: string | undefined,
  log: Logger,
): Promise<readonly string[]> {
  const env = {
    KONTOR_PORT: '0',
    KONTOR_DATA: join(workFolder, 'asked'),
    DATABASE_URL: url,
    ...(keyFile === undefined ? {} : { KONTOR_KEY_FILE: keyFile }),
  };
  const config = loadConfig({ env, cwd: workFolder });
  const opened = await openPlatform({ config, database, log });
  const platform = { ...opened, blobs: fileBlobs(join(folder, 'blobs')) };
  const app = await startApp({ config, platform, pressureLimits: NEVER_SHED, answersOnly: true }).catch(
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (typeof app === 'string') return [`No server can be started on the restored copy: ${app}`];
  const ask = createAsk(app);
  try {
    const notReady = await ask('/health/ready', {});
    if (notReady?.endsWith(' disk'))
      throw new StartError(`There is hardly any room left below ${workFolder}. Name another folder with --scratch.`);
    if (notReady !== undefined) return [`A server on the restored copy is not ready: ${notReady}.`];
    const findings: string[] = [];
    for (const instance of await readInstances(database.owner))
      findings.push(...(await askAs(platform, instance, ask)));
    return findings;
  } finally {
    await app.close();
  }
}

type Ask = (path: string, headers: Record<string, string>) => Promise<string | undefined>;

/** Asks, and returns what failed: nothing where there is an answer, or a refusal that people get of a sound server too. */
const createAsk =
  ({ http }: App): Ask =>
  async (path, headers) => {
    const { statusCode, body } = await http.inject({ url: path, headers: { host: 'localhost', ...headers } });
    if (statusCode < 300 || statusCode === 403) return undefined;
    const { code, detail = '' } = JSON.parse(body) as Partial<Problem>;
    return `${statusCode} ${code} ${detail}`.trim();
  };

async function askAs(platform: Platform, instance: Instance, ask: Ask): Promise<readonly string[]> {
  const findings: string[] = [];
  const check = (what: string, failed: string | undefined) => {
    if (failed !== undefined)
      findings.push(`A server on the restored copy does not answer ${what} of "${instance.name}": ${failed}.`);
  };
  const named = { [HEADERS.instance]: instance.name };
  check('the sign-in page', await ask('/auth/sign-in-page', named));
  const everybody = await readPeople(platform.database.forInstance(instance.id), instance.id);
  const people = everybody.filter(({ is_active, is_unlocked }) => is_active && is_unlocked).slice(0, MAX_PEOPLE);
  for (const { user_id, user_name } of people) {
    const Authorization = `Bearer ${await lendToken(platform, instance, user_id)}`;
    for (const [query, parameters] of QUERIES) {
      const search = new URLSearchParams({ query, parameters: JSON.stringify(parameters) });
      check(`${query} to ${user_name}`, await ask(`/query?${search.toString()}`, { ...named, Authorization }));
    }
  }
  return findings;
}
