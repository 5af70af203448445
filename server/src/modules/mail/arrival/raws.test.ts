import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { rawMail } from '../testing/factory.ts';
import { importMail, importTarget } from '../index.ts';

let server: TestServer;
let parser: MailParser;
let instance: Instance;

/** Somebody with a mailbox of their own, and perhaps of others, too. */
interface Holder {
  readonly client: TestClient;
  readonly userId: number;
  readonly accountId: number;
  readonly boxId: number;
  readonly email: string;
}
let anna: Holder;
let ben: Holder;

async function holder(userName: string): Promise<Holder> {
  const userId = await server.person(instance, userName);
  const client = await server.client(instance, userName);
  const email = `${userName}@nordwerk.example`;
  const fields = { host: '127.0.0.1', port: 1, security: 'none', userName: email, password: 'x', memberIds: [] };
  const added = await client.command<{ accountId: number; boxId: number }>('mail.addAccount', {
    ...fields,
    name: userName,
    email,
  });
  await client.command('mail.pauseAccount', { accountId: added.accountId });
  return { client, userId, email, ...added };
}

beforeAll(async () => {
  server = await startTestServer();
  parser = new MailParser({ processes: 1 });
  instance = await server.instance('bytes');
  anna = await holder('anna');
  ben = await holder('ben');
});
afterAll(async () => {
  await server?.close();
  await parser?.close();
});

async function bring({ boxId }: Holder, raw: string): Promise<number> {
  const parts = { platform: server.platform, change: server.change, parser };
  const target = await importTarget(parts, instance, boxId);
  if (target === undefined) throw new Error('The mailbox has no account');
  return (await importMail(parts, instance, target, { raw: Buffer.from(raw, 'latin1'), status: 1 })).mailId;
}
/** A mail as it comes to a mailbox: with the traces of its way. */
const withTrace = ({ email }: Holder, raw: string): string =>
  `Delivered-To: ${email}\r\nReceived: from mx.example by in.example for <${email}>; Mon, 2 Mar 2026 09:00:00 +0100\r\n${raw}`;
const idFor = ({ userId }: { userId: number }, entryId: number): string =>
  formatAggregateId({ module: 'email', entryId, userId });
const source = async (by: Holder, mailId: number): Promise<string> =>
  (await by.client.tryQuery<string>('mail.source', { aggregateId: idFor(by, mailId) })).body as unknown as string;
const exported = async (by: Holder): Promise<string> =>
  (await by.client.tryQuery('mail.export', { accountId: by.accountId, format: 'mbox' })).body as unknown as string;

test('each has the bytes that came to the own mailbox: as source, in the header, in a copy, and taken out', async () => {
  const raw = rawMail({ subject: 'Zwei', messageId: 'zwei@werft.example' });
  const mailId = await bring(anna, withTrace(anna, raw));
  expect(await bring(ben, withTrace(ben, raw))).toBe(mailId);
  for (const [own, other] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    expect(await source(own, mailId)).toBe(withTrace(own, raw));
    const aggregateId = idFor(own, mailId);
    const header = JSON.stringify(await own.client.query('mail.headers', { aggregateId }));
    expect([header.includes(own.email), header.includes(other.email)]).toEqual([true, false]);
    const mbox = await exported(own);
    expect([mbox.includes(`Delivered-To: ${own.email}`), mbox.includes(other.email)]).toEqual([true, false]);
  }
});

test('who is given a mail has the bytes of whoever gave it', async () => {
  const raw = rawMail({ subject: 'Gegeben', messageId: 'gegeben@werft.example' });
  const mailId = await bring(anna, withTrace(anna, raw));
  await bring(ben, withTrace(ben, raw));
  const userId = await server.person(instance, 'carla');
  const client = await server.client(instance, 'carla');
  const carla = { ...ben, client, userId };
  await ben.client.command('globalization.set', { aggregateIds: [idFor(ben, mailId)], userIds: [userId], message: '' });
  expect(await source(carla, mailId)).toBe(withTrace(ben, raw));
});

test('one byte that is another one makes it another mail, with bytes of its own', async () => {
  const raw = rawMail({ subject: 'Byte', messageId: 'byte@werft.example', text: 'Guten Tag A' });
  const other = raw.replace('Guten Tag A', 'Guten Tag B');
  const [first, second] = [await bring(anna, raw), await bring(ben, other)];
  expect(first).not.toBe(second);
  expect([await source(anna, first), await source(ben, second)]).toEqual([raw, other]);
});

describe('a mail that is gone from one mailbox', () => {
  test('keeps its bytes in the other one', async () => {
    const raw = rawMail({ subject: 'Weg', messageId: 'weg@werft.example' });
    const mailId = await bring(anna, withTrace(anna, raw));
    await bring(ben, withTrace(ben, raw));
    await anna.client.command('mail.removeAccount', { accountId: anna.accountId });
    expect(await source(ben, mailId)).toBe(withTrace(ben, raw));
  });
});
