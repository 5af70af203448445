import { ALL_COMMANDS, ALL_PROBLEMS, ALL_QUERIES } from '@kontor/contract/all';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Every operation's example against its own schemas and against a running server. */
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const instance = await server.instance('beispiel');
  await server.person(instance, 'anna', { isAdministrator: true });
  client = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

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
