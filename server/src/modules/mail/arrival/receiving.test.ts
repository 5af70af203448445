import type { ListEntry } from '@kontor/contract/activity';
import type { MailAccount } from '@kontor/contract/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SmtpPeer } from '../../../platform/mailreceive/testing/smtp-peer.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { rawMail } from '../testing/factory.ts';
import { startReceiving } from './receiving.ts';

let server: TestServer;
let instance: Instance;
let other: Instance;
let anna: TestClient;
let ben: TestClient;
let benId: number;
let carla: TestClient;

beforeAll(async () => {
  server = await startTestServer({ KONTOR_SMTP_PORT: '0', KONTOR_SMTP_NAME: 'mx.nordwerk.example' });
  instance = await server.instance('nordwerk');
  other = await server.instance('suedwerk');
  await server.person(instance, 'anna', { isAdministrator: true });
  benId = await server.person(instance, 'ben');
  await server.person(other, 'carla', { isAdministrator: true });
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  carla = await server.client(other, 'carla');
});
afterAll(() => server?.close());

/** Who has delivered stays connected for the next mail: a receiver is silent for a moment before it greets. */
const idle: SmtpPeer[] = [];
afterAll(() => idle.forEach((peer) => peer.close()));

/** Delivers as a real mail server does: it comes again when it is told to. */
async function deliver(raw: string, ...to: string[]): Promise<string> {
  const peer = idle.pop() ?? (await SmtpPeer.greeted(server.app.smtpPort ?? 0));
  await peer.say('RSET');
  let reply = await peer.deliver({ to, raw: Buffer.from(raw, 'latin1') });
  for (let tries = 0; reply.code === 451 && tries < to.length + 1; tries += 1) {
    server.advance(61_000);
    await peer.say('RSET');
    reply = await peer.deliver({ to, raw: Buffer.from(raw, 'latin1') });
  }
  idle.push(peer);
  return reply.text;
}

const mails = (client: TestClient): Promise<ListEntry[]> =>
  client.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
const withSubject = async (client: TestClient, subject: string): Promise<ListEntry[]> =>
  (await mails(client)).filter(({ information }) => information === subject);
const arrived = (client: TestClient, subject: string, count = 1) =>
  expect.poll(async () => (await withSubject(client, subject)).length).toBe(count);
const source = async (client: TestClient, aggregateId: string): Promise<string> => {
  const search = new URLSearchParams({ query: 'mail.source', parameters: JSON.stringify({ aggregateId }) });
  const answer = await fetch(`${client.base}/query?${search.toString()}`, { headers: client.headers() });
  return Buffer.from(await answer.arrayBuffer()).toString('latin1');
};
const account = async (client: TestClient, email: string): Promise<MailAccount | undefined> =>
  (await client.query<MailAccount[]>('mail.accountSettings')).find((it) => it.email === email);
const add = (client: TestClient, email: string, more: Record<string, unknown> = {}) =>
  client.tryCommand<{ accountId: number; boxId: number }>('mail.addAddress', { name: email, email, ...more });

test('a mail for an address arrives, byte for byte, with those who belong to it', async () => {
  expect((await add(anna, 'anfragen@nordwerk.example', { memberIds: [benId] })).status).toBe(200);
  const raw = rawMail({ subject: 'Rund um Hamburg', to: 'anfragen@nordwerk.example' });
  expect(await deliver(raw, 'Anfragen@NordWerk.example')).toMatch(/^250 /);
  await arrived(anna, 'Rund um Hamburg');
  await arrived(ben, 'Rund um Hamburg');
  const [entry] = await withSubject(ben, 'Rund um Hamburg');
  expect(entry).toMatchObject({ status: 1, channel: 'anfragen@nordwerk.example', direction: 'incoming' });
  const kept = await source(ben, entry?.aggregateId ?? '');
  expect(kept.endsWith(raw)).toBe(true);
  expect(kept).toMatch(/^Return-Path: <paul@werft\.example>\r\nReceived: from sender\.example /);
  expect(await account(anna, 'anfragen@nordwerk.example')).toMatchObject({
    kind: 'smtp',
    host: '',
    state: { phase: 'watching', done: 1, total: 1, fault: null, quarantined: 0 },
  });
  expect(await anna.query('mail.receiver')).toEqual({ isOn: true, name: 'mx.nordwerk.example', port: 0 });
});

