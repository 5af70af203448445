import { ALL_COMMANDS, ALL_PROBLEMS, ALL_QUERIES } from '@kontor/contract/all';
import type { CommandDefinition, QueryDefinition } from '@kontor/contract/kernel';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../client.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { COMMAND_FORMATS, QUERY_FORMATS, clientForExamples, expectAnswered, expectDone } from './examples.ts';
import { sampleOf, type Definition } from './rules.ts';

/** An operation for each kind in each module, in every form there is. On the profile for many machines, too. */
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await clientForExamples(server);
});
afterAll(() => server?.close());

const SAMPLE = sampleOf<Definition>([...ALL_QUERIES.values(), ...ALL_COMMANDS.values()]);
const queries = SAMPLE.filter((one): one is QueryDefinition => one.kind === 'query');
const commands = SAMPLE.filter((one): one is CommandDefinition => one.kind === 'command');

/** Whether a command's example may be accepted, to be carried out later: what is secret is not stored, what is fleeting of no use by then, what has to be proven not proven. */
function mayWait({ secret, fleeting, proof, params, example }: CommandDefinition): boolean {
  const isFleeting = fleeting === true || fleeting?.of(v.parse(params, example.params)) === true;
  return secret === false && !isFleeting && !proof;
}

describe.each(queries)('query $name', (definition) => {
  test.each(QUERY_FORMATS)('answers its example as %s', (format) => expectAnswered(client, definition, format));
});

describe.each(commands)('command $name', (definition) => {
  test.each(COMMAND_FORMATS)('does its example as %s', (format) => expectDone(client, definition, format));
});

interface State {
  readonly state: 'queued' | 'done' | 'failed';
  readonly answer: { readonly code?: string };
}

test.each(commands.filter(mayWait))('command $name is accepted, and carried out later', async (definition) => {
  const processId = randomUUID();
  const accepted = await client.tryCommand(definition.name, definition.example.params, { async: true, processId });
  expect(accepted.status).toBe(202);
  const state = async () =>
    (await client.send<{ data: State }>(`/command/${processId}`, { headers: client.headers() })).body.data;
  await expect.poll(async () => (await state()).state).not.toBe('queued');
  const { state: became, answer } = await state();
  if (became === 'failed') {
    expect(definition.errors).toContain(answer.code);
    expect(ALL_PROBLEMS).toHaveProperty(answer.code ?? '');
  } else expect(v.safeParse(definition.result, answer).issues).toBeUndefined();
});

test.each(commands.filter((command) => !mayWait(command)))(
  'command $name is not accepted for later',
  async (definition) => {
    const answer = await client.tryCommand(definition.name, definition.example.params, { async: true });
    expect([answer.status, answer.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
  },
);
