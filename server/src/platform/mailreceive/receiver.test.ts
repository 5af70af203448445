import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MailReceiver, ReceivedMail } from './index.ts';
import { SmtpPeer } from './testing/smtp-peer.ts';
import { startTestReceiver, type Person, type TestReceiverOptions } from './testing/test-receiver.ts';

interface Taken {
  readonly sender: string;
  readonly to: readonly string[];
  readonly raw: string;
}
let folder: string;
let receiver: MailReceiver;
let taken: Taken[];
let peers: SmtpPeer[];
let accept: (mail: ReceivedMail<Person>) => Promise<void>;
let mayPass: () => Promise<boolean>;

async function start(more: TestReceiverOptions = {}): Promise<void> {
  await receiver?.close();
  receiver = await startTestReceiver(folder, { mayPass: () => mayPass(), accept: (mail) => accept(mail) }, more);
}

const greeted = async (): Promise<SmtpPeer> => {
  const peer = await SmtpPeer.greeted(receiver.port);
  peers.push(peer);
  return peer;
};
const connected = (): SmtpPeer => {
  const peer = new SmtpPeer(receiver.port);
  peers.push(peer);
  return peer;
};
const to = ['info@nordwerk.example'];
const sentPart = (raw: string): string => raw.replace(/^Return-Path: [^\n]*\nReceived: [^\n]*\n(?:\t[^\n]*\n)*/, '');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor smtp '));
  taken = [];
  peers = [];
  mayPass = async () => true;
  accept = async ({ file, sender, recipients }) => {
    taken.push({ sender, to: recipients.map(({ key }) => key), raw: readFileSync(file, 'latin1') });
  };
  await start();
});
afterEach(async () => {
  for (const peer of peers) peer.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a mail arrives as it was sent, with how it came before it, and nothing is left beside', async () => {
  const peer = await greeted();
  const raw = 'Subject: Hallo\r\n\r\n.\r\n..doppelt\r\nÄ\xff\x00\r\nEnde\r\n';
  const reply = await peer.deliver({ to, raw: Buffer.from(raw, 'latin1') });
  expect(reply.code).toBe(250);
  expect(taken).toMatchObject([{ sender: 'paul@werft.example', to: ['info@nordwerk.example'] }]);
  expect(sentPart(taken[0]?.raw ?? '')).toBe(raw);
  expect(taken[0]?.raw).toMatch(
    /^Return-Path: <paul@werft\.example>\r\nReceived: from sender\.example \(\[127\.0\.0\.1\]\)\r\n\tby mx\.nordwerk\.example with ESMTP id \S+\r\n\tfor <info@nordwerk\.example>;\r\n\t\w{3}, \d+ \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\n/,
  );
  expect(readdirSync(join(folder, 'spool'))).toEqual([]);
});

test('says what it can, and what it cannot it does not say', async () => {
  const peer = connected();
  expect((await peer.hear()).text).toMatch(/^220 mx\.nordwerk\.example ESMTP/);
  const { text } = await peer.say('EHLO sender.example');
  const offered = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(4));
  expect(offered.sort()).toEqual([
    '8BITMIME',
    'ENHANCEDSTATUSCODES',
    'PIPELINING',
    'SIZE 200000',
    'SMTPUTF8',
    'STARTTLS',
  ]);
  expect((await peer.say('AUTH PLAIN AGEAYg==')).code).toBe(500);
  expect((await peer.say('VRFY info')).code).toBe(252);
});

test('goes on encrypted by a certificate of its own, the same after the next start', async () => {
  const peer = await greeted();
  const fingerprint = await peer.startTls();
  expect((await peer.say('MAIL FROM:<a@b.example>')).code).toBe(503);
  await peer.say('EHLO sender.example');
  expect((await peer.deliver({ to, raw: Buffer.from('A: b\r\n\r\nc\r\n') })).code).toBe(250);
  expect(taken[0]?.raw).toContain('with ESMTPS id');
  const pem = readFileSync(join(folder, 'smtp.pem'), 'utf8');
  expect(new X509Certificate(pem).fingerprint256).toBe(fingerprint);
  await start();
  expect(await (await greeted()).startTls()).toBe(fingerprint);
});

