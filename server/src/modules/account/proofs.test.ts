import { ALL_COMMANDS } from '@kontor/contract/all';
import { HEADERS } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient, type Answer } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { PROOF_MS } from './rules.ts';
import { lendToken } from './sessions.ts';
import { Authenticator } from './testing/authenticator.ts';

interface Body {
  readonly code?: string;
  readonly data?: unknown;
  readonly authToken?: string;
  readonly options?: { readonly challenge: string; readonly allowCredentials?: { readonly id: string }[] };
}

let server: TestServer;
let instance: Instance;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  for (const name of ['anna', 'ben', 'chris', 'dora']) await server.person(instance, name);
  await server.person(instance, 'admin', { isAdministrator: true });
});
afterAll(() => server?.close());
beforeEach(async () => void (await sql`delete from sign_in_try`.execute(server.platform.database.owner)));

const PAST = PROOF_MS + 1000;
const post = (client: TestClient, path: string, body: object, headers: Record<string, string> = {}) =>
  client.send<Body>(path, {
    method: 'POST',
    headers: client.headers({ 'Content-Type': 'application/json', ...headers }),
    body: JSON.stringify(body),
  });
const get = (client: TestClient, path: string) => client.send<Body>(path, { headers: client.headers() });
const prove = (client: TestClient, body: object = { password: TEST_PASSWORD }) => post(client, '/auth/proof', body);
const codeOf = ({ body, status }: Answer<{ code?: string }>): string => body.code ?? String(status);
/** Something that changes how a person signs in, and can be done again and again. */
const change = async (client: TestClient) => codeOf(await client.tryCommand('account.startTwoFactor'));
/** Signed in, longer ago than a proof is good. */
async function longAgo(userName: string): Promise<TestClient> {
  const client = await server.client(instance, userName);
  server.advance(PAST);
  return client;
}
const begin = async (client: TestClient, path: string) => {
  const { authToken, options } = (await get(client, path)).body;
  return { authToken, options: options ?? expect.fail('no ceremony') };
};
async function register(client: TestClient, key = new Authenticator(server.base)) {
  const { authToken, options } = await begin(client, '/auth/generate-registration-options');
  const answer = key.register(options as Parameters<Authenticator['register']>[0]);
  return { key, answer: await post(client, '/auth/verify-registration', { ...answer, authToken }) };
}

const PROVEN = [...ALL_COMMANDS.values()].filter(({ proof }) => proof);

test('all commands that change how somebody signs in ask for a proof', () => {
  expect(PROVEN.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'account.changePassword',
    'account.confirmTwoFactor',
    'account.createAppPassword',
    'account.invite',
    'account.removeAppPassword',
    'account.removePasskey',
    'account.renewBackupCodes',
    'account.resetFactors',
    'account.savePerson',
    'account.sendLink',
    'account.startTwoFactor',
    'account.stopTwoFactor',
  ]);
});

test.each(PROVEN)('$name asks for one, and is not carried out later', async ({ name, example }) => {
  const admin = await longAgo('admin');
  const refused = await admin.tryCommand(name, example.params);
  expect([refused.status, refused.body.code]).toEqual([403, 'PROOF_NEEDED']);
  expect(refused.body.data).toEqual({ password: true, code: false, passkey: false });
  expect(codeOf(await admin.tryCommand(name, example.params, { async: true }))).toBe('PARAMETERS_INVALID');
  await prove(admin);
  expect(codeOf(await admin.tryCommand(name, example.params, { async: true }))).toBe('PARAMETERS_INVALID');
});

