import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { MailAccount, MailServerFault } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMailServer } from '../../../platform/mailwire/index.ts';
import { findDovecot, TestDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import { TokenServer } from '../../../platform/mailwire/testing/token-server.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';

const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

const openTokens = async (): Promise<TokenServer> => {
  const tokens = await TokenServer.start();
  endings.push(() => tokens.close());
  return tokens;
};

describe.skipIf(findDovecot() === undefined)('signing in by tokens (left out where Dovecot is not installed)', () => {
  let server: TestServer;
  let instance: Instance;
  let anna: TestClient;
  let tokens: TokenServer;
  let dovecot: TestDovecot;
  beforeAll(async () => {
    server = await startTestServer();
    endings.push(() => server.close());
    instance = await server.instance('nordwerk');
    await server.person(instance, 'anna');
    await server.person(instance, 'chef', { isAdministrator: true });
    anna = await server.client(instance, 'anna');
    tokens = await openTokens();
    tokens.userName = 'anna';
    dovecot = await TestDovecot.start({ introspection: tokens.introspection });
    endings.push(() => dovecot.close());
  });

  const oauth2 = (refreshToken: string) => ({
    tokenUrl: tokens.tokenUrl,
    clientId: 'kontor',
    clientSecret: 'streng geheim',
    refreshToken,
  });
  const fields = () => ({
    host: '127.0.0.1',
    port: dovecot.plainPort,
    security: 'none',
    userName: 'anna',
    authentication: 'oauth2',
  });
  const account = async (id: number) =>
    (await anna.query<MailAccount[]>('mail.accountSettings')).find((one) => one.id === id);
  const phase = (id: number) => expect.poll(async () => (await account(id))?.state.phase);
  type Tested = { fault: MailServerFault | null; mails: number; refreshToken: string | null };
  const test = (more: Record<string, unknown>) =>
    anna.query<Tested>('mail.testConnection', { ...fields(), ...more }, { post: true });

  it('asks for tokens, keeps rotated ones, asks anew for refused ones and says what is wrong', async () => {
    dovecot.drop('anna', rawMail({ subject: 'mit Token' }));
    const tried = await test({ oauth2: oauth2('refresh-0') });
    expect(tried).toMatchObject({ fault: null, mails: 1, refreshToken: 'refresh-1' });
    const refused = await test({ oauth2: oauth2('refresh-0') });
    expect(refused.fault).toMatchObject({
      code: 'TOKEN_REFUSED',
      address: `127.0.0.1:${tokens.port}`,
      serverSaid: 'invalid_grant: The token was revoked',
    });
    const wrong = await test({ oauth2: { ...oauth2('refresh-1'), clientSecret: 'x' } });
    expect(wrong.fault).toMatchObject({ code: 'TOKEN_REFUSED', serverSaid: 'invalid_client' });

    const { accountId } = await addMailbox(anna, dovecot, 'anna', {
      ...fields(),
      password: '',
      oauth2: oauth2(tokens.refreshToken),
    });
    await phase(accountId).toBe('watching');
    const stored = await account(accountId);
    expect(stored).toMatchObject({
      authentication: 'oauth2',
      oauth2: { tokenUrl: tokens.tokenUrl, clientId: 'kontor' },
    });
    expect(JSON.stringify(stored)).not.toMatch(/refresh-|geheim/);

    // The stored token was rotated by the first sign-in: only who kept the new one signs in again.
    const again = await test({ accountId, oauth2: { tokenUrl: tokens.tokenUrl, clientId: 'kontor' } });
    expect(again).toMatchObject({ fault: null, refreshToken: null });
    await anna.command('mail.pauseAccount', { accountId });
    await phase(accountId).toBe('paused');
    await anna.command('mail.resumeAccount', { accountId });
    await phase(accountId).toBe('watching');

    // The mail server takes the token no more before its time has come.
    const requestsBefore = tokens.requests.length;
    tokens.valid.clear();
    await dovecot.pause();
    await phase(accountId).toBe('failed');
    await dovecot.resume();
    await anna.command('mail.syncAccount', { accountId });
    await phase(accountId).toBe('watching');
    expect(tokens.requests.length).toBe(requestsBefore + 1);

    tokens.isBroken = true;
    tokens.valid.clear();
    await dovecot.pause();
    await phase(accountId).toBe('failed');
    await dovecot.resume();
    await anna.command('mail.syncAccount', { accountId });
    await expect.poll(async () => (await account(accountId))?.state.fault?.code).toBe('TOKEN_REFUSED');
    tokens.isBroken = false;
  });

  it('sends what is stored to nobody but those whom it belongs to', async () => {
    const other = await openTokens();
    const [mine] = await anna.query<MailAccount[]>('mail.accountSettings');
    const chef = await server.client(instance, 'chef');
    const elsewhere = { ...fields(), accountId: mine?.id, oauth2: { tokenUrl: other.tokenUrl, clientId: 'kontor' } };
    const answer = await chef.tryQuery('mail.testConnection', elsewhere, { post: true });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'oauth2.refreshToken']);
    const change = { ...elsewhere, name: 'x', email: 'a@x.example' };
    const refused = await chef.tryCommand('mail.updateAccount', change);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'oauth2.refreshToken']);
    // With a token of their own they may, and get nothing that was there before.
    const own = { ...change, oauth2: { ...change.oauth2, refreshToken: 'mine' } };
    await chef.command('mail.updateAccount', own);
    await expect.poll(() => other.requests.length).toBeGreaterThan(0);
    expect(other.requests[0]).toEqual({ grant_type: 'refresh_token', refresh_token: 'mine', client_id: 'kontor' });
    const without = { ...change, authentication: 'password', oauth2: null };
    expect((await chef.tryCommand('mail.updateAccount', without)).status).toBe(422);
  });
});

it('waits with the token for a server that does not take it in the first line', async () => {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const peer = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=XOAUTH2] da\r\n');
    let tag = '';
    socket.on('data', (chunk: Buffer) => {
      const line = chunk.toString().trimEnd();
      heard.push(line);
      const [first = '', command = ''] = line.split(' ');
      if (command === 'AUTHENTICATE') {
        tag = first;
        socket.write('+ \r\n');
      } else if (command === '') {
        const isGood = Buffer.from(line, 'base64').toString() === 'user=anna\u0001auth=Bearer gut\u0001\u0001';
        socket.write(isGood ? `${tag} OK [CAPABILITY IMAP4rev1] an\r\n` : `${tag} NO\r\n`);
      } else {
        if (command === 'LIST') socket.write('* LIST () "/" INBOX\r\n');
        socket.write(`${first} OK\r\n`);
      }
    });
  });
  endings.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => peer.close(resolve));
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  const address = {
    host: '127.0.0.1',
    port: (peer.address() as AddressInfo).port,
    security: 'none',
    userName: 'anna',
    password: '',
    trustedFingerprint: null,
    tokens: { token: () => Promise.resolve('gut') },
  } as const;
  expect((await testMailServer(address, { allowPrivateHosts: true })).fault).toBeNull();
  expect(heard.find((line) => line.includes('AUTHENTICATE'))).toMatch(/^\w+ AUTHENTICATE XOAUTH2$/);
});
