import { HEADERS } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepInstance } from './store/sweep.ts';
import { Authenticator } from './testing/authenticator.ts';

const CLIENT = 'https://app.example';
const OTHER_CLIENT = 'https://second.example';
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Body {
  readonly code?: string;
  readonly verified?: boolean;
  readonly username?: string;
  readonly accessToken?: string;
  readonly authToken?: string;
}

let server: TestServer;
let instance: Instance;
let other: Instance;
let device: Authenticator;
let annaId: number;

const post = (path: string, body: object, headers: Record<string, string>) =>
  new TestClient(server.base, '').send<Body>(path, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  });
const ceremony = async () =>
  (
    await new TestClient(server.base, '').send<{ authToken: string; options: { challenge: string } }>(
      `/auth/generate-authentication-options?instance=${instance.name}`,
    )
  ).body;
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const newVerifier = (): string => randomBytes(32).toString('base64url');

/** What a client asks for, as it stands in the address. */
const asking = (verifier: string, more: object = {}) => ({
  redirect: CLIENT,
  instance: instance.name,
  state: randomBytes(32).toString('base64url'),
  code_challenge: challengeOf(verifier),
  code_challenge_method: 'S256',
  ...more,
});
const own = () => ({ Origin: server.base });
/** What the instance's page sends once the person has touched their key. */
const issue = async (request: object, headers: Record<string, string> = own(), key = device) => {
  const { authToken, options } = await ceremony();
  return post('/auth/code', { ...request, asseResp: key.signIn(options), authToken }, headers);
};
const issued = async (verifier: string, more: object = {}): Promise<string> => {
  const { status, body } = await issue(asking(verifier, more));
  expect(status).toBe(200);
  return body.code ?? '';
};
const exchange = (code: string, verifier: string, headers: Record<string, string> = { Origin: CLIENT }, more = {}) =>
  post('/auth/exchange', { instance: instance.name, code, code_verifier: verifier, ...more }, headers);
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    server.platform.database.owner,
  );
  return rows[0]?.n ?? 0;
};
const audited = async (kind: string) => {
  const { rows } = await sql<{ subject: string; user_name: string; details: Record<string, string> }>`
    select subject, user_name, details from audit_entry where kind = ${kind} order by entry_id desc limit 1`.execute(
    server.platform.database.owner,
  );
  return rows[0];
};
const enrol = async (client: TestClient, key: Authenticator): Promise<void> => {
  const { body } = await client.send<{ authToken: string; options: { challenge: string; user: { id: string } } }>(
    '/auth/generate-registration-options',
    { headers: client.headers() },
  );
  const answer = await client.send<Body>('/auth/verify-registration', {
    method: 'POST',
    headers: client.headers(JSON_TYPE),
    body: JSON.stringify({ ...key.register(body.options), authToken: body.authToken, name: 'Probe' }),
  });
  expect(answer.body.verified).toBe(true);
};

beforeAll(async () => {
  server = await startTestServer({
    KONTOR_ORIGINS: `${CLIENT},${OTHER_CLIENT}`,
    KONTOR_DOMAINS: 'kontor.example',
  });
  instance = await server.instance('first');
  other = await server.instance('second');
  annaId = await server.person(instance, 'anna');
  await server.person(other, 'anna');
  device = new Authenticator(server.base);
  await enrol(await server.client(instance, 'anna'), device);
});
afterAll(() => server?.close());
// Wrong tries from one address are counted.
beforeEach(async () => void (await sql`delete from sign_in_try`.execute(server.platform.database.owner)));

