import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outgoing } from '@kontor/contract/mail';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../../platform/db/database.ts';
import { createTestDatabase } from '../../../platform/db/testing.ts';
import { testLog } from '../../../testing/logged.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import { startS3Peer, type S3Peer } from '../../../platform/storage/testing/s3-peer.ts';
import { TestClient } from '../../../testing/client.ts';
import { TEST_PASSWORD } from '../../../testing/server.ts';
import { forkServer, type ForkedServer } from '../../../testing/server-fork.ts';
import { addPerson, createInstance } from '../../account/index.ts';
import { long } from '../../../testing/long.ts';

const MAILS = 40;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let folder: string;
let storage: S3Peer;
let peer: ScriptedPeer;
let listener: pg.Client;
const servers: ForkedServer[] = [];
const clients: TestClient[] = [];
/** Processes that have begun to hand a mail over, and how often any has. */
const workers: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kontor-two-'));
  storage = await startS3Peer();
  peer = await ScriptedPeer.start();
  db = await openDatabase({ url: database.url, poolSize: 2, log: testLog() });
  const instanceId = await createInstance(db.owner, { name: 'nordwerk', title: 'nordwerk' });
  const more = { firstName: 'anna', lastName: 'Test', password: TEST_PASSWORD, isAdministrator: true };
  const userId = await addPerson(db.forInstance(instanceId), instanceId, { userName: 'anna', ...more });
  // One after the other: the first makes the key that both seal with.
  for (const name of ['one', 'two']) {
    const env = { ...storage.env, DATABASE_URL: database.url, KONTOR_KEY_FILE: join(folder, 'key') };
    const server = await forkServer({ ...env, KONTOR_DATA: join(folder, name) });
    servers.push(server);
    const client = new TestClient(server.base, 'nordwerk', '');
    await client.signIn('anna', TEST_PASSWORD);
    clients.push(client);
  }
  const [anna] = clients;
  const account = await anna?.command<{ accountId: number }>('mail.addAddress', {
    name: 'Anna',
    email: 'anna@nordwerk.example',
    memberIds: [userId],
  });
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  await anna?.command('mail.updateSending', { accountId: account?.accountId, sending });
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  await listener.query(`create function tell_worker() returns trigger language plpgsql as $$
    begin perform pg_notify('worker', new.process_id::text); return null; end $$`);
  await listener.query(`create trigger told after update of stage on mail_outgoing
    for each row when (new.stage = 'handing') execute function tell_worker()`);
  await listener.query('listen worker');
  listener.on('notification', ({ payload = '' }) => workers.push(payload));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await listener?.end();
  await peer?.close();
  await db?.close();
  await storage?.close();
  await database?.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const outbox = async (): Promise<Outgoing[]> => (await clients[0]?.query<Outgoing[]>('mail.outbox')) ?? [];
const idsAtPeer = () => peer.taken.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);

test('two processes that share the outbox send each mail once, and both do', long, async () => {
  // So slow that nobody is done before the other looks.
  peer.become({ onStep: (step) => (step === 'data' ? sleep(100) : undefined) });
  await Promise.all(
    Array.from({ length: MAILS }, async (_, index) => {
      await clients[index % 2]?.command('mail.send', {
        receiversTo: [{ receiver: `p${index}@werft.example` }],
        subject: `Nummer ${index}`,
        content: '<p>Guten Tag</p>',
        draftKey: randomUUID(),
        undoSeconds: 0,
      });
    }),
  );
  const states = async () => {
    const counts = Map.groupBy(await outbox(), ({ state }) => state);
    return [...counts].map(([state, rows]) => [state, rows.length]);
  };
  await expect.poll(states, { interval: 200 }).toEqual([['sent', MAILS]]);
  const ids = idsAtPeer();
  expect(ids).toHaveLength(MAILS);
  expect(new Set(ids).size).toBe(MAILS);
  expect(new Set(peer.taken.flatMap(({ to }) => to)).size).toBe(MAILS);
  expect(workers).toHaveLength(MAILS);
  expect(new Set(workers).size).toBe(2);
  const listed = await clients[1]?.query<unknown[]>('mail.items', { view: 'all' });
  expect(listed).toHaveLength(MAILS);
});

