import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { HEADERS } from '@kontor/contract/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { Authenticator } from './testing/authenticator.ts';
import { findSession, rotateToken, touchSession } from './store/sessions.ts';
import { sweepInstance } from './store/sweep.ts';
import { hashToken } from './tokens.ts';

interface Session {
  readonly sessionId: string;
  readonly isCurrent: boolean;
}

let server: TestServer;
let instance: Instance;
const NEW = 'quite another one';

beforeAll(async () => {
  server = await startTestServer({ KONTOR_TRUST_PROXY: 'true' });
  instance = await server.instance('first');
  for (const name of ['anna', 'ben', 'chris', 'dora', 'emil', 'fritz']) await server.person(instance, name);
});
afterAll(() => server?.close());
beforeEach(async () => void (await sql`delete from sign_in_try`.execute(server.platform.database.owner)));

const signIn = async (username: string, headers: Record<string, string> = {}) => {
  const answer = await new TestClient(server.base, 'first').send<{ accessToken: string }>('/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ instance: 'first', username, password: TEST_PASSWORD }),
  });
  return new TestClient(server.base, 'first', answer.body.accessToken);
};
const statusOf = async (client: TestClient) => (await client.tryQuery('session.user')).status;

describe('sessions', () => {
  test('are listed with program, system, place and how they began, and ended one by one or all others at once', async () => {
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const here = await signIn('anna', { 'X-Forwarded-For': '192.168.2.17', 'User-Agent': firefox });
    const there = await signIn('anna', { 'X-Forwarded-For': '8.8.8.8' });
    const third = await signIn('anna');
    const stranger = await signIn('ben');
    const sessions = await here.query<Session[]>('account.sessions');
    expect(sessions).toHaveLength(3);
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      program: 'Firefox 145',
      system: 'Windows',
      signedInBy: 'password',
    });
    expect(sessions).toContainEqual(
      expect.objectContaining({ address: '8.8.8.8', place: { kind: 'country', country: 'US' } }),
    );
    const { sessionId } = (await there.query<Session[]>('account.sessions')).find((it) => it.isCurrent) as Session;
    expect((await stranger.tryCommand('account.endSession', { sessionId })).status).toBe(404);
    await here.command('account.endSession', { sessionId });
    expect((await here.tryCommand('account.endSession', { sessionId })).status).toBe(404);
    expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200]);
    expect(await here.command('account.endOtherSessions')).toEqual({ count: 1 });
    expect([await statusOf(third), await statusOf(here), await statusOf(stranger)]).toEqual([401, 200, 200]);
  });

  test('begin where the proxy has seen the person, not where their program says that they are', async () => {
    const client = await signIn('emil', { 'X-Forwarded-For': '192.0.2.1, 203.0.113.9' });
    const [session] = await client.query<{ address: string }[]>('account.sessions');
    expect(session?.address).toBe('203.0.113.9');
  });

  test('begin by no password that is changed meanwhile, nor is that one kept again', async () => {
    const { owner } = server.platform.database;
    const weak = await hash(TEST_PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await sql`update app_user set password_hash = ${weak} where user_name = 'fritz'`.execute(owner);
    const changing = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const change = owner.transaction().execute(async (db) => {
      await sql`update app_user set password_hash = 'another', password_changed_at = now() where user_name = 'fritz'`.execute(
        db,
      );
      held.resolve();
      await changing.promise;
    });
    await held.promise;
    const signedIn = signIn('fritz');
    const isWaiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          owner,
        )
      ).rows.length;
    await expect.poll(isWaiting).toBe(1);
    changing.resolve();
    await change;
    expect(await statusOf(await signedIn)).toBe(401);
    const refused =
      await sql`select details from audit_entry where kind = 'session.refused' and subject = 'fritz'`.execute(owner);
    expect(refused.rows).toEqual([{ details: { by: 'password', reason: 'LOGIN_FAILED' } }]);
    const { rows } = await sql`select password_hash from app_user where user_name = 'fritz'`.execute(owner);
    expect(rows).toEqual([{ password_hash: 'another' }]);
    expect(
      (await sql`select from session join app_user using (user_id) where user_name = 'fritz'`.execute(owner)).rows,
    ).toEqual([]);
  });

  test('are not taken for ones whose new token arrived, where an older request says that it was used', async () => {
    const db = server.platform.database.forInstance(instance.id);
    const client = await signIn('emil');
    const presented = hashToken(client.token);
    const before = (await findSession(db, instance.id, presented)) ?? expect.fail('there is no session');
    const now = new Date(server.platform.now());
    const tokenHash = hashToken('another');
    expect(await rotateToken(db, before, { tokenHash, presented, now, expiresAt: before.expires_at })).toBe(true);
    await touchSession(db, before, { now, expiresAt: before.expires_at, address: '' });
    expect(await findSession(db, instance.id, tokenHash)).toMatchObject({ token_use: 'current', token_used: false });
    await sql`delete from session where session_id = ${before.session_id}`.execute(db);
  });

  test('end when any token comes back that was replaced, however long ago', async () => {
    const client = await server.client(instance, 'chris');
    const tokens = [client.token];
    for (let n = 0; n < 3; n += 1) {
      server.advance(3_600_000);
      const renewed = (await client.tryQuery('session.user')).headers.get(HEADERS.renewedToken) ?? '';
      expect(renewed).toMatch(/^k/);
      client.token = renewed;
      tokens.push(renewed);
      expect(await statusOf(client)).toBe(200);
    }
    expect(new Set(tokens).size).toBe(4);
    const thief = new TestClient(server.base, 'first', tokens[0]);
    expect((await thief.tryQuery('session.user')).body.code).toBe('SESSION_ENDED');
    expect(await statusOf(client)).toBe(401);
    const { rows } = await sql`select from audit_entry where kind = 'session.reused' and subject = 'chris'`.execute(
      server.platform.database.owner,
    );
    expect(rows).toHaveLength(1);
    const db = server.platform.database.forInstance(instance.id);
    await sweepInstance(db, instance.id, server.platform.now());
    expect((await sql`select from replaced_token`.execute(db)).rows).toHaveLength(0);
  });

  test('that ended long ago are forgotten, but for the last one of each person', async () => {
    const client = await server.client(instance, 'emil');
    await server.client(instance, 'emil');
    await client.send('/auth/logout', { method: 'POST', headers: client.headers() });
    server.advance(200 * 24 * 3_600_000);
    const db = server.platform.database.forInstance(instance.id);
    await sweepInstance(db, instance.id, server.platform.now());
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from session group by user_id`.execute(db);
    expect(rows.every(({ n }) => n === 1)).toBe(true);
  });
});

describe('the password', () => {
  test('is changed by who has just proven who they are; the other sessions end, this one goes on', async () => {
    const client = await server.client(instance, 'ben');
    const other = await server.client(instance, 'ben');
    const change = (newPassword: string) => client.tryCommand('account.changePassword', { newPassword });
    expect((await change('short')).body.code).toBe('PARAMETERS_INVALID');
    for (const easy of ['123456789012', 'kontor-xq7-pl4m', 'Passwort2024!'])
      expect((await change(easy)).body.code).toBe('PASSWORD_TOO_EASY');
    expect((await change(NEW)).status).toBe(200);
    expect([await statusOf(client), await statusOf(other)]).toEqual([200, 401]);
    await new TestClient(server.base, 'first').signIn('ben', NEW);
    expect(await client.query('account.security')).toMatchObject({ passwordChangedAt: expect.any(String) });
    await client.command('account.changePassword', {
      newPassword: TEST_PASSWORD,
      endOtherSessions: false,
    });
  });

  test('is hashed anew at a sign-in when the effort has grown', async () => {
    const weak = await hash(TEST_PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const { owner } = server.platform.database;
    await sql`update app_user set password_hash = ${weak} where user_name = 'dora'`.execute(owner);
    await server.client(instance, 'dora');
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from app_user where user_name = 'dora'`.execute(owner);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await server.client(instance, 'dora');
  });
});

