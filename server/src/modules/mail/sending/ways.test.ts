import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { MailAccount, Outgoing } from '@kontor/contract/mail';
import { SMTPServer, type SMTPServerAuthentication } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { TokenServer } from '../../../platform/mailwire/testing/token-server.ts';
import type { TestClient } from '../../../testing/client.ts';
import { openFixture } from '../writing/testing/fixture.ts';

const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

/** A mail server that asks who is there, by these ways; `isGood`: who is let in. */
async function openServer(authMethods: string[], isGood: (auth: SMTPServerAuthentication) => boolean) {
  const sockets = new Set<Socket>();
  const signIns: SMTPServerAuthentication[] = [];
  const taken: { readonly from: string; readonly to: readonly string[]; readonly raw: string }[] = [];
  const server = new SMTPServer({
    authMethods,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      signIns.push(auth);
      if (isGood(auth)) done(null, { user: auth.username ?? '' });
      else done(new Error('535 5.7.8 No'));
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          taken.push({ from, to, raw: Buffer.concat(chunks).toString() });
          done();
        });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  server.server.on('connection', (socket: Socket) => void sockets.add(socket));
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  return { signIns, taken, hangUp, port: (server.server.address() as AddressInfo).port };
}

async function send(client: TestClient, more: Record<string, unknown> = {}) {
  const { outgoingId } = await client.command<{ outgoingId: number }>('mail.send', {
    receiversTo: [{ receiver: 'paul@werft.example' }],
    subject: 'Hallo',
    content: '<p>Guten Tag</p>',
    draftKey: randomUUID(),
    undoSeconds: 0,
    ...more,
  });
  const line = async () => (await client.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId);
  return { outgoingId, line };
}
const QUICK = { interval: 50 };

test('a mailbox without a server of its own sends through the operator’s, as itself', async () => {
  const relay = await openServer(['PLAIN'], ({ username, password }) => username === 'bote' && password === 'p@ss');
  const url = `smtp://bote:p%40ss@127.0.0.1:${relay.port}`;
  const fixture = await openFixture(
    { KONTOR_MAIL_URL: url, KONTOR_MAIL_FROM: 'kontor@nordwerk.example' },
    { alone: true },
  );
  endings.push(() => fixture.close());
  const { outgoingId, line } = await send(fixture.ben);
  await expect.poll(async () => (await line())?.state, QUICK).toBe('sent');
  expect(relay.taken).toMatchObject([{ from: 'info@nordwerk.example', to: ['paul@werft.example'] }]);
  expect(relay.taken[0]?.raw).toMatch(/^From: info <info@nordwerk\.example>\r$/m);
  expect(relay.signIns).toMatchObject([{ username: 'bote' }]);
  // The password of the operator is nobody's to read.
  const log = await fixture.ben.query<{ tries: { lines: string }[] }>('mail.sendingLog', {
    outgoingId,
  });
  expect(log.tries[0]?.lines).toMatch(/C: AUTH PLAIN …/);
  expect(JSON.stringify(log)).not.toMatch(/p@ss|cEBzcw|Ym90ZQ/);
});