test('the same mail delivered again, also at the same time, is one mail', async () => {
  await add(anna, 'einmal@nordwerk.example');
  const raw = rawMail({ subject: 'Genau einmal' });
  await deliver(rawMail({ subject: 'Vorbote' }), 'einmal@nordwerk.example');
  const replies = await Promise.all(Array.from({ length: 5 }, () => deliver(raw, 'einmal@nordwerk.example')));
  expect(replies.every((reply) => reply.startsWith('250 '))).toBe(true);
  await arrived(anna, 'Genau einmal');
  expect(await deliver(raw, 'einmal@nordwerk.example')).toMatch(/^250 /);
  await arrived(anna, 'Genau einmal');
  expect(await account(anna, 'einmal@nordwerk.example')).toMatchObject({ state: { done: 2, total: 2 } });
});

test('a mail for two boxes is one for who belongs to both, and one for each instance', async () => {
  await add(anna, 'a@nordwerk.example');
  await add(anna, 'b@nordwerk.example', { memberIds: [benId] });
  await add(carla, 'c@suedwerk.example');
  const raw = rawMail({ subject: 'Rundschreiben' });
  expect(await deliver(raw, 'a@nordwerk.example', 'b@nordwerk.example', 'c@suedwerk.example')).toMatch(/^250 /);
  await arrived(anna, 'Rundschreiben');
  await arrived(ben, 'Rundschreiben');
  await arrived(carla, 'Rundschreiben');
  const [entry] = await withSubject(carla, 'Rundschreiben');
  expect(await source(carla, entry?.aggregateId ?? '')).not.toContain('nordwerk.example>;');
});

test('what is for the postmaster comes to the oldest address of the domain, or of the server', async () => {
  await add(carla, 'zuerst@ostwerk.example');
  await add(carla, 'danach@ostwerk.example');
  const to = (address: string, subject: string) => deliver(rawMail({ subject }), address);
  expect(await to('postmaster@OSTwerk.example', 'An den Postmeister')).toMatch(/^250 /);
  await arrived(carla, 'An den Postmeister');
  expect((await withSubject(carla, 'An den Postmeister'))[0]?.channel).toBe('zuerst@ostwerk.example');
  expect(await to('Postmaster', 'An den Server')).toMatch(/^250 /);
  await arrived(anna, 'An den Server');
  expect(await to('postmaster@elsewhere.example', 'Anderswo')).toMatch(/^550 /);
  await add(carla, 'postmaster@ostwerk.example');
  expect(await to('postmaster@ostwerk.example', 'An den eigenen')).toMatch(/^250 /);
  await arrived(carla, 'An den eigenen');
  expect((await withSubject(carla, 'An den eigenen'))[0]?.channel).toBe('postmaster@ostwerk.example');
});

test('an address belongs to one account of the whole server', async () => {
  await add(anna, 'nur-eine@nordwerk.example');
  const taken = (answer: { status: number; body: { code: string } }) => [answer.status, answer.body.code];
  expect(taken(await add(anna, 'Nur-Eine@nordwerk.example'))).toEqual([422, 'MAIL_ADDRESS_TAKEN']);
  expect(taken(await add(carla, 'nur-eine@NORDWERK.example'))).toEqual([422, 'MAIL_ADDRESS_TAKEN']);
  expect(taken(await add(ben, 'bens@nordwerk.example'))).toEqual([403, 'RIGHT_MISSING']);
  await add(carla, 'zweite@suedwerk.example');
  const own = await account(carla, 'zweite@suedwerk.example');
  const change = { accountId: own?.id, name: 'x', email: 'nur-eine@nordwerk.example' };
  expect(taken(await carla.tryCommand('mail.updateAddress', change))).toEqual([422, 'MAIL_ADDRESS_TAKEN']);
  expect(await deliver(rawMail({ subject: 'Noch meine' }), 'zweite@suedwerk.example')).toMatch(/^250 /);
});

test('an address that is changed is reached by its new name, and by those who belong to it now', async () => {
  const { accountId } = (await add(anna, 'alt@nordwerk.example')).body.data;
  await deliver(rawMail({ subject: 'Vorher' }), 'alt@nordwerk.example');
  await arrived(anna, 'Vorher');
  await anna.command('mail.updateAddress', {
    accountId,
    name: 'Neu',
    email: 'neu@nordwerk.example',
    memberIds: [benId],
  });
  expect(await deliver(rawMail(), 'alt@nordwerk.example')).toMatch(/^550 5\.1\.1 /);
  expect(await deliver(rawMail({ subject: 'Nachher' }), 'neu@nordwerk.example')).toMatch(/^250 /);
  await arrived(ben, 'Nachher');
  await arrived(ben, 'Vorher');
  await anna.command('mail.updateAddress', { accountId, name: 'Neu', email: 'neu@nordwerk.example' });
  await arrived(ben, 'Vorher', 0);
  const asMailbox = await anna.tryCommand('mail.syncAccount', { accountId });
  expect([asMailbox.status, asMailbox.body.code]).toEqual([404, 'NOT_FOUND']);
});