test('what was said in the clear before the encryption is not carried out after it', async () => {
  const peer = await greeted();
  peer.write('STARTTLS\r\nMAIL FROM:<evil@x.example>\r\nRCPT TO:<info@nordwerk.example>\r\n');
  expect((await peer.hear()).code).toBe(220);
  expect(taken).toEqual([]);
});

describe('refuses', () => {
  test('whoever talks before the greeting', async () => {
    const peer = connected();
    peer.write('EHLO sender.example\r\nMAIL FROM:<a@b.example>\r\n');
    expect((await peer.hear()).code).toBe(554);
    expect(await peer.isHungUp()).toBe(true);
    const half = connected();
    half.write('EHL');
    expect((await half.hear()).code).toBe(554);
  });

  test('recipients elsewhere and unknown ones, and whoever guesses many', async () => {
    const peer = await greeted();
    await peer.say('MAIL FROM:<a@b.example>');
    for (const address of ['anna@elsewhere.example', 'nobody@nordwerk.example', 'a%b.example@relay.example']) {
      expect((await peer.say(`RCPT TO:<${address}>`)).text).toMatch(/^550 5\.1\.1 /);
    }
    expect((await peer.say('RCPT TO:<@nordwerk.example:victim@other.example>')).code).toBeGreaterThanOrEqual(500);
    expect((await peer.say('DATA')).code).toBe(503);
    let last = { code: 0, text: '' };
    for (let guess = 0; guess < 20 && last.code !== 421; guess += 1) {
      last = await peer.say(`RCPT TO:<nobody${guess}@nordwerk.example>`);
    }
    expect(last.code).toBe(421);
    expect(await peer.isHungUp()).toBe(true);
  });

  test('more recipients than there may be, but takes the mail for the others', async () => {
    await start({ limits: { recipients: 2 } });
    const peer = await greeted();
    await peer.say('MAIL FROM:<a@b.example>');
    expect((await peer.say('RCPT TO:<a@nordwerk.example>')).code).toBe(250);
    expect((await peer.say('RCPT TO:<b@nordwerk.example>')).code).toBe(250);
    expect((await peer.say('RCPT TO:<c@nordwerk.example>')).text).toMatch(/^452 4\.5\.3 /);
    await peer.say('DATA');
    peer.write('A: b\r\n\r\nc\r\n.\r\n');
    expect((await peer.hear()).code).toBe(250);
    expect(taken[0]?.to).toEqual(['a@nordwerk.example', 'b@nordwerk.example']);
    expect(taken[0]?.raw).not.toContain('for <');
  });

  test('mails that are too large, announced or not, and goes on with the next', async () => {
    const peer = await greeted();
    expect((await peer.say('MAIL FROM:<a@b.example> SIZE=200001')).text).toMatch(/^552 5\.3\.4 /);
    const tooLarge = await peer.deliver({ to, raw: Buffer.alloc(200_001, 'x') });
    expect(tooLarge.text).toMatch(/^552 5\.3\.4 /);
    expect(readdirSync(join(folder, 'spool'))).toEqual([]);
    expect((await peer.deliver({ to, raw: Buffer.from('A: b\r\n\r\nc\r\n') })).code).toBe(250);
    expect(taken).toHaveLength(1);
  });

  test('whoever never stops sending', async () => {
    const peer = await greeted();
    await peer.say('MAIL FROM:<a@b.example>');
    await peer.say('RCPT TO:<info@nordwerk.example>');
    await peer.say('DATA');
    peer.write(Buffer.alloc(600_000, 'x'));
    expect((await peer.hear()).text).toMatch(/^552 5\.3\.4 /);
    expect(await peer.isHungUp()).toBe(true);
  });

  test('mails that go in a circle', async () => {
    const peer = await greeted();
    const hops = (count: number) => Buffer.from(`${'Received: from a by b; now\r\n'.repeat(count)}\r\nReceived: x\r\n`);
    expect((await peer.deliver({ to, raw: hops(31) })).text).toMatch(/^554 5\.4\.6 /);
    expect((await peer.deliver({ to, raw: hops(30) })).code).toBe(250);
  });

  test('for now whom it does not know yet', async () => {
    mayPass = async () => false;
    const peer = await greeted();
    await peer.say('MAIL FROM:<a@b.example>');
    expect((await peer.say('RCPT TO:<info@nordwerk.example>')).text).toMatch(/^451 4\.7\.1 /);
    await start({ greylists: false });
    expect((await (await greeted()).deliver({ to, raw: Buffer.from('A: b\r\n\r\nc\r\n') })).code).toBe(250);
  });

  test('for now what it cannot keep, in words that fit', async () => {
    const peer = await greeted();
    const raw = Buffer.from('A: b\r\n\r\nc\r\n');
    accept = () => Promise.reject(new Error('the database is away'));
    expect((await peer.deliver({ to, raw })).text).toMatch(/^451 4\.3\.0 (?!.*database)/);
    accept = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect((await peer.deliver({ to, raw })).text).toMatch(/^452 4\.3\.1 /);
    expect(readdirSync(join(folder, 'spool'))).toEqual([]);
  });

  test('more connections from a network than there may be', async () => {
    await start({ limits: { connectionsOfNetwork: 2 } });
    await greeted();
    const second = await greeted();
    expect((await connected().hear()).text).toMatch(/^421 4\.7\.0 /);
    await second.say('QUIT');
    expect(await second.isHungUp()).toBe(true);
    await greeted();
  });

  test('lines and sessions without an end, and web pages', async () => {
    const long = await greeted();
    long.write('x'.repeat(10_000));
    expect((await long.hear()).code).toBe(421);
    const web = connected();
    await web.hear();
    expect((await web.say('POST / HTTP/1.1')).code).toBe(421);
    await start({ limits: { idleCommands: 20 } });
    const idle = await greeted();
    let last = { code: 0, text: '' };
    for (let count = 0; count < 30 && last.code !== 421; count += 1) last = await idle.say('NOOP');
    expect(last.code).toBe(421);
  });
});