describe('a proof', () => {
  test('is a sign-in, for five minutes by the clock of the server', async () => {
    const anna = await server.client(instance, 'anna');
    expect(await change(anna)).toBe('200');
    server.advance(PROOF_MS - 60_000);
    expect(await change(anna)).toBe('200');
    server.advance(61_000);
    expect(await change(anna)).toBe('PROOF_NEEDED');
  });

  test('is good for five minutes, and the command that asked for it goes on under its own process id', async () => {
    const anna = await longAgo('anna');
    const processId = '0b2e77d0-5a3c-4d7e-9e6f-0a1b2c3d4e5f';
    const newPassword = 'quite another one';
    const ask = () => anna.tryCommand('account.changePassword', { newPassword }, { processId });
    expect(codeOf(await ask())).toBe('PROOF_NEEDED');
    expect((await prove(anna)).body).toEqual({ success: true });
    expect(codeOf(await ask())).toBe('200');
    await anna.command('account.changePassword', { newPassword: TEST_PASSWORD });
    server.advance(PAST);
    expect(await change(anna)).toBe('PROOF_NEEDED');
  });

  test('is not made fresh by a new token of the session', async () => {
    const anna = await server.client(instance, 'anna');
    server.advance(3_600_000);
    const renewed = (await anna.tryQuery('session.user')).headers.get(HEADERS.renewedToken) ?? '';
    expect(renewed).not.toBe('');
    anna.token = renewed;
    expect(await change(anna)).toBe('PROOF_NEEDED');
  });

  test('is of one session, and of nobody else', async () => {
    const [one, two, ben] = [await longAgo('anna'), await longAgo('anna'), await longAgo('ben')];
    await prove(one);
    expect([await change(one), await change(two), await change(ben)]).toEqual(['200', 'PROOF_NEEDED', 'PROOF_NEEDED']);
  });

  test('cannot be given for an instance by a session of another one, nor without a session', async () => {
    const other = await server.instance('other');
    await server.person(other, 'anna');
    const stranger = await server.client(other, 'anna');
    const anna = await longAgo('anna');
    const elsewhere = new TestClient(server.base, 'first', stranger.token);
    expect((await prove(elsewhere)).status).toBe(401);
    expect((await prove(stranger)).status).toBe(200);
    expect((await prove(new TestClient(server.base, 'first'))).status).toBe(401);
    expect(await change(anna)).toBe('PROOF_NEEDED');
  });

  test('is none that somebody lent a session to', async () => {
    const id = await server.person(instance, 'lent');
    const token = await lendToken(server.platform, instance, id);
    expect(await change(new TestClient(server.base, 'first', token))).toBe('PROOF_NEEDED');
  });

  test('is nothing any more in a session that has ended', async () => {
    const anna = await server.client(instance, 'anna');
    await post(anna, '/auth/logout', {});
    expect((await prove(anna)).status).toBe(401);
    expect(await change(anna)).toBe('SESSION_ENDED');
  });

  test('of other sessions is nothing any more once the password is another one', async () => {
    const [one, two] = [await server.client(instance, 'anna'), await server.client(instance, 'anna')];
    const to = (newPassword: string) => ({ newPassword, endOtherSessions: false });
    await one.command('account.changePassword', to('quite another one'));
    expect([await change(one), await change(two)]).toEqual(['200', 'PROOF_NEEDED']);
    await one.command('account.changePassword', to(TEST_PASSWORD));
  });

  test('is taken from the one of two sessions that comes second, where both change something at the same moment', async () => {
    const sessions = await Promise.all(Array.from({ length: 4 }, () => server.client(instance, 'chris')));
    const answers = await Promise.all(
      sessions.map((client, n) =>
        client.tryCommand('account.changePassword', { newPassword: `quite another one ${n}`, endOtherSessions: false }),
      ),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === '200')).toHaveLength(1);
    expect(codes.filter((code) => code === 'PROOF_NEEDED')).toHaveLength(3);
  });
});

