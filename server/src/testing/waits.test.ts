import { randomUUID } from 'node:crypto';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedItem } from '../modules/activity/factory.ts';
import { importInBatches, importTarget } from '../modules/mail/index.ts';
import { rawMail } from '../modules/mail/testing/factory.ts';
import { seedRecord } from '../modules/record/factory.ts';
import { MailParser } from '../platform/mailparse/index.ts';
import { ScriptedPeer } from '../platform/mailsubmit/testing/scripted-peer.ts';
import { createLogContext, withLogContext } from '../platform/log/log-context.ts';
import type { Instance } from '../platform/operation/context.ts';
import type { TestClient } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';
import { countWaits, type WaitCounter, type Waits } from './waits.ts';

/** Connections, so that none of what a request asks at once has to wait for one. */
const POOL = 24;

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let benId: number;
let counter: WaitCounter;
let record: { idoId: number; idoInstanceId: number };

beforeAll(async () => {
  server = await startTestServer({}, { alone: true, poolSize: POOL });
  instance = await server.instance('wege');
  annaId = await server.person(instance, 'anna', { isAdministrator: true });
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  record = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
  counter = await countWaits();
});
afterAll(async () => {
  await counter?.close();
  await server?.close();
});

/** What is named in a failure, beside the number that it is about. */
const said = ({ ways }: Waits): string[] => ways.flatMap((way, n) => way.map((text) => `${n + 1}. ${text}`));

/** Does something twice: the first time opens connections and has statements planned. Returns what the second time waited for. */
async function waitsOf(operation: string, work: () => Promise<unknown>): Promise<Waits> {
  await work();
  counter.forget();
  await work();
  return counter.of(operation);
}

const expectWays = (waits: Waits, ways: number): void => expect(waits.ways.length, said(waits).join('\n')).toBe(ways);

/** The day so many days from today. */
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A mail of anna's, each time another. */
const seedMail = async (): Promise<string> => {
  const entryId = await seedItem(server.change, instance, { userIds: [annaId] });
  return formatAggregateId({ module: 'email', entryId, userId: annaId });
};

const makeNote = async (): Promise<string> => {
  const { aggregateId } = await anna.command<{ aggregateId: string }>('task.create', {
    moduleLayout: 'note',
    title: 'Notiz',
    content: '<p>Eins</p>',
    inactive: false,
  });
  return aggregateId;
};

const BUSY = { statusRed: 'unseen', statusYellow: 'seen' };

