import type { ListEntry } from '@kontor/contract/activity';
import { RIGHTS } from '@kontor/contract/account';
import type { RecordModel } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { forgetPersons } from './deleting.ts';
import { seedRecord } from './factory.ts';
import { recordsOfAddresses } from './index.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let reader: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna');
  await server.person(instance, 'carla', { rights: RIGHTS.filter((right) => right !== 'createIdo') });
  [anna, reader] = [await server.client(instance, 'anna'), await server.client(instance, 'carla')];
});
afterAll(() => server?.close());

const GONE = '404 NOT_FOUND';
const seed = (name: string, persons: readonly Record<string, string>[] = []) =>
  seedRecord(server.change, instance, { values: { name }, persons });
const personsOf = async (named: object) =>
  (await anna.query<RecordModel>('record.model', { ...named })).jsonModel?.model.contactPersons ?? [];
const restore = async (person: object, by = anna) => {
  const { status, body } = await by.tryCommand('record.restoreContactPerson', person);
  return `${status} ${body.code ?? ''}`.trim();
};

test('a contact person who was removed comes back as who they were, for a month', async () => {
  const named = await seed('Kahl und Partner', [{ name: 'Pit Kahl', email: 'pit@kahl.example' }, { name: 'Ute' }]);
  const before = await personsOf(named);
  const { contactPersonId = 0 } = before[0] ?? {};
  const person = { ...named, contactPersonId };
  const about = { idoId: named.idoId, instanceId: named.idoInstanceId };
  await anna.command('recordActivity.create', { ...about, title: 'Mit Pit', contactPersonId });
  const withPit = async () =>
    (await anna.query<ListEntry[]>('record.activities', { ...about, contactPersonId })).map((row) => row.information);
  const known = async () => {
    const db = server.platform.database.forInstance(instance.id);
    return (await recordsOfAddresses(db, instance.id, ['pit@kahl.example'])).size;
  };
  expect([await restore(person), await withPit(), await known()]).toEqual([GONE, ['Mit Pit'], 1]);
  await anna.command('record.deleteContactPerson', person);
  expect([await personsOf(named), await known()]).toEqual([before.slice(1), 0]);
  expect(await restore(person, reader)).toBe('403 RIGHT_MISSING');
  expect(await restore({ ...(await seed('Andere')), contactPersonId })).toBe(GONE);
  expect([await restore(person), await restore(person)]).toEqual(['200', GONE]);
  expect([await personsOf(named), await withPit(), await known()]).toEqual([before, ['Mit Pit'], 1]);
});

test('what their fields may not hold any more stays out, and after a month they are forgotten', async () => {
  const named = await seed('Alt', [{ name: 'Vera', email: 'vera@alt.example' }]);
  const contactPersonId = (await personsOf(named))[0]?.contactPersonId ?? 0;
  const person = { ...named, contactPersonId };
  const { owner } = server.platform.database;
  const kept = async () =>
    (await sql`select from record_removed_person where person_id = ${contactPersonId}`.execute(owner)).rows.length;
  const forget = () => server.change(instance, (ctx) => forgetPersons(ctx, named.idoId));
  await anna.command('record.deleteContactPerson', person);
  await sql`update record_removed_person set fields = fields || '{"email": "keine", "nirgends": "x"}'
    where person_id = ${contactPersonId}`.execute(owner);
  expect(await restore(person)).toBe('200');
  const filled = (await personsOf(named)).flatMap(({ fields }) =>
    fields.flatMap((field) => ('value' in field && field.value !== '' ? [[field.key, field.value]] : [])),
  );
  expect(filled).toEqual([['name', 'Vera']]);
  await anna.command('record.deleteContactPerson', person);
  await forget();
  expect(await kept()).toBe(1);
  await sql`update record_removed_person set removed_at = ${Date.now() - 31 * 86_400_000}
    where person_id = ${contactPersonId}`.execute(owner);
  expect(await restore(person)).toBe(GONE);
  await forget();
  expect(await kept()).toBe(0);
});