describe('a command whose answer is secret', () => {
  test('keeps its parameters nowhere, nor a hash that could be guessed from', async () => {
    const client = await server.client(instance, 'dora');
    const parameters = { newPassword: NEW, endOtherSessions: false };
    const processId = randomUUID();
    expect((await client.tryCommand('account.changePassword', parameters, { processId })).status).toBe(200);
    const { rows } = await sql<{ row: string; hash: Buffer }>`
      select row_to_json(c)::text as row, request_hash as hash from command_log c where process_id = ${processId}`.execute(
      server.platform.database.owner,
    );
    expect(rows[0]?.row.includes(NEW)).toBe(false);
    // Not to be made by who knows the parameters but not the key.
    const { createHash } = await import('node:crypto');
    const plain = createHash('sha256')
      .update(`account.changePassword\n1\n${JSON.stringify(parameters)}`)
      .digest();
    expect([rows[0]?.hash.length, rows[0]?.hash.equals(plain)]).toEqual([32, false]);
    await client.command('account.changePassword', { newPassword: TEST_PASSWORD, endOtherSessions: false });
  });

  test('does not keep it, and is not repeated', async () => {
    const client = await server.client(instance, 'dora');
    const processId = randomUUID();
    const once = await client.tryCommand<{ secret: string }>('account.startTwoFactor', {}, { processId });
    expect(once.status).toBe(200);
    const again = await client.tryCommand('account.startTwoFactor', {}, { processId });
    expect([again.status, again.body.code]).toEqual([409, 'ANSWER_NOT_KEPT']);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(c)::text as row from command_log c where process_id = ${processId}`.execute(
      server.platform.database.owner,
    );
    expect(rows[0]?.row.includes(once.body.data.secret)).toBe(false);
    const state = await client.send<{ data: object }>(`/command/${processId}`, { headers: client.headers() });
    expect(JSON.stringify(state.body)).not.toContain(once.body.data.secret);
  });

  test('takes effect once of all that come at the same time', async () => {
    const client = await server.client(instance, 'dora');
    const processId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.tryCommand('account.startTwoFactor', {}, { processId })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });

  test('is not put off, and one that failed may come again', async () => {
    const client = await server.client(instance, 'dora');
    const later = await client.tryCommand('account.startTwoFactor', {}, { async: true });
    expect([later.status, later.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
    const processId = randomUUID();
    for (let n = 0; n < 2; n += 1) {
      const easy = { newPassword: '123456789012' };
      const answer = await client.tryCommand('account.changePassword', easy, { processId });
      expect(answer.body.code).toBe('PASSWORD_TOO_EASY');
    }
    const { rows } =
      await sql`select from command_log where command = 'account.startTwoFactor' and state = 'queued'`.execute(
        server.platform.database.owner,
      );
    expect(rows).toHaveLength(0);
  });
});

describe('a picture', () => {
  const set = (client: TestClient, bytes: Buffer) =>
    client.tryCommand<{ avatar: string }>('account.setAvatar', { picture: { data: bytes.toString('base64') } });
  const fetchAvatar = (client: TestClient, path: string, headers: Record<string, string> = {}) =>
    fetch(server.base + path, { headers: client.headers(headers) });

  test('becomes a square without anything else, to be seen by all of the instance, at an address of its own', async () => {
    const client = await server.client(instance, 'dora');
    const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#36c' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'secret place' } } })
      .jpeg()
      .toBuffer();
    const { body } = await set(client, photo);
    const address = body.data.avatar;
    expect(address).toMatch(/^\/query\?query=account\.avatar&parameters=/);
    expect(await client.query('session.user')).toMatchObject({ avatar: address });
    const other = await server.client(instance, 'chris');
    const answer = await fetchAvatar(other, address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' });
    expect(bytes.includes('secret place')).toBe(false);
    const tag = answer.headers.get('etag') ?? '';
    expect((await fetchAvatar(other, address, { 'If-None-Match': tag })).status).toBe(304);
    expect((await fetch(server.base + address)).status).toBe(401);
    expect(await client.command('account.setAvatar', { picture: null })).toEqual({ avatar: null });
    expect((await fetchAvatar(other, address)).status).toBe(404);
  });

  test('that was replaced or removed is gone a day later, but for one that somebody has by then', async () => {
    const [dora, chris] = await Promise.all([server.client(instance, 'dora'), server.client(instance, 'chris')]);
    const { owner } = server.platform.database;
    const { blobs } = server.platform;
    const paint = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    const hashOf = async (userName: string): Promise<string> => {
      const { rows } = await sql<{ avatar: string }>`
        select avatar from app_user where instance_id = ${instance.id} and user_name = ${userName}`.execute(owner);
      return rows[0]?.avatar ?? '';
    };
    const hashes: string[] = [];
    for (const colour of ['red', 'green', 'blue']) {
      expect((await set(dora, await paint(colour))).status).toBe(200);
      hashes.push(await hashOf('dora'));
    }
    const [red = '', green = '', blue = ''] = hashes;
    expect((await set(chris, await paint('green'))).status).toBe(200);
    expect(await hashOf('chris')).toBe(green);
    await dora.command('account.setAvatar', { picture: null });
    for (const hash of hashes) expect(await blobs.size(instance.id, hash)).toBeGreaterThan(0);
    const due = async () => {
      const { rows } =
        await sql`select from graphile_worker.jobs where task_identifier = 'account.dropPicture'`.execute(owner);
      return rows.length;
    };
    expect(await due()).toBeGreaterThanOrEqual(3);
    await sql`select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'account.dropPicture'), run_at => now())`.execute(
      owner,
    );
    await expect.poll(due).toBe(0);
    for (const hash of [red, blue]) await expect(blobs.size(instance.id, hash)).rejects.toThrow();
    expect(await blobs.size(instance.id, green)).toBeGreaterThan(0);
  });

  test('that is none is refused', async () => {
    const client = await server.client(instance, 'dora');
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('%PDF-1.4'),
      Buffer.alloc(0),
    ])
      expect((await set(client, bytes)).body.code).toBe('PICTURE_UNREADABLE');
    const noBase64 = await client.tryCommand('account.setAvatar', { picture: { data: 'no base64!' } });
    expect(noBase64.body.code).toBe('PARAMETERS_INVALID');
  });
});

test('a person has twenty passkeys at most, however many are made at once', async () => {
  const client = await signIn('chris');
  const begin = () =>
    client.send<{ authToken: string; options: never; code?: string }>('/auth/generate-registration-options', {
      headers: client.headers(),
    });
  const begun = await Promise.all(Array.from({ length: 22 }, begin));
  const codes = await Promise.all(
    begun.map(async ({ body: { authToken, options } }) => {
      const answer = await client.send<{ code?: string }>('/auth/verify-registration', {
        method: 'POST',
        headers: client.headers({ 'Content-Type': 'application/json' }),
        body: JSON.stringify({ ...new Authenticator(server.base).register(options), authToken }),
      });
      return answer.body.code ?? 'done';
    }),
  );
  const many = 'TOO_MANY_PASSKEYS';
  expect(codes.toSorted()).toEqual([many, many, ...Array<string>(20).fill('done')]);
  expect((await begin()).body.code).toBe(many);
});