describe('how often somebody waits for the database', () => {
  test('who sets the state of a mail', async () => {
    const mails = [await seedMail(), await seedMail()];
    const waits = await waitsOf('activity.setState', () =>
      anna.command('activity.setState', { aggregateIds: [mails.pop()], state: 'ready' }),
    );
    expectWays(waits, 6);
    expect(waits.flushes).toEqual(['commit']);
  });

  test('who saves a note', async () => {
    const aggregateId = await makeNote();
    let text = 0;
    const before = await anna.query<Record<string, unknown>>('task.details', { aggregateId });
    let aggregateVersion = before['aggregateVersion'] as number;
    const waits = await waitsOf('task.process', async () => {
      text += 1;
      ({ aggregateVersion } = await anna.command<{ aggregateVersion: number }>('task.process', {
        ...before,
        aggregateVersion,
        content: `<p>Text ${text}</p>`,
      }));
    });
    expectWays(waits, 7);
    expect(waits.flushes).toEqual(['commit']);
  });

  test('who opens a note', async () => {
    const aggregateId = await makeNote();
    expectWays(await waitsOf('task.details', () => anna.query('task.details', { aggregateId })), 2);
  });

  test('who looks at the inbox, after a change and without one', async () => {
    const look = () => anna.query('inbox.items', BUSY, { limit: 100, format: 'rows' });
    await look();
    await seedMail();
    counter.forget();
    await look();
    expectWays(counter.of('inbox.items'), 3);
    counter.forget();
    await look();
    expectWays(counter.of('inbox.items'), 1);
  });

  test('who looks at who is there, after a change and without one', async () => {
    const look = () => anna.query('presence.onlineUsers');
    await look();
    await anna.command('presence.switchState', { userstateId: 2 });
    counter.forget();
    await look();
    expect(counter.of('presence.onlineUsers').ways.length).toBeGreaterThan(1);
    counter.forget();
    await look();
    expectWays(counter.of('presence.onlineUsers'), 1);
  });

  test('who looks at a list of records', async () => {
    const look = () => anna.query('record.items', { idoInstanceId: record.idoInstanceId, page: 1 });
    expectWays(await waitsOf('record.items', look), 2);
  });

  test('who looks at the history of a record', async () => {
    const history = { idoId: record.idoId, instanceId: record.idoInstanceId, date: 'all' };
    const look = () => anna.query('record.activities', history, { limit: 100, format: 'rows' });
    expectWays(await waitsOf('record.activities', look), 2);
  });

  test('who looks for a record', async () => {
    expectWays(await waitsOf('record.search', () => anna.query('record.search', { query: 'Werft' })), 3);
  });

  test('who writes to several people', async () => {
    const compose = { addressee: [annaId, benId], message: 'Morgen um neun?', sendState: 3, status: 1 };
    const waits = await waitsOf('message.composeSend', () => anna.command('message.composeSend', compose));
    expectWays(waits, 10);
    expect(waits.flushes).toEqual(['commit']);
  });

  test('who says something to somebody', async () => {
    const { aggregateId } = await anna.command<{ aggregateId: string }>('message.composeSend', {
      addressee: [benId],
      message: 'Frage?',
      sendState: 3,
      status: 1,
    });
    // With whose thread it is, as the thread's screen has it.
    const text = { aggregateId, communicationPartnerUserId: benId, messageContent: 'Noch etwas' };
    const waits = await waitsOf('message.send', () => anna.command('message.send', text));
    expectWays(waits, 4);
    expect(waits.flushes).toEqual(['commit']);
  });

  test('who asks whose a number is, which the phone book or a record has', async () => {
    await anna.command('phoneBook.create', { name: 'Dirk Sievers', number: '0471 95120' });
    await seedRecord(server.change, instance, { values: { name: 'Werft Neumann', phone: '0431 123456' } });
    for (const number of ['0471 95120', '0431 123456', '0421 777777'])
      expectWays(await waitsOf('phoneCall.whoIs', () => anna.query('phoneCall.whoIs', { number })), 2);
  });

  test('a telephone system that says that somebody calls', async () => {
    const { listId } = await anna.command<{ listId: number }>('phoneCall.saveList', {
      name: 'Zentrale',
      memberIds: [annaId, benId],
    });
    const line = { kind: 'cti', title: 'Anlage', listId };
    const { address } = await anna.command<{ address: string }>('phoneCall.saveLine', line);
    let count = 0;
    const ring = async (): Promise<void> => {
      count += 1;
      const event = {
        event: 'newCall',
        callId: `c${count}`,
        from: `4943155500${count}`,
        to: '4943199',
        direction: 'in',
      };
      const answer = await fetch(`${server.base}${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
      expect(answer.status).toBe(200);
    };
    const waits = await waitsOf('phone cti', ring);
    expectWays(waits, 11);
    expect(waits.flushes).toEqual(['commit']);
  });

  test('who looks at a week of several calendars, and at one that no kept occurrence of a series reaches', async () => {
    const times = { startDate: `${day(2)}T09:00:00`, endDate: `${day(2)}T10:00:00` };
    await anna.command('appointment.create', { title: 'Montage', ...times, participants: [{ userId: benId }] });
    await anna.command('appointment.create', { title: 'Runde', ...times, repetition: { repetitionType: 'weekly' } });
    const week = (from: number) => () =>
      anna.query<{ rows: unknown[] }>('appointment.range', {
        calendars: [annaId, benId],
        from: `${day(from)}T00:00:00.000Z`,
        to: `${day(from + 7)}T00:00:00.000Z`,
        zone: 'Europe/Berlin',
      });
    expectWays(await waitsOf('appointment.range', week(0)), 2);
    const later = week(5000);
    expect((await later()).rows).toHaveLength(1);
    expectWays(await waitsOf('appointment.range', later), 3);
  });

  test('who looks for a time that several people have', async () => {
    const [from, to] = [`${day(0)}T00:00:00.000Z`, `${day(28)}T00:00:00.000Z`];
    const look = () => anna.query('appointment.findTimes', { must: [annaId, benId], minutes: 60, from, to });
    expectWays(await waitsOf('appointment.findTimes', look), 3);
  });

  test('who shares items with people, and takes them back', async () => {
    const items = [await seedMail(), await seedMail()];
    const about = { aggregateIds: items, userIds: [benId] };
    const share = () => anna.command('globalization.set', { ...about, message: 'Bitte ansehen' });
    const takeBack = () => anna.command('globalization.remove', about);
    await share();
    await takeBack();
    counter.forget();
    await share();
    expectWays(counter.of('globalization.set'), 14);
    await takeBack();
    const waits = counter.of('globalization.remove');
    expectWays(waits, 6);
    expect(waits.flushes).toEqual(['commit']);
  });

  test('who makes a task', async () => {
    const waits = await waitsOf('task.create', () =>
      anna.command('task.create', { moduleLayout: 'task', title: 'Angebot', content: '', inactive: false }),
    );
    expectWays(waits, 10);
    expect(waits.flushes).toEqual(['commit']);
  });
});

describe('mails', () => {
  test('are put into the lists in batches', async () => {
    const { boxId } = await anna.command<{ boxId: number }>('mail.addAddress', {
      name: 'Info',
      email: 'info@wege.example',
      memberIds: [annaId],
    });
    const parser = new MailParser({ processes: 1 });
    const parts = { platform: server.platform, change: server.change, parser };
    try {
      const target = await importTarget(parts, instance, boxId);
      if (target === undefined) throw new Error('There is no mailbox');
      const MAILS = 20;
      const arrive = (operation: string) =>
        withLogContext(createLogContext(randomUUID(), operation), () =>
          importInBatches(
            parts,
            instance,
            Array.from({ length: MAILS }, () => ({ raw: Buffer.from(rawMail()), status: 1 as const, target })),
          ),
        );
      await arrive('first');
      await arrive('arrival');
      const waits = counter.of('arrival');
      // Less than one a mail.
      expectWays(waits, 14);
      expect(waits.flushes.filter((what) => what === 'commit')).toHaveLength(1);
    } finally {
      await parser.close();
    }
  });

  test('are sent', async () => {
    const peer = await ScriptedPeer.start();
    try {
      const { accountId } = await anna.command<{ accountId: number }>('mail.addAddress', {
        name: 'Anna Berger',
        email: 'anna@wege.example',
        memberIds: [annaId],
      });
      const port = peer.port;
      await anna.command('mail.updateSending', { accountId, sending: { host: '127.0.0.1', port, security: 'none' } });
      const send = async (): Promise<void> => {
        const before = peer.taken.length;
        const { outgoingId } = await anna.command<{ outgoingId: number }>('mail.send', {
          senderAccountId: accountId,
          receiversTo: [{ receiver: 'paul@werft.example' }],
          subject: 'Hallo',
          content: '<p>Guten Tag</p>',
          draftKey: randomUUID(),
          undoSeconds: 0,
        });
        await expect
          .poll(async () =>
            (await anna.query<{ outgoingId: number; state: string }[]>('mail.outbox')).find(
              (one) => one.outgoingId === outgoingId,
            ),
          )
          .toMatchObject({ state: 'sent' });
        expect(peer.taken.length).toBe(before + 1);
      };
      await send();
      counter.forget();
      await send();
      const { flushes } = counter.of('mail.send');
      // The command, one look for all mails that are due, built, the end about to be said, what became of it; and the bytes with their folder.
      expect(flushes).toEqual([
        'commit',
        expect.stringMatching(/^with due as/),
        'datasync',
        'datasync',
        'commit',
        expect.stringMatching(/^update mail_outgoing set stage = 'data'/),
        'commit',
      ]);
    } finally {
      await peer.close();
    }
  });
});