test('a mailbox that is read by tokens sends by them too, with a new one where the old one has ended', async () => {
  const tokens = await TokenServer.start();
  endings.push(() => tokens.close());
  tokens.userName = 'anna@nordwerk.example';
  const server = await openServer(
    ['XOAUTH2'],
    ({ accessToken, username }) => tokens.valid.get(accessToken ?? '') === username,
  );
  const fixture = await openFixture({}, { alone: true });
  endings.push(() => fixture.close());
  const { accountId } = await fixture.dora.command<{ accountId: number }>('mail.addAccount', {
    name: 'dora',
    email: 'dora@nordwerk.example',
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    userName: 'anna@nordwerk.example',
    authentication: 'oauth2',
    oauth2: {
      tokenUrl: tokens.tokenUrl,
      clientId: 'kontor',
      clientSecret: 'streng geheim',
      refreshToken: tokens.refreshToken,
    },
  });
  const sending = { host: '127.0.0.1', port: server.port, security: 'none' };
  await fixture.dora.command('mail.updateSending', { accountId, sending });
  const first = await send(fixture.dora);
  await expect.poll(async () => (await first.line())?.state, QUICK).toBe('sent');
  expect(server.signIns.at(-1)).toMatchObject({ method: 'XOAUTH2', username: 'anna@nordwerk.example' });
  const used = server.signIns.at(-1)?.accessToken;
  // It ends sooner than was said, as after a change of the password: the next one is fetched.
  tokens.valid.clear();
  server.hangUp();
  fixture.server.advance(2 * 3600_000);
  const second = await send(fixture.dora);
  await expect.poll(async () => (await second.line())?.state, QUICK).toBe('sent');
  expect(server.signIns.at(-1)?.accessToken).not.toBe(used);
  expect(server.taken).toHaveLength(2);
  // A token that is refused for good is said, and waits for a change of the mailbox.
  tokens.refreshToken = 'another';
  tokens.valid.clear();
  server.hangUp();
  fixture.server.advance(2 * 3600_000);
  const third = await send(fixture.dora);
  await expect.poll(async () => (await third.line())?.fault, QUICK).toMatch(/^(TOKEN_REFUSED|SIGN_IN_REFUSED)$/);
  expect((await third.line())?.state).toBe('retrying');
  expect(server.taken).toHaveLength(2);
  const log = await fixture.dora.query('mail.sendingLog', { outgoingId: first.outgoingId });
  expect(JSON.stringify(log)).not.toContain(used);
});

describe('a mailbox that is added with where its mail leaves', () => {
  const read = { host: '127.0.0.1', port: 1, security: 'none', password: 'zum Lesen' };

  test.each([
    ['of its own name and password', { userName: 'ausgang', password: 'zum Senden' }, 'ausgang', 'zum Senden'],
    ['as it is read, where none is named', {}, 'emil.2', 'zum Lesen'],
  ])('sends at once, signed in %s', async (_how, signIn, userName, password) => {
    const server = await openServer(['PLAIN'], (auth) => auth.username === userName && auth.password === password);
    const fixture = await openFixture({}, { alone: true });
    endings.push(() => fixture.close());
    const sending = { host: '127.0.0.1', port: server.port, security: 'none', ...signIn };
    const email = 'versand@nordwerk.example';
    const { accountId } = await fixture.dora.command<{ accountId: number }>('mail.addAccount', {
      ...read,
      name: 'Versand',
      email,
      userName: 'emil.2',
      sending,
      sentCopy: 'server',
    });
    const account = (await fixture.dora.query<MailAccount[]>('mail.accountSettings')).find(
      ({ id }) => id === accountId,
    );
    const { password: _, ...shown } = { userName: '', trustedFingerprint: null, ...sending };
    expect(account).toMatchObject({ sending: shown, sentCopy: 'server', sendingFault: null });
    expect(JSON.stringify(account)).not.toMatch(/zum (Lesen|Senden)/);
    const { line } = await send(fixture.dora);
    await expect.poll(async () => (await line())?.state, QUICK).toBe('sent');
    expect(server.taken).toMatchObject([{ from: email }]);
    expect(server.signIns).toMatchObject([{ username: userName }]);
  });

  test('takes no half of a server, and is not added then', async () => {
    const fixture = await openFixture({}, { alone: true });
    endings.push(() => fixture.close());
    const half = { ...read, name: 'halb', email: 'halb@nordwerk.example', userName: 'halb' };
    const { status, body } = await fixture.dora.tryCommand('mail.addAccount', {
      ...half,
      sending: { host: 'smtp.nordwerk.example', security: 'tls' },
    });
    expect([status, body.code, JSON.stringify(body)]).toEqual([
      422,
      'PARAMETERS_INVALID',
      expect.stringContaining('sending.port'),
    ]);
    const accounts = await fixture.dora.query<MailAccount[]>('mail.accountSettings');
    expect(accounts.map(({ email }) => email)).not.toContain(half.email);
    // Without any it is the operator's.
    const { accountId } = await fixture.dora.command<{ accountId: number }>('mail.addAccount', half);
    const added = (await fixture.dora.query<MailAccount[]>('mail.accountSettings')).find(({ id }) => id === accountId);
    expect(added).toMatchObject({ sending: null, sentCopy: 'auto' });
  });
});
