import { HEADERS } from '@kontor/contract/kernel';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { Authenticator } from './testing/authenticator.ts';

const ORIGINS = ['capacitor://localhost', 'https://localhost'];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FINGERPRINT = randomBytes(32).toString('hex').toUpperCase().match(/../g)?.join(':') ?? '';
const ANDROID = `android:apk-key-hash:${Buffer.from(FINGERPRINT.replaceAll(':', ''), 'hex').toString('base64url')}`;
const APPS = { KONTOR_IOS_APPS: 'ABCDE12345.de.kontor.app', KONTOR_ANDROID_APPS: `de.kontor.app=${FINGERPRINT}` };

interface Body {
  readonly code?: string;
  readonly verified?: boolean;
  readonly accessToken?: string;
}

/** A server of its own, with apps or without, and a person who has a passkey. */
interface Site {
  readonly server: TestServer;
  readonly instance: Instance;
  readonly key: Authenticator;
}

async function siteWith(env: Record<string, string>): Promise<Site> {
  const server = await startTestServer(env, { alone: true });
  const instance = await server.instance('nordwerk');
  await server.person(instance, 'anna');
  const anna = await server.client(instance, 'anna');
  const key = new Authenticator(server.base);
  const begun = await anna.send<{ authToken: string; options: { challenge: string; user: { id: string } } }>(
    '/auth/generate-registration-options',
    { headers: anna.headers() },
  );
  const response = key.register(begun.body.options);
  await anna.send('/auth/verify-registration', {
    method: 'POST',
    headers: anna.headers(JSON_TYPE),
    body: JSON.stringify({ ...response, authToken: begun.body.authToken, name: 'Telefon' }),
  });
  return { server, instance, key };
}

let open: Site;
let closed: Site;
beforeAll(async () => {
  open = await siteWith({ KONTOR_NATIVE_APPS: 'true', ...APPS });
  closed = await siteWith(APPS);
});
afterAll(async () => {
  await open?.server.close();
  await closed?.server.close();
});
beforeEach(async () => {
  for (const { server } of [open, closed]) await sql`delete from sign_in_try`.execute(server.platform.database.owner);
});

const post = ({ server }: Site, path: string, body: object, headers: Record<string, string>) =>
  new TestClient(server.base, '').send<Body>(path, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  });
const signIn = (site: Site, origin: string) =>
  post(
    site,
    '/auth/login',
    { instance: 'nordwerk', username: 'anna', password: TEST_PASSWORD },
    { Origin: origin, [HEADERS.platform]: 'App' },
  );

