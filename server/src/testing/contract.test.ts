import { ALL_COMMANDS, ALL_PROBLEMS, ALL_QUERIES } from '@kontor/contract/all';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from './client.ts';
import { seedItem } from '../modules/activity/factory.ts';
import { seedRecord } from '../modules/record/factory.ts';
import type { Instance } from '../platform/operation/context.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Every operation's example against its own schemas and against a running server. */
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const instance = await server.instance('beispiel');
  const anna = await server.person(instance, 'anna', { isAdministrator: true });
  await givenRecord(instance, anna);
  client = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

/** The record, the contact person and the item that the examples of records name. */
async function givenRecord(instance: Instance, userId: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('record', 'record_id'), 7, false),
      setval(pg_get_serial_sequence('record_person', 'person_id'), 4, false),
      setval(pg_get_serial_sequence('activity', 'activity_id'), 17, false)`.execute(server.platform.database.owner);
  await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' }, persons: [{ name: 'Paul Neumann' }] });
  await seedItem(server.change, instance, { userIds: [userId] });
}

describe.each([...ALL_QUERIES.values()])('query $name', (definition) => {
  test('has an example of its own shape, and errors that are declared', () => {
    expect(v.safeParse(definition.params, definition.example.params).issues).toBeUndefined();
    expect(v.safeParse(definition.result, definition.example.result).issues).toBeUndefined();
    for (const code of definition.errors) expect(Object.keys(ALL_PROBLEMS)).toContain(code);
  });

  test.each(['json', 'pako', 'rows'] as const)(
    'answers its example as %s, or an error that it declares',
    async (format) => {
      const answer = await client.tryQuery(definition.name, definition.example.params, { format });
      if (answer.status !== 200) {
        expect(definition.errors, JSON.stringify(answer.body)).toContain(answer.body.code);
        expect(answer.status).toBe(ALL_PROBLEMS[answer.body.code]);
        return;
      }
      if (definition.bytes) return;
      if (definition.list !== undefined && format === 'rows')
        expect(answer.body.results).toMatchObject({ columns: expect.any(Array) });
      else expect(v.safeParse(definition.result, answer.body.results).issues).toBeUndefined();
      expect(answer.body.keys).toEqual(definition.refreshOn(v.parse(definition.params, definition.example.params)));
    },
  );

  test('refuses parameters that it does not know', async () => {
    const answer = await client.tryQuery(definition.name, { ...(definition.example.params as object), surprise: 1 });
    expect([answer.status, answer.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
  });

  test('is for people who are signed in', async () => {
    const answer = await new (client.constructor as typeof TestClient)(server.base, 'beispiel').tryQuery(
      definition.name,
    );
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe.each([...ALL_COMMANDS.values()])('command $name', (definition) => {
  test('has an example of its own shape, and errors that are declared', () => {
    expect(v.safeParse(definition.params, definition.example.params).issues).toBeUndefined();
    expect(v.safeParse(definition.result, definition.example.result).issues).toBeUndefined();
    for (const code of definition.errors) expect(Object.keys(ALL_PROBLEMS)).toContain(code);
  });

  test.each(['json', 'pako'] as const)(
    'answers its example as %s, or an error that it declares',
    async (serializer) => {
      const answer = await client.tryCommand(definition.name, definition.example.params, { serializer });
      if (answer.status === 200) expect(v.safeParse(definition.result, answer.body.data).issues).toBeUndefined();
      else expect(definition.errors, JSON.stringify(answer.body)).toContain(answer.body.code);
    },
  );

  test('refuses parameters that it does not know', async () => {
    const answer = await client.tryCommand(definition.name, { ...(definition.example.params as object), surprise: 1 });
    expect([answer.status, answer.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
  });

  test('is for people who are signed in', async () => {
    const answer = await new (client.constructor as typeof TestClient)(server.base, 'beispiel').tryCommand(
      definition.name,
    );
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});
