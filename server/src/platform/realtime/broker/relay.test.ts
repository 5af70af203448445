import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { removeInstance } from '../../../modules/account/index.ts';
import type { Instance } from '../../operation/context.ts';
import { BrokerRelay, listenTo, noteVhost } from './relay.ts';

const EVENTS = 3000;

let server: TestServer;
let instance: Instance;

beforeAll(async () => {
  server = await startTestServer({}, { ownRealtime: true });
  instance = await server.instance('viel');
});
afterAll(() => server?.close());

/** A relay whose turn it is, with what it did at the broker. */
async function lead(name: string, removeVhost: (vhost: string) => Promise<void> = async () => {}) {
  const { database, log, newId } = server.platform;
  const processId = newId();
  await sql`insert into server_process (process_id, host, pid, proof) values (${processId}, 'x', 1, 'x')`.execute(
    database.owner,
  );
  await sql`insert into lease (name, process_id) values (${name}, ${processId})`.execute(database.owner);
  const published: string[] = [];
  const relay = new BrokerRelay({
    database,
    log,
    publisher: { publish: async (_vhost, messages) => void published.push(...messages.map(({ body }) => body)) },
    management: { provideVhost: async () => {}, removeVhost },
    vhostOf: ({ name: of }) => of,
    lease: name,
    processId: () => processId,
    mayEndSessions: () => false,
    ended: () => ({ mayHaveEnded: () => {} }),
  });
  return { relay, published };
}

test('a change of very much is handed on in one go, in order, and not a piece with every look', async () => {
  const { database } = server.platform;
  await listenTo(database, instance.id);
  await sql`insert into event_outbox (instance_id, topic, body)
    select ${instance.id}, 'user.1', g::text from generate_series(1, ${EVENTS}::int) g order by g.g`.execute(
    database.owner,
  );
  const { relay, published } = await lead('probe');
  try {
    await expect.poll(() => published.length).toBe(EVENTS);
    expect(published).toEqual(Array.from({ length: EVENTS }, (_, n) => String(n + 1)));
  } finally {
    await relay.close();
  }
});

test('what an instance leaves at the broker that is removed while nobody leads is taken away by who leads next', async () => {
  const { platform, change } = server;
  const [gone, kept] = [await server.instance('fort'), await server.instance('da')];
  for (const { id, name } of [gone, kept]) {
    await noteVhost(platform.database, id, name);
    await listenTo(platform.database, id);
  }
  await removeInstance(platform, change, gone);
  const left = async () =>
    (await sql`select vhost from broker_vhost order by vhost`.execute(platform.database.owner)).rows;
  const away = await lead('while away', () => Promise.reject(new Error('away')));
  await expect.poll(left).toContainEqual({ vhost: instance.name });
  await away.relay.close();
  expect(await left()).toContainEqual({ vhost: gone.name });

  const removed: string[] = [];
  const { relay } = await lead('next', async (vhost) => void removed.push(vhost));
  try {
    await expect.poll(() => removed).toEqual([gone.name]);
    await expect.poll(left).toEqual([{ vhost: kept.name }, { vhost: instance.name }]);
  } finally {
    await relay.close();
  }
});
