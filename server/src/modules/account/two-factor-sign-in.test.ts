import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newKey, readKeys, writeKeys } from '../../platform/crypto/key-file.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let instance: Instance;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  for (const name of ['anna', 'ben', 'chris', 'dora']) await server.person(instance, name);
});
afterAll(() => server?.close());
beforeEach(async () => void (await sql`delete from sign_in_try`.execute(server.platform.database.owner)));

const codeOf = (secret: string, shift = 0): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: server.platform.now() + shift * 30_000,
  });
const login = (username: string, code?: string | null, password = TEST_PASSWORD) =>
  new TestClient(server.base, 'first').send<{ code?: string; accessToken?: string }>('/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ instance: 'first', username, password, twoFactorAuthenticationCode: code }),
  });
/** Turns the second factor on and moves on to a step of time that no code was used of. */
async function enable(userName: string) {
  const client = await server.client(instance, userName);
  const { secret } = await client.command<{ secret: string }>('account.startTwoFactor');
  const { backupCodes } = await client.command<{ backupCodes: string[] }>('account.confirmTwoFactor', {
    code: codeOf(secret),
  });
  server.advance(60_000);
  return { client, secret, backupCodes };
}
const isEnabled = async (username: string): Promise<boolean> => {
  const answer = await new TestClient(server.base, 'first').send<{ twoFactorAuthenticationIsEnabled: boolean }>(
    `/auth/two-factor?username=${username}&instance=first`,
  );
  return answer.body.twoFactorAuthenticationIsEnabled;
};

