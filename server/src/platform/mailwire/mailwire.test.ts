import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { planFolders } from './folders.ts';
import type { MailServerAddress } from './server.ts';
import { testMailServer } from './test-mail-server.ts';
import { findDovecot, TestDovecot } from './testing/dovecot.ts';
import { MemorySink } from './testing/memory-sink.ts';
import { MailboxWatcher } from './watcher.ts';

const policy = { allowPrivateHosts: true };
const mail = (subject: string, extra = '') =>
  `From: a@b.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@b>\r\n${extra}\r\nText von ${subject}\r\n`;

it("reads the folders that hold a person's own mails, and those that they throw mails into", () => {
  const folder = (path: string, specialUse?: string, flags: string[] = []) => ({
    path,
    pathAsListed: path,
    name: path.split('/').at(-1) ?? '',
    delimiter: '/',
    parent: [],
    parentPath: '',
    flags: new Set(flags),
    specialUse,
    listed: true,
    subscribed: true,
  });
  const plan = planFolders([
    folder('Zeta'),
    folder('Gesendet'),
    folder('INBOX', '\\Inbox'),
    folder('Müll', '\\Junk'),
    folder('Papierkorb'),
    folder('[Gmail]', undefined, ['\\Noselect']),
    folder('[Gmail]/All Mail', '\\All'),
    folder('Archiv', '\\Archive'),
    folder('Entwürfe'),
    folder('Alt', undefined, ['\\Trash']),
  ]);
  expect(plan.folders.map(({ path, role }) => [path, role])).toEqual([
    ['INBOX', 'inbox'],
    ['Gesendet', 'sent'],
    ['Archiv', 'archive'],
    ['Zeta', 'other'],
    ['Müll', 'junk'],
    ['Alt', 'trash'],
    ['Papierkorb', 'trash'],
  ]);
  expect(plan).toMatchObject({ trash: 'Alt', junk: 'Müll', keepsAll: true, prefix: '' });
  expect(planFolders([folder('INBOX'), folder('INBOX/Projekte')])).toMatchObject({ trash: null, prefix: 'INBOX/' });
});

