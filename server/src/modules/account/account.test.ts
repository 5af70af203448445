import { HEADERS } from '@kontor/contract/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let first: Instance;
let second: Instance;

beforeAll(async () => {
  server = await startTestServer({ KONTOR_DOMAINS: 'kontor.example', KONTOR_ORIGINS: 'https://app.example' });
  first = await server.instance('first');
  second = await server.instance('second');
  await server.person(first, 'anna', { isAdministrator: true, firstName: 'Anna', lastName: 'Berger' });
  await server.person(first, 'locked', { isUnlocked: false });
  await server.person(second, 'anna');
});
afterAll(() => server?.close());

const json = { 'Content-Type': 'application/json' };
const login = (body: object, headers: Record<string, string> = {}) =>
  new TestClient(server.base, 'first').send<{
    success: boolean;
    accessToken: string;
    authToken: string;
    csrfToken: string;
    code: string;
  }>('/auth/login', {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });

describe('sign-in', () => {
  test('gives a token that is good for its instance alone; the user name’s case does not matter', async () => {
    const { body, status } = await login({ instance: 'FIRST', username: ' Anna ', password: TEST_PASSWORD });
    expect([status, body.success, body.accessToken]).toEqual([200, true, body.authToken]);
    expect(await new TestClient(server.base, 'first', body.accessToken).query('session.user')).toMatchObject({
      userName: 'anna',
      initial: 'AB',
    });
    const elsewhere = await new TestClient(server.base, 'second', body.accessToken).tryQuery('session.user');
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test.each([
    ['a wrong password', { username: 'anna', password: 'wrong password' }],
    ['a person who is not there', { username: 'nobody', password: TEST_PASSWORD }],
    ['a locked person and a wrong password', { username: 'locked', password: 'wrong password' }],
  ])('with %s is a 404 that tells nothing', async (_name, body) => {
    const answer = await login({ instance: 'first', ...body });
    expect([answer.status, answer.body.code]).toEqual([404, 'LOGIN_FAILED']);
  });

  test('of a person who is not unlocked is a 403 once the password was right', async () => {
    const answer = await login({ instance: 'first', username: 'locked', password: TEST_PASSWORD });
    expect([answer.status, answer.body.code]).toEqual([403, 'USER_NOT_UNLOCKED']);
  });

  test.each([
    [{ instance: 'nowhere', username: 'anna', password: TEST_PASSWORD }, 404, 'INSTANCE_UNKNOWN'],
    [{ instance: 'first.kontor.example', username: 'anna', password: TEST_PASSWORD }, 200, undefined],
    [{ instance: 'https://first.kontor.example/', username: 'anna', password: TEST_PASSWORD }, 200, undefined],
    [{ username: 'anna', password: TEST_PASSWORD }, 404, 'INSTANCE_UNKNOWN'],
    [{ instance: 'first', username: 'anna' }, 422, 'PARAMETERS_INVALID'],
    [{ instance: 'first', username: 'an\0na', password: TEST_PASSWORD }, 422, 'PARAMETERS_INVALID'],
  ])('%j is answered %i', async (body, status, code) => {
    const answer = await login(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('is slowed after ten wrong passwords, with Retry-After, whether the person exists or not', async () => {
    for (const username of ['guess', 'anna']) {
      for (let n = 0; n < 10; n += 1) await login({ instance: 'second', username, password: `guess ${n} guess` });
      const answer = await login({ instance: 'second', username, password: TEST_PASSWORD });
      expect([answer.status, Number(answer.headers.get('Retry-After')) > 800]).toEqual([429, true]);
    }
  });

  test('from a foreign page is refused', async () => {
    const body = { instance: 'first', username: 'anna', password: TEST_PASSWORD };
    expect((await login(body, { Origin: 'https://evil.example' })).body.code).toBe('ORIGIN_REFUSED');
    const allowed = await login(body, { Origin: 'https://app.example' });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example']);
  });
});

describe('a cookie session', () => {
  const open = async (instance = 'first', username = 'anna', more: Record<string, string> = {}) => {
    const headers = { [HEADERS.session]: 'cookie', ...more };
    const answer = await login({ instance, username, password: TEST_PASSWORD }, headers);
    const cookie = answer.headers.get('set-cookie') ?? '';
    return { answer, cookie, header: { Cookie: cookie.split(';')[0] ?? '', [HEADERS.instance]: instance } };
  };

  test('keeps its token in an HttpOnly cookie alone', async () => {
    const { answer, cookie, header } = await open();
    expect([answer.body.accessToken, answer.body.authToken]).toEqual(['', '']);
    expect(cookie).toMatch(new RegExp(`^kontor-first-${new URL(server.base).port}=.*HttpOnly.*SameSite=Lax`));
    const client = new TestClient(server.base, 'first');
    expect((await client.send('/query?query=session.user', { headers: header })).status).toBe(200);
    const token = (header.Cookie.split('=')[1] ?? '').trim();
    expect(
      (await client.send('/query?query=session.user', { headers: { Authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
  });

  test('ends where its cookie is replaced, for nobody could end it any more', async () => {
    const isOpen = async (headers: Record<string, string>) =>
      (await new TestClient(server.base, 'first').send('/query?query=session.user', { headers })).status === 200;
    const [first, elsewhere] = [await open(), await open()];
    const second = await open('first', 'anna', first.header);
    const all = [first, second, elsewhere];
    expect(await Promise.all(all.map(({ header }) => isOpen(header)))).toEqual([false, true, true]);
    // A bearer token stands beside it.
    const beside = await login({ instance: 'first', username: 'anna', password: TEST_PASSWORD }, second.header);
    expect([beside.status, await isOpen(second.header)]).toEqual([200, true]);
  });

  test('needs the CSRF token of this very session, and no foreign page, for all but GET', async () => {
    const { answer, header } = await open();
    const stranger = await open();
    const post = (headers: Record<string, string>) =>
      new TestClient(server.base, 'first').send<{ code?: string }>('/query', {
        method: 'POST',
        headers: { ...json, ...header, ...headers },
        body: JSON.stringify({ query: 'session.user' }),
      });
    expect((await post({})).body.code).toBe('CSRF_TOKEN_INVALID');
    expect((await post({ [HEADERS.csrf]: stranger.answer.body.csrfToken })).body.code).toBe('CSRF_TOKEN_INVALID');
    expect((await post({ [HEADERS.csrf]: answer.body.csrfToken, Origin: 'https://evil.example' })).body.code).toBe(
      'ORIGIN_REFUSED',
    );
    // Browsers name the page with everything but GET; who does not is none.
    expect((await post({ [HEADERS.csrf]: answer.body.csrfToken })).body.code).toBe('ORIGIN_REFUSED');
    expect((await post({ [HEADERS.csrf]: answer.body.csrfToken, Origin: server.base })).status).toBe(200);
  });

  test('is not used where a bearer token is given, good or bad', async () => {
    const { header } = await open();
    const answer = await new TestClient(server.base, 'first').send('/query?query=session.user', {
      headers: { ...header, Authorization: 'Bearer k1.bad' },
    });
    expect(answer.status).toBe(401);
  });

  test('of one instance stands beside that of another, and the header says which is meant', async () => {
    // Anna has been guessed at there.
    await server.person(second, 'emil');
    const [one, other] = [await open('first'), await open('second', 'emil')];
    expect([one.answer.status, other.answer.status]).toEqual([200, 200]);
    const Cookie = `${one.header.Cookie}; ${other.header.Cookie}`;
    const ask = async (instance: string) =>
      new TestClient(server.base, instance).send<{ csrfToken: string }>('/query?query=session.user', {
        headers: { Cookie, [HEADERS.instance]: instance },
      });
    expect((await ask('first')).body.csrfToken).toBe(one.answer.body.csrfToken);
    expect((await ask('second')).body.csrfToken).toBe(other.answer.body.csrfToken);
    const post = (csrfToken: string) =>
      new TestClient(server.base, 'second').send<{ code?: string }>('/query', {
        method: 'POST',
        headers: { ...json, Cookie, [HEADERS.instance]: 'second', [HEADERS.csrf]: csrfToken, Origin: server.base },
        body: JSON.stringify({ query: 'session.user' }),
      });
    expect((await post(one.answer.body.csrfToken)).body.code).toBe('CSRF_TOKEN_INVALID');
    expect((await post(other.answer.body.csrfToken)).status).toBe(200);
    const swapped = {
      Cookie: other.header.Cookie.replace('kontor-second', 'kontor-first'),
      [HEADERS.instance]: 'first',
    };
    const answer = await new TestClient(server.base, 'first').send('/query?query=session.user', { headers: swapped });
    expect(answer.status).toBe(401);
  });

  test('ends at once with a sign-out', async () => {
    const { answer, header } = await open();
    const send = (path: string, init: RequestInit) => new TestClient(server.base, 'first').send(path, init);
    const out = await send('/auth/logout', {
      method: 'POST',
      headers: { ...json, ...header, [HEADERS.csrf]: answer.body.csrfToken, Origin: server.base },
      body: '{}',
    });
    expect(out.status).toBe(200);
    expect((await send('/query?query=session.user', { headers: header })).status).toBe(401);
  });
});

describe('a token', () => {
  const signedIn = () => server.client(first, 'anna');

  test('is replaced when it is an hour old; the old one serves requests under way, and ends the session when it comes back late', async () => {
    const client = await signedIn();
    server.advance(3_600_000);
    const renewing = await client.tryQuery('session.user');
    const renewed = renewing.headers.get(HEADERS.renewedToken) ?? '';
    expect(renewed).toMatch(/^k/);
    expect((await client.tryQuery('session.user')).status).toBe(200);
    const fresh = new TestClient(server.base, 'first', renewed);
    expect((await fresh.tryQuery('session.user')).status).toBe(200);
    server.advance(3 * 60_000);
    expect((await client.tryQuery('session.user')).body.code).toBe('SESSION_ENDED');
    expect((await fresh.tryQuery('session.user')).status).toBe(401);
  });

  test('whose successor was lost on the way stays good', async () => {
    const client = await signedIn();
    server.advance(3_600_000);
    await client.tryQuery('session.user');
    server.advance(10 * 60_000);
    const again = await client.tryQuery('session.user');
    expect([again.status, again.headers.get(HEADERS.renewedToken)]).toEqual([200, expect.stringMatching(/^k/)]);
  });

  test('dies when it is not used for a month', async () => {
    const client = await signedIn();
    server.advance(31 * 24 * 3_600_000);
    expect((await client.tryQuery('session.user')).status).toBe(401);
  });
});

describe('an instance', () => {
  const info = (headers: Record<string, string>) =>
    new TestClient(server.base, '').send<Record<string, unknown>>('/instance.json', { headers });

  test('says its name to anybody who asks for it', async () => {
    expect((await info({ [HEADERS.instance]: 'first' })).body).toEqual({
      name: 'first',
      title: 'first',
      version: expect.any(String),
    });
    expect((await info({ [HEADERS.instance]: 'nowhere' })).status).toBe(404);
    expect((await info({})).status).toBe(404);
    expect((await new TestClient(server.base, '').send<Record<string, unknown>>('/client.json')).body).toEqual({
      instanceDomains: ['kontor.example'],
      version: expect.any(String),
    });
  });
});
