import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PASSWORD = 'Passwort-qx71-des-Postfachs';
const REFRESH = 'refresh-token-qx72';
const CLIENT = 'client-secret-qx73';

let server: TestServer;
let anna: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  const instance = await server.instance('nordwerk');
  await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
});
afterAll(() => server.close());

const server9 = { host: '127.0.0.1', port: 9, security: 'none' };
const byPassword = (userName: string) => ({
  ...server9,
  userName,
  password: PASSWORD,
  name: userName,
  email: `${userName}@nordwerk.example`,
});
const byToken = (userName: string) => ({
  ...byPassword(userName),
  authentication: 'oauth2',
  password: '',
  oauth2: {
    tokenUrl: 'https://login.example/token',
    clientId: 'kontor',
    clientSecret: CLIENT,
    refreshToken: REFRESH,
  },
});

/** What the database keeps of a command. */
async function logged(processId: string) {
  const { rows } = await sql<{ state: string; parameters: unknown; answer: unknown }>`
    select state, parameters, answer from command_log where process_id = ${processId}`.execute(
    server.platform.database.owner,
  );
  return rows;
}

/** The tables in which one of the secrets can be read. */
async function tablesWithSecrets(): Promise<string[]> {
  const { owner } = server.platform.database;
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`.execute(owner);
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['command_log', 'mail_account', 'event_outbox']),
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select 1 from ${sql.table(name)} t
        where t::text like ${`%${PASSWORD}%`} or t::text like ${`%${REFRESH}%`} or t::text like ${`%${CLIENT}%`}`.execute(
        owner,
      );
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

test('what a mailbox is signed in to with is kept sealed and nowhere else, and an answer that was lost is given again', async () => {
  const [adding, changing] = [randomUUID(), randomUUID()];
  const account = { ...byPassword('info'), sending: { ...server9, userName: 'info', password: PASSWORD } };
  const added = await anna.tryCommand('mail.addAccount', account, { processId: adding });
  expect(added.status).toBe(200);
  const again = await anna.tryCommand('mail.addAccount', account, { processId: adding });
  expect([again.status, again.body.data]).toEqual([200, added.body.data]);
  const change = { ...byToken('info'), accountId: added.body.data['accountId'] };
  for (let n = 0; n < 2; n += 1) {
    const changed = await anna.tryCommand('mail.updateAccount', change, { processId: changing });
    expect(changed.status).toBe(200);
  }
  expect(await logged(adding)).toEqual([{ state: 'done', parameters: null, answer: added.body.data }]);
  expect(await logged(changing)).toEqual([{ state: 'done', parameters: null, answer: {} }]);
  expect(await tablesWithSecrets()).toEqual([]);
});

test.each([
  ['mail.addAccount', byPassword('post')],
  ['mail.addAccount', byToken('post')],
  ['mail.updateAccount', { ...byPassword('info'), accountId: 1 }],
])('%s is not put off, and nothing of it is kept: %#', async (command, parameters) => {
  const processId = randomUUID();
  const later = await anna.tryCommand(command, parameters, { processId, async: true });
  expect([later.status, later.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
  expect(await logged(processId)).toEqual([]);
  expect(await tablesWithSecrets()).toEqual([]);
});
