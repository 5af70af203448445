import { setTimeout as sleep } from 'node:timers/promises';
import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { removeInstance } from '../../account/index.ts';
import { seedBox, seedItem } from '../../activity/factory.ts';
import { addViewers } from '../../activity/index.ts';
import { rawMail } from '../testing/factory.ts';
import { prepareMail } from './prepare.ts';
import { importMails } from './import.ts';
import { mailBoxes } from '../mailboxes/box.ts';
import { listMail } from './list.ts';
import { findAccount } from '../store/accounts.ts';
import { keepArrived } from '../store/copies.ts';
import { setMailsOfCopies } from '../store/waiting.ts';
import { openFolder } from '../store/folders.ts';
import { Processes } from '../../../platform/processes/processes.ts';
import { Signals } from '../../../platform/processes/signals.ts';
import { createConnections } from '../../../platform/realtime/connections.ts';
import { MailSupervisor } from '../mailboxes/supervisor.ts';
import { sinkOf } from '../testing/sink-of.ts';
import { long } from '../../../testing/long.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let benId: number;
const parser = new MailParser({ processes: 1 });
const flags = { seen: false, answered: false, flagged: false, deleted: false };

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('wettlauf');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
});
afterAll(async () => {
  await parser.close();
  await server?.close();
});

const addAccount = (userName: string, memberIds: readonly number[]) =>
  anna.command<{ accountId: number; boxId: number }>('mail.addAccount', {
    ...fieldsOf(userName),
    password: 'x',
    memberIds,
  });
const fieldsOf = (userName: string) => ({
  name: userName,
  email: `${userName}@nordwerk.example`,
  host: '127.0.0.1',
  port: 1,
  security: 'none',
  userName,
});
const subjectsOf = async (client: TestClient) =>
  (await client.query<{ information: string }[]>('mail.items', { view: 'all' })).map((entry) => entry.information);
const prepare = (raw: string) =>
  prepareMail({ blobs: server.platform.blobs, parser }, instance.id, Buffer.from(raw), { mayRetry: false });

it('a box that was left before its mails were shown stays closed', async () => {
  const boxId = await seedBox(server.change, instance, [annaId]);
  const parts = { platform: server.platform, change: server.change, parser };
  const raw = Buffer.from(rawMail({ subject: 'vertraulich' }));
  await importMails(parts, instance, { boxId, channel: 'x', memberIds: [annaId, benId] }, [{ raw, status: 1 }]);
  expect(await subjectsOf(anna)).toContain('vertraulich');
  expect(await subjectsOf(ben)).not.toContain('vertraulich');
  await server.change(instance, (ctx) => mailBoxes.show(ctx, boxId, [benId]));
  await expect
    .poll(async () => {
      const { rows } = await sql`select from graphile_worker.jobs`.execute(server.platform.database.owner);
      return rows.length;
    })
    .toBe(0);
  expect(await subjectsOf(ben)).not.toContain('vertraulich');
});

it('a mail that is being listed while somebody leaves the box is not shown to them', async () => {
  const { accountId, boxId } = await addAccount('geht', [benId]);
  const mail = await prepare(rawMail({ subject: 'danach' }));
  const listed = Promise.withResolvers<void>();
  const filing = server.change(instance, async (ctx) => {
    await listMail(ctx, mail, {
      boxId,
      channel: 'x',
      direction: 'incoming',
      viewers: [annaId, benId].map((userId) => ({ userId, status: 1 })),
      internalDate: new Date(),
      answered: false,
    });
    listed.resolve();
    await sleep(400);
  });
  await listed.promise;
  await anna.command('mail.updateAccount', { ...fieldsOf('geht'), accountId, password: '', memberIds: [] });
  await filing;
  expect(await subjectsOf(anna)).toContain('danach');
  expect(await subjectsOf(ben)).not.toContain('danach');
});

it('an account that was changed while the database was away is read as soon as it is back', async () => {
  const { accountId } = await addAccount('stur', []);
  const account = await findAccount(server.platform.database.forInstance(instance.id), instance.id, accountId);
  let failures = 2;
  const { database } = server.platform;
  const flaky = {
    ...database,
    forInstance: (id: number) => {
      if (failures === 0) return database.forInstance(id);
      failures -= 1;
      throw new Error('Connection terminated unexpectedly');
    },
  };
  // Its own in the database: no other process reads it beside this one.
  const processes = await Processes.start({ ...server.platform, isAlone: false });
  const signals = new Signals({ database, processes, log: server.platform.log });
  await sql`update mail_watch set process_id = ${processes.id} where account_id = ${accountId}`.execute(database.owner);
  const directory = { byId: () => Promise.resolve(instance), all: () => Promise.resolve([]) };
  const work = { change: server.change, directory, processes, signals, connections: createConnections() };
  const tools = { ...server.platform, database: flaky, ...work };
  const supervisor = new MailSupervisor(tools, { allowPrivateHosts: true });
  supervisor.refresh(instance, accountId);
  await expect.poll(() => failures).toBe(0);
  await expect.poll(async () => (await supervisor.state({ ...account, fault: null } as never)).phase).toBe('failed');
  await supervisor.close();
  await signals.close();
  await processes.close();
});

