import { DEFAULT_SCHEME, MAX_SCHEMES, schemeText } from '@kontor/contract/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let chief: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  for (const name of ['anna', 'ben']) await server.person(instance, name);
  await server.person(instance, 'chief', { isAdministrator: true });
  [anna, ben, chief] = (await Promise.all(['anna', 'ben', 'chief'].map((name) => server.client(instance, name)))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
});
afterAll(() => server?.close());

const GREEN = { primary: '#0b6e5f', secondary: '#2f8f9d', dark: '#10151d' };
const RED = { ...GREEN, primary: '#a02040', uniColor: '#404040' };
type Listed = readonly { readonly name: string; readonly scheme: string; readonly changeable: boolean }[];
const listed = (client: TestClient) => client.query<Listed>('theme.colourSchemes');
const send = (client: TestClient, verb: 'create' | 'update', name: string, scheme = schemeText(name, GREEN)) =>
  client.tryCommand<{ name: string }>(`theme.${verb}ColourScheme`, { name, scheme });

test('one scheme is always there, and nobody changes it', async () => {
  const [defaultValue] = await listed(anna);
  expect(defaultValue).toMatchObject({ name: DEFAULT_SCHEME, changeable: false });
  expect((await send(anna, 'create', DEFAULT_SCHEME.toUpperCase())).body.code).toBe('NAME_TAKEN');
  expect((await send(chief, 'update', DEFAULT_SCHEME)).status).toBe(404);
  expect((await chief.tryCommand('theme.deleteColourScheme', { name: DEFAULT_SCHEME })).status).toBe(404);
});

test('a scheme is made, changed and deleted by who made it, seen by all, and told to all', async () => {
  const peer = await StompPeer.as(ben);
  const made = await send(anna, 'create', '  Fjord ', schemeText('whatever', GREEN));
  expect(made.body.data).toEqual({ name: 'Fjord' });
  expect(await peer.event()).toMatchObject({
    type: 'theme.colourSchemesChanged',
    payload: { keys: ['colourSchemes'] },
  });
  expect((await listed(ben)).at(-1)).toEqual({
    name: 'Fjord',
    scheme: schemeText('Fjord', GREEN),
    changeable: false,
  });
  expect((await listed(anna)).at(-1)?.changeable).toBe(true);
  expect((await send(ben, 'update', 'Fjord')).body.code).toBe('RIGHT_MISSING');
  expect((await ben.tryCommand('theme.deleteColourScheme', { name: 'Fjord' })).body.code).toBe('RIGHT_MISSING');
  expect((await send(anna, 'update', 'Fjord', schemeText('Fjord', RED))).status).toBe(200);
  await peer.event();
  expect((await listed(ben)).at(-1)?.scheme).toBe(schemeText('Fjord', RED));
  expect((await chief.tryCommand('theme.deleteColourScheme', { name: 'Fjord' })).status).toBe(200);
  await peer.event();
  expect((await listed(ben)).map(({ name }) => name)).toEqual([DEFAULT_SCHEME]);
  peer.close();
});

test.each<[string, string, string, string]>([
  ['without a name', '   ', schemeText('', GREEN), 'NAME_REQUIRED'],
  ['that is no JSON', 'Fjord', '{', 'PARAMETERS_INVALID'],
  ['with a colour that is none', 'Fjord', schemeText('', { ...GREEN, dark: 'black' }), 'PARAMETERS_INVALID'],
  [
    'with a colour too many',
    'Fjord',
    JSON.stringify({ label: '', value: { ...GREEN, more: '#000000' } }),
    'PARAMETERS_INVALID',
  ],
  [
    'with a colour too few',
    'Fjord',
    JSON.stringify({ label: '', value: { primary: '#000000' } }),
    'PARAMETERS_INVALID',
  ],
  ['with a name that is too long', 'x'.repeat(61), schemeText('', GREEN), 'PARAMETERS_INVALID'],
])('a scheme %s is refused', async (_, name, scheme, code) => {
  const answer = await send(anna, 'create', name, scheme);
  expect([answer.status, answer.body.code]).toEqual([422, code]);
  if (code === 'NAME_REQUIRED') expect(answer.body.detail).toBe('The Theme name field is required');
});

test('a name is taken once, whatever its case, also where two ask at once', async () => {
  const answers = await Promise.all([anna, ben, chief].map((client) => send(client, 'create', 'Heide')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  expect((await send(anna, 'create', 'HEIDE')).body.code).toBe('NAME_TAKEN');
});

test('another instance has other schemes, and no more than so many', async () => {
  const second = await server.instance('second');
  await server.person(second, 'anna', { isAdministrator: true });
  const there = await server.client(second, 'anna');
  expect((await listed(there)).length).toBe(1);
  expect((await send(there, 'update', 'Heide')).status).toBe(404);
  for (let n = 0; n < MAX_SCHEMES; n += 1) expect((await send(there, 'create', `Farbe ${n}`)).status).toBe(200);
  expect((await send(there, 'create', 'eine mehr')).body.code).toBe('TOO_MANY_SCHEMES');
});
