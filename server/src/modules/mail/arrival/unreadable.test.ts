import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListEntry } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { MailDetail, UnreadableMail } from '@kontor/contract/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox } from '../../activity/factory.ts';
import { rawMail } from '../testing/factory.ts';
import { importMail } from './import.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let boxId: number;

const parser = new MailParser({ processes: 1 });
const childFile = join(import.meta.dirname, '..', '..', '..', 'platform', 'mailparse', 'testing', 'failing-process.ts');
/** Answers to no mail at all. */
const hanging = new MailParser({ processes: 1, wallMs: 300, childFile });

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('nordwerk');
  annaId = await server.person(instance, 'anna');
  await server.person(instance, 'ben');
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  boxId = await seedBox(server.change, instance, [annaId]);
});
afterAll(async () => {
  await server?.close();
  await Promise.all([parser.close(), hanging.close()]);
});

/** Imports a mail and answers its id as Anna knows it. */
async function importAs(raw: string, by: MailParser): Promise<{ mailId: number; aggregateId: string }> {
  const parts = { platform: server.platform, change: server.change, parser: by };
  const target = { boxId, channel: 'info@nordwerk.example', memberIds: [annaId] };
  const { mailId } = await importMail(parts, instance, target, { raw: Buffer.from(raw), status: 1 });
  return { mailId, aggregateId: formatAggregateId({ module: 'email', entryId: mailId, userId: annaId }) };
}
const detail = (aggregateId: string) => anna.query<MailDetail>('mail.details', { aggregateId });
const quarantine = (client: TestClient) => client.query<UnreadableMail[]>('mail.quarantine');
const listed = async (aggregateId: string) => (await quarantine(anna)).find((mail) => mail.aggregateId === aggregateId);
/** A mail that a version before could not read. */
async function unread(seed: Parameters<typeof rawMail>[0]) {
  const mail = await importAs(rawMail(seed), parser);
  await sql`update mail set unreadable = 'not-parsable', html = '', subject = '(nicht lesbar)', people = jsonb_set(people, '{from}', '[]')
    where instance_id = ${instance.id} and mail_id = ${mail.mailId}`.execute(server.platform.database.owner);
  await sql`delete from mail_attachment where instance_id = ${instance.id} and mail_id = ${mail.mailId}`.execute(
    server.platform.database.owner,
  );
  return mail;
}

test('a mail that took too long is listed at once, and read at leisure without anybody asking', async () => {
  const raw = rawMail({ subject: 'Braucht lange', html: '<p>Endlich</p>', files: { 'Plan.pdf': Buffer.from('%PDF') } });
  const { aggregateId } = await importAs(raw, hanging);
  expect(await detail(aggregateId)).toMatchObject({ aggregateId });
  await expect.poll(async () => (await detail(aggregateId)).unreadableReason).toBeNull();
  expect(await detail(aggregateId)).toMatchObject({ unreadable: false, subject: 'Braucht lange' });
  expect((await detail(aggregateId)).mailModelAttachments.map(({ filename }) => filename)).toEqual(['Plan.pdf']);
});

test('one that can never be read says why, to those who see it, and can be had whole', async () => {
  const raw = `From: a@b.example\r\nSubject: Kopflastig\r\nX-Long: ${'x'.repeat(1_100_000)}\r\n\r\nText\r\n`;
  const { aggregateId } = await importAs(raw, parser);
  expect(await detail(aggregateId)).toMatchObject({ unreadable: true, unreadableReason: 'malformed' });
  expect(await listed(aggregateId)).toMatchObject({
    subject: 'Kopflastig',
    senderAddress: 'a@b.example',
    size: raw.length,
    reason: 'malformed',
    mailbox: 'info@nordwerk.example',
  });
  expect(await quarantine(ben)).toEqual([]);
  const before = await detail(aggregateId);
  await anna.command('mail.retryUnreadable', { aggregateIds: [aggregateId] });
  await expect
    .poll(async () => (await detail(aggregateId)).entry.aggregateVersion)
    .toBeGreaterThan(before.entry.aggregateVersion);
  expect(await detail(aggregateId)).toMatchObject({
    unreadable: true,
    subject: 'Kopflastig',
    timestamp: before.timestamp,
  });
});