describe('a second factor', () => {
  test('is asked for, once it is enabled, with the answer that everything wrong gets', async () => {
    expect(await isEnabled('anna')).toBe(false);
    const { client, secret } = await enable('anna');
    expect(await isEnabled('anna')).toBe(true);
    for (const code of [undefined, null, '', '000000', 'abc', codeOf(secret, 5), codeOf(secret, -5)])
      expect((await login('anna', code)).body.code).toBe('LOGIN_FAILED');
    expect((await login('anna', codeOf(secret), 'wrong wrong wrong')).body.code).toBe('LOGIN_FAILED');
    const answer = await login('anna', codeOf(secret));
    expect(answer.status).toBe(200);
    const [session] = await new TestClient(server.base, 'first', answer.body.accessToken).query<object[]>(
      'account.sessions',
    );
    expect(session).toMatchObject({ signedInBy: 'twoFactor' });
    expect(await client.query('account.security')).toMatchObject({ twoFactor: { backupCodesLeft: 10 } });
  });

  test('takes a code once, however many come with it at the same time, and none before it', async () => {
    const { secret } = await enable('ben');
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 8 }, () => login('ben', code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await login('ben', codeOf(secret, -1))).body.code).toBe('LOGIN_FAILED');
    expect((await login('ben', `${codeOf(secret, 1).slice(0, 3)} ${codeOf(secret, 1).slice(3)}`)).status).toBe(200);
  });

  test('is not used up by a wrong password', async () => {
    const { secret, backupCodes } = await enable('chris');
    const code = codeOf(secret);
    expect((await login('chris', code, 'wrong wrong wrong')).status).toBe(404);
    expect((await login('chris', backupCodes[0], 'wrong wrong wrong')).status).toBe(404);
    expect((await login('chris', code)).status).toBe(200);
    expect((await login('chris', backupCodes[0])).status).toBe(200);
  });

  test('is replaced by a backup code, once, until there are new ones', async () => {
    const { rows } = await sql<{ user_id: number }>`select user_id from app_user where user_name = 'chris'`.execute(
      server.platform.database.owner,
    );
    const chris = rows[0]?.user_id ?? 0;
    await sql`delete from user_factor where user_id = ${chris}`.execute(server.platform.database.owner);
    const { client: own, backupCodes } = await enable('chris');
    const [first = '', second = ''] = backupCodes;
    const answers = await Promise.all(Array.from({ length: 8 }, () => login('chris', first.toUpperCase())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await own.query('account.security')).toMatchObject({ twoFactor: { backupCodesLeft: 9 } });
    const renewed = await own.command<{ backupCodes: string[] }>('account.renewBackupCodes');
    expect((await login('chris', second)).status).toBe(404);
    expect((await login('chris', renewed.backupCodes[0]?.replace('-', ' '))).status).toBe(200);
    expect((await login('anna', renewed.backupCodes[1])).status).toBe(404);
    const stored = await sql<{ code_hash: Buffer }>`select code_hash from backup_code`.execute(
      server.platform.database.owner,
    );
    expect(stored.rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });

  test('is begun and ended by who has just proven who they are, and sealed in the database', async () => {
    const client = await server.client(instance, 'dora');
    const refused = async (command: string, params: object) => (await client.tryCommand(command, params)).body.code;
    expect(await refused('account.confirmTwoFactor', { code: '123456' })).toBe('TWO_FACTOR_NOT_STARTED');
    expect(await refused('account.stopTwoFactor', {})).toBe('TWO_FACTOR_OFF');
    expect(await refused('account.renewBackupCodes', {})).toBe('TWO_FACTOR_OFF');
    const { secret, uri } = await client.command<{ secret: string; uri: string }>('account.startTwoFactor');
    expect(uri).toContain(secret);
    expect(await isEnabled('dora')).toBe(false);
    expect((await login('dora')).status).toBe(200);
    expect(await refused('account.confirmTwoFactor', { code: '000000' })).toBe('CODE_WRONG');
    await client.command('account.confirmTwoFactor', { code: codeOf(secret) });
    expect(await refused('account.startTwoFactor', {})).toBe('TWO_FACTOR_ON');
    expect(await refused('account.confirmTwoFactor', { code: codeOf(secret) })).toBe('TWO_FACTOR_ON');
    const { rows } = await sql<{ row: string }>`select row_to_json(f)::text as row from user_factor f`.execute(
      server.platform.database.owner,
    );
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
    await client.command('account.stopTwoFactor');
    expect((await login('dora')).status).toBe(200);
  });

  test('is confirmed ten times wrong at most, whatever becomes of the commands', async () => {
    const client = await server.client(instance, 'dora');
    await client.command('account.startTwoFactor');
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 12; n += 1)
      codes.push((await client.tryCommand('account.confirmTwoFactor', { code: '000000' })).body.code);
    expect(codes.filter((code) => code === 'CODE_WRONG')).toHaveLength(10);
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  });
});

describe('the check of a name', () => {
  test('says of names that nobody bears the same each time, as often yes as of people', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `nobody${n}`);
    const first = await Promise.all(names.map(isEnabled));
    expect(await Promise.all(names.map(isEnabled))).toEqual(first);
    const keyFile = join(server.dataFolder, 'kontor.key');
    await writeKeys(keyFile, [newKey(new Date()), ...readKeys(keyFile)]);
    expect(server.platform.secrets.keys()).toHaveLength(2);
    expect(await Promise.all(names.map(isEnabled))).toEqual(first);
    // Three of the four people have one.
    const share = first.filter(Boolean).length / names.length;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.95);
    expect(await isEnabled('Anna')).toBe(true);
  });

  test('is slowed, and asks for a name', async () => {
    const check = (query: string) =>
      new TestClient(server.base, 'first').send<{ code?: string }>(`/auth/two-factor?${query}`);
    expect((await check('instance=first')).body.code).toBe('PARAMETERS_INVALID');
    expect((await check('username=anna&instance=nowhere')).body.code).toBe('INSTANCE_UNKNOWN');
    let answer = await check('username=anna&instance=first');
    for (let n = 0; n < 300 && answer.status === 200; n += 1) answer = await check('username=anna&instance=first');
    expect([answer.status, answer.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});