it('two who are let see an item at once both find it', async () => {
  const carlId = await server.person(instance, 'carl');
  const carl = await server.client(instance, 'carl');
  const boxId = await seedBox(server.change, instance, [annaId, benId, carlId]);
  const id = await seedItem(server.change, instance, { userIds: [annaId], boxId, information: 'Gleichzeitig' });
  const show = (userId: number, holdMs: number) =>
    server.change(instance, async (ctx) => {
      await addViewers(ctx, 'email', id, [{ userId, boxId, status: 1, mine: false }]);
      await sleep(holdMs);
    });
  const first = show(benId, 400);
  await sleep(150);
  await Promise.all([first, show(carlId, 0)]);
  for (const client of [anna, ben, carl])
    expect(await client.query('filter.items', { view: 'all', searchTerm: 'Gleichzeitig' })).toHaveLength(1);
});

it('people and a mail program that change the same mails at once do not stop each other', long, async () => {
  const { accountId, boxId } = await addAccount('beide', [benId]);
  const ids = await Promise.all(
    Array.from({ length: 100 }, () => seedItem(server.change, instance, { userIds: [annaId, benId], boxId })),
  );
  const folderId = await server.change(instance, async ({ db }) => {
    const where = { path: 'INBOX', role: 'inbox', uidValidity: 1, uidNext: 1 } as const;
    const { id: folder } = await openFolder(db, instance.id, accountId, where);
    for (const [index, mailId] of ids.entries()) {
      await sql`insert into mail (instance_id, mail_id, content_key, subject, people, html, raw_hash, raw_size)
        values (${instance.id}, ${mailId}, ${`k${mailId}`}, '', '{}', '', 'x', 1)`.execute(db);
      const arrived = {
        uid: index + 1,
        flags,
        truncated: false,
        internalDate: Date.now(),
        rawHash: `h${index}`,
        rawSize: 1,
      };
      await keepArrived(db, instance.id, folder, [arrived]);
      const copy = await db
        .selectFrom('mail_copy')
        .select('copy_id')
        .where('raw_hash', '=', `h${index}`)
        .executeTakeFirstOrThrow();
      await setMailsOfCopies(db, instance.id, [{ copyId: copy.copy_id, mailId }]);
    }
    return folder;
  });
  const sink = sinkOf(server, instance, accountId);
  const statuses = new Map<number, number>();
  const setStates = async (client: TestClient, userId: number, order: readonly number[], rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const aggregateIds = order.map((entryId) => formatAggregateId({ module: 'email', entryId, userId }));
      const state = round % 2 === 0 ? 'ready' : 'unseen';
      const { status } = await client.tryCommand('activity.setState', { aggregateIds, state });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const setFlags = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const uids = ids.map((_id, index) => index + 1);
      if (round % 3 === 0) uids.reverse();
      await sink.flagsChanged(folderId, new Map(uids.map((uid) => [uid, { ...flags, seen: round % 2 === 0 }])));
    }
  };
  await Promise.all([setStates(anna, annaId, ids, 40), setStates(ben, benId, ids.toReversed(), 40), setFlags(60)]);
  expect(Object.fromEntries(statuses)).toEqual({ 200: 80 });
});

it('an instance goes with everything in it while mails are still arriving', async () => {
  for (let round = 1; round <= 8; round += 1) {
    const doomed = await server.instance(`fort${round}`);
    const userId = await server.person(doomed, 'anna');
    const boxId = await seedBox(server.change, doomed, [userId]);
    const mails = (function* () {
      for (let at = 0; at < 5000; at += 1)
        yield { raw: Buffer.from(rawMail({ subject: `${round}/${at}` })), status: 1 as const };
    })();
    const parts = { platform: server.platform, change: server.change, parser };
    const importing = importMails(parts, doomed, { boxId, channel: 'x', memberIds: [userId] }, mails, 8);
    const ended = importing.then(
      () => 'finished',
      () => 'found it gone',
    );
    await sleep(40 * round);
    await removeInstance(server.platform, server.change, doomed);
    expect(await ended).toBe('found it gone');
  }
  const { rows } = await sql`select from instance where name like 'fort%'`.execute(server.platform.database.owner);
  expect(rows).toHaveLength(0);
});