describe('what is read anew', () => {
  test('keeps its id and how it stands with people, and is found by what it says', async () => {
    const { aggregateId } = await unread({
      subject: 'Wieder da',
      from: 'Vera Lang <vera@werft.example>',
      html: '<p>Kranwagen</p>',
      files: { 'Skizze.pdf': Buffer.from('%PDF') },
    });
    await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'ready' });
    expect(await listed(aggregateId)).toMatchObject({ reason: 'malformed' });
    await anna.command('mail.retryUnreadable', { aggregateIds: [aggregateId] });
    await expect.poll(() => listed(aggregateId)).toBeUndefined();
    const after = await detail(aggregateId);
    expect(after).toMatchObject({ subject: 'Wieder da', senderAddress: 'vera@werft.example', unreadableReason: null });
    expect(after.readableContentHTML).toContain('Kranwagen');
    expect(after.mailModelAttachments.map(({ filename }) => filename)).toEqual(['Skizze.pdf']);
    const entries = await anna.query<ListEntry[]>(
      'mail.items',
      { view: 'all', searchTerm: 'Kranwagen' },
      { format: 'json' },
    );
    expect(entries).toMatchObject([{ contact: 'Vera Lang', status: 3, extras: { hasAttachments: true } }]);
  });

  test('is nothing of what the person does not see, and nothing that was read already', async () => {
    const mail = await unread({ subject: 'Annas' });
    const fine = await importAs(rawMail({ subject: 'In Ordnung' }), parser);
    const foreign = await ben.tryCommand('mail.retryUnreadable', { aggregateIds: [mail.aggregateId] });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
    await anna.command('mail.retryUnreadable', { aggregateIds: [fine.aggregateId] });
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'mail.readAnew'`.execute(
      server.platform.database.owner,
    );
    expect(rows).toHaveLength(0);
    expect(await listed(mail.aggregateId)).toBeDefined();
  });

  test('stays the beginning of a mail where that is all there is', async () => {
    const { mailId, aggregateId } = await importAs(rawMail({ subject: 'Halb' }), parser);
    await sql`update mail set unreadable = 'truncated' where instance_id = ${instance.id} and mail_id = ${mailId}`.execute(
      server.platform.database.owner,
    );
    const before = await detail(aggregateId);
    expect(before.unreadableReason).toBe('truncated');
    await anna.command('mail.retryUnreadable', { aggregateIds: [aggregateId] });
    await expect
      .poll(async () => (await detail(aggregateId)).entry.aggregateVersion)
      .toBeGreaterThan(before.entry.aggregateVersion);
    expect(await detail(aggregateId)).toMatchObject({ unreadableReason: 'truncated', subject: 'Halb' });
  });
});

test('what is being read when the server stops is read to its end', async () => {
  const own = await startTestServer({}, { alone: true });
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const { parse, close } = MailParser.prototype;
  vi.spyOn(MailParser.prototype, 'parse').mockImplementation(async function (this: MailParser, source) {
    if (this === hanging) return parse.call(this, source);
    order.push('begun');
    await held.promise;
    const outcome = await parse.call(this, source);
    order.push(outcome.ok ? 'read' : outcome.reason);
    return outcome;
  });
  vi.spyOn(MailParser.prototype, 'close').mockImplementation(function (this: MailParser) {
    order.push('closed');
    return close.call(this);
  });
  try {
    const other = await own.instance('ende');
    const doraId = await own.person(other, 'dora');
    const target = { boxId: await seedBox(own.change, other, [doraId]), channel: '', memberIds: [doraId] };
    const parts = { platform: own.platform, change: own.change, parser: hanging };
    await importMail(parts, other, target, { raw: Buffer.from(rawMail({})), status: 1 });
    await expect.poll(() => order).toEqual(['begun']);
    const closing = own.app.close();
    await sleep(300);
    held.resolve();
    await closing;
    expect(order.slice(0, 3)).toEqual(['begun', 'read', 'closed']);
  } finally {
    vi.restoreAllMocks();
    await own.close();
  }
});