describe('ends whoever lets it wait', () => {
  test('for a command, one byte at a time too', async () => {
    await start({ limits: { commandMs: 400 } });
    const silent = connected();
    expect((await silent.hear()).code).toBe(220);
    expect((await silent.hear()).code).toBe(421);
    const slow = connected();
    await slow.hear();
    const drip = setInterval(() => slow.write('N'), 50);
    expect((await slow.hear()).code).toBe(421);
    clearInterval(drip);
  });

  test('for the rest of a mail, or for all of it', async () => {
    await start({ limits: { pieceMs: 300, dataMs: 1500 } });
    const begin = async (): Promise<SmtpPeer> => {
      const peer = await greeted();
      await peer.say('MAIL FROM:<a@b.example>');
      await peer.say('RCPT TO:<info@nordwerk.example>');
      await peer.say('DATA');
      return peer;
    };
    const stuck = await begin();
    stuck.write('Subject: half');
    expect((await stuck.hear()).code).toBe(421);
    const slow = await begin();
    const drip = setInterval(() => slow.write('x\r\n'), 50);
    expect((await slow.hear()).code).toBe(421);
    clearInterval(drip);
    expect(taken).toEqual([]);
    await expect.poll(() => readdirSync(join(folder, 'spool'))).toEqual([]);
  });

  test('but not whom it lets wait itself', async () => {
    await start({ limits: { commandMs: 1500 } });
    accept = async () => {
      await sleep(3500);
    };
    expect((await (await greeted()).deliver({ to, raw: Buffer.from('A: b\r\n\r\nc\r\n') })).code).toBe(250);
  });
});

