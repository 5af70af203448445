import { readInstances, readPeople } from '../modules/account/index.ts';
import { countItems } from '../modules/activity/index.ts';
import { isLoopback } from '../platform/loopback.ts';
import type { Config } from '../platform/config/config.ts';
import { describeDatabase } from '../platform/db/describe.ts';
import { countJobs } from '../platform/jobs/runner.ts';
import type { Io } from './io.ts';
import { list, show, type Shown } from './show.ts';
import { type Work, withWork } from './work.ts';

const ASK_MS = 2000;

/** Whether a Kontor answers at the address of the settings. */
async function isServing({ host, port }: Config): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' || isLoopback(host) ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') ? `[${name.replaceAll(/[[\]]/g, '')}]` : name}:${port}/health/ready`;
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ASK_MS) })).ok;
  } catch {
    return false;
  }
}

async function examine(work: Work) {
  const { config, store } = work;
  const instances = await readInstances(store.database.owner);
  let people = 0;
  let items = 0;
  for (const { id } of instances) {
    const db = store.database.forInstance(id);
    people += (await readPeople(db, id)).filter((person) => person.is_active).length;
    items += await countItems(db, id);
  }
  return {
    server: { answers: await isServing(config), host: config.host, port: config.port, pid: store.serverPid ?? null },
    database: {
      kind: config.databaseUrl === undefined ? ('embedded' as const) : ('external' as const),
      ...(await describeDatabase(store.database)),
    },
    dataFolder: config.dataFolder,
    node: process.versions.node,
    instances: instances.length,
    people,
    items,
    jobs: await countJobs(store.database),
  };
}

type Status = Awaited<ReturnType<typeof examine>>;

function describe({ server, database, ...rest }: Status): string {
  const where = `${server.host}:${server.port}`;
  const running = server.pid === null ? '' : ` (process ${server.pid})`;
  return list([
    ['Server', server.answers ? `answers on ${where}${running}` : `does not answer on ${where}${running}`],
    ['Database', `PostgreSQL ${database.version}, ${database.kind}, ${Math.round(database.bytes / 1_000_000)} MB`],
    ['Schema', `${database.schema} (${database.migrations} migrations)`],
    ['Data folder', rest.dataFolder],
    ['Node', rest.node],
    ['Instances', rest.instances],
    ['People', rest.people],
    ['Items', rest.items],
    ['Jobs', `${rest.jobs.open} open, ${rest.jobs.failed} given up`],
  ]);
}

export const showStatus = (io: Io, options: Shown): Promise<void> =>
  withWork(io, async (work) => {
    const status = await examine(work);
    show(io, options, status, () => describe(status));
  });