describe('a code', () => {
  test('is exchanged for a bearer token by the client that it was made for', async () => {
    const verifier = newVerifier();
    const sessions = await count('session');
    const code = await issued(verifier);
    // The instance's own page is signed in to nothing.
    expect(await count('session')).toBe(sessions);
    const answer = await exchange(code, verifier);
    expect(answer.body).toMatchObject({ verified: true, username: 'anna' });
    expect(answer.body.accessToken).toMatch(/^k/);
    expect(answer.body.authToken).toBe(answer.body.accessToken);
    expect(answer.headers.get('access-control-allow-origin')).toBe(CLIENT);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const client = new TestClient(server.base, instance.name, answer.body.accessToken);
    expect(await client.query('session.user')).toMatchObject({ userName: 'anna' });
    const [session] = await client.query<{ signedInBy: string }[]>('account.sessions');
    expect(session).toMatchObject({ signedInBy: 'passkey', isCurrent: true });
    expect(await audited('session.opened')).toMatchObject({
      subject: 'anna',
      user_name: 'anna',
      details: { by: 'passkey', client: CLIENT },
    });
  });

  test('gives a token that is renewed as any other', async () => {
    const verifier = newVerifier();
    const { body } = await exchange(await issued(verifier), verifier);
    const client = new TestClient(server.base, instance.name, body.accessToken);
    server.advance(61 * 60_000);
    const answer = await client.send('/query?query=session.user', { headers: client.headers({ Origin: CLIENT }) });
    expect(answer.headers.get(HEADERS.renewedToken)).toMatch(/^k/);
    expect(answer.headers.get('access-control-expose-headers')).toContain(HEADERS.renewedToken);
  });

  test('sets no cookie, whatever is asked for', async () => {
    const verifier = newVerifier();
    const { status, headers } = await issue(asking(verifier), { ...own(), [HEADERS.session]: 'cookie' });
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    const code = await issued(verifier);
    const answer = await exchange(code, verifier, { Origin: CLIENT, [HEADERS.session]: 'cookie' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect(answer.body.accessToken).toMatch(/^k/);
  });

  test('is kept as a hash, with what it is bound to', async () => {
    const verifier = newVerifier();
    const code = await issued(verifier);
    const row = await server.platform.database.owner
      .selectFrom('sign_in_code')
      .selectAll()
      .where('challenge', '=', challengeOf(verifier))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ instance_id: instance.id, user_id: annaId, client: CLIENT });
    expect(row.code_hash).toEqual(createHash('sha256').update(code).digest());
    expect(JSON.stringify(row)).not.toContain(code);
  });

  const statusOf = async ({ body }: { readonly body: Body }) =>
    (await new TestClient(server.base, instance.name, body.accessToken).tryQuery('session.user')).status;

  test.each([
    ['the same verifier', (verifier: string) => verifier],
    ['another one', newVerifier],
  ])('is good once; with %s the second time ends what the first has begun', async (_name, second) => {
    const verifier = newVerifier();
    const [code, another] = [await issued(verifier), await issued(verifier)];
    const [begun, unharmed] = [await exchange(code, verifier), await exchange(another, verifier)];
    expect([await statusOf(begun), await statusOf(unharmed)]).toEqual([200, 200]);
    expect((await exchange(code, second(verifier))).body.code).toBe('LOGIN_FAILED');
    expect([await statusOf(begun), await statusOf(unharmed)]).toEqual([401, 200]);
    expect(await audited('session.reused')).toMatchObject({ subject: 'anna' });
    // Also long after the code itself would have been of use.
    server.advance(3_600_000);
    await sweepInstance(server.platform.database.forInstance(instance.id), instance.id, server.platform.now());
    expect((await exchange(another, verifier)).body.code).toBe('LOGIN_FAILED');
    expect(await statusOf(unharmed)).toBe(401);
  });

  test('that is exchanged several times at once leaves no session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const verifier = newVerifier();
      const code = await issued(verifier);
      const answers = await Promise.all([1, 2, 3].map(() => exchange(code, verifier)));
      const begun = answers.filter(({ status }) => status === 200);
      expect(begun.length).toBeLessThanOrEqual(1);
      for (const answer of begun) expect(await statusOf(answer)).toBe(401);
    }
  });

  test('is good for two minutes, and swept afterwards', async () => {
    const [late, early] = [newVerifier(), newVerifier()];
    const code = await issued(late);
    server.advance(119_000);
    expect((await exchange(await issued(early), early)).status).toBe(200);
    server.advance(1000);
    expect((await exchange(code, late)).body.code).toBe('LOGIN_FAILED');
    await issued(newVerifier());
    const before = await count('sign_in_code');
    const db = server.platform.database.forInstance(instance.id);
    await sweepInstance(db, instance.id, server.platform.now() + 119_000);
    expect(await count('sign_in_code')).toBeGreaterThan(0);
    await sweepInstance(db, instance.id, server.platform.now() + 120_000);
    const exchanged = await sql`select from sign_in_code where session_id is not null`.execute(
      server.platform.database.owner,
    );
    expect([before > 0, await count('sign_in_code')]).toEqual([true, exchanged.rows.length]);
    await sweepInstance(db, instance.id, server.platform.now() + 25 * 3_600_000);
    expect(await count('sign_in_code')).toBe(0);
  });
});