describe('faults', () => {
  const peers: ReturnType<typeof createServer>[] = [];
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const peer of peers.splice(0)) peer.close();
  });
  const peer = async (greet: (socket: Socket) => void): Promise<number> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      greet(socket);
    });
    peers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const at = (port: number, more: Partial<MailServerAddress> = {}): MailServerAddress => ({
    host: '127.0.0.1',
    port,
    security: 'none',
    userName: 'a',
    password: 'b',
    trustedFingerprint: null,
    ...more,
  });

  it('of the network are told apart', async () => {
    const gone = await peer(() => undefined);
    peers.pop()?.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await testMailServer(at(gone), policy)).fault).toMatchObject({
      code: 'CONNECTION_REFUSED',
      address: `127.0.0.1:${gone}`,
    });
    expect((await testMailServer(at(143, { host: 'nirgends.invalid' }), policy)).fault?.code).toBe('HOST_NOT_FOUND');
    expect((await testMailServer(at(143), { allowPrivateHosts: false })).fault?.code).toBe('HOST_NOT_ALLOWED');
    expect((await testMailServer(at(143, { host: '169.254.169.254' }), policy)).fault?.code).toBe('HOST_NOT_ALLOWED');
    const lookup = async () => [{ address: '93.184.216.34', family: 4 }];
    const open = at(143, { host: 'mail.example' });
    expect((await testMailServer(open, { ...policy, lookup })).fault?.code).toBe('HOST_NOT_ALLOWED');
  });

  it('of a peer that is no mail server are told apart', async () => {
    const closes = await peer((socket) => socket.end());
    expect((await testMailServer(at(closes), policy)).fault?.code).toBe('CONNECTION_LOST');
    const plain = await peer((socket) => socket.write('* OK hallo\r\n'));
    expect((await testMailServer(at(plain, { security: 'tls' }), policy)).fault?.code).toBe('TLS_FAILED');
    const busy = await peer((socket) => socket.end('* BYE Too many connections\r\n'));
    expect((await testMailServer(at(busy), policy)).fault?.serverSaid).toContain('Too many connections');
  });

  it('of a server without STARTTLS send no password', async () => {
    const heard: string[] = [];
    const port = await peer((socket) => {
      socket.write('* OK [CAPABILITY IMAP4rev1] da\r\n');
      socket.on('data', (chunk: Buffer) => {
        heard.push(chunk.toString());
        const tag = chunk.toString().split(' ')[0];
        if (/CAPABILITY/i.test(chunk.toString())) socket.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`);
        else socket.write(`${tag} OK\r\n`);
      });
    });
    const { fault } = await testMailServer(at(port, { security: 'starttls', password: 'streng-geheim' }), policy);
    expect(fault?.code).toBe('STARTTLS_NOT_OFFERED');
    expect(heard.join('')).not.toMatch(/streng-geheim|LOGIN|AUTHENTICATE/i);
  });
});

describe.skipIf(findDovecot() === undefined)('with Dovecot (left out where it is not installed)', () => {
  let dovecot: TestDovecot;
  const open: MailboxWatcher[] = [];
  beforeAll(async () => {
    dovecot = await TestDovecot.start();
  });
  afterEach(() => Promise.all(open.splice(0).map((watcher) => watcher.close())));
  afterAll(() => dovecot?.close());

  const server = (userName: string, more: Partial<MailServerAddress> = {}): MailServerAddress => ({
    host: '127.0.0.1',
    port: dovecot.plainPort,
    security: 'none',
    userName,
    password: 'geheim',
    trustedFingerprint: null,
    ...more,
  });
  const watch = (userName: string, sink: MemorySink, more: Partial<MailServerAddress> = {}) => {
    const watcher = new MailboxWatcher({
      server: server(userName, more),
      policy,
      sink,
      pollMs: 60_000,
      retryFirstMs: 100,
    });
    open.push(watcher);
    return watcher;
  };

  it('tests a connection and says what is wrong with it', async () => {
    dovecot.drop('test', mail('eins'));
    expect(await testMailServer(server('test'), policy)).toEqual({ fault: null, folders: 2, mails: 1 });
    expect((await testMailServer(server('test', { password: 'falsch' }), policy)).fault).toMatchObject({
      code: 'SIGN_IN_REFUSED',
      serverSaid: expect.stringContaining('Authentication failed'),
    });
    for (const security of ['tls', 'starttls'] as const) {
      const port = security === 'tls' ? dovecot.tlsPort : dovecot.plainPort;
      const untrusted = await testMailServer(server('test', { security, port }), policy);
      expect(untrusted.fault).toMatchObject({
        code: 'CERTIFICATE_NOT_TRUSTED',
        serverSaid: 'self-signed certificate',
        fingerprint: dovecot.fingerprint,
      });
      const trustedFingerprint = untrusted.fault?.fingerprint ?? null;
      expect((await testMailServer(server('test', { security, port, trustedFingerprint }), policy)).fault).toBeNull();
      const other = Array.from({ length: 32 }, () => 'AA').join(':');
      const pinned = await testMailServer(server('test', { security, port, trustedFingerprint: other }), policy);
      expect(pinned.fault?.code).toBe('CERTIFICATE_NOT_TRUSTED');
    }
  });

  it('takes over what is there, newest first, and what comes', async () => {
    for (let n = 1; n <= 120; n += 1) dovecot.drop('anna', mail(`m${n}`), { flags: n % 2 ? 'S' : '' });
    dovecot.drop('anna', mail('gesendet'), { folder: 'Sent', flags: 'S' });
    dovecot.drop('anna', mail('weg'), { folder: 'Trash' });
    const sink = new MemorySink();
    watch('anna', sink);
    await sink.until(() => sink.watching);
    expect(sink.subjects('INBOX')).toHaveLength(120);
    expect(sink.subjects('Sent')).toEqual(['gesendet']);
    expect(sink.subjects('Trash')).toEqual([]);
    const order = [...(sink.folder('INBOX')?.mails.keys() ?? [])];
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    expect([...(sink.folder('INBOX')?.mails.values() ?? [])].filter(({ flags }) => flags.seen)).toHaveLength(60);
    await dovecot.deliver('anna', mail('neu'));
    await sink.until(() => sink.subjects('INBOX').includes('neu'));
  });

  it.each([[[]], [['CONDSTORE', 'QRESYNC']], [['IDLE', 'CONDSTORE', 'QRESYNC', 'LIST-STATUS', 'SPECIAL-USE']]])(
    'follows flags and removals both ways without %j',
    async (without) => {
      const own = without.length === 0 ? dovecot : await TestDovecot.start({ without });
      try {
        for (let n = 1; n <= 5; n += 1) own.drop('bert', mail(`b${n}`));
        const sink = new MemorySink();
        const watcher = watch('bert', sink, { port: own.plainPort });
        await sink.until(() => sink.watching);
        own.doveadm(['flags', 'add', '-u', 'bert', '\\Seen', 'mailbox', 'INBOX', 'subject', 'b1']);
        own.doveadm(['expunge', '-u', 'bert', 'mailbox', 'INBOX', 'subject', 'b2']);
        watcher.wake();
        await sink.until(() => sink.flags('INBOX', 'b1')?.seen === true && !sink.subjects('INBOX').includes('b2'));
        sink.push('INBOX', 'b3', { add: ['\\Seen', '\\Answered'], remove: [] });
        watcher.push();
        await sink.until(() => sink.pushes.length === 0);
        const flags = own.doveadm(['fetch', '-u', 'bert', 'flags', 'mailbox', 'INBOX', 'subject', 'b3']);
        expect(flags).toMatch(/\\Seen/);
        expect(flags).toMatch(/\\Answered/);
      } finally {
        if (own !== dovecot) await own.close();
      }
    },
  );

  it('goes on where it was after the server and its own side broke off', async () => {
    for (let n = 1; n <= 80; n += 1) dovecot.drop('cora', mail(`c${n}`));
    const sink = new MemorySink();
    sink.failAfter = 30;
    watch('cora', sink);
    await sink.until(() => sink.faults.length > 0);
    expect(sink.faults[0]?.code).toBe('UNKNOWN');
    await sink.until(() => sink.watching);
    expect(sink.subjects('INBOX')).toHaveLength(80);
    expect(sink.fetchedTwice).toBe(0);
    await dovecot.pause();
    await sink.until(() => !sink.watching);
    await dovecot.resume();
    dovecot.drop('cora', mail('danach'));
    await sink.until(() => sink.subjects('INBOX').includes('danach'));
    expect(sink.fetchedTwice).toBe(0);
  });

  it('begins a folder anew when its UIDs became others', async () => {
    dovecot.drop('dora', mail('d1'));
    const sink = new MemorySink();
    const watcher = watch('dora', sink);
    await sink.until(() => sink.watching);
    const before = sink.folder('INBOX')?.uidValidity ?? 0;
    dovecot.doveadm(['mailbox', 'update', '-u', 'dora', '--uid-validity', String(before + 7), 'INBOX']);
    watcher.wake();
    await sink.until(() => sink.folder('INBOX')?.uidValidity === before + 7 && sink.subjects('INBOX').length === 1);
  });
});
