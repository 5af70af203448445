import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { Authenticator } from './testing/authenticator.ts';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailer } from '../../platform/mailsend/index.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { makeLink } from './links.ts';
import { changeNames, setPassword } from './people.ts';

interface Mail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly login: string | undefined;
}

let server: TestServer;
let instance: Instance;
let anna: number;
let ben: number;
let relay: SMTPServer;
let failures = 0;
const mails: Mail[] = [];
const NEW = 'vier kühle Boote am Kai';

beforeAll(async () => {
  relay = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => done(null, { user: `${username}:${password}` }),
    onData: (stream, { envelope, user }, done) => {
      const receive = async () => {
        const bytes = await buffer(stream);
        if ((failures -= 1) >= 0) throw new Error('Come again');
        const { from, subject = '', text = '' } = await PostalMime.parse(bytes);
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', from: from?.address ?? '', subject, text, login: user });
      };
      callbackify(receive)(done);
    },
  });
  relay.listen(0, '127.0.0.1');
  await once(relay.server, 'listening');
  const { port } = relay.server.address() as AddressInfo;
  server = await startTestServer({
    KONTOR_MAIL_URL: `smtp://bote:geheim%2F1@127.0.0.1:${port}`,
    KONTOR_MAIL_FROM: 'kontor@nordwerk.example',
  });
  instance = await server.instance('first');
  anna = await server.person(instance, 'anna', {
    email: 'anna@nordwerk.example',
    firstName: 'Änne',
    lastName: 'Berger',
  });
  ben = await server.person(instance, 'ben');
});
afterAll(async () => {
  await server?.close();
  await new Promise<void>((resolve) => relay.close(() => resolve()));
});
beforeEach(async () => {
  mails.length = 0;
  await sql`delete from sign_in_try`.execute(server.platform.database.owner);
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  new TestClient(server.base, 'first').send<{ code?: string; kind?: string; userName?: string; accessToken?: string }>(
    path,
    { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) },
  );
const requestReset = (username: string, headers: Record<string, string> = {}) =>
  post('/auth/request-reset', { instance: 'first', username }, headers);
const isOver = async () => {
  const { rows } = await server.platform.database.ownerPool.query<{ n: string }>(
    "select count(*) as n from graphile_worker.jobs where task_identifier like 'account.%'",
  );
  return Number(rows[0]?.n) === 0;
};
const mailed = (subject: RegExp, to = 'anna@nordwerk.example') =>
  expect.poll(() => mails.find((mail) => mail.to === to && subject.test(mail.subject)));
const tokenIn = (text: string): string => /\/login#link=(\S+)/.exec(text)?.[1] ?? '';
const freshToken = async (userId = anna): Promise<string> => {
  const parts = { mailer: createMailer(undefined), originOf: () => 'https://kontor.example' };
  const { link } = await server.change(instance, (ctx) =>
    makeLink(ctx, parts, { userId, kind: 'reset', madeBy: null }),
  );
  return tokenIn(link ?? '');
};
const use = (token: string, password = NEW) => post('/auth/link/use', { token, password });

test('everybody is told by mail of each change of how they sign in, and sees it in the settings', async () => {
  const client = await server.client(instance, 'anna');
  const { secret } = await client.command<{ secret: string }>('account.startTwoFactor');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.platform.now() });
  await client.command('account.confirmTwoFactor', { code });
  await client.command('account.renewBackupCodes');
  const options = await client.send<{ authToken: string; options: never }>('/auth/generate-registration-options', {
    headers: client.headers(),
  });
  const body = { ...new Authenticator(server.base).register(options.body.options), name: 'Notebook' };
  const headers = client.headers({ 'Content-Type': 'application/json' });
  await client.send('/auth/verify-registration', { method: 'POST', headers, body: JSON.stringify(body) });
  const { passkeys } = await client.query<{ passkeys: { passkeyId: number }[] }>('account.security');
  await client.command('account.removePasskey', { passkeyId: passkeys[0]?.passkeyId });
  await client.command('account.stopTwoFactor');
  await client.command('account.changePassword', { newPassword: TEST_PASSWORD });
  const sentences = [
    'Die Zwei-Faktor-Anmeldung wurde eingeschaltet.',
    'Neue Ersatzcodes wurden erzeugt',
    'Ein Passkey wurde hinzugefügt.',
    'Ein Passkey wurde entfernt.',
    'Die Zwei-Faktor-Anmeldung wurde ausgeschaltet.',
    'Ihr Passwort wurde geändert.',
  ];
  await expect.poll(() => sentences.filter((text) => !mails.some((mail) => mail.text.includes(text)))).toEqual([]);
  expect(mails.every(({ to }) => to === 'anna@nordwerk.example')).toBe(true);
  type Change = { readonly change: string; readonly name: string; readonly isOwn: boolean; readonly place: object };
  const { changes } = await client.query<{ changes: Change[] }>('account.security');
  expect(changes.map(({ change, name, isOwn }) => [change, name, isOwn])).toEqual([
    ['password', '', true],
    ['twoFactorOff', '', true],
    ['passkeyRemoved', 'Notebook', true],
    ['passkeyAdded', 'Notebook', true],
    ['backupCodes', '', true],
    ['twoFactorOn', '', true],
  ]);
  expect(changes[0]?.place).toEqual({ kind: 'here' });
  const other = await server.client(instance, 'ben');
  expect(await other.query('account.security')).toMatchObject({ changes: [] });
});

