import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { instanceOfAppPassword, newAppPassword } from './app-passwords.ts';

interface Made {
  readonly appPasswordId: number;
  readonly password: string;
  readonly userName: string;
}

let server: TestServer;
let instance: Instance;
let anna: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  for (const name of ['anna', 'ben', 'chris', 'dora', 'emil']) await server.person(instance, name);
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

const make = (by: TestClient, name = 'Telefon') => by.command<Made>('account.createAppPassword', { name });
const listed = async (by: TestClient) =>
  (await by.query<{ name: string; lastUsedAt: string | null }[]>('account.appPasswords')).map(({ name }) => name);
const basic = (userName: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`,
});

/** Status of a request with an app password to where such ones are for. */
async function tryWith(userName: string, password: string, path = '/dav/', method = 'PROPFIND'): Promise<number> {
  const answer = await fetch(server.base + path, { method, headers: { ...basic(userName, password), Depth: '0' } });
  await answer.arrayBuffer();
  return answer.status;
}

test('is made, listed, good until it is removed, and written down without itself', async () => {
  const { appPasswordId, password, userName } = await make(anna, 'Thunderbird');
  expect(userName).toBe('anna');
  expect(password).toMatch(/^[0-9a-z]+(-[a-hjkmnp-tv-z2-9]{4}){7}$/);
  expect(await listed(anna)).toEqual(['Thunderbird']);
  expect(await tryWith('anna', password)).toBe(207);
  expect(await tryWith('ANNA', password.toUpperCase().replaceAll('-', ' '))).toBe(207);
  const [used] = await anna.query<{ lastUsedAt: string | null }[]>('account.appPasswords');
  expect(used?.lastUsedAt).not.toBeNull();
  const { changes } = await anna.query<{ changes: { change: string; name: string }[] }>('account.security');
  expect(changes[0]).toMatchObject({ change: 'appPasswordAdded', name: 'Thunderbird' });
  await anna.command('account.removeAppPassword', { appPasswordId });
  expect((await anna.tryCommand('account.removeAppPassword', { appPasswordId })).status).toBe(404);
  expect(await tryWith('anna', password)).toBe(401);
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from (
    select details::text as t from audit_entry union all select coalesce(answer::text, '') || coalesce(parameters::text, '') from command_log
    union all select encode(secret_hash, 'escape') from app_password) all_texts where t like ${`%${password.slice(2)}%`}`.execute(
    server.platform.database.owner,
  );
  expect(rows).toEqual([{ found: 0 }]);
});

test('is of its person alone, who is asked for it by name', async () => {
  const ben = await server.client(instance, 'ben');
  const { appPasswordId, password } = await make(ben);
  expect(await tryWith('anna', password)).toBe(401);
  expect((await anna.tryCommand('account.removeAppPassword', { appPasswordId })).status).toBe(404);
  expect(await listed(anna)).not.toContain('Telefon');
  expect(await tryWith('ben', password)).toBe(207);
  await sql`update app_user set is_unlocked = false where user_name = 'ben'`.execute(server.platform.database.owner);
  expect(await tryWith('ben', password)).toBe(401);
});

test('opens nothing else, and neither does a session open the calendar', async () => {
  const { password } = await make(anna);
  for (const [method, path] of [
    ['GET', '/query?query=session.user&parameters={}'],
    ['POST', '/command'],
    ['GET', '/workspace/index/get-pong-configuration/format/json'],
    ['POST', '/upload'],
  ] as const)
    expect([path, await tryWith('anna', password, path, method)]).toEqual([path, 401]);
  const bearer = await fetch(`${server.base}/query?query=session.user&parameters={}`, {
    headers: anna.headers({ Authorization: `Bearer ${password}` }),
  });
  expect(bearer.status).toBe(401);
  const session = await fetch(`${server.base}/dav/`, { method: 'PROPFIND', headers: anna.headers() });
  expect([session.status, session.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Kontor", charset="UTF-8"',
  ]);
  const login = await fetch(`${server.base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ instance: 'first', username: 'anna', password }),
  });
  expect(login.status).toBe(404);
});

test('is no more than twenty for one person', async () => {
  const chris = await server.client(instance, 'chris');
  for (let count = 0; count < 20; count += 1) await make(chris, `Gerät ${count}`);
  expect((await chris.tryCommand('account.createAppPassword', { name: 'noch eines' })).body).toMatchObject({
    code: 'TOO_MANY_APP_PASSWORDS',
  });
});

test('is asked of nobody who has not proven lately who they are', async () => {
  const dora = await server.client(instance, 'dora');
  await sql`update session set proven_at = now() - interval '6 minutes' from app_user
    where app_user.user_id = session.user_id and user_name = 'dora'`.execute(server.platform.database.owner);
  expect((await dora.tryCommand('account.createAppPassword', { name: 'x' })).body).toMatchObject({
    code: 'PROOF_NEEDED',
  });
});

test('is void with a new password where other devices are signed out, else it stays', async () => {
  const emil = await server.client(instance, 'emil');
  const { password } = await make(emil);
  await emil.command('account.changePassword', { newPassword: 'quite another one', endOtherSessions: false });
  expect(await tryWith('emil', password)).toBe(207);
  await sql`update session set proven_at = now()`.execute(server.platform.database.owner);
  await emil.command('account.changePassword', { newPassword: 'yet another long one', endOtherSessions: true });
  expect(await tryWith('emil', password)).toBe(401);
  expect(await listed(emil)).toEqual([]);
});

test('that is wrong is counted and written down, and a right one is let in all the same', async () => {
  await sql`delete from sign_in_try`.execute(server.platform.database.owner);
  const { password } = await make(anna, 'Rechner');
  const wrong = newAppPassword(instance.id);
  const statuses = new Set<number>();
  for (let tries = 0; tries < 101; tries += 1) statuses.add(await tryWith('anna', wrong));
  expect([...statuses]).toEqual([401, 429]);
  expect(await tryWith('anna', password)).toBe(207);
  await server.platform.database.owner.transaction().execute(async (db) => {
    const { rows } = await sql<{ by: string }>`select details ->> 'by' as by from audit_entry
      where kind = 'session.refused' and details ->> 'by' = 'appPassword' limit 1`.execute(db);
    expect(rows).toEqual([{ by: 'appPassword' }]);
  });
});

test('is all chance behind its instance, and is read however it is typed', () => {
  const made = new Set(Array.from({ length: 200 }, () => newAppPassword(37)));
  expect(made.size).toBe(200);
  for (const one of made) expect(instanceOfAppPassword(one.toUpperCase().replaceAll('-', ''))).toBe(37);
  for (const none of ['', '1-abcd', `${newAppPassword(1)}l`, 'k1.abc', '!'.repeat(30)])
    expect(instanceOfAppPassword(none)).toBeUndefined();
});
