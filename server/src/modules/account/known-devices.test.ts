import { HEADERS } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient, type Answer } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { setPassword } from './people.ts';
import { sweepInstance } from './store/sweep.ts';
import { Authenticator } from './testing/authenticator.ts';
import { WINDOW_MS } from './throttle.ts';

interface Body {
  readonly code?: string;
  readonly accessToken: string;
  readonly csrfToken: string;
  readonly deviceToken: string;
}

let server: TestServer;
let instance: Instance;
const ids: Record<string, number> = {};
const NAMES = ['anna', 'ben', 'chris', 'dora', 'emil'];

beforeAll(async () => {
  server = await startTestServer({ KONTOR_TRUST_PROXY: 'true' });
  instance = await server.instance('first');
  for (const name of NAMES) ids[name] = await server.person(instance, name);
  ids['admin'] = await server.person(instance, 'admin', { isAdministrator: true });
});
afterAll(() => server?.close());
beforeEach(async () => void (await sql`delete from sign_in_try`.execute(server.platform.database.owner)));

const WRONG = 'wrong wrong wrong';
let addresses = 0;
/** An address that nobody has signed in from. */
const elsewhere = () => `203.0.113.${(addresses += 1)}`;

interface From {
  readonly address?: string;
  readonly cookie?: string;
  readonly device?: string;
  readonly code?: string;
  readonly name?: string;
}
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  new TestClient(server.base, 'first').send<Body>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': elsewhere(), ...headers },
    body: JSON.stringify(body),
  });
const login = (username: string, password = TEST_PASSWORD, from: From = {}) => {
  const { address = elsewhere(), cookie, device, code, name = 'first' } = from;
  const body = { instance: name, username, password, device, twoFactorAuthenticationCode: code };
  return post('/auth/login', body, {
    'X-Forwarded-For': address,
    ...(cookie === undefined ? {} : { Cookie: cookie, [HEADERS.session]: 'cookie' }),
  });
};
const codeOf = ({ status, body }: Answer<{ code?: string }>): string => body.code ?? String(status);
/** Signs in by bearer: what a client without cookies keeps. */
async function enter(username: string) {
  const { body } = await login(username);
  return { client: new TestClient(server.base, 'first', body.accessToken), device: body.deviceToken };
}
const deviceCookies = (answer: Answer<unknown>): string[] =>
  answer.headers
    .getSetCookie()
    .filter((one) => one.startsWith('device-'))
    .map((one) => one.split(';')[0] ?? '');
/** Fills the count of strangers. */
const lockOut = async (username: string) => {
  for (let n = 0; n < 10; n += 1) expect(codeOf(await login(username, WRONG))).toBe('LOGIN_FAILED');
  expect(codeOf(await login(username))).toBe('TOO_MANY_REQUESTS');
};
const entries = async (kind: string, subject: string) => {
  const { rows } = await sql<{ details: Record<string, string>; address: string }>`
    select details, address from audit_entry where kind = ${kind} and subject = ${subject} order by entry_id`.execute(
    server.platform.database.owner,
  );
  return rows;
};