test('who is guessed at is told by mail, once for as long as it goes on', async () => {
  const wrong = () => post('/auth/login', { instance: 'first', username: 'anna', password: 'wrong wrong wrong' });
  for (let n = 0; n < 14; n += 1) await wrong();
  await mailed(/Ihre Anmeldung/).toBeTruthy();
  await expect.poll(isOver).toBe(true);
  expect(mails.map(({ text }) => text.includes('Es gab zu viele falsche Versuche, sich als Sie anzumelden.'))).toEqual([
    true,
  ]);
});

describe('who forgot the password', () => {
  test('gets a link by mail, in German and English, to the instance’s own host whatever the request called it', async () => {
    const answer = await requestReset('Anna', { 'X-Forwarded-Host': 'evil.example' });
    expect([answer.status, answer.body]).toEqual([202, { success: true }]);
    await mailed(/Neues Passwort/).toBeTruthy();
    const [mail] = mails;
    expect(mail).toMatchObject({ from: 'kontor@nordwerk.example', login: 'bote:geheim/1' });
    // The profile for many machines names a public address, which goes before.
    const origin = server.env['KONTOR_PUBLIC_URL'] ?? `http://first.localhost:${server.app.port}`;
    expect(mail?.text).toContain(`${origin}/login#link=l`);
    expect(mail?.text).toMatch(/Guten Tag[\s\S]*English[\s\S]*Hello/);
    const token = tokenIn(mail?.text ?? '');
    const info = await post('/auth/link/check', { token });
    expect(info.body).toMatchObject({ kind: 'reset', userName: 'anna', fullName: 'Änne Berger' });
    expect(info.headers.get('cache-control')).toBe('no-store');
    expect((await use(token)).status).toBe(200);
    await mailed(/Ihre Anmeldung/).toBeTruthy();
    const login = (password: string) => post('/auth/login', { instance: 'first', username: 'anna', password });
    expect([(await login(TEST_PASSWORD)).status, (await login(NEW)).status]).toEqual([404, 200]);
  });

  test('is answered alike for names that nobody bears, and for people without an address; nothing is sent', async () => {
    const answers = [await requestReset('nobody'), await requestReset('ben'), await requestReset('anna')];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(isOver).toBe(true);
    expect(mails.map(({ to }) => to)).toEqual(['anna@nordwerk.example']);
  });

  test('gets no more than five mails a quarter of an hour, and the answer stays the same', async () => {
    for (let n = 0; n < 8; n += 1) expect((await requestReset('anna')).status).toBe(202);
    await expect.poll(isOver).toBe(true);
    expect(mails).toHaveLength(5);
    // Each replaces the one before it.
    const states = [];
    for (const { text } of mails) states.push((await post('/auth/link/check', { token: tokenIn(text) })).status);
    expect(states.filter((status) => status === 200)).toHaveLength(1);
  });

  test('waits while the mail server does, and no job holds a link that can be read', async () => {
    failures = 1;
    await requestReset('anna');
    const waiting = async () => {
      const { rows } = await server.platform.database.ownerPool.query<{ text: string }>(
        "select p.payload::text as text from graphile_worker._private_jobs p where p.payload::text like '%sealed%' and p.attempts > 0",
      );
      return rows[0]?.text;
    };
    await expect.poll(waiting).toBeTruthy();
    expect(await waiting()).not.toMatch(/"l[0-9a-z]+\.[A-Za-z0-9_-]{43}"/);
    await mailed(/Neues Passwort/).toBeTruthy();
  });

  test('from a foreign page is refused', async () => {
    for (const path of ['/auth/request-reset', '/auth/link/check', '/auth/link/use']) {
      const body = { username: 'anna', token: 'x', password: NEW };
      expect((await post(path, body, { Origin: 'https://evil.example' })).body.code).toBe('ORIGIN_REFUSED');
    }
  });
});

