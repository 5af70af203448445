import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListEntry } from '@kontor/contract/activity';
import { formatAggregateId, parseAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMails } from '../../cli/mail-files.ts';
import { seedBox } from '../../modules/activity/factory.ts';
import { importMail } from '../../modules/mail/index.ts';
import { contentKey } from '../../platform/mailparse/content-key.ts';
import { MailParser } from '../../platform/mailparse/index.ts';
import { SmtpPeer, dataOf } from '../../platform/mailreceive/testing/smtp-peer.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../client.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { seeded } from './random.ts';
import { mutated } from './mutations.ts';
import { bombs } from './seeds.ts';

/** Mutations that go each way; `npm run test:full` sends thousands. */
const COUNT = Number(process.env['KONTOR_FUZZ_COUNT'] ?? 30);
const SEED = Number(process.env['KONTOR_FUZZ_SEED'] ?? 1);
const PEERS = 4;
const LONG = 300_000 + COUNT * 300;

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let folder: string;
const parser = new MailParser({ processes: 2 });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor fuzz '));
  server = await startTestServer({ KONTOR_SMTP_PORT: '0', KONTOR_SMTP_GREYLIST: 'false' });
  instance = await server.instance('nordwerk');
  annaId = await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  await anna.command('mail.addAddress', { name: 'Fuzz', email: 'fuzz@nordwerk.example' });
});
afterAll(async () => {
  await server?.close();
  await parser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Of all mails of this run: what is the same mail twice is kept once, with the bytes that came first. */
const keys = new Set<string>();

/** Mails of which no two are the same mail, and none is nothing: an empty file is said to be that. */
function mailsOf(seed: number, count: number): Buffer[] {
  const random = seeded(seed);
  const mails: Buffer[] = [];
  for (let number = 0; mails.length < count; number += 1) {
    const raw = mutated(random, seed * 1_000_000 + number);
    const key = contentKey(raw);
    if (raw.length > 0 && !keys.has(key)) mails.push(raw);
    keys.add(key);
  }
  return mails;
}

async function source(mailId: number): Promise<Buffer> {
  const aggregateId = formatAggregateId({ module: 'email', entryId: mailId, userId: annaId });
  const search = new URLSearchParams({ query: 'mail.source', parameters: JSON.stringify({ aggregateId }) });
  const answer = await fetch(`${server.base}/query?${search.toString()}`, { headers: anna.headers() });
  if (answer.status !== 200) throw new Error(`mail.source answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Ids of all mails in the list, page by page. */
async function listedIds(): Promise<Set<number>> {
  const ids = new Set<number>();
  for (let page = 1; ; page += 1) {
    const entries = await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json', page, limit: 1000 });
    for (const { aggregateId } of entries) ids.add(parseAggregateId(aggregateId)?.entryId ?? 0);
    if (entries.length < 1000) return ids;
  }
}

/** Every mail can be opened, whatever it is; returns how many could not be read. */
async function openAll(mailIds: Iterable<number>): Promise<number> {
  let unreadable = 0;
  for (const mailId of mailIds) {
    const aggregateId = formatAggregateId({ module: 'email', entryId: mailId, userId: annaId });
    if ((await anna.query<{ unreadable: boolean }>('mail.details', { aggregateId })).unreadable) unreadable += 1;
  }
  return unreadable;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function givenUp(): Promise<unknown[]> {
  return anna.query<unknown[]>('account.failedJobs');
}

test('files with anything in them are imported, each whole, none left out', { timeout: LONG }, async () => {
  const mails = mailsOf(SEED, COUNT);
  for (const [at, raw] of mails.entries()) writeFileSync(join(folder, `${String(at).padStart(6, '0')}.eml`), raw);
  const boxId = await seedBox(server.change, instance, [annaId]);
  const target = { boxId, channel: 'import', memberIds: [annaId] };
  const parts = { platform: server.platform, change: server.change, parser };
  const ids = new Map<number, number>();
  const busy = new Set<Promise<void>>();
  for await (const mail of readMails([folder], 3)) {
    if ('fault' in mail) throw new Error(`${mail.source}: ${mail.fault}`);
    const at = Number(/(\d+)\.eml/.exec(mail.source)?.[1]);
    expect(sha256(mail.raw)).toBe(sha256(mails[at] ?? Buffer.alloc(0)));
    const work = importMail(parts, instance, target, mail).then(({ mailId }) => {
      ids.set(at, mailId);
      busy.delete(work);
    });
    busy.add(work);
    if (busy.size >= 4) await Promise.race(busy);
  }
  await Promise.all(busy);
  expect(ids.size).toBe(mails.length);
  expect(new Set(ids.values()).size).toBe(mails.length);
  const listed = await listedIds();
  for (const [at, mailId] of ids) {
    expect([at, listed.has(mailId), sha256(await source(mailId))]).toEqual([
      at,
      true,
      sha256(mails[at] ?? Buffer.alloc(0)),
    ]);
  }
  expect(await openAll(ids.values())).toBeLessThan(COUNT / 10);
});

async function deliverAll(mails: readonly Buffer[]): Promise<void> {
  const waiting = [...mails.entries()];
  const work = async (): Promise<void> => {
    const peer = await SmtpPeer.greeted(server.app.smtpPort ?? 0);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, raw] = next;
      const reply = await peer.deliver({ to: ['fuzz@nordwerk.example'], raw });
      expect([at, reply.text]).toEqual([at, expect.stringMatching(/^250 /)]);
    }
    peer.close();
  };
  await Promise.all(Array.from({ length: PEERS }, work));
}

/** What a mail server passes on: the bytes with a line end at their end. */
const sentOf = (raw: Buffer): Buffer => {
  const data = dataOf(raw);
  return data.length === 3
    ? Buffer.alloc(0)
    : Buffer.from(`\r\n${data.subarray(0, -3).toString('latin1')}`.replaceAll('\r\n..', '\r\n.').slice(2), 'latin1');
};

const received = async (raw: Buffer): Promise<number | null | undefined> => {
  const { rows } = await sql<{ mail_id: number | null }>`
    select mail_id from mail_received where instance_id = ${instance.id} and sent_hash = ${sha256(sentOf(raw))}`.execute(
    server.platform.database.forInstance(instance.id),
  );
  return rows[0]?.mail_id;
};

test('anything that is delivered arrives, each whole, none left out', { timeout: LONG }, async () => {
  // Mails in a circle are refused, and rightly.
  const mails = mailsOf(SEED + 1, COUNT).filter(
    (raw) => (raw.toString('latin1').match(/^received\s*:/gim)?.length ?? 0) <= 30,
  );
  await deliverAll(mails);
  const ids = new Map<number, number>();
  for (const [at, raw] of mails.entries()) {
    await expect.poll(() => received(raw), { timeout: LONG }).toEqual(expect.any(Number));
    ids.set(at, (await received(raw)) ?? 0);
  }
  const listed = await listedIds();
  for (const [at, raw] of mails.entries()) {
    const mailId = ids.get(at) ?? 0;
    const kept = await source(mailId);
    const sent = sentOf(raw);
    expect([at, listed.has(mailId), sha256(kept.subarray(kept.length - sent.length))]).toEqual([
      at,
      true,
      sha256(sent),
    ]);
    expect(kept.subarray(0, kept.length - sent.length).toString('latin1')).toMatch(
      /^Return-Path: <[^\r\n]*>\r\nReceived: [^\n]*\r\n(?:\t[^\n]*\r\n)*$/,
    );
  }
  expect(await openAll(ids.values())).toBeLessThan(COUNT / 10);
  expect(await givenUp()).toEqual([]);
});

test('bombs are taken in, and stop nothing that comes after them', async () => {
  const plain = Array.from({ length: 10 }, (_, at) =>
    Buffer.from(`From: a@b.example\r\nSubject: after the bombs ${at}\r\n\r\nText ${at}\r\n`),
  );
  await deliverAll(bombs);
  await deliverAll(plain);
  for (const raw of plain) await expect.poll(() => received(raw)).toEqual(expect.any(Number));
  const ids: number[] = [];
  for (const raw of bombs) {
    await expect.poll(() => received(raw)).toEqual(expect.any(Number));
    ids.push((await received(raw)) ?? 0);
  }
  const listed = await listedIds();
  for (const [at, raw] of bombs.entries()) {
    const kept = await source(ids[at] ?? 0);
    const sent = sentOf(raw);
    expect([at, listed.has(ids[at] ?? 0), sha256(kept.subarray(-sent.length))]).toEqual([at, true, sha256(sent)]);
  }
  expect(await givenUp()).toEqual([]);
});
