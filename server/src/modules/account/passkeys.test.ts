import { HEADERS } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import vectors from './fixtures/webauthn-w3c.json' with { type: 'json' };
import { verifyAuthentication, verifyRegistration } from './passkeys.ts';
import { Authenticator, type Twist } from './testing/authenticator.ts';

interface Ceremony {
  authToken: string;
  options: { challenge: string; user: { id: string }; rp: { id: string }; rpId: string; excludeCredentials: unknown[] };
}

let server: TestServer;
let instance: Instance;
let other: Instance;
let anna: TestClient;
let ben: TestClient;
let device: Authenticator;

const json = { 'Content-Type': 'application/json' };
const get = (client: TestClient, path: string) => client.send<Ceremony>(path, { headers: client.headers() });
const post = (client: TestClient, path: string, body: object, headers: Record<string, string> = {}) =>
  client.send<{ code?: string; verified?: boolean; username?: string; accessToken?: string; authToken?: string }>(
    path,
    {
      method: 'POST',
      headers: client.headers({ ...json, ...headers }),
      body: JSON.stringify(body),
    },
  );
const stranger = (name = instance.name) => new TestClient(server.base, name);
const registering = async (client: TestClient) => (await get(client, '/auth/generate-registration-options')).body;
const signingIn = async (name = instance.name) =>
  (await get(stranger(''), `/auth/generate-authentication-options?instance=${name}`)).body;
const enrol = async (client: TestClient, key: Authenticator) => {
  const { authToken, options } = await registering(client);
  const answer = await post(client, '/auth/verify-registration', {
    ...key.register(options),
    authToken,
    name: 'Probe',
  });
  expect(answer.body).toEqual({ verified: true });
};
const verify = (asseResp: object, more: object = {}) =>
  post(stranger(), '/auth/verify-authentication', { instance: instance.name, asseResp, ...more });
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    server.platform.database.owner,
  );
  return rows[0]?.n ?? 0;
};

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  other = await server.instance('second');
  await server.person(instance, 'anna');
  await server.person(instance, 'ben');
  await server.person(other, 'anna');
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
  device = new Authenticator(server.base);
  await enrol(anna, device);
});
afterAll(() => server?.close());
/** Moves the clock on, and has both prove once more who they are: keys are registered by nobody else. */
async function proveAgain(ms = 0) {
  server.advance(ms);
  for (const client of [anna, ben])
    expect((await post(client, '/auth/proof', { password: TEST_PASSWORD })).status).toBe(200);
}
beforeEach(async () => {
  // Wrong tries from one address are counted.
  await sql`delete from sign_in_try`.execute(server.platform.database.owner);
  await proveAgain();
});