describe('a link', () => {
  test('sets a password once, however many use it at the same time, and ends all sessions', async () => {
    const client = await server.client(instance, 'ben');
    const token = await freshToken(ben);
    const answers = await Promise.all(Array.from({ length: 6 }, () => use(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422]);
    expect((await client.tryQuery('session.user')).body.code).toBe('SESSION_ENDED');
    expect((await post('/auth/link/check', { token })).body.code).toBe('LINK_INVALID');
    const { rows } = await sql<{
      kind: string;
    }>`select kind from audit_entry where subject = 'ben' or details->>'by' = 'link'`.execute(
      server.platform.database.owner,
    );
    const kinds = new Set(rows.map(({ kind }) => kind));
    for (const kind of ['link.used', 'password.changed', 'session.closed', 'session.refused'])
      expect(kinds).toContain(kind);
  });

  test('that is looked at and is none is written down and counted, as one that is used', async () => {
    const { id } = await server.instance('zweite');
    const token = `l${id.toString(36)}.${'A'.repeat(43)}`;
    expect((await post('/auth/link/check', { token })).body.code).toBe('LINK_INVALID');
    const { owner } = server.platform.database;
    const noted = await sql`select kind, details from audit_entry where instance_id = ${id}`.execute(owner);
    expect(noted.rows).toEqual([{ kind: 'session.refused', details: { by: 'link', reason: 'LINK_INVALID' } }]);
    const counted = await sql`select array_length(at, 1) as tries from sign_in_try where instance_id = ${id}`.execute(
      owner,
    );
    expect(counted.rows).toEqual([{ tries: 1 }]);
  });

  test('stays good after a password that is refused', async () => {
    const token = await freshToken();
    expect((await use(token, 'too short')).body.code).toBe('PARAMETERS_INVALID');
    expect((await use(token, 'Passwort2024!')).body.code).toBe('PASSWORD_TOO_EASY');
    expect((await use(token, 'berger-xq7-pl4m')).body.code).toBe('PASSWORD_TOO_EASY');
    expect((await use(token)).status).toBe(200);
  });

  test('is kept as a hash', async () => {
    const token = await freshToken();
    const { rows } = await sql<{ row: string }>`select row_to_json(l)::text as row from one_time_link l`.execute(
      server.platform.database.owner,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row.includes(token.slice(3))).toBe(false);
  });

  test('is good for an hour', async () => {
    const token = await freshToken();
    server.advance(59 * 60_000);
    expect((await post('/auth/link/check', { token })).status).toBe(200);
    server.advance(60_000);
    expect((await post('/auth/link/check', { token })).body.code).toBe('LINK_INVALID');
    expect((await use(token)).body.code).toBe('LINK_INVALID');
  });

  test.each(['', 'x', `l1.${'A'.repeat(43)}`, `lzzzz.${'A'.repeat(43)}`, `k1.${'A'.repeat(43)}`])(
    'that is none (%s) is no fault of ours',
    async (token) => {
      expect((await post('/auth/link/check', { token })).body.code).toBe('LINK_INVALID');
      expect((await use(token)).body.code).toBe('LINK_INVALID');
    },
  );

  test('leaves the second factor as it is', async () => {
    const token = await freshToken();
    await sql`insert into user_factor (instance_id, user_id, seed, enabled_at) values (${instance.id}, ${anna},
      ${server.platform.secrets.seal('A'.repeat(52), `seed ${instance.id} ${anna}`)}, now())`.execute(
      server.platform.database.owner,
    );
    expect((await use(token)).status).toBe(200);
    expect((await post('/auth/login', { instance: 'first', username: 'anna', password: NEW })).status).toBe(404);
  });

  test('of who has left is none', async () => {
    const token = await freshToken();
    await sql`update app_user set is_active = false where user_id = ${anna}`.execute(server.platform.database.owner);
    expect((await post('/auth/link/check', { token })).body.code).toBe('LINK_INVALID');
    expect((await use(token)).body.code).toBe('LINK_INVALID');
  });
});

test('a password that somebody else has given is told of by mail', async () => {
  const email = 'carla@nordwerk.example';
  const carla = await server.person(instance, 'carla', { email });
  await server.change(instance, (ctx) => setPassword(ctx, carla, NEW));
  await mailed(/Ihre Anmeldung/, email).toMatchObject({
    text: expect.stringContaining('Ihr Passwort wurde geändert.'),
  });
});

test('an address that is replaced is told of it, also where none takes its place; the new one is not', async () => {
  const dora = await server.person(instance, 'dora', { email: 'dora@nordwerk.example' });
  const rename = (email: string | null) =>
    server.change(instance, (ctx) => changeNames(ctx, dora, { firstName: 'Dora', lastName: 'Test', email }));
  await rename('thief@evil.example');
  const text = expect.stringMatching(
    /E-Mail-Adresse Ihres Zugangs wurde geändert[\s\S]*e-mail address of your account/,
  );
  await mailed(/Ihre Anmeldung/, 'dora@nordwerk.example').toMatchObject({ text });
  await rename(null);
  await mailed(/Ihre Anmeldung/, 'thief@evil.example').toMatchObject({ text });
  await rename('dora@nordwerk.example');
  await expect.poll(isOver).toBe(true);
  expect(mails.map(({ to }) => to)).toEqual(['dora@nordwerk.example', 'thief@evil.example']);
});

test('the sign-in page says what there is', async () => {
  const settings = JSON.stringify({ dataProtectionUrl: 'https://nordwerk.example/datenschutz' });
  await sql`update instance set settings = ${settings}::jsonb where instance_id = ${instance.id}`.execute(
    server.platform.database.owner,
  );
  server.advance(5000);
  const answer = await new TestClient(server.base, 'first').send('/auth/sign-in-page', {
    headers: { 'X-Instance': 'first' },
  });
  expect(answer.body).toEqual({
    title: 'first',
    dataProtectionUrl: 'https://nordwerk.example/datenschutz',
    imprintUrl: null,
    passwordReset: true,
  });
});
