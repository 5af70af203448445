import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedRecord } from '../factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let idoInstanceId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('arten');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  ({ idoInstanceId } = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } }));
});
afterAll(() => server?.close());

const nameInList = async (): Promise<string> =>
  (await anna.query<{ instance: string }>('record.items', { idoInstanceId, page: 1 })).instance;
const namesOfKinds = async (): Promise<string[]> =>
  (await anna.query<{ Name: string }[]>('record.instances')).map(({ Name }) => Name);

/** As another process does it, of which this one hears nothing. */
const elsewhere = async (text: string): Promise<void> => {
  const { owner } = server.platform.database;
  await sql.raw(text.replaceAll(':kind', `instance_id = ${instance.id} and kind_id = ${idoInstanceId}`)).execute(owner);
};

test('what another process has changed of a kind is known with the next question', async () => {
  expect(await nameInList()).toBe('Kunden');
  expect(await nameInList()).toBe('Kunden');
  await elsewhere(`update record_kind set name = 'Auftraggeber' where :kind`);
  expect(await nameInList()).toBe('Auftraggeber');
  await elsewhere(`update record_kind set name = 'Kunden' where :kind`);
  expect(await nameInList()).toBe('Kunden');
});

test('a kind that was made or taken away is there or gone with the next question', async () => {
  const before = await namesOfKinds();
  await elsewhere(
    `insert into record_kind (instance_id, place, name, color, columns, fields) select instance_id, 999, 'Fremde', color, columns, fields from record_kind where :kind`,
  );
  expect(await namesOfKinds()).toEqual([...before, 'Fremde']);
  await elsewhere(`delete from record_kind where instance_id = ${instance.id} and name = 'Fremde'`);
  expect(await namesOfKinds()).toEqual(before);
});

test('the kinds of another instance are others', async () => {
  const other = await server.instance('andere');
  await server.person(other, 'anna', { isAdministrator: true });
  const there = await server.client(other, 'anna');
  await elsewhere(`update record_kind set name = 'Nur hier' where :kind`);
  expect(await nameInList()).toBe('Nur hier');
  const names = (await there.query<{ Name: string }[]>('record.instances')).map(({ Name }) => Name);
  expect(names).not.toContain('Nur hier');
});

test('an instance goes with its kinds', async () => {
  const gone = await server.instance('weg');
  const { owner } = server.platform.database;
  await sql`delete from instance where instance_id = ${gone.id}`.execute(owner);
  const { rows } = await sql`select from change_stamp where instance_id = ${gone.id}`.execute(owner);
  expect(rows).toEqual([]);
});
