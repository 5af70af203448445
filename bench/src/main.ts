import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatAggregateId, type ModuleName, type Rows } from '@kontor/contract/kernel';
import pg from 'pg';
import { openPlatform, startApp } from '../../server/src/app.ts';
import { openStore } from '../../server/src/boot.ts';
import { setPassword } from '../../server/src/modules/account/index.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure, table, type Line } from './measure.ts';
import { READER, seed } from './seed.ts';

const PASSWORD = 'bench bench bench';
const STATES = ['ready', 'seen', 'unseen'] as const;

/** The page of the inbox as SQL alone, as one would write it by hand. */
const INBOX_SQL = `select a.activity_id, a.version, a.contact, a.information, a.channel, a.context, a.extras, p.ts, p.status, p.direction,
    (select array_agg(o.user_id) from activity_user o where o.instance_id = 1 and o.activity_id = p.activity_id) as users
  from (select * from activity_user where instance_id = 1 and user_id = $1 and status < 3 and not trashed
    order by ts desc, activity_id desc limit 100) p
  join activity a on a.instance_id = 1 and a.activity_id = p.activity_id order by p.ts desc, p.activity_id desc`;
const COUNTS_SQL =
  'select module, count(*) from activity_user where instance_id = 1 and user_id = $1 and status < 3 and not trashed group by module';
const STATE_SQL =
  'update activity_user set status = 1 + status % 3 where instance_id = 1 and activity_id = any($1::bigint[])';

const items = Number(process.argv[2] ?? 100_000);
const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-'));
await chmod(folder, 0o755);
const config = loadConfig({ env: { KONTOR_DATA: folder, KONTOR_PORT: '0', KONTOR_LOG_LEVEL: 'error' }, cwd: folder });
const log = createLogger(config.logLevel);
const store = await openStore({ config, log });
const client = new pg.Client({ connectionString: store.url });
await client.connect();
console.log(`Seeding ${items.toLocaleString('en')} items …`);
await seed(client, items);
const platform = await openPlatform({ config, database: store.database, log });
const app = await startApp({ config, platform });
try {
  await app.change({ id: 1, name: 'bench', title: 'Bench', settings: {} }, (ctx) => setPassword(ctx, READER, PASSWORD));
  const reader = await new TestClient(`http://127.0.0.1:${app.port}`, 'bench').signIn(`u${READER}`, PASSWORD);
  const page = (query: string, parameters: object, number = 1) =>
    reader.query<Rows>(query, parameters, { format: 'rows', page: number, limit: 100 });
  const prepared = (name: string, text: string, values: unknown[]) => () => client.query({ name, text, values });

  const inboxSql = prepared('inbox', INBOX_SQL, [READER]);
  const lines: Line[] = [];
  const add = async (name: string, aim: number, ours: () => Promise<unknown>, anchor: () => Promise<unknown>) =>
    void lines.push({ name, aim, ours: await measure(ours), anchor: await measure(anchor) });
  await add('inbox page of 100 over HTTP, against its SQL', 1.5, () => page('inbox.items', {}), inboxSql);
  await add(
    'unfinished counts, against their SQL',
    2,
    () => reader.query('session.unfinishedCounts'),
    prepared('counts', COUNTS_SQL, [READER]),
  );
  const first = () => page('filter.items', { view: 'all' });
  await add('page 50 of all items, against page 1', 2, () => page('filter.items', { view: 'all' }, 50), first);
  const rows = (await first()).rows as [number, number, number, ModuleName][];
  const aggregateIds = rows.map(([entryId, , , module]) => formatAggregateId({ module, entryId, userId: READER }));
  let turn = 0;
  const setState = () => reader.command('activity.setState', { aggregateIds, state: STATES[(turn += 1) % 3] });
  await add(
    'state of 100 items for five people, against one UPDATE',
    2,
    setState,
    prepared('state', STATE_SQL, [rows.map(([id]) => id)]),
  );
  console.log(table(lines));
} finally {
  await app.close();
  await client.end();
  await store.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
