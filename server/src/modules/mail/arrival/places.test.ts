import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CuttingProxy, type Fate } from '../../../platform/mailwire/testing/cutting-proxy.ts';
import { findDovecot, TestDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startMailFixture, type MailFixture } from '../../../testing/mail-fixture.ts';
import type { TestServer } from '../../../testing/server.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';
import { hasLongTests, long } from '../../../testing/long.ts';

let server: TestServer;
let anna: TestClient;

const until = (what: string, read: () => Promise<unknown>, expected: unknown): Promise<void> =>
  expect.poll(read, { message: what }).toEqual(expected);

describe.skipIf(findDovecot() === undefined)('where mails lie (left out where Dovecot is not installed)', () => {
  let fixture: MailFixture;
  let plain: TestDovecot;
  beforeAll(async () => {
    fixture = await startMailFixture();
    ({ server, anna, dovecot: plain } = fixture);
  });
  afterAll(() => fixture?.close());

  let count = 0;
  /** A mailbox with some mails, watched through a proxy. */
  const open = async (subjects: readonly string[], dovecot = plain) => {
    count += 1;
    const user = `user${count}`;
    const named = subjects.map((subject) => `${user} ${subject}`);
    for (const subject of named) dovecot.drop(user, rawMail({ subject }));
    const proxy = await CuttingProxy.start(dovecot.plainPort);
    fixture.atEnd(() => proxy.close());
    const { accountId } = await addMailbox(anna, dovecot, user, { port: proxy.port });
    const inList = async (): Promise<string[]> => subjectsOf(await anna.query('mail.items', { view: 'all' }), user);
    const inTrash = async (): Promise<string[]> => subjectsOf(await anna.query('trash.items', {}), user);
    const onServer = async (folder: string): Promise<string[]> => {
      const text = dovecot.doveadm(['fetch', '-u', user, 'hdr.subject', 'mailbox', folder, 'undeleted']);
      return [...text.matchAll(/^hdr\.subject: \S+ (.*)$/gm)].map((match) => match[1] ?? '').sort();
    };
    const entries = async (): Promise<ListEntry[]> => [
      ...(await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' })),
      ...(await anna.query<ListEntry[]>('trash.items', {}, { format: 'json' })),
    ];
    const ids = async (...names: string[]): Promise<string[]> =>
      (await entries())
        .filter(({ information }) => names.some((name) => information === `${user} ${name}`))
        .map(({ aggregateId }) => aggregateId);
    await until('first sync', inList, [...subjects].sort());
    return {
      user,
      proxy,
      accountId,
      inList,
      inTrash,
      onServer,
      ids,
      entries,
      doveadm: (...args: string[]) => {
        // Some commands are two words, behind which it wants the user.
        const words = args[0] === 'flags' || (args[0] === 'mailbox' && args.length > 1) ? 2 : 1;
        return dovecot.doveadm([...args.slice(0, words), '-u', user, ...args.slice(words)]);
      },
      sync: () => anna.command('mail.syncAccount', { accountId }),
      send: async (command: string, ...names: string[]) =>
        anna.command(`activity.${command}`, { aggregateIds: await ids(...names) }),
      /** Every mail is listed once, and has as many rows as there are messages. */
      rows: async () => {
        const { rows } = await sql<{ path: string; n: number }>`
          select f.path, count(*)::int as n from mail_copy c join mail_folder f using (instance_id, folder_id)
          where f.account_id = ${accountId} and c.uid is not null group by f.path order by f.path`.execute(
          server.platform.database.owner,
        );
        return Object.fromEntries(rows.map(({ path, n }) => [path, n]));
      },
    };
  };
  const subjectsOf = (found: unknown, user: string): string[] =>
    (found as ListEntry[])
      .map(({ information }) => information)
      .filter((information) => information.startsWith(`${user} `))
      .map((information) => information.slice(user.length + 1))
      .sort();
  const noCopyUid = (line: string) => line.replace(/ ?\[COPYUID [^\]]*\]/i, '');

  it.each([
    ['MOVE', [], false],
    ['MOVE that tells no UID', [], true],
    ['COPY', ['MOVE'], false],
    ['COPY that tells no UID', ['MOVE'], true],
    ['COPY without UIDPLUS', ['MOVE', 'UIDPLUS'], true],
    ['neither IDLE nor CONDSTORE', ['IDLE', 'CONDSTORE', 'QRESYNC', 'LIST-STATUS', 'SPECIAL-USE'], false],
  ])('follows what people do, with %s', async (_name, without, isSilent) => {
    const dovecot = without.length === 0 ? plain : await TestDovecot.start({ without });
    if (dovecot !== plain) fixture.atEnd(() => dovecot.close());
    const box = await open(['a', 'b', 'c', 'd'], dovecot);
    if (isSilent) box.proxy.answer = noCopyUid;
    await box.send('delete', 'a', 'b');
    await box.send('spam', 'c');
    await until('INBOX', () => box.onServer('INBOX'), ['d']);
    await until('Trash', () => box.onServer('Trash'), ['a', 'b']);
    await until('Junk', () => box.onServer('Junk'), ['c']);
    await until('trash of Kontor', box.inTrash, ['a', 'b', 'c']);
    await box.send('restore', 'a', 'c');
    await until('INBOX', () => box.onServer('INBOX'), ['a', 'c', 'd']);
    await until('list', box.inList, ['a', 'c', 'd']);
    await box.sync();
    await sleep(300);
    expect([await box.inList(), await box.inTrash()]).toEqual([['a', 'c', 'd'], ['b']]);
    expect(await box.onServer('INBOX')).toEqual(['a', 'c', 'd']);
    expect(await box.entries()).toHaveLength(new Set((await box.entries()).map((it) => it.aggregateId)).size);
  });

  it('follows what a mail program does', async () => {
    const box = await open(['a', 'b', 'c', 'd', 'e', 'f']);
    await anna.command('activity.setState', { aggregateIds: await box.ids('a'), state: 'seen' });
    box.doveadm('move', 'Trash', 'mailbox', 'INBOX', 'subject', `${box.user} a`);
    box.doveadm('move', 'Junk', 'mailbox', 'INBOX', 'subject', `${box.user} b`);
    box.doveadm('expunge', 'mailbox', 'INBOX', 'subject', `${box.user} c`);
    box.doveadm('flags', 'add', '\\Deleted', 'mailbox', 'INBOX', 'subject', `${box.user} d`);
    await until('list', box.inList, ['e', 'f']);
    await until('trash', box.inTrash, ['a', 'b', 'c', 'd']);
    const spam = (await box.entries()).filter(({ extras }) => extras['isSpam'] === true);
    expect(subjectsOf(spam, box.user)).toEqual(['b']);
    box.doveadm('move', 'INBOX', 'mailbox', 'Trash', 'all');
    box.doveadm('move', 'INBOX', 'mailbox', 'Junk', 'all');
    box.doveadm('flags', 'remove', '\\Deleted', 'mailbox', 'INBOX', 'subject', `${box.user} d`);
    await until('list', box.inList, ['a', 'b', 'd', 'e', 'f']);
    await until('trash', box.inTrash, ['c']);
    const restored = (await box.entries()).find(({ information }) => information === `${box.user} a`);
    expect(restored?.status).toBe(2);
    // What a mail program did stands in the history; whose it was, nobody knows of a mailbox that could have several.
    const history = await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId: restored?.aggregateId });
    expect(history.map(({ differences }) => differences.map((one) => [one.field, one.after]))).toEqual([
      [['trashed', false]],
      [['trashed', true]],
      [['state', 'seen']],
    ]);
    expect(history.map(({ name }) => name)).toEqual(['', '', expect.stringMatching(/./)]);
    await until('rows', box.rows, { INBOX: 5 });
    // Emptied where it had been thrown away, it stays where it is.
    box.doveadm('move', 'Trash', 'mailbox', 'INBOX', 'subject', `${box.user} e`);
    await until('trash', box.inTrash, ['c', 'e']);
    box.doveadm('expunge', 'mailbox', 'Trash', 'all');
    await box.sync();
    await until('rows', box.rows, { INBOX: 4 });
    expect(await box.inTrash()).toEqual(['c', 'e']);
  });

  const cuts = [
    ['UID MOVE', [], 'cut after'],
    ['UID EXPUNGE', ['MOVE'], 'cut after'],
    ['UID MOVE', [], 'cut before'],
    ['UID COPY', ['MOVE'], 'cut before'],
    ['UID COPY', ['MOVE'], 'cut after'],
    ['UID STORE', ['MOVE'], 'cut before'],
    ['UID STORE', ['MOVE'], 'cut after'],
    ['UID EXPUNGE', ['MOVE'], 'cut before'],
    ['UID STORE', ['MOVE', 'UIDPLUS'], 'cut after'],
    ['STATUS', [], 'cut after'],
  ] as const;
  it.each(hasLongTests ? cuts : cuts.slice(0, 2))(
    'loses and doubles nothing when the connection breaks at %s without %j: %s',
    async (command, without, fate) => {
      const dovecot = without.length === 0 ? plain : await TestDovecot.start({ without });
      if (dovecot !== plain) fixture.atEnd(() => dovecot.close());
      const box = await open(['a', 'b', 'c'], dovecot);
      for (const isSilent of [false, true]) {
        box.proxy.answer = isSilent ? noCopyUid : (line) => line;
        let cuts = 0;
        box.proxy.fate = (line) => {
          if (!line.startsWith(command) || cuts === 1) return 'pass';
          cuts += 1;
          return fate;
        };
        await box.send('delete', 'a', 'b');
        await expect.poll(() => cuts).toBe(1);
        await box.sync();
        await until('INBOX', () => box.onServer('INBOX'), ['c']);
        await until('Trash', () => box.onServer('Trash'), ['a', 'b']);
        await box.sync();
        await sleep(300);
        expect([await box.inList(), await box.inTrash()]).toEqual([['c'], ['a', 'b']]);
        await box.send('restore', 'a', 'b');
        await until('INBOX', () => box.onServer('INBOX'), ['a', 'b', 'c']);
        await until('list', box.inList, ['a', 'b', 'c']);
      }
    },
  );

  const turns = [
    ['delete', 'UID MOVE', [], 'cut after'],
    ['restore', 'UID EXPUNGE', ['MOVE'], 'cut before'],
    ['restore', 'UID MOVE', [], 'cut after'],
    ['restore', 'UID MOVE', [], 'cut before'],
    ['delete', 'UID MOVE', [], 'cut before'],
    ['delete', 'UID EXPUNGE', ['MOVE'], 'cut before'],
    ['delete', 'UID EXPUNGE', ['MOVE'], 'cut after'],
    ['restore', 'UID EXPUNGE', ['MOVE'], 'cut after'],
    ['delete', 'UID COPY', ['MOVE'], 'cut after'],
    ['restore', 'UID COPY', ['MOVE'], 'cut after'],
    ['delete', 'UID STORE', ['MOVE', 'UIDPLUS'], 'cut after'],
  ] as const;
  it.each(hasLongTests ? turns : turns.slice(0, 2))(
    'obeys who thinks better of a %s while the connection breaks at %s without %j: %s',
    async (first, command, without, fate) => {
      const dovecot = without.length === 0 ? plain : await TestDovecot.start({ without });
      if (dovecot !== plain) fixture.atEnd(() => dovecot.close());
      const box = await open(['a', 'b', 'c'], dovecot);
      for (const isSilent of hasLongTests ? [false, true] : [true]) {
        const settled = async (places: readonly (readonly string[])[]) => {
          await box.sync();
          const all = async () => [
            await box.onServer('INBOX'),
            await box.onServer('Trash'),
            await box.inList(),
            await box.inTrash(),
          ];
          const [home = [], trash = []] = places;
          await until(`INBOX, Trash, list and trash${isSilent ? ', told no UID' : ''}`, all, [
            home,
            trash,
            home,
            trash,
          ]);
        };
        if (first === 'restore') {
          await box.send('delete', 'a', 'b');
          await settled([['c'], ['a', 'b']]);
        }
        if (isSilent) box.proxy.answer = noCopyUid;
        const arrived = Promise.withResolvers<void>();
        const released = Promise.withResolvers<void>();
        let isHeld = false;
        box.proxy.fate = async (line) => {
          if (isHeld || !line.startsWith(command)) return 'pass';
          isHeld = true;
          arrived.resolve();
          await released.promise;
          return fate;
        };
        await box.send(first, 'a', 'b');
        await arrived.promise;
        await box.send(first === 'delete' ? 'restore' : 'delete', 'a', 'b');
        released.resolve();
        await settled(first === 'delete' ? [['a', 'b', 'c'], []] : [['c'], ['a', 'b']]);
        await box.sync();
        await sleep(300);
        await settled(first === 'delete' ? [['a', 'b', 'c'], []] : [['c'], ['a', 'b']]);
        box.proxy.answer = (line) => line;
        if (first === 'restore') {
          await box.send('restore', 'a', 'b');
          await settled([['a', 'b', 'c'], []]);
        }
      }
    },
  );

  it('looks for what was taken back while a look at all folders moved it, though nobody knows where to', async () => {
    const box = await open(['a', 'b']);
    box.proxy.answer = noCopyUid;
    /** Holds the next such command until it is released. */
    const hold = (command: string) => {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let isHeld = false;
      box.proxy.fate = async (line): Promise<Fate> => {
        if (!isHeld && line.startsWith(command)) {
          isHeld = true;
          arrived.resolve();
          await released.promise;
        }
        return 'pass';
      };
      return { arrived: arrived.promise, release: released.resolve };
    };
    const look = hold('LIST');
    await box.sync();
    await look.arrived;
    await box.send('spam', 'b');
    const move = hold('UID MOVE');
    look.release();
    await move.arrived;
    await box.send('restore', 'b');
    move.release();
    await until('INBOX', () => box.onServer('INBOX'), ['a', 'b']);
    await until('Junk', () => box.onServer('Junk'), []);
    await until('list', box.inList, ['a', 'b']);
  });

  it(
    'obeys who throws away what is just being brought back, though nobody knows yet where it comes out',
    long,
    async () => {
      const box = await open(['a', 'b', 'c']);
      box.proxy.answer = noCopyUid;
      for (let round = 0; round < 10; round += 1) {
        await box.send('delete', 'a', 'b');
        await until('Trash', () => box.onServer('Trash'), ['a', 'b']);
        await box.send('restore', 'a', 'b');
        // It lies there, and what Kontor has moved is not noted yet.
        await until('INBOX', () => box.onServer('INBOX'), ['a', 'b', 'c']);
      }
      await box.send('delete', 'a', 'b');
      await until('Trash', () => box.onServer('Trash'), ['a', 'b']);
      await box.sync();
      await sleep(300);
      expect([await box.inList(), await box.inTrash()]).toEqual([['c'], ['a', 'b']]);
    },
  );

  it('keeps what people did when UIDs become others and folders are renamed, removed and doubled', async () => {
    const box = await open(['a', 'b', 'c', 'd']);
    await anna.command('activity.setState', { aggregateIds: await box.ids('a'), state: 'ready' });
    await box.send('delete', 'b');
    await until('Trash', () => box.onServer('Trash'), ['b']);
    const before = (await box.entries()).filter(({ information }) => information.startsWith(box.user));
    const same = async () => {
      const now = (await box.entries()).filter(({ information }) => information.startsWith(box.user));
      return now.map((it) => `${it.aggregateId} ${it.information === `${box.user} a` ? it.status : 0}`).sort();
    };
    const expected = before.map((it) => `${it.aggregateId} ${it.information === `${box.user} a` ? 3 : 0}`).sort();
    const settle = async (rows: Record<string, number>) => {
      await box.sync();
      await until('rows', box.rows, rows);
      await until('entries', same, expected);
    };
    const mailbox = (...args: string[]) => box.doveadm('mailbox', ...args);
    const uidValidity = /uidvalidity=(\d+)/.exec(mailbox('status', 'uidvalidity', 'INBOX'))?.[1];
    mailbox('update', '--uid-validity', String(Number(uidValidity) + 9), 'INBOX');
    await settle({ INBOX: 3, Trash: 1 });

    mailbox('create', 'Projekte');
    box.doveadm('move', 'Projekte', 'mailbox', 'INBOX', 'subject', `${box.user} c`);
    box.doveadm('move', 'Projekte', 'mailbox', 'INBOX', 'subject', `${box.user} a`);
    await settle({ INBOX: 1, Projekte: 2, Trash: 1 });
    box.proxy.commands.length = 0;
    mailbox('rename', 'Projekte', 'Vorhaben');
    await settle({ INBOX: 1, Trash: 1, Vorhaben: 2 });
    expect(box.proxy.commands.filter((line) => /BODY\.PEEK/.test(line))).toEqual([]);
    expect(await box.inTrash()).toEqual(['b']);

    // Twice, in several folders, is still one mail; with the last of them it is gone.
    box.doveadm('copy', 'Vorhaben', 'mailbox', 'INBOX', 'subject', `${box.user} d`);
    box.doveadm('copy', 'Vorhaben', 'mailbox', 'INBOX', 'subject', `${box.user} d`);
    await settle({ INBOX: 1, Trash: 1, Vorhaben: 4 });
    box.doveadm('expunge', 'mailbox', 'INBOX', 'all');
    await settle({ Trash: 1, Vorhaben: 4 });
    expect(await box.inTrash()).toEqual(['b']);
    mailbox('delete', 'Vorhaben');
    await box.sync();
    await until('rows', box.rows, { Trash: 1 });
    await until('trash', box.inTrash, ['a', 'b', 'c', 'd']);
  });

  it('moves a hundred mails at once, and what is sent by several people only once', async () => {
    const subjects = Array.from({ length: 120 }, (_, n) => `m${String(n).padStart(3, '0')}`);
    const box = await open(subjects);
    const ids = await box.ids(...subjects);
    expect(ids).toHaveLength(120);
    await Promise.all([
      anna.command('activity.delete', { aggregateIds: ids.slice(0, 80) }),
      anna.command('activity.delete', { aggregateIds: ids.slice(40) }),
    ]);
    await until('Trash', async () => (await box.onServer('Trash')).length, 120);
    expect(await box.onServer('INBOX')).toEqual([]);
    expect(box.proxy.commands.filter((line) => line.startsWith('UID MOVE')).length).toBeLessThan(20);
  });
});