test('an address that is removed is free, and its mails stay', async () => {
  const { accountId } = (await add(anna, 'weg@nordwerk.example')).body.data;
  await deliver(rawMail({ subject: 'Bleibt' }), 'weg@nordwerk.example');
  await anna.command('mail.removeAccount', { accountId });
  await arrived(anna, 'Bleibt');
  expect(await account(anna, 'weg@nordwerk.example')).toBeUndefined();
  expect(await deliver(rawMail(), 'weg@nordwerk.example')).toMatch(/^550 5\.1\.1 /);
  expect((await add(carla, 'weg@nordwerk.example')).status).toBe(200);
});

test('what was answered with yes is in the lists, though the work of listing it was lost', async () => {
  await add(anna, 'sicher@nordwerk.example');
  await deliver(rawMail({ subject: 'Bekannt geworden' }), 'sicher@nordwerk.example');
  await arrived(anna, 'Bekannt geworden');
  const { owner } = server.platform.database;
  const raw = rawMail({ subject: 'Nach dem Absturz' });
  // As after a crash between the two: the job never came to be.
  await sql`create function lose() returns trigger language plpgsql as 'begin return null; end'`.execute(owner);
  await sql`create trigger lose before insert on graphile_worker._private_jobs for each row execute function lose()`.execute(
    owner,
  );
  expect(await deliver(raw, 'sicher@nordwerk.example')).toMatch(/^250 /);
  await sql`drop trigger lose on graphile_worker._private_jobs`.execute(owner);
  const { rows } = await sql<{ raw_hash: string; mail_id: number | null }>`
    select raw_hash, mail_id from mail_received where instance_id = ${instance.id} order by received_id desc limit 1`.execute(
    owner,
  );
  expect(rows[0]?.mail_id).toBeNull();
  expect(await server.platform.blobs.size(instance.id, rows[0]?.raw_hash ?? '')).toBeGreaterThan(raw.length);
  const tools = {
    ...server.platform,
    change: server.change,
    directory: { byId: async () => instance, all: async () => [instance] },
  };
  // While somebody is at it, the work is not written anew: its old self would be left behind as given up.
  await sql`select graphile_worker.add_job('mail.fileReceived', '{}', run_at => now() + interval '1 hour', job_key =>
    'mail.fileReceived:' || ${instance.id}::int || ':' || (select max(received_id) from mail_received))`.execute(owner);
  const atWork = sql`graphile_worker._private_jobs where key like 'mail.fileReceived:%'`;
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where key like 'mail.fileReceived:%'`.execute(
    owner,
  );
  await (await startReceiving(tools)).close();
  const jobs =
    await sql`select from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null`.execute(
      owner,
    );
  expect([jobs.rows.length, (await sql`select from ${atWork}`.execute(owner)).rows.length]).toEqual([0, 1]);
  await sql`delete from ${atWork}`.execute(owner);
  await (await startReceiving(tools)).close();
  await arrived(anna, 'Nach dem Absturz');
});

test('while the database is away a mail is put off, not lost', async () => {
  await add(anna, 'spaeter@nordwerk.example');
  const raw = rawMail({ subject: 'Etwas anderes' });
  await deliver(rawMail({ subject: 'Bekannt' }), 'spaeter@nordwerk.example');
  const { owner } = server.platform.database;
  await sql`alter table mail_received rename to mail_received_away`.execute(owner);
  const peer = await SmtpPeer.greeted(server.app.smtpPort ?? 0);
  const to = ['spaeter@nordwerk.example'];
  expect((await peer.deliver({ to, raw: Buffer.from(raw) })).text).toMatch(/^451 4\.3\.0 /);
  await sql`alter table mail_received_away rename to mail_received`.execute(owner);
  expect((await peer.deliver({ to, raw: Buffer.from(raw) })).code).toBe(250);
  peer.close();
  await arrived(anna, 'Etwas anderes');
});

// The last one: sessions do not outlast the time that passes here.
test('whoever is not known comes again after a minute, and is known then', async () => {
  await add(anna, 'grau@nordwerk.example');
  const peer = await SmtpPeer.greeted(server.app.smtpPort ?? 0);
  const ask = async () => {
    await peer.say('RSET');
    await peer.say('MAIL FROM:<neu@werft.example>');
    return (await peer.say('RCPT TO:<grau@nordwerk.example>')).code;
  };
  expect([await ask(), await ask()]).toEqual([451, 451]);
  server.advance(61_000);
  expect([await ask(), await ask()]).toEqual([250, 250]);
  server.advance(30 * 86_400_000);
  expect(await ask()).toBe(250);
  server.advance(37 * 86_400_000);
  expect(await ask()).toBe(451);
  peer.close();
});
