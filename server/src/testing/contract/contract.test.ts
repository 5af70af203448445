import { ALL_COMMANDS, ALL_QUERIES } from '@kontor/contract/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../client.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { COMMAND_FORMATS, QUERY_FORMATS, clientForExamples, expectAnswered, expectDone } from './examples.ts';

/** Every operation's example against a running server, once, in one form or another: forms are one code for all of a kind. */
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await clientForExamples(server);
});
afterAll(() => server?.close());

const inTurn = <D, F>(definitions: Iterable<D>, formats: readonly F[]) =>
  [...definitions].map((definition, index) => ({ definition, format: formats[index % formats.length] as F }));

test.each(inTurn(ALL_QUERIES.values(), QUERY_FORMATS))(
  'query $definition.name answers its example as $format, or an error that it declares',
  ({ definition, format }) => expectAnswered(client, definition, format),
);

test.each(inTurn(ALL_COMMANDS.values(), COMMAND_FORMATS))(
  'command $definition.name does its example as $format, or fails with an error that it declares',
  ({ definition, format }) => expectDone(client, definition, format),
);

// Schemas are strict, which a unit of the contract says of each; that they are asked is one code for all.
test('parameters that are not known are refused', async () => {
  const answers = [
    await client.tryQuery('session.user', { surprise: 1 }),
    await client.tryCommand('account.endOtherSessions', { surprise: 1 }),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([422, 'PARAMETERS_INVALID']);
});