// Every way to write an end of data that is none, with a second mail behind it.
test.each([
  '\n.\n',
  '\n.\r\n',
  '\r.\r',
  '\r\n.\n',
  '\r\n.\r',
  '\n.\r',
  '\r.\n',
  '\r.\r\n',
  '\r\n\x00.\r\n',
  '\r\n.\x00\r\n',
  '\r\n.\r\r\n',
])('%j in a mail does not end it', async (ending) => {
  const peer = await greeted();
  const inner =
    'MAIL FROM:<evil@x.example>\r\nRCPT TO:<info@nordwerk.example>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n';
  const raw = Buffer.from(`Subject: outer\r\n\r\nhello${ending}${inner}`, 'latin1');
  expect((await peer.deliver({ to, raw })).code).toBe(250);
  expect(taken).toHaveLength(1);
  expect(sentPart(taken[0]?.raw ?? '')).toBe(raw.toString('latin1'));
  expect((await peer.say('NOOP')).code).toBe(250);
  // And as a mail server would pass it on that knows of no such line ends, without doubling a dot.
  await peer.say('MAIL FROM:<a@b.example>');
  await peer.say('RCPT TO:<info@nordwerk.example>');
  await peer.say('DATA');
  peer.write(Buffer.concat([raw, Buffer.from('\r\n.\r\n')]));
  expect((await peer.hear()).code).toBe(250);
  expect((await peer.say('NOOP')).text).toMatch(/^250 2\.0\.0 OK/);
  expect(taken.map(({ sender }) => sender)).toEqual(['paul@werft.example', 'a@b.example']);
});

test('commands may be sent without waiting for answers', async () => {
  const peer = await greeted();
  peer.write(
    'MAIL FROM:<a@b.example>\r\nRCPT TO:<info@nordwerk.example>\r\nRCPT TO:<nobody@nordwerk.example>\r\nDATA\r\n',
  );
  expect([await peer.hear(), await peer.hear(), await peer.hear(), await peer.hear()].map(({ code }) => code)).toEqual([
    250, 250, 550, 354,
  ]);
  peer.write('A: b\r\n\r\nc\r\n.\r\nMAIL FROM:<a@b.example>\r\nRSET\r\nQUIT\r\n');
  expect([await peer.hear(), await peer.hear(), await peer.hear(), await peer.hear()].map(({ code }) => code)).toEqual([
    250, 250, 250, 221,
  ]);
});

test('recipients of a mail that was given up are not those of the next', async () => {
  const peer = await greeted();
  await peer.say('MAIL FROM:<a@b.example>');
  await peer.say('RCPT TO:<first@nordwerk.example>');
  await peer.say('RSET');
  expect((await peer.deliver({ to: ['Second@Nordwerk.example'], raw: Buffer.from('A: b\r\n\r\nc\r\n') })).code).toBe(
    250,
  );
  expect(taken[0]?.to).toEqual(['second@nordwerk.example']);
});

test('a peer that leaves in the middle costs nothing, and others go on meanwhile', async () => {
  const leaver = await greeted();
  await leaver.say('MAIL FROM:<a@b.example>');
  await leaver.say('RCPT TO:<info@nordwerk.example>');
  await leaver.say('DATA');
  leaver.write('Subject: half a ma');
  const other = await greeted();
  expect((await other.deliver({ to, raw: Buffer.from('A: b\r\n\r\nc\r\n') })).code).toBe(250);
  leaver.close();
  await expect.poll(() => readdirSync(join(folder, 'spool'))).toEqual([]);
  expect(taken).toHaveLength(1);
});

test('a stop tells those who wait, and lets a mail under way be taken', async () => {
  let go: (() => void) | undefined;
  accept = () => new Promise<void>((resolve) => (go = resolve));
  await start({ limits: { closeMs: 5000 } });
  const idle = await greeted();
  const busy = await greeted();
  const answered = busy.deliver({ to, raw: Buffer.from('A: b\r\n\r\nc\r\n') });
  await expect.poll(() => go).toBeDefined();
  expect(readdirSync(join(folder, 'spool'))).toHaveLength(1);
  const closing = receiver.close();
  expect((await idle.hear()).text).toMatch(/^421 4\.3\.2 /);
  await sleep(50);
  go?.();
  expect((await answered).code).toBe(250);
  expect((await busy.hear()).code).toBe(421);
  await closing;
});

test('a stop waits for nobody who never ends', async () => {
  const silent = connect({ port: receiver.port, host: '127.0.0.1', allowHalfOpen: true });
  await once(silent, 'data');
  silent.pause();
  const closing = receiver.close();
  expect(await Promise.race([closing.then(() => 'closed'), sleep(5000, 'open')])).toBe('closed');
  silent.destroy();
});
