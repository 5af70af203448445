import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchedMail, MailboxSink } from '../../../platform/mailwire/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedItem } from '../../activity/factory.ts';
import { rawMail } from '../testing/factory.ts';
import { sinkOf } from '../testing/sink-of.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
const flags = { seen: false, answered: false, flagged: false, deleted: false };
const ROLES = { INBOX: 'inbox', Projekte: 'other', Junk: 'junk' } as const;
type Path = keyof typeof ROLES;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('abschriften');
  annaId = await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

let count = 0;
/** A mail that lies in INBOX unread, under UID 1, and what a watcher may tell of it. */
async function open() {
  count += 1;
  const fields = { name: 'x', host: '127.0.0.1', port: 1, security: 'none', password: 'x', memberIds: [] };
  const [userName, email] = [`post${count}`, `post${count}@nordwerk.example`];
  const account = { ...fields, userName, email };
  const { accountId, boxId } = await anna.command<{ accountId: number; boxId: number }>('mail.addAccount', account);
  const sink: MailboxSink = sinkOf(server, instance, accountId);
  const folders = {} as Record<Path, number>;
  for (const path of Object.keys(ROLES) as Path[])
    folders[path] = (await sink.openFolder({ path, role: ROLES[path], uidValidity: 1, uidNext: 1 })).id;
  const mailId = await seedItem(server.change, instance, { userIds: [annaId], boxId });
  const raw = Buffer.from(rawMail({ subject: userName }));
  const mail = (uid: number, seen: boolean): FetchedMail => ({
    uid,
    raw,
    truncated: false,
    internalDate: 0,
    flags: { ...flags, seen },
  });
  const { database } = server.platform;
  await server.change(instance, async ({ db }) => {
    await sql`insert into mail (instance_id, mail_id, content_key, subject, people, html, raw_hash, raw_size)
      values (${instance.id}, ${mailId}, ${userName}, '', '{}', '', 'x', 1)`.execute(db);
    await sql`insert into mail_copy (instance_id, folder_id, uid_validity, uid, seen, answered, flagged, deleted, was_there, truncated,
        internal_date, raw_hash, raw_size, mail_id, place)
      values (${instance.id}, ${folders.INBOX}, 1, 1, false, false, false, false, false, false, now(),
        ${await server.platform.blobs.put(instance.id, raw)}, 1, ${mailId}, 'inbox')`.execute(db);
  });
  return {
    sink,
    folders,
    mail,
    arrives: (path: Path, uid: number, seen: boolean) => sink.fetched(folders[path], [mail(uid, seen)]),
    itemKinds: (path: Path, uid: number) => sink.vanished(folders[path], [uid]),
    flag: (path: Path, uid: number, seen: boolean) =>
      sink.flagsChanged(folders[path], new Map([[uid, { ...flags, seen }]])),
    setState: (state: string) =>
      anna.command('activity.setState', {
        aggregateIds: [formatAggregateId({ module: 'email', entryId: mailId, userId: annaId })],
        state,
      }),
    /** Whether people see it as read, and whether each message that lies somewhere is, or is to be made so. */
    seen: async () => {
      const { rows } = await sql<{ status: number }>`select status from activity_user
        where instance_id = ${instance.id} and activity_id = ${mailId}`.execute(database.owner);
      const { rows: copies } = await sql<{ seen: boolean }>`select coalesce(want_seen, seen) as seen from mail_copy
        where instance_id = ${instance.id} and mail_id = ${mailId} and uid is not null order by folder_id`.execute(
        database.owner,
      );
      return { people: rows[0]?.status !== 1, copies: copies.map((it) => it.seen) };
    },
  };
}
type Box = Awaited<ReturnType<typeof open>>;

/** Statements that wait for others. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct l.pid)::int as n from pg_locks l
    join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`.execute(
    server.platform.database.owner,
  );
  return rows[0]?.n ?? 0;
}

it.each([
  ['is found in another folder', true],
  ['turns up in another folder, too', false],
])('what a person does while a mail %s reaches the server', async (_name, isMissing) => {
  const box = await open();
  if (isMissing) await box.itemKinds('INBOX', 1);
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Another who is about to write the row that the watcher writes last keeps it in the middle of its transaction.
  const holding = server.change(instance, async ({ db }) => {
    await sql`insert into mail_copy (instance_id, folder_id, uid_validity, uid, seen, answered, flagged, deleted, was_there, truncated,
        internal_date, raw_hash, raw_size, place)
      values (${instance.id}, ${box.folders.Projekte}, 1, 9, false, false, false, true, false, false, now(), 'other', 1, 'inbox')`.execute(
      db,
    );
    held.resolve();
    await free.promise;
  });
  await held.promise;
  const other = { ...box.mail(9, false), raw: Buffer.from(rawMail({ subject: 'other' })) };
  const arriving = box.sink.fetched(box.folders.Projekte, [box.mail(1, false), other]);
  await expect.poll(waiting).toBe(1);
  let isDone = false;
  const setting = box.setState('ready').finally(() => (isDone = true));
  await expect.poll(async () => isDone || (await waiting()) === 2).toBe(true);
  free.resolve();
  await Promise.all([holding, arriving, setting]);
  expect(await box.seen()).toEqual({ people: true, copies: isMissing ? [true] : [true, true] });
});

describe('a mail of which there is more than one row', () => {
  it.each<[string, (box: Box) => Promise<unknown>, boolean, boolean[]]>([
    [
      'goes away and back while a mail program reads it and takes that back',
      async (box) => {
        await box.arrives('Projekte', 1, false);
        await box.itemKinds('INBOX', 1);
        await box.flag('Projekte', 1, true);
        await box.itemKinds('Projekte', 1);
        await box.arrives('INBOX', 2, false);
      },
      false,
      [false],
    ],
    [
      'is read in its new folder before it is missed in the old one',
      async (box) => {
        await box.arrives('Projekte', 1, false);
        await box.flag('Projekte', 1, true);
        await box.itemKinds('INBOX', 1);
        await box.itemKinds('Projekte', 1);
        await box.arrives('INBOX', 2, false);
      },
      false,
      [false],
    ],
    [
      'moves on while its first row is still there',
      async (box) => {
        await box.arrives('Projekte', 1, false);
        await box.flag('Projekte', 1, true);
        await box.itemKinds('Projekte', 1);
        await box.itemKinds('INBOX', 1);
        await box.arrives('Junk', 1, false);
      },
      // Who was right cannot be told any more; both have to end up the same.
      true,
      [true],
    ],
    [
      'is read in one of two folders',
      async (box) => {
        await box.arrives('Projekte', 1, false);
        await box.flag('Projekte', 1, true);
      },
      true,
      [true, true],
    ],
    [
      'goes back after Kontor had it read where it was',
      async (box) => {
        await box.arrives('Projekte', 1, false);
        await box.itemKinds('INBOX', 1);
        await box.setState('seen');
        await box.sink.pushed(box.folders.Projekte, { uid: 1, add: ['\\Seen'], remove: [] });
        await box.setState('unseen');
        await box.itemKinds('Projekte', 1);
        await box.arrives('INBOX', 2, true);
      },
      false,
      [false],
    ],
  ])('%s', async (_name, happen, people, copies) => {
    const box = await open();
    await happen(box);
    expect(await box.seen()).toEqual({ people, copies });
  });
});