describe.each(ORIGINS)('a page from %s', (origin) => {
  test('signs in, asks, listens, and is given the next token in a header', async () => {
    const preflight = await new TestClient(open.server.base, '').send('/command', {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,x-platform',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    const { status, headers, body } = await signIn(open, origin);
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    const client = new TestClient(open.server.base, 'nordwerk', body.accessToken);
    expect(
      (await client.send('/query?query=session.user', { headers: client.headers({ Origin: origin }) })).status,
    ).toBe(200);
    open.server.advance(61 * 60_000);
    const later = await client.send('/query?query=session.user', { headers: client.headers({ Origin: origin }) });
    expect(later.headers.get(HEADERS.renewedToken)).toMatch(/^k/);
    expect(later.headers.get('access-control-expose-headers')).toContain(HEADERS.renewedToken);
    const peer = await StompPeer.open(open.server.base, { Origin: origin });
    peer.close();
  });

  test('is handed a code that it exchanges', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const request = {
      redirect: origin,
      app: 'de.kontor.app',
      instance: 'nordwerk',
      state: randomBytes(32).toString('base64url'),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    expect((await post(open, '/auth/code/check', request, { Origin: origin })).status).toBe(200);
    const begun = await ceremony(open);
    const issue = { ...request, asseResp: open.key.signIn(begun.options), authToken: begun.authToken };
    const { body } = await post(open, '/auth/code', issue, { Origin: open.server.base });
    const given = { instance: 'nordwerk', code: body.code, code_verifier: verifier };
    expect((await post(open, '/auth/exchange', given, { Origin: origin })).body).toMatchObject({ verified: true });
    for (const foreign of [{ Origin: 'capacitor://evil' }, { Origin: 'https://localhost.evil.example' }])
      expect((await post(open, '/auth/code/check', request, foreign)).status).toBe(403);
    // What opens addresses of another scheme, or a page on the phone, is not the app; and a page elsewhere is none.
    for (const foreign of [{ app: 'org.other.app' }, { app: undefined }, { redirect: open.server.base }])
      for (const [path, more] of [
        ['/auth/code/check', {}],
        ['/auth/code', { asseResp: issue.asseResp }],
      ] as const)
        expect((await post(open, path, { ...request, ...more, ...foreign }, { Origin: open.server.base })).status).toBe(
          403,
        );
    for (const app of ['kontor', 'javascript', 'https', 'De.Kontor', 'de.kontor:', ''])
      expect((await post(open, '/auth/code/check', { ...request, app }, { Origin: origin })).status).toBe(422);
  });

  test('is handed no code where apps are not let in', async () => {
    const request = {
      redirect: origin,
      app: 'de.kontor.app',
      instance: 'nordwerk',
      state: randomBytes(32).toString('base64url'),
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    const { status, body } = await post(closed, '/auth/code/check', request, { Origin: closed.server.base });
    expect([status, body.code]).toEqual([403, 'ORIGIN_REFUSED']);
  });
});

// What comes from the machine itself may ask it anyway: every server answers at localhost.
test('a page of an app for iPhones is refused where apps are not let in', async () => {
  const [origin] = ORIGINS;
  expect((await signIn(closed, origin ?? '')).body.code).toBe('ORIGIN_REFUSED');
  const preflight = await new TestClient(closed.server.base, '').send('/command', {
    method: 'OPTIONS',
    headers: { Origin: origin ?? '', 'Access-Control-Request-Method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  await expect(StompPeer.open(closed.server.base, { Origin: origin ?? '' })).rejects.toThrow('403');
});

const ceremony = async ({ server, instance }: Site) =>
  (
    await new TestClient(server.base, '').send<{ authToken: string; options: { challenge: string } }>(
      `/auth/generate-authentication-options?instance=${instance.name}`,
    )
  ).body;

test.each<[string, string, () => Site, boolean]>([
  ['the app', ANDROID, () => open, true],
  ['an app that is signed by others', `android:apk-key-hash:${'A'.repeat(43)}`, () => open, false],
  ['a page of the app', 'https://localhost', () => open, false],
  ['the app, where apps are not let in', ANDROID, () => closed, false],
])('a passkey of the instance signs in from %s', async (_who, origin, site, isRight) => {
  const { authToken, options } = await ceremony(site());
  const asseResp = site().key.signIn(options, { origin });
  const { body } = await post(site(), '/auth/verify-authentication', { instance: 'nordwerk', asseResp, authToken }, {});
  expect(body.verified === true).toBe(isRight);
  expect(body.code).toBe(isRight ? undefined : 'LOGIN_FAILED');
});

test('Apple and Android are told of the apps', async () => {
  const at = async (path: string) => {
    const answer = await new TestClient(open.server.base, '').send(`/.well-known/${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    return answer.body;
  };
  expect(await at('apple-app-site-association')).toMatchObject({
    applinks: {
      details: [
        {
          appIDs: ['ABCDE12345.de.kontor.app'],
          components: expect.arrayContaining([{ '/': '/book/*', exclude: true }]),
        },
      ],
    },
    webcredentials: { apps: ['ABCDE12345.de.kontor.app'] },
  });
  expect(await at('assetlinks.json')).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: { namespace: 'android_app', package_name: 'de.kontor.app', sha256_cert_fingerprints: [FINGERPRINT] },
    },
  ]);
});
