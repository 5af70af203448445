import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MailReceiver } from './index.ts';
import { SmtpPeer } from './testing/smtp-peer.ts';
import { startTestReceiver, type TestReceiverOptions } from './testing/test-receiver.ts';

let folder: string;
let receiver: MailReceiver | undefined;
let taken: { readonly to: readonly string[] }[];
let peers: SmtpPeer[];

async function start(more: TestReceiverOptions = {}): Promise<void> {
  receiver = await startTestReceiver(
    folder,
    {
      mayPass: async () => true,
      accept: async ({ recipients }) => void taken.push({ to: recipients.map(({ key }) => key) }),
    },
    more,
  );
}

const keep = (peer: SmtpPeer): SmtpPeer => {
  peers.push(peer);
  return peer;
};
/** Somebody who connects from an address of this machine's own network. */
const from = (address: string): SmtpPeer => keep(new SmtpPeer(receiver?.port ?? 0, address));
const greeted = async (address = '127.0.0.1'): Promise<SmtpPeer> =>
  keep(await SmtpPeer.greeted(receiver?.port ?? 0, address));

const RAW = Buffer.from('A: b\r\n\r\nc\r\n');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor smtp '));
  taken = [];
  peers = [];
});
afterEach(async () => {
  for (const peer of peers) peer.close();
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('parameters that are not offered', () => {
  test.each([
    ['MAIL FROM:<a@b.example> FOO=bar', 555],
    ['MAIL FROM:<a@b.example> SIZE=10 X-NEVER', 555],
    ['MAIL FROM:<a@b.example> AUTH=<>', 555],
    ['MAIL FROM:<a@b.example> RET=FULL', 555],
    ['MAIL FROM:<a@b.example> SIZE=10 BODY=8BITMIME SMTPUTF8', 250],
    ['mail from:<a@b.example> body=7bit', 250],
    ['MAIL FROM:<a@b.example> BODY=X', 501],
    ['MAIL FROM:<a@b.example> BODY=BINARYMIME', 501],
    ['MAIL FROM:<a@b.example> BODY', 501],
    ['MAIL FROM:<a@b.example> SIZE=ten', 501],
    ['MAIL FROM:<a@b.example> SMTPUTF8=yes', 501],
    ['MAIL FROM:<a@b.example> BODY=X FOO=bar', 555],
    ['MAIL FROM:<a@b.example', 501],
  ])('%s gets %d', async (command, code) => {
    await start();
    const peer = await greeted();
    expect((await peer.say(command)).code).toBe(code);
    expect((await peer.say('NOOP')).code).toBe(250);
  });

  test.each([
    ['RCPT TO:<info@nordwerk.example> NOTIFY=NEVER', 555],
    ['RCPT TO:<info@nordwerk.example> FOO', 555],
    ['RCPT TO:<info@nordwerk.example>', 250],
  ])('%s gets %d', async (command, code) => {
    await start();
    const peer = await greeted();
    await peer.say('MAIL FROM:<a@b.example>');
    expect((await peer.say(command)).code).toBe(code);
  });
});

describe('the postmaster', () => {
  test.each(['postmaster', 'Postmaster', 'postmaster@nordwerk.example', 'POSTMASTER@NordWerk.example'])(
    'can be written to as %s',
    async (address) => {
      await start();
      expect((await (await greeted()).deliver({ to: [address], raw: RAW })).code).toBe(250);
      expect(taken).toEqual([{ to: ['first@nordwerk.example'] }]);
    },
  );

  test.each(['postmaster@elsewhere.example', 'postmaster.x@elsewhere.example', 'nobody@nordwerk.example'])(
    'is not %s',
    async (address) => {
      await start();
      expect((await (await greeted()).deliver({ to: [address], raw: RAW })).code).toBe(550);
    },
  );
});

describe('a command that ends in LF alone', () => {
  test.each([
    ['the first', 'MAIL FROM:<evil@x.example>\n'],
    ['one behind others', 'NOOP\r\nMAIL FROM:<evil@x.example>\n'],
    ['one whose line began before', 'MAIL FROM:<evil@x.example>', '\n'],
    ['one whose CR is in another place', 'MAIL\r FROM:<evil@x.example>\n'],
  ])('is not obeyed: %s', async (_which, ...pieces) => {
    await start();
    const peer = await greeted();
    for (const piece of pieces) {
      peer.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const codes: number[] = [];
    for (let reply = await peer.hear(); reply.code !== 0; reply = await peer.hear()) codes.push(reply.code);
    expect(codes.at(-1)).toBe(500);
    expect(codes.slice(0, -1)).toEqual(pieces[0]?.startsWith('NOOP') === true ? [250] : []);
  });

  test('is obeyed where its CR came a piece earlier', async () => {
    await start();
    const peer = await greeted();
    peer.write('NOOP\r');
    await new Promise((resolve) => setTimeout(resolve, 20));
    peer.write('\nNOOP\r\n');
    expect([(await peer.hear()).code, (await peer.hear()).code]).toEqual([250, 250]);
  });

  test('within a mail is a part of it', async () => {
    await start();
    const peer = await greeted();
    peer.write(
      'MAIL FROM:<a@b.example>\r\nRCPT TO:<info@nordwerk.example>\r\nDATA\r\nA: b\n\nc\n.\nNOOP\n\r\n.\r\nNOOP\r\n',
    );
    const codes = [];
    for (let count = 0; count < 5; count += 1) codes.push((await peer.hear()).code);
    expect(codes).toEqual([250, 250, 354, 250, 250]);
    expect(taken).toHaveLength(1);
  });
});

// Elsewhere a machine has one address of its own alone.
describe.skipIf(process.platform !== 'linux')('with no room left (left out but on Linux)', () => {
  const limits = { connections: 6, connectionsOfNetwork: 3 };

  test('the silent ones of one network are as many as it may have, wherever in it they come from', async () => {
    await start({ limits });
    for (let host = 1; host <= 3; host += 1) await greeted(`127.0.9.${host}`);
    expect((await from('127.0.9.4').hear()).text).toMatch(/^421 4\.7\.0 /);
    expect((await (await greeted('127.0.8.1')).deliver({ to: ['info@nordwerk.example'], raw: RAW })).code).toBe(250);
  });

  test('a silent one goes for whoever comes, of the network that has most, oldest first', async () => {
    await start({ limits });
    const alone = await greeted('127.0.1.1');
    const several = [await greeted('127.0.2.1'), await greeted('127.0.2.2'), await greeted('127.0.2.3')];
    await greeted('127.0.3.1');
    await greeted('127.0.4.1');
    const next = await greeted('127.0.5.1');
    expect((await several[0]?.hear())?.text).toMatch(/^421 4\.3\.2 /);
    expect((await next.deliver({ to: ['info@nordwerk.example'], raw: RAW })).code).toBe(250);
    expect((await alone.say('NOOP')).code).toBe(250);
    expect((await several[1]?.say('NOOP'))?.code).toBe(250);
  });

  test('whoever sends a mail stays, and who comes then is asked to come again', async () => {
    await start({ limits: { connections: 2, connectionsOfNetwork: 9 } });
    const senders = [await greeted('127.0.1.1'), await greeted('127.0.2.1')];
    for (const sender of senders) {
      await sender.say('MAIL FROM:<a@b.example>');
      await sender.say('RCPT TO:<info@nordwerk.example>');
      expect((await sender.say('DATA')).code).toBe(354);
    }
    expect((await from('127.0.3.1').hear()).code).toBe(421);
    for (const sender of senders) {
      sender.write('A: b\r\n\r\nc\r\n.\r\n');
      expect((await sender.hear()).code).toBe(250);
    }
  });

  test('nor does whoever sends it byte by byte, while one who sends it as mails are sent stays', async () => {
    await start({ limits: { connections: 2, connectionsOfNetwork: 9, stallMs: 200, stallBytes: 1000 } });
    const [slow, quick] = [await greeted('127.0.1.1'), await greeted('127.0.2.1')];
    for (const sender of [slow, quick]) {
      await sender.say('MAIL FROM:<a@b.example>');
      await sender.say('RCPT TO:<info@nordwerk.example>');
      expect((await sender.say('DATA')).code).toBe(354);
    }
    const drip = setInterval(() => {
      slow.write('x');
      quick.write(`${'x'.repeat(998)}\r\n`);
    }, 50);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const next = await greeted('127.0.3.1');
    clearInterval(drip);
    expect((await slow.hear()).text).toMatch(/^421 4\.3\.2 /);
    expect((await next.deliver({ to: ['info@nordwerk.example'], raw: RAW })).code).toBe(250);
    quick.write('\r\n.\r\n');
    expect((await quick.hear()).code).toBe(250);
  });

  test('whoever begins a mail and says no more keeps nobody out', async () => {
    await start({ limits: { connections: 2, connectionsOfNetwork: 9, stallMs: 100 } });
    for (const address of ['127.0.1.1', '127.0.2.1']) {
      const sender = await greeted(address);
      await sender.say('MAIL FROM:<a@b.example>');
      await sender.say('RCPT TO:<info@nordwerk.example>');
      expect((await sender.say('DATA')).code).toBe(354);
    }
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await (await greeted('127.0.3.1')).deliver({ to: ['info@nordwerk.example'], raw: RAW })).code).toBe(250);
  });
});
