import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import type { Instance } from '../../operation/context.ts';
import { BrokerRelay, listenTo } from './relay.ts';

const EVENTS = 3000;

let server: TestServer;
let instance: Instance;

beforeAll(async () => {
  server = await startTestServer({}, { ownRealtime: true });
  instance = await server.instance('viel');
});
afterAll(() => server?.close());

test('a change of very much is handed on in one go, in order, and not a piece with every look', async () => {
  const { database, log, newId } = server.platform;
  const processId = newId();
  await listenTo(database, instance.id);
  await sql`insert into server_process (process_id, host, pid, proof) values (${processId}, 'x', 1, 'x')`.execute(
    database.owner,
  );
  await sql`insert into lease (name, process_id) values ('probe', ${processId})`.execute(database.owner);
  await sql`insert into event_outbox (instance_id, topic, body)
    select ${instance.id}, 'user.1', g::text from generate_series(1, ${EVENTS}::int) g order by g.g`.execute(
    database.owner,
  );
  const published: string[] = [];
  const relay = new BrokerRelay({
    database,
    log,
    publisher: { publish: async (_vhost, messages) => void published.push(...messages.map(({ body }) => body)) },
    management: { provideVhost: async () => {}, removeVhost: async () => {} },
    vhostOf: ({ name }) => name,
    lease: 'probe',
    processId: () => processId,
    mayEndSessions: () => false,
    ended: () => ({ mayHaveEnded: () => {} }),
  });
  try {
    await expect.poll(() => published.length, { timeout: 5000 }).toBe(EVENTS);
    expect(published).toEqual(Array.from({ length: EVENTS }, (_, n) => String(n + 1)));
  } finally {
    await relay.close();
  }
});