describe('a device that has signed in before', () => {
  test('is not kept out by strangers, whether it has a cookie or keeps its value itself', async () => {
    const first = await login('anna', TEST_PASSWORD, { cookie: 'none=1' });
    const [cookie = ''] = deviceCookies(first);
    expect(first.body.deviceToken).toBe('');
    const set = first.headers.getSetCookie().find((one) => one.startsWith('device-')) ?? '';
    expect(set).toMatch(/; HttpOnly/);
    expect(set).toMatch(/; SameSite=Lax/);
    const { device } = await enter('anna');
    await lockOut('anna');
    expect(codeOf(await login('anna', TEST_PASSWORD, { cookie }))).toBe('200');
    expect(codeOf(await login('anna', TEST_PASSWORD, { device }))).toBe('200');
    expect(codeOf(await login('anna'))).toBe('TOO_MANY_REQUESTS');
  });

  test('is the same one after each of its sign-ins', async () => {
    const { device } = await enter('anna');
    expect((await login('anna', TEST_PASSWORD, { device })).body.deviceToken).toBe(device);
  });

  test('is kept out by no full network, also with a passkey, a code, or a new link', async () => {
    const address = '198.51.100.7';
    const { device, client } = await enter('anna');
    await Promise.all(Array.from({ length: 101 }, (_, n) => login(`name${n}`, WRONG, { address })));
    expect(codeOf(await login('ben', TEST_PASSWORD, { address }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login('anna', TEST_PASSWORD, { address, device }))).toBe('200');
    const headers = client.headers({ 'Content-Type': 'application/json' });
    const begun = await client.send<{ options: never }>('/auth/generate-registration-options', { headers });
    const key = new Authenticator(server.base);
    const registered = await post('/auth/verify-registration', key.register(begun.body.options), headers);
    expect(registered.status).toBe(200);
    const signInBegun = await client.send<{ options: { challenge: string } }>(
      '/auth/generate-authentication-options?instance=first',
    );
    const byPasskey = { instance: 'first', asseResp: key.signIn(signInBegun.body.options) };
    expect(codeOf(await post('/auth/verify-authentication', byPasskey, { 'X-Forwarded-For': address }))).toBe('200');
  });

  test('locks by its own wrong tries itself alone', async () => {
    const [one, two] = [await enter('ben'), await enter('ben')];
    const answers = await Promise.all(Array.from({ length: 13 }, () => login('ben', WRONG, { device: one.device })));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(codeOf(await login('ben', TEST_PASSWORD, { device: one.device }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login('ben', TEST_PASSWORD, { device: two.device }))).toBe('200');
    expect(codeOf(await login('ben'))).toBe('200');
  });

  test('tries codes of the second factor and backup codes in its own count, too', async () => {
    const { client, device } = await enter('emil');
    const { secret } = await client.command<{ secret: string }>('account.startTwoFactor');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => totp.generate({ timestamp: server.platform.now() });
    await client.command('account.confirmTwoFactor', { code: code() });
    server.advance(60_000);
    for (let n = 0; n < 10; n += 1)
      expect(codeOf(await login('emil', TEST_PASSWORD, { code: n % 2 === 0 ? '000000' : 'abcde-fghij' }))).toBe(
        'LOGIN_FAILED',
      );
    expect(codeOf(await login('emil', TEST_PASSWORD, { code: code() }))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login('emil', TEST_PASSWORD, { code: code(), device }))).toBe('200');
    for (let n = 0; n < 10; n += 1)
      expect(codeOf(await login('emil', TEST_PASSWORD, { code: '000000', device }))).toBe('LOGIN_FAILED');
    server.advance(60_000);
    expect(codeOf(await login('emil', TEST_PASSWORD, { code: code(), device }))).toBe('TOO_MANY_REQUESTS');
  });
});

describe('is a stranger, and nothing else,', () => {
  test('who shows what another person’s device has, what was made up, or what another instance has signed', async () => {
    const { device: bens } = await enter('ben');
    const { device } = await enter('chris');
    const [user = '', nonce = '', signature = ''] = device.split('.');
    const other = await server.instance('other');
    await server.person(other, 'chris');
    const foreign = (await login('chris', TEST_PASSWORD, { name: 'other' })).body.deviceToken;
    await lockOut('chris');
    const forged = [
      bens,
      bens.replace(/^\d+/, user),
      `${user}.${nonce}.${'A'.repeat(43)}`,
      `${user}.${nonce}x.${signature}`,
      `${ids['ben']}.${nonce}.${signature}`,
      `${user}.${nonce}`,
      foreign,
      'x',
      '..',
    ];
    for (const one of forged)
      expect(codeOf(await login('chris', TEST_PASSWORD, { device: one })), one).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await login('chris', TEST_PASSWORD, { device }))).toBe('200');
  });

  const dropped: [string, (client: TestClient, other: TestClient) => Promise<unknown>][] = [
    [
      'whose session the person has ended',
      async (client, other) => {
        const sessions = await client.query<{ sessionId: string; isCurrent: boolean }[]>('account.sessions');
        const { sessionId } = sessions.find(({ isCurrent }) => isCurrent) ?? expect.fail('no session');
        await other.command('account.endSession', { sessionId });
      },
    ],
    ['when the person has ended all others', (_client, other) => other.command('account.endOtherSessions')],
    [
      'when the person has signed out there before, and then ended all others',
      async (client, other) => {
        await client.send('/auth/logout', { method: 'POST', headers: client.headers() });
        await other.command('account.endOtherSessions');
      },
    ],
    [
      'when an administrator has set another password',
      () => server.change(instance, (ctx) => setPassword(ctx, ids['dora'] ?? 0, TEST_PASSWORD)),
    ],
    [
      'when an administrator has ended all sessions',
      async () => (await server.client(instance, 'admin')).command('account.endSessionsOf', { userId: ids['dora'] }),
    ],
  ];
  test.each(dropped)('%s', async (_name, drop) => {
    const { client, device } = await enter('dora');
    const { client: other } = await enter('dora');
    await drop(client, other);
    await lockOut('dora');
    expect(codeOf(await login('dora', TEST_PASSWORD, { device }))).toBe('TOO_MANY_REQUESTS');
  });

  test('but not where it has only signed out', async () => {
    const { client, device } = await enter('dora');
    await client.send('/auth/logout', { method: 'POST', headers: client.headers() });
    await lockOut('dora');
    expect(codeOf(await login('dora', TEST_PASSWORD, { device }))).toBe('200');
  });

  test('after four hundred days', async () => {
    const { device } = await enter('ben');
    const db = server.platform.database.forInstance(instance.id);
    const known = async () =>
      (await sql`select from known_device where user_id = ${ids['ben']}`.execute(db)).rows.length;
    await sweepInstance(db, instance.id, server.platform.now());
    expect(await known()).toBeGreaterThan(0);
    await sql`update known_device set last_used_at = last_used_at - interval '400 days'`.execute(db);
    await sweepInstance(db, instance.id, server.platform.now());
    expect(await known()).toBe(0);
    await lockOut('ben');
    expect(codeOf(await login('ben', TEST_PASSWORD, { device }))).toBe('TOO_MANY_REQUESTS');
  });
});

