import { ALL_PROBLEMS } from '@kontor/contract/all';
import type { CommandDefinition, QueryDefinition } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect } from 'vitest';
import { seedItem } from '../../modules/activity/factory.ts';
import { seedRecord } from '../../modules/record/factory.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { Answer, TestClient } from '../client.ts';
import type { TestServer } from '../server.ts';

/** The forms in which a query is answered, and in which a command is sent. */
export const QUERY_FORMATS = ['json', 'pako', 'rows'] as const;
export const COMMAND_FORMATS = ['json', 'pako'] as const;
export type QueryFormat = (typeof QUERY_FORMATS)[number];
export type CommandFormat = (typeof COMMAND_FORMATS)[number];

/** An administrator of an instance that has the record, the contact person and the item which examples name. */
export async function clientForExamples(server: TestServer): Promise<TestClient> {
  const instance: Instance = await server.instance('beispiel');
  const userId = await server.person(instance, 'anna', { isAdministrator: true });
  await sql`select setval(pg_get_serial_sequence('record', 'record_id'), 7, false),
      setval(pg_get_serial_sequence('record_person', 'person_id'), 4, false),
      setval(pg_get_serial_sequence('activity', 'activity_id'), 17, false)`.execute(server.platform.database.owner);
  await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' }, persons: [{ name: 'Paul Neumann' }] });
  await seedItem(server.change, instance, { userIds: [userId] });
  return server.client(instance, 'anna');
}

function expectDeclared({ errors }: QueryDefinition | CommandDefinition, { status, body }: Answer<{ code: string }>) {
  expect(errors, JSON.stringify(body)).toContain(body.code);
  expect(status).toBe(ALL_PROBLEMS[body.code]);
}

/** Expects that a query answers its example in its shape, or with an error that it declares. */
export async function expectAnswered(client: TestClient, definition: QueryDefinition, format: QueryFormat) {
  const answer = await client.tryQuery(definition.name, definition.example.params, { format });
  if (answer.status !== 200) return expectDeclared(definition, answer);
  if (definition.bytes) return;
  if (definition.list !== undefined && format === 'rows')
    expect(answer.body.results).toMatchObject({ columns: expect.any(Array) });
  else expect(v.safeParse(definition.result, answer.body.results).issues).toBeUndefined();
  expect(answer.body.keys).toEqual(definition.refreshOn(v.parse(definition.params, definition.example.params)));
}

/** Expects that a command with its example has a result of its shape, or fails with an error that it declares. */
export async function expectDone(client: TestClient, definition: CommandDefinition, serializer: CommandFormat) {
  const answer = await client.tryCommand(definition.name, definition.example.params, { serializer });
  if (answer.status !== 200) return expectDeclared(definition, answer);
  expect(v.safeParse(definition.result, answer.body.data).issues).toBeUndefined();
}