describe('by password', () => {
  test('wrong ones are counted by session, also all at once, and written down', async () => {
    const [thief, anna] = [await longAgo('anna'), await longAgo('anna')];
    const answers = await Promise.all(Array.from({ length: 14 }, () => prove(thief, { password: 'wrong wrong' })));
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'PROOF_WRONG')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(4);
    expect(codeOf(await prove(thief))).toBe('TOO_MANY_REQUESTS');
    expect([codeOf(await prove(anna)), await change(anna), await change(thief)]).toEqual([
      '200',
      '200',
      'PROOF_NEEDED',
    ]);
    const { rows } = await sql`
      select from audit_entry where kind = 'session.refused' and details->>'by' = 'confirmation'
        and subject = 'anna'`.execute(server.platform.database.owner);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('and cookie, only with the token against forgery', async () => {
    const answer = await post(
      new TestClient(server.base, 'first'),
      '/auth/login',
      { instance: 'first', username: 'anna', password: TEST_PASSWORD },
      { [HEADERS.session]: 'cookie' },
    );
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const { csrfToken } = answer.body as { csrfToken: string };
    const client = new TestClient(server.base, 'first');
    const body = { password: TEST_PASSWORD };
    const origin = { Cookie: cookie, Origin: server.base };
    expect(codeOf(await post(client, '/auth/proof', body, origin))).toBe('CSRF_TOKEN_INVALID');
    expect(codeOf(await post(client, '/auth/proof', body, { ...origin, [HEADERS.csrf]: csrfToken }))).toBe('200');
    const evil = { ...origin, Origin: 'https://evil.example', [HEADERS.csrf]: csrfToken };
    expect(codeOf(await post(client, '/auth/proof', body, evil))).toBe('ORIGIN_REFUSED');
  });

  test('takes the code of the second factor with it, once, or a backup code', async () => {
    const dora = await server.client(instance, 'dora');
    const { secret } = await dora.command<{ secret: string }>('account.startTwoFactor');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const now = () => totp.generate({ timestamp: server.platform.now() });
    const { backupCodes } = await dora.command<{ backupCodes: string[] }>('account.confirmTwoFactor', { code: now() });
    server.advance(PAST);
    const needed = await dora.tryCommand('account.stopTwoFactor');
    expect(needed.body.data).toEqual({ password: true, code: true, passkey: false });
    const password = TEST_PASSWORD;
    expect(codeOf(await prove(dora, { password }))).toBe('PROOF_WRONG');
    expect(codeOf(await prove(dora, { password, code: '000000' }))).toBe('PROOF_WRONG');
    // The same answer, and the code is not used up by it.
    const code = now();
    expect(codeOf(await prove(dora, { password: 'wrong wrong', code }))).toBe('PROOF_WRONG');
    expect(codeOf(await prove(dora, { password, code }))).toBe('200');
    expect(codeOf(await prove(dora, { password, code }))).toBe('PROOF_WRONG');
    server.advance(PAST);
    expect(codeOf(await prove(dora, { password, code: backupCodes[0] ?? '' }))).toBe('200');
    expect(codeOf(await prove(dora, { password, code: backupCodes[0] ?? '' }))).toBe('PROOF_WRONG');
    await dora.command('account.stopTwoFactor');
  });
});

describe('a passkey', () => {
  test('is added by who has just proven who they are, and its answer may come again behind the proof', async () => {
    const ben = await longAgo('ben');
    expect(codeOf(await get(ben, '/auth/generate-registration-options'))).toBe('PROOF_NEEDED');
    await prove(ben);
    const { authToken, options } = await begin(ben, '/auth/generate-registration-options');
    // The proof is over before the device has answered; the ceremony is not yet.
    server.advance(PROOF_MS - 60_000);
    await sql`update session set proven_at = proven_at - interval '5 minutes'`.execute(server.platform.database.owner);
    const key = new Authenticator(server.base);
    const answer = { ...key.register(options as Parameters<Authenticator['register']>[0]), authToken };
    expect(codeOf(await post(ben, '/auth/verify-registration', answer))).toBe('PROOF_NEEDED');
    await prove(ben);
    expect(codeOf(await post(ben, '/auth/verify-registration', answer))).toBe('200');
  });

  test('proves who its owner is, in the session that asked, once', async () => {
    const ben = await server.client(instance, 'ben');
    const { key, answer } = await register(ben);
    expect(answer.status).toBe(200);
    const [one, two] = [await longAgo('ben'), await longAgo('ben')];
    const begun = await begin(one, '/auth/generate-proof-options');
    expect(begun.options.allowCredentials?.map(({ id }) => id)).toContain(key.id);
    const given = { asseResp: key.signIn(begun.options), authToken: begun.authToken };
    expect(codeOf(await prove(two, given))).toBe('PROOF_WRONG');
    const again = await begin(one, '/auth/generate-proof-options');
    const good = { asseResp: key.signIn(again.options), authToken: again.authToken };
    expect(codeOf(await prove(one, good))).toBe('200');
    expect(codeOf(await prove(one, good))).toBe('PROOF_WRONG');
    expect([await change(one), await change(two)]).toEqual(['200', 'PROOF_NEEDED']);
  });

  test('of another person proves nothing, nor does what was signed for a sign-in; and the other way round', async () => {
    const ben = await server.client(instance, 'ben');
    const { key } = await register(ben);
    const anna = await longAgo('anna');
    const begun = await begin(anna, '/auth/generate-proof-options');
    expect(codeOf(await prove(anna, { asseResp: key.signIn(begun.options) }))).toBe('PROOF_WRONG');
    const old = await longAgo('ben');
    const signIn = await begin(old, '/auth/generate-authentication-options?instance=first');
    expect(codeOf(await prove(old, { asseResp: key.signIn(signIn.options) }))).toBe('PROOF_WRONG');
    const proof = await begin(old, '/auth/generate-proof-options');
    const misused = { instance: 'first', asseResp: key.signIn(proof.options) };
    expect(codeOf(await post(old, '/auth/verify-authentication', misused))).toBe('LOGIN_FAILED');
    expect(await change(old)).toBe('PROOF_NEEDED');
  });
});

test('ending what is signed in elsewhere asks for no proof', async () => {
  const [old, other] = [await longAgo('anna'), await longAgo('anna')];
  const sessions = await other.query<{ sessionId: string; isCurrent: boolean }[]>('account.sessions');
  const { sessionId = '' } = sessions.find(({ isCurrent }) => isCurrent) ?? {};
  expect(codeOf(await old.tryCommand('account.endSession', { sessionId }))).toBe('200');
  expect(codeOf(await old.tryCommand('account.endOtherSessions'))).toBe('200');
});