describe('a lock', () => {
  test('is told once to the person and to administrators, however many try on, and again when it comes anew', async () => {
    const locks = async () => (await entries('session.locked', 'chris')).map(({ details }) => details);
    const guess = async (times: number) => {
      const codes = new Set<string>();
      for (let n = 0; n < times; n += 1) codes.add(codeOf(await login('chris', WRONG)));
      return [...codes];
    };
    const before = (await locks()).length;
    expect(await guess(5)).toEqual(['LOGIN_FAILED']);
    server.advance(WINDOW_MS / 3);
    expect(await guess(8)).toEqual(['LOGIN_FAILED', 'TOO_MANY_REQUESTS']);
    expect((await locks()).slice(before)).toEqual([{ by: 'strangers' }]);
    // The first five are over, and their places are taken at once: it goes on.
    server.advance((WINDOW_MS * 5) / 6);
    expect(await guess(8)).toEqual(['LOGIN_FAILED', 'TOO_MANY_REQUESTS']);
    expect(await locks()).toHaveLength(before + 1);
    server.advance(WINDOW_MS * 2);
    expect(await guess(11)).toEqual(['LOGIN_FAILED', 'TOO_MANY_REQUESTS']);
    expect(await locks()).toHaveLength(before + 2);
    // Nobody else has it among what was done to them.
    const { client } = await enter('admin');
    expect(await client.query('account.security')).toMatchObject({ changes: [] });
  });

  test('of a device says so, is seen by the person, and all at once are told of once', async () => {
    const { device } = await enter('anna');
    await Promise.all(Array.from({ length: 20 }, () => login('anna', WRONG, { device })));
    const locks = await entries('session.locked', 'anna');
    expect(locks.at(-1)?.details).toEqual({ by: 'knownDevice' });
    expect(locks.filter(({ details }) => details['by'] === 'knownDevice')).toHaveLength(1);
    const { client } = await enter('anna');
    const { changes } = await client.query<{ changes: { change: string; isOwn: boolean }[] }>('account.security');
    expect(changes[0]).toMatchObject({ change: 'locked', isOwn: false });
  });

  test('that wrong passkeys have filled is told to whose device it is', async () => {
    const { device } = await enter('dora');
    const before = (await entries('session.locked', 'dora')).length;
    const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} };
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' };
    const body = { instance: 'first', device, asseResp: { ...credential, response } };
    const codes: string[] = [];
    for (let n = 0; n < 11; n += 1) codes.push(codeOf(await post('/auth/verify-authentication', body)));
    expect(codes).toEqual([...Array<string>(10).fill('LOGIN_FAILED'), 'TOO_MANY_REQUESTS']);
    const locks = (await entries('session.locked', 'dora')).slice(before);
    expect(locks.map(({ details }) => details)).toEqual([{ by: 'knownDevice' }]);
    // A stranger to it, with as many wrong ones, is slowed by its network alone.
    expect(codeOf(await post('/auth/verify-authentication', { ...body, device: '' }))).toBe('LOGIN_FAILED');
  });

  test('of a name that nobody bears is told to nobody, and answers alike', async () => {
    const answers: string[] = [];
    for (let n = 0; n < 11; n += 1) answers.push(codeOf(await login('nobody', WRONG)));
    expect(answers).toEqual([...Array<string>(10).fill('LOGIN_FAILED'), 'TOO_MANY_REQUESTS']);
    expect(await entries('session.locked', 'nobody')).toEqual([]);
  });
});