describe('registration', () => {
  test('asks for a discoverable key with verification, names those that are there, and nobody’s secret', async () => {
    const { options } = await registering(anna);
    expect(options).toMatchObject({
      rp: { id: '127.0.0.1', name: 'first' },
      user: { name: 'anna' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect((await registering(anna)).options.user.id).toBe(options.user.id);
    expect((await registering(ben)).options.user.id).not.toBe(options.user.id);
  });

  test('is for people who are signed in', async () => {
    expect((await get(stranger(), '/auth/generate-registration-options')).status).toBe(401);
    expect((await post(stranger(), '/auth/verify-registration', {})).status).toBe(401);
  });

  test('takes the answer without the handle too, and names the key after the device', async () => {
    const key = new Authenticator(server.base);
    const { options } = await registering(ben);
    const answer = await post(ben, '/auth/verify-registration', key.register(options), {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    });
    expect(answer.body).toEqual({ verified: true });
    const { passkeys } = await ben.query<{ passkeys: { name: string }[] }>('account.security');
    expect(passkeys.map(({ name }) => name)).toContain('Firefox 145, Linux');
  });

  test.each<[string, Twist, object]>([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, {}],
    ['the type of a sign-in', { type: 'webauthn.get' }, {}],
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another port', { origin: 'http://127.0.0.1:1' }, {}],
    ['another relying party', { rpId: 'evil.example' }, {}],
    ['no verification of the person', { flags: 0x01 }, {}],
    ['no presence of the person', { flags: 0x04 }, {}],
    ['a page in a page', { crossOrigin: true }, {}],
    ['a page in a page, as text', { crossOrigin: 'false' }, {}],
    ['a page around it', { topOrigin: 'https://evil.example' }, {}],
    ['a mark before the client data', { prefix: Buffer.from([0xef, 0xbb, 0xbf]) }, {}],
    ['the handle of another ceremony', {}, { authToken: 'A'.repeat(43) }],
    ['another id than the one attested', {}, { id: 'AAAA', rawId: 'AAAA' }],
  ])('refuses %s', async (_name, twist, more) => {
    const before = await count('passkey');
    const { authToken, options } = await registering(anna);
    const body = { ...new Authenticator(server.base).register(options, twist), authToken, ...more };
    const answer = await post(anna, '/auth/verify-registration', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'PASSKEY_INVALID']);
    expect(await count('passkey')).toBe(before);
  });

  test('refuses a challenge that was used, is too old, of another session, or of a sign-in', async () => {
    const used = await registering(anna);
    const body = { ...new Authenticator(server.base).register(used.options), authToken: used.authToken };
    expect((await post(anna, '/auth/verify-registration', body)).status).toBe(200);
    const again = { ...new Authenticator(server.base).register(used.options), authToken: used.authToken };
    expect((await post(anna, '/auth/verify-registration', again)).body.code).toBe('PASSKEY_INVALID');
    const foreign = await registering(ben);
    expect(
      (await post(anna, '/auth/verify-registration', new Authenticator(server.base).register(foreign.options))).status,
    ).toBe(422);
    const wrongKind = await signingIn();
    const options = { ...wrongKind.options, user: foreign.options.user };
    expect(
      (await post(anna, '/auth/verify-registration', new Authenticator(server.base).register(options))).status,
    ).toBe(422);
    const old = await registering(anna);
    await proveAgain(5 * 60_000);
    expect(
      (await post(anna, '/auth/verify-registration', new Authenticator(server.base).register(old.options))).status,
    ).toBe(422);
  });

  test('that is refused stands in the audit log, by the person who tried', async () => {
    await proveAgain(2 * 60_000);
    const { options } = await registering(ben);
    const wrong = new Authenticator(server.base).register(options, { origin: 'https://evil.example' });
    expect((await post(ben, '/auth/verify-registration', wrong)).status).toBe(422);
    const { rows } = await sql`select kind, user_name, subject, details, user_id is not null as is_known
      from audit_entry where instance_id = ${instance.id} order by entry_id desc limit 1`.execute(
      server.platform.database.owner,
    );
    expect(rows).toEqual([
      {
        kind: 'session.refused',
        user_name: 'ben',
        subject: 'ben',
        details: { by: 'registration', reason: 'PASSKEY_INVALID' },
        is_known: true,
      },
    ]);
  });

  test('refuses a credential that is somebody’s already', async () => {
    const { options } = await registering(ben);
    const own = options.user.id;
    const handle = device.userHandle;
    const answer = await post(ben, '/auth/verify-registration', device.register(options));
    expect([own === handle, answer.body.code]).toEqual([false, 'PASSKEY_INVALID']);
    device.userHandle = handle;
  });
});

describe('signing in', () => {
  test('by a key alone opens a session, with the handle and without it', async () => {
    for (const withHandle of [true, false]) {
      const { authToken, options } = await signingIn();
      expect(options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required', allowCredentials: [] });
      const answer = await verify(device.signIn(options), withHandle ? { authToken } : {});
      expect(answer.body).toMatchObject({ verified: true, username: 'anna' });
      const client = new TestClient(server.base, instance.name, answer.body.accessToken);
      expect(await client.query('session.user')).toMatchObject({ userName: 'anna' });
      const [session] = await client.query<{ signedInBy: string; isCurrent: boolean }[]>('account.sessions');
      expect(session).toMatchObject({ signedInBy: 'passkey', isCurrent: true });
    }
  });

  test('by a cookie where the page wants one', async () => {
    const { options } = await signingIn();
    const body = { instance: instance.name, asseResp: device.signIn(options) };
    const answer = await post(stranger(), '/auth/verify-authentication', body, { [HEADERS.session]: 'cookie' });
    expect(answer.body).toMatchObject({ verified: true, accessToken: '', authToken: '' });
    expect(answer.headers.get('set-cookie')).toMatch(/^kontor-first-\d+=k.*HttpOnly/);
  });

  test('from a foreign page is refused before anything is looked at', async () => {
    const { options } = await signingIn();
    const body = { instance: instance.name, asseResp: device.signIn(options) };
    const answer = await post(stranger(), '/auth/verify-authentication', body, { Origin: 'https://evil.example' });
    expect(answer.body.code).toBe('ORIGIN_REFUSED');
  });

  test.each<[string, Twist, object]>([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, {}],
    ['the type of a registration', { type: 'webauthn.create' }, {}],
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['a longer origin', { origin: 'http://127.0.0.1.evil.example' }, {}],
    ['another scheme', { origin: 'https://127.0.0.1' }, {}],
    ['another relying party', { rpId: 'localhost' }, {}],
    ['no verification of the person', { flags: 0x01 }, {}],
    ['no presence of the person', { flags: 0x04 }, {}],
    ['a page in a page', { crossOrigin: true }, {}],
    ['a page around it', { crossOrigin: false, topOrigin: 'https://evil.example' }, {}],
    ['a mark before the client data', { prefix: Buffer.from([0xef, 0xbb, 0xbf]) }, {}],
    ['a foreign key', { foreignKey: true }, {}],
    ['nobody’s handle', { userHandle: null }, {}],
    ['an empty handle', { userHandle: '' }, {}],
    ['another person’s handle', { userHandle: Buffer.alloc(32).toString('base64url') }, {}],
    ['the handle of another ceremony', {}, { authToken: 'A'.repeat(43) }],
  ])('refuses %s, with nothing but that', async (_name, twist, more) => {
    const { authToken, options } = await signingIn();
    const sessions = await count('session');
    const answer = await verify(device.signIn(options, twist), { authToken, ...more });
    expect([answer.status, answer.body.code]).toEqual([404, 'LOGIN_FAILED']);
    expect(await count('session')).toBe(sessions);
    // The device itself is as good as before.
    expect((await verify(device.signIn((await signingIn()).options))).status).toBe(200);
  });

  test('refuses a key that is not known like any other', async () => {
    const unknown = new Authenticator(server.base);
    unknown.userHandle = device.userHandle;
    const { options } = await signingIn();
    const answer = await verify(unknown.signIn(options));
    expect([answer.status, answer.body.code]).toEqual([404, 'LOGIN_FAILED']);
  });

  test('refuses a challenge that was used, is too old, of another instance, or of a registration', async () => {
    const used = await signingIn();
    expect((await verify(device.signIn(used.options))).status).toBe(200);
    expect((await verify(device.signIn(used.options))).status).toBe(404);
    expect((await verify(device.signIn((await signingIn(other.name)).options))).status).toBe(404);
    expect((await verify(device.signIn((await registering(anna)).options))).status).toBe(404);
    const old = await signingIn();
    server.advance(5 * 60_000);
    expect((await verify(device.signIn(old.options))).status).toBe(404);
  });

  test('of one challenge twice at once opens one session', async () => {
    const { options } = await signingIn();
    const answers = await Promise.all([verify(device.signIn(options)), verify(device.signIn(options))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  test('refuses a counter that stands still or goes back, and has it written down', async () => {
    expect((await verify(device.signIn((await signingIn()).options, { counter: 1000 }))).status).toBe(200);
    for (const counter of [1000, 999, 0])
      expect((await verify(device.signIn((await signingIn()).options, { counter }))).status).toBe(404);
    device.counter = 1000;
    expect((await verify(device.signIn((await signingIn()).options))).status).toBe(200);
    const { rows } = await sql<{
      details: object;
    }>`select details from audit_entry where kind = 'session.refused'`.execute(server.platform.database.owner);
    expect(rows.map(({ details }) => details)).toContainEqual(expect.objectContaining({ reason: 'COUNTER_WENT_BACK' }));
  });

  test('with a device that does not count works again and again', async () => {
    const still = new Authenticator(server.base);
    const { authToken, options } = await registering(anna);
    const body = { ...still.register(options, { counter: 0 }), authToken };
    expect((await post(anna, '/auth/verify-registration', body)).status).toBe(200);
    for (let n = 0; n < 2; n += 1)
      expect((await verify(still.signIn((await signingIn()).options, { counter: 0 }))).status).toBe(200);
  });

  test('is 403 for who is not unlocked, after all was right, and nothing for who has left', async () => {
    const key = new Authenticator(server.base);
    const id = await server.person(instance, 'dora');
    await enrol(await server.client(instance, 'dora'), key);
    const set = (locked: boolean, gone: boolean) =>
      sql`update app_user set is_unlocked = ${!locked}, is_active = ${!gone} where user_id = ${id}`.execute(
        server.platform.database.owner,
      );
    await set(true, false);
    expect((await verify(key.signIn((await signingIn()).options))).body.code).toBe('USER_NOT_UNLOCKED');
    const wrong = await verify(key.signIn((await signingIn()).options, { foreignKey: true }));
    expect(wrong.body.code).toBe('LOGIN_FAILED');
    await set(false, true);
    expect((await verify(key.signIn((await signingIn()).options))).body.code).toBe('LOGIN_FAILED');
  });

  test('goes on for the owner while somebody guesses the password', async () => {
    const guess = { instance: instance.name, username: 'anna', password: 'guess guess guess' };
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 12; n += 1) codes.push((await post(stranger(), '/auth/login', guess)).body.code);
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
    expect((await verify(device.signIn((await signingIn()).options))).status).toBe(200);
  });
});

describe('a person’s keys', () => {
  test('are renamed and removed; others’ are not there', async () => {
    const { passkeys } = await anna.query<{ passkeys: { passkeyId: number }[] }>('account.security');
    const passkeyId = passkeys.at(-1)?.passkeyId ?? 0;
    await anna.command('account.renamePasskey', { passkeyId, name: 'Schlüsselbund' });
    expect((await ben.tryCommand('account.renamePasskey', { passkeyId, name: 'x' })).status).toBe(404);
    expect((await ben.tryCommand('account.removePasskey', { passkeyId })).status).toBe(404);
    await anna.command('account.removePasskey', { passkeyId });
    const after = await anna.query<{ passkeys: { passkeyId: number }[] }>('account.security');
    expect(after.passkeys.map((key) => key.passkeyId)).not.toContain(passkeyId);
  });
});

describe('the vectors of WebAuthn', () => {
  const party = { id: 'example.org', origin: 'https://example.org', apps: [] };
  const userHandle = Buffer.from('somebody');
  const b64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
  const registration = ({ registration: it }: (typeof vectors)[number]) => ({
    id: b64(it.credential_id),
    rawId: b64(it.credential_id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON: b64(it.clientDataJSON), attestationObject: b64(it.attestationObject) },
  });
  const isPlain = (hex: string) => {
    const { crossOrigin = false, topOrigin } = JSON.parse(Buffer.from(hex, 'hex').toString()) as Record<
      string,
      unknown
    >;
    return crossOrigin === false && topOrigin === undefined;
  };
  /** The others are of algorithms that no device is asked for, or vouched for by roots that nobody knows. */
  const TAKEN = [
    'ES256 Credential with Self Attestation',
    'Packed Attestation with ES256 Credential',
    'Packed Attestation with RS256 Credential',
  ];
  const isVerified = (hex: string, at: number) => ((Buffer.from(hex, 'hex')[at] ?? 0) & 0x04) !== 0;

  test('hold sign-ins that are good', () => {
    const good = vectors.filter(({ authentication: used }) => used && isPlain(used.clientDataJSON));
    expect(good.length).toBeGreaterThan(9);
  });

  test.each(vectors)('$title', async (vector) => {
    const { registration: made, authentication: used } = vector;
    const outcome = await verifyRegistration(registration(vector), b64(made.challenge), party);
    const flagsAt = Buffer.from(made.attestationObject, 'hex').indexOf(
      Buffer.from('bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5', 'hex'),
    );
    const isWanted = isPlain(made.clientDataJSON) && isVerified(made.attestationObject, flagsAt + 32);
    if (!isWanted) expect(outcome).toBeUndefined();
    expect(outcome !== undefined).toBe(TAKEN.includes(vector.title));
    if (outcome === undefined || used === undefined) return;
    const credential = { id: outcome.id, publicKey: outcome.publicKey, userHandle };
    const answer = {
      id: outcome.id,
      rawId: outcome.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(used.clientDataJSON),
        authenticatorData: b64(used.authenticatorData),
        signature: b64(used.signature),
        userHandle: userHandle.toString('base64url'),
      },
    };
    const isGood = isPlain(used.clientDataJSON) && isVerified(used.authenticatorData, 32);
    const check = (it: typeof answer, to = party) => verifyAuthentication(it, b64(used.challenge), to, credential);
    expect((await check(answer)) !== undefined).toBe(isGood);
    // Every part of it matters: one bit of each turned, and each thing compared given another value.
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const) {
      const bytes = Buffer.from(answer.response[part], 'base64url');
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const turned = Buffer.from(bytes);
        turned[at] = (turned[at] ?? 0) ^ 1;
        const response = { ...answer.response, [part]: turned.toString('base64url') };
        expect(await check({ ...answer, response }), `${part} ${at}`).toBeUndefined();
      }
    }
    expect(await check({ ...answer, id: 'AAAA', rawId: 'AAAA' })).toBeUndefined();
    expect(await check(answer, { ...party, origin: 'https://evil.example' })).toBeUndefined();
    expect(await check(answer, { ...party, id: 'evil.example' })).toBeUndefined();
    expect(await verifyAuthentication(answer, b64(made.challenge), party, credential)).toBeUndefined();
  });
});