test('what one of them has taken ahead goes to the other when its time is over, once, and is taken back until it is built', async () => {
  const EACH = 4;
  peer.taken.length = 0;
  workers.length = 0;
  const receivers = Array.from({ length: 4 * EACH }, (_, index) => `q${index}@werft.example`);
  /** Each receiver is answered for when a test says so. */
  const gates = new Map(receivers.map((receiver) => [receiver, Promise.withResolvers<void>()]));
  peer.become({
    onStep: (step) =>
      step === 'rcpt' ? gates.get(/<(.*)>/.exec(peer.heard.at(-1) ?? '')?.[1] ?? '')?.promise : undefined,
  });
  const ids: number[] = [];
  for (const [index, receiver] of receivers.entries()) {
    const sent = await clients[index % 2]?.command<{ outgoingId: number }>('mail.send', {
      receiversTo: [{ receiver }],
      subject: receiver,
      content: '<p>Guten Tag</p>',
      draftKey: randomUUID(),
      undoSeconds: 0,
    });
    ids.push(sent?.outgoingId ?? 0);
  }
  interface Held {
    readonly outgoing_id: number;
    readonly address: string;
    readonly stage: string;
    readonly process_id: string | null;
  }
  const held = async (): Promise<Held[]> =>
    (
      await listener.query<Held>(
        `select o.outgoing_id::int, r.address, o.stage, o.process_id from mail_outgoing o join mail_outgoing_receiver r using (instance_id, outgoing_id)
        where o.outgoing_id = any($1) order by o.outgoing_id`,
        [ids],
      )
    ).rows;
  const counts = async () =>
    [...Map.groupBy(await held(), ({ stage, process_id: processId }) => `${processId} ${stage}`).values()]
      .map((rows) => rows.length)
      .toSorted((a, b) => a - b);
  // Each has four under way and four that follow.
  await expect.poll(counts).toEqual([EACH, EACH, EACH, EACH]);
  const before = await held();
  const [one, other] = [...new Set(before.map(({ process_id: processId }) => processId))];
  const of = (processId: string | null | undefined, stage: string) =>
    before.filter((row) => row.process_id === processId && row.stage === stage);
  expect([of(one, 'handing').length, of(other, 'waiting').length]).toEqual([EACH, EACH]);
  const back: number[] = [];
  const takeBack = async (row: Held | undefined): Promise<void> => {
    await clients[1]?.command('mail.cancelSending', { outgoingId: row?.outgoing_id });
    back.push(row?.outgoing_id ?? 0);
  };
  await takeBack(of(one, 'waiting')[0]);
  await takeBack(of(other, 'waiting')[0]);
  // They have waited for longer than they belong to anybody; one of the processes goes on, the other does not.
  await listener.query(`update mail_outgoing set next_at = now() where stage = 'waiting' and outgoing_id = any($1)`, [
    ids,
  ]);
  for (const { address } of of(one, 'handing')) gates.get(address)?.resolve();
  const takenOver = async () => {
    const left = of(other, 'waiting').map((row) => row.outgoing_id);
    return (await held()).filter((row) => left.includes(row.outgoing_id) && row.process_id === one);
  };
  await expect.poll(async () => (await takenOver()).length).toBe(EACH - 1);
  await takeBack((await takenOver()).findLast(({ stage }) => stage === 'waiting'));
  for (const gate of gates.values()) gate.resolve();
  const ended = async () => (await held()).map(({ stage }) => stage).toSorted();
  const sent = ids.length - back.length;
  await expect.poll(ended).toEqual([...Array.from({ length: sent }, () => 'accepted'), ...back.map(() => 'cancelled')]);
  // Nothing comes after them, from whoever still had them in hand.
  await clients[0]?.command('mail.send', {
    receiversTo: [{ receiver: 'danach@werft.example' }],
    subject: 'Danach',
    content: '<p>Guten Tag</p>',
    draftKey: randomUUID(),
    undoSeconds: 0,
  });
  await expect.poll(() => peer.taken.some(({ to }) => to.includes('danach@werft.example'))).toBe(true);
  const wanted = before.filter((row) => !back.includes(row.outgoing_id)).map(({ address }) => address);
  expect(peer.taken.flatMap(({ to }) => to).toSorted()).toEqual([...wanted, 'danach@werft.example'].toSorted());
  expect(workers).toHaveLength(sent + 1);
});

test('what one of them holds when it dies the other ends', async () => {
  peer.taken.length = 0;
  workers.length = 0;
  const reached = Promise.withResolvers<void>();
  peer.become({
    at: 'mail',
    act: 'stall',
    times: 1,
    onStep: (step) => (step === 'mail' ? reached.resolve() : undefined),
  });
  const [first, second] = clients;
  const sent = await second?.command<{ outgoingId: number }>('mail.send', {
    receiversTo: [{ receiver: 'paul@werft.example' }],
    subject: 'Verwaist',
    content: '<p>Guten Tag</p>',
    draftKey: randomUUID(),
    undoSeconds: 0,
  });
  await reached.promise;
  await expect.poll(() => workers.length).toBe(1);
  const { rows } = await listener.query<{ pid: number }>(
    `select p.pid from mail_outgoing o join server_process p on p.process_id = o.process_id where o.outgoing_id = $1`,
    [sent?.outgoingId],
  );
  const holder = servers.find(({ pid }) => pid === rows[0]?.pid) ?? expect.fail('Nobody holds it');
  await holder.kill();
  const left = holder === servers[0] ? second : first;
  const line = async () =>
    (await left?.query<Outgoing[]>('mail.outbox'))?.find(({ outgoingId }) => outgoingId === sent?.outgoingId)?.state;
  await expect.poll(line, { timeout: 75_000, interval: 300 }).toBe('sent');
  expect(idsAtPeer()).toHaveLength(1);
});
