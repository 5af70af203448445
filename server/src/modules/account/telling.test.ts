import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonInfo } from '@kontor/contract/account';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { Authenticator } from './testing/authenticator.ts';

const PASSWORD = 'vier kühle Boote am Kai';
let server: TestServer;
let instance: Instance;
let chef: TestClient;
/** What an administrator's page hears. */
let peer: StompPeer;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  await server.person(instance, 'chef', { isAdministrator: true });
  for (const name of ['anna', 'ben', 'carla']) await server.person(instance, name);
  chef = await server.client(instance, 'chef');
  peer = await StompPeer.as(chef);
});
afterAll(async () => {
  peer?.close();
  await server?.close();
});

const post = <T>(path: string, body: object, client = new TestClient(server.base, instance.name)) =>
  client.send<T>(path, {
    method: 'POST',
    headers: client.headers({ 'Content-Type': 'application/json' }),
    body: JSON.stringify(body),
  });
const seen = async (userName: string): Promise<PersonInfo | undefined> =>
  (await chef.query<PersonInfo[]>('account.people')).find((person) => person.userName === userName);

/** Waits until a page is told that what it read from `key` is old. */
async function waitForKey(listener: StompPeer, key: string): Promise<void> {
  for (;;) if ((await listener.event()).payload.keys.includes(key)) return;
}
/** Does something, and waits until the administrator's page is told to read the list of people anew. */
async function shown(userName: string, work: () => Promise<unknown>): Promise<PersonInfo | undefined> {
  peer.frames.length = 0;
  await work();
  await waitForKey(peer, 'people');
  return seen(userName);
}

test('administrators see at once that an invitation was accepted', async () => {
  const person = {
    userName: 'dora',
    firstName: 'Dora',
    lastName: 'Test',
    email: null,
    rights: [],
    isAdministrator: false,
  };
  const { link } = await chef.command<{ link: string }>('account.invite', person);
  expect(await seen('dora')).toMatchObject({ hasPassword: false, linkUntil: expect.any(String) });
  const token = link.split('#link=')[1];
  const use = async () => expect((await post('/auth/link/use', { token, password: PASSWORD })).status).toBe(200);
  expect(await shown('dora', use)).toMatchObject({ hasPassword: true, linkUntil: null });
});

test('administrators see at once who signs in and out', async () => {
  let anna = new TestClient(server.base, instance.name);
  const signIn = async () => (anna = await server.client(instance, 'anna'));
  expect(await shown('anna', signIn)).toMatchObject({ openSessions: 1 });
  expect(await shown('anna', () => post('/auth/logout', {}, anna))).toMatchObject({ openSessions: 0 });
});

test('administrators and the person see a passkey that was added, and the person that it was used', async () => {
  const ben = await server.client(instance, 'ben');
  const device = new Authenticator(server.base);
  const listener = await StompPeer.as(ben);
  type Begun = { authToken: string; options: never };
  const begin = async (path: string) => (await ben.send<Begun>(path, { headers: ben.headers() })).body;
  const register = async () => {
    const { options, authToken } = await begin('/auth/generate-registration-options');
    const answer = await post('/auth/verify-registration', { ...device.register(options), authToken }, ben);
    expect(answer.status).toBe(200);
  };
  expect(await shown('ben', register)).toMatchObject({ passkeys: 1 });
  await waitForKey(listener, 'security');
  listener.frames.length = 0;
  const { options } = await begin('/auth/generate-authentication-options');
  const asseResp = device.signIn(options);
  expect((await post('/auth/verify-authentication', { asseResp, instance: instance.name })).status).toBe(200);
  await waitForKey(listener, 'security');
  const { passkeys } = await ben.query<{ passkeys: { lastUsedAt: string | null }[] }>('account.security');
  expect(passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  listener.close();
});

test('administrators see a second factor, and the person that a backup code was used up', async () => {
  const carla = await server.client(instance, 'carla');
  const listener = await StompPeer.as(carla);
  let codes: string[] = [];
  const enable = async () => {
    const { secret } = await carla.command<{ secret: string }>('account.startTwoFactor');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.platform.now() });
    ({ backupCodes: codes } = await carla.command<{ backupCodes: string[] }>('account.confirmTwoFactor', { code }));
  };
  expect(await shown('carla', enable)).toMatchObject({ hasTwoFactor: true });
  await waitForKey(listener, 'security');
  listener.frames.length = 0;
  const login = { instance: instance.name, username: 'carla', password: TEST_PASSWORD };
  expect((await post('/auth/login', { ...login, twoFactorAuthenticationCode: codes[0] })).status).toBe(200);
  await waitForKey(listener, 'security');
  expect(await carla.query('account.security')).toMatchObject({ twoFactor: { backupCodesLeft: 9 } });
  listener.close();
});

test('nobody else is told who signs in', async () => {
  const anna = await server.client(instance, 'anna');
  const { id } = await anna.query<{ id: number }>('session.user');
  const listener = await StompPeer.as(anna, [`/topic/user.${id}`, '/topic/event.account.peopleChanged']);
  await shown('ben', () => server.client(instance, 'ben'));
  expect(listener.frames.filter(({ command }) => command === 'MESSAGE')).toEqual([]);
  listener.close();
});
