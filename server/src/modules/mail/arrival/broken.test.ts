import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ListEntry } from '@kontor/contract/activity';
import type { MailAccount } from '@kontor/contract/mail';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { rawMail } from '../testing/factory.ts';

const BAD = 2;

/** A server that falls over one of its mails, as some do. */
class FallingServer {
  /** What of the bad mail still makes it fall: all of it, the header too, or nothing. */
  falls: 'whole' | 'header' | 'never' = 'whole';
  /** Times that it was asked for the whole of the bad mail. */
  requestCount = 0;
  readonly #mails = new Map(
    [1, 2, 3].map((uid) => [uid, rawMail({ subject: `Nummer ${uid}`, text: `Inhalt ${uid}` })]),
  );
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('* OK [CAPABILITY IMAP4rev1 UIDPLUS] da\r\n');
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
        const [tag = '', ...words] = heard.slice(0, end).split(' ');
        heard = heard.slice(end + 2);
        const answer = this.#answer(words.join(' '));
        if (answer === undefined) return void socket.destroy();
        socket.write(`${answer}${tag} OK done\r\n`, 'latin1');
      }
    });
  }

  /** Undefined where the server falls. */
  #answer(command: string): string | undefined {
    if (command.startsWith('LIST')) return '* LIST () "/" INBOX\r\n';
    if (command.startsWith('STATUS')) return '* STATUS INBOX (MESSAGES 3 UIDNEXT 4 UIDVALIDITY 5)\r\n';
    if (command.startsWith('SELECT')) return '* 3 EXISTS\r\n* OK [UIDVALIDITY 5]\r\n* OK [UIDNEXT 4]\r\n';
    if (command.startsWith('UID SEARCH')) return '* SEARCH 1 2 3\r\n';
    const uids = /^UID FETCH ([\d,]+) /.exec(command)?.[1]?.split(',').map(Number) ?? [];
    let answer = '';
    for (const uid of uids.toSorted((a, b) => a - b)) {
      const raw = this.#mails.get(uid) ?? '';
      const isWhole = command.includes('BODY.PEEK[]');
      const isHeader = command.includes('BODY.PEEK[HEADER]');
      if (uid === BAD && isWhole) this.requestCount += 1;
      if (uid === BAD && ((isWhole && this.falls !== 'never') || (isHeader && this.falls === 'header')))
        return undefined;
      const header = raw.slice(0, raw.indexOf('\r\n\r\n') + 4);
      const body = isWhole
        ? ` BODY[] {${raw.length}}\r\n${raw}`
        : isHeader
          ? ` BODY[HEADER] {${header.length}}\r\n${header}`
          : ` RFC822.SIZE ${raw.length}`;
      answer += `* ${uid} FETCH (UID ${uid} FLAGS () INTERNALDATE "01-Jan-2026 10:00:00 +0000"${body})\r\n`;
    }
    return answer;
  }
}

let server: TestServer;
let anna: TestClient;
const peers: FallingServer[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const instance = await server.instance('fall');
  await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
});
afterAll(async () => {
  await server?.close();
  for (const peer of peers) await peer.close();
});

const quarantine = () => anna.query<{ aggregateId: string; subject: string; reason: string }[]>('mail.quarantine');

const read = async (falls: FallingServer['falls']) => {
  const peer = new FallingServer();
  peers.push(peer);
  peer.falls = falls;
  const { accountId, boxId } = await anna.command<{ accountId: number; boxId: number }>('mail.addAccount', {
    name: falls,
    email: `${falls}@nordwerk.example`,
    host: '127.0.0.1',
    port: await peer.start(),
    security: 'none',
    userName: falls,
    password: 'x',
  });
  const phase = async () =>
    (await anna.query<MailAccount[]>('mail.accountSettings')).find(({ id }) => id === accountId)?.state.phase;
  /** Reads the mailbox until it is read; nobody waits for the pauses after a failure. */
  const settle = () =>
    expect
      .poll(
        async () => {
          const now = await phase();
          if (now === 'failed') await anna.command('mail.syncAccount', { accountId });
          return now;
        },
        { interval: 200 },
      )
      .toBe('watching');
  const items = () => anna.query<ListEntry[]>('mail.items', { view: 'all', boxIds: [boxId] });
  return { peer, accountId, settle, items };
};

it('a mail that breaks the connection each time is set aside, and the others are read', async () => {
  const { peer, accountId, settle, items } = await read('whole');
  await settle();
  await expect.poll(items).toHaveLength(3);
  // Once beside others, then alone.
  expect(peer.requestCount).toBe(4);
  const [bad] = await quarantine();
  expect(bad).toMatchObject({ subject: 'Nummer 2', reason: 'truncated' });
  // It is left alone from then on, until somebody wants it to be tried.
  await anna.command('mail.syncAccount', { accountId });
  await settle();
  expect(peer.requestCount).toBe(4);
  await anna.command('mail.retryUnreadable', { aggregateIds: [bad?.aggregateId] });
  await expect.poll(() => peer.requestCount).toBe(5);
  await settle();
  expect(await quarantine()).toHaveLength(1);

  peer.falls = 'never';
  await anna.command('mail.retryUnreadable', { aggregateIds: [bad?.aggregateId] });
  await expect.poll(quarantine).toEqual([]);
  const detail = await anna.query<{ readableContentHTML: string }>('mail.details', { aggregateId: bad?.aggregateId });
  expect(detail.readableContentHTML).toContain('Inhalt 2');
  await settle();
  expect((await items()).map(({ information }) => information).toSorted()).toEqual([
    'Nummer 1',
    'Nummer 2',
    'Nummer 3',
  ]);
  expect(peer.requestCount).toBe(6);
});

it('one of which not even the header can be had is set aside, too', async () => {
  const { settle, items } = await read('header');
  await settle();
  await expect.poll(items).toHaveLength(3);
  expect(await quarantine()).toMatchObject([{ reason: 'truncated' }]);
});