describe('an exchange is refused, with one answer for everything,', () => {
  type Wrong = (code: string, verifier: string) => ReturnType<typeof exchange>;
  test.each<[string, Wrong]>([
    ['with another verifier', (code) => exchange(code, newVerifier())],
    ['with the challenge for a verifier', (code, verifier) => exchange(code, challengeOf(verifier))],
    ['with another code', (_, verifier) => exchange(newVerifier(), verifier)],
    ['from another client', (code, verifier) => exchange(code, verifier, { Origin: OTHER_CLIENT })],
    ['from the instance itself', (code, verifier) => exchange(code, verifier, own())],
    ['from no page at all', (code, verifier) => exchange(code, verifier, {})],
    ['at another instance', (code, verifier) => exchange(code, verifier, { Origin: CLIENT }, { instance: other.name })],
  ])('%s', async (name, wrong) => {
    const verifier = newVerifier();
    const code = await issued(verifier);
    const sessions = await count('session');
    const answer = await wrong(code, verifier);
    expect([answer.status, answer.body.code]).toEqual([404, 'LOGIN_FAILED']);
    expect(await count('session')).toBe(sessions);
    expect(await audited('session.refused')).toMatchObject({ details: { by: 'passkey', reason: 'LOGIN_FAILED' } });
    // One try is all there is, but for who has tried another code, or has tried it elsewhere.
    const stays = /another code|another instance/.test(name);
    expect((await exchange(code, verifier)).status).toBe(stays ? 200 : 404);
  });

  test('from a foreign page before anything is looked at', async () => {
    const verifier = newVerifier();
    const code = await issued(verifier);
    const answer = await exchange(code, verifier, { Origin: 'https://evil.example' });
    expect([answer.body.code, answer.headers.get('access-control-allow-origin')]).toEqual(['ORIGIN_REFUSED', null]);
    expect((await exchange(code, verifier)).status).toBe(200);
  });

  test.each([
    ['no verifier', { code_verifier: undefined }],
    ['a short verifier', { code_verifier: 'short' }],
    ['a long verifier', { code_verifier: 'x'.repeat(129) }],
    ['a verifier of other letters', { code_verifier: `${'x'.repeat(43)} ` }],
    ['no code', { code: undefined }],
  ])('with %s', async (_name, more) => {
    const verifier = newVerifier();
    const answer = await exchange(await issued(verifier), verifier, { Origin: CLIENT }, more);
    expect([answer.status, answer.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
  });

  test('after too many wrong ones from one address', async () => {
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 101; n += 1) codes.push((await exchange(newVerifier(), newVerifier())).body.code);
    expect([codes[99], codes[100]]).toEqual(['LOGIN_FAILED', 'TOO_MANY_REQUESTS']);
  });

  test('once the passkey is gone, or the person’s sessions were ended', async () => {
    const anna = await server.client(instance, 'anna');
    const second = new Authenticator(server.base);
    await enrol(anna, second);
    const verifier = newVerifier();
    const { body } = await issue(asking(verifier), own(), second);
    const { passkeys } = await anna.query<{ passkeys: { passkeyId: number }[] }>('account.security');
    const passkeyId = passkeys.at(-1)?.passkeyId ?? 0;
    await anna.command('account.removePasskey', { passkeyId });
    expect((await exchange(body.code ?? '', verifier)).body.code).toBe('LOGIN_FAILED');
    const code = await issued(verifier);
    await anna.command('account.endOtherSessions', {});
    expect((await exchange(code, verifier)).body.code).toBe('LOGIN_FAILED');
  });

  test('for who was locked or has left in the meantime', async () => {
    const set = (isUnlocked: boolean, isActive: boolean) =>
      sql`update app_user set is_unlocked = ${isUnlocked}, is_active = ${isActive} where user_id = ${annaId}`.execute(
        server.platform.database.owner,
      );
    const verifier = newVerifier();
    const [first, second] = [await issued(verifier), await issued(verifier)];
    await set(false, true);
    expect((await exchange(first, verifier)).body.code).toBe('USER_NOT_UNLOCKED');
    expect((await issue(asking(verifier))).body.code).toBe('USER_NOT_UNLOCKED');
    await set(true, false);
    expect((await exchange(second, verifier)).body.code).toBe('LOGIN_FAILED');
    await set(true, true);
  });
});

describe('a code is handed', () => {
  const check = (request: object, headers: Record<string, string> = { Origin: CLIENT }) =>
    post('/auth/code/check', request, headers);
  const origins: [string, boolean][] = [
    [CLIENT, true],
    [OTHER_CLIENT, true],
    ['http://second.kontor.example', true],
    // Hosts that nobody has set up as instances may be anybody's.
    ['http://www.kontor.example', false],
    ['https://second.kontor.example', false],
    ['http://kontor.example', false],
    ['http://a.second.kontor.example', false],
    ['http://second.kontor.example.evil.example', false],
    ['http://localhost', false],
    ['https://evil.example', false],
    ['http://app.example', false],
    [`${CLIENT}:8443`, false],
    [`${CLIENT}/`, false],
    [`${CLIENT}/login`, false],
    [`${CLIENT}@evil.example`, false],
    [`${CLIENT}.evil.example`, false],
    ['https://APP.example', false],
    ['http://SECOND.kontor.example', false],
    [`${CLIENT},${OTHER_CLIENT}`, false],
    ['null', false],
    ['', false],
    ['*', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['capacitor://localhost', false],
    ['//app.example', false],
  ];
  test.each(origins)('to %s: %s', async (redirect, isRight) => {
    const request = asking(newVerifier(), { redirect });
    const expected = isRight ? 200 : 403;
    expect([(await check(request)).status, (await issue(request)).status]).toEqual([expected, expected]);
  });

  test.each([
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['no challenge', { code_challenge: undefined }],
    ['a short challenge', { code_challenge: 'short' }],
    ['a padded challenge', { code_challenge: `${'x'.repeat(43)}=` }],
    ['no state', { state: undefined }],
    ['an empty state', { state: '' }],
    ['a state that can be guessed', { state: '12345' }],
    ['no origin to go back to', { redirect: undefined }],
  ])('to nobody with %s', async (_name, more) => {
    const request = asking(newVerifier(), more);
    for (const answer of [await check(request), await issue(request)])
      expect([answer.status, answer.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
  });

  test.each([
    ['the client', () => ({ Origin: CLIENT })],
    ['a stranger', () => ({ Origin: 'https://evil.example' })],
    ['another instance of the server', () => ({ Origin: 'http://second.kontor.example' })],
    ['a frame', () => ({ Origin: 'null' })],
    ['no page', () => ({})],
  ])('out to the instance’s own page alone, not to %s', async (_name, headers) => {
    const before = await count('sign_in_code');
    const answer = await issue(asking(newVerifier()), headers());
    expect([answer.status, answer.body.code]).toEqual([403, 'ORIGIN_REFUSED']);
    expect(await count('sign_in_code')).toBe(before);
  });

  test('to nobody for a session that is there already', async () => {
    const anna = await server.client(instance, 'anna');
    const answer = await post('/auth/code', asking(newVerifier()), { ...own(), ...anna.headers() });
    expect(answer.status).toBe(422);
  });

  test.each<[string, (challenge: string) => object]>([
    ['with another key', (challenge) => device.signIn({ challenge }, { foreignKey: true })],
    ['of another page', (challenge) => device.signIn({ challenge }, { origin: CLIENT })],
    ['without verification', (challenge) => device.signIn({ challenge }, { flags: 0x01 })],
  ])('to nobody for a signature %s', async (_name, sign) => {
    const { authToken, options } = await ceremony();
    const before = await count('sign_in_code');
    const body = { ...asking(newVerifier()), asseResp: sign(options.challenge), authToken };
    const answer = await post('/auth/code', body, own());
    expect([answer.status, answer.body.code]).toEqual([404, 'LOGIN_FAILED']);
    expect(await count('sign_in_code')).toBe(before);
  });

  test('for one signature once', async () => {
    const { authToken, options } = await ceremony();
    const body = { ...asking(newVerifier()), asseResp: device.signIn(options), authToken };
    expect((await post('/auth/code', body, own())).status).toBe(200);
    expect((await post('/auth/code', body, own())).body.code).toBe('LOGIN_FAILED');
  });
});
