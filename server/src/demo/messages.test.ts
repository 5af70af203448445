import type { ListEntry } from '@kontor/contract/activity';
import type { MessageDetail, MessageExtras, MessageText } from '@kontor/contract/message';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChange } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { fillMessages } from './fill-messages.ts';
import { fillRecords } from './fill-records.ts';
import { MESSAGES } from './messages.ts';

type Entry = ListEntry & { readonly extras: MessageExtras };

let server: TestServer;
let instance: Instance;
const now = new Date();
beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('demo');
  for (const name of ['anna', 'ben', 'chris']) await server.person(instance, name);
  const change = createChange(server.platform, () => {});
  await fillRecords(change, instance, now);
  await fillMessages(change, instance, now);
  await fillMessages(change, instance, now);
});
afterAll(() => server?.close());

const all = (by: TestClient): Promise<Entry[]> => by.query<Entry[]>('message.items', { view: 'all', archived: true });

async function find(by: TestClient, beginning: string): Promise<Entry> {
  const entry = (await all(by)).find(({ information }) => information.startsWith(beginning));
  if (entry === undefined) throw new Error(`${beginning} is not there`);
  return entry;
}

test('the messages of the demo are there once, with those whom they go to, none of the last day', async () => {
  for (const name of ['anna', 'ben', 'chris'] as const) {
    const entries = await all(await server.client(instance, name));
    const own = MESSAGES.filter(({ to, texts }) => to.includes(name) || texts[0]?.by === name);
    expect(entries).toHaveLength(own.length);
    expect(Math.max(...entries.map(({ timestamp }) => timestamp))).toBeLessThan(now.getTime() / 1000 - 86_400);
    expect(entries.map(({ timestamp }) => timestamp)).toEqual(
      entries.map(({ timestamp }) => timestamp).toSorted((a, b) => b - a),
    );
    expect(new Set(entries.map(({ status }) => status)).size).toBe(3);
  }
});

test('they say what messages can say', async () => {
  const [anna, ben, chris] = await Promise.all(['anna', 'ben', 'chris'].map((name) => server.client(instance, name)));
  if (anna === undefined || ben === undefined || chris === undefined) throw new Error('Somebody is not there');
  const details = async (by: TestClient, beginning: string, communicationPartnerUserId: number | null = null) => {
    const { aggregateId } = await find(by, beginning);
    return by.query<MessageDetail>('message.details', { aggregateId, communicationPartnerUserId });
  };
  expect(await details(anna, 'Unterweisung')).toMatchObject({
    receiverCount: 2,
    confirmation: { counts: { confirmed: 1, of: 2 } },
    entry: { extras: { read: 2, done: 1 } },
  });
  expect((await details(ben, 'Unterweisung')).texts).toHaveLength(3);
  expect((await details(chris, 'Unterweisung')).texts).toHaveLength(1);
  expect(await details(chris, 'Betriebsfest')).toMatchObject({
    isOpen: true,
    unread: 0,
    texts: [{}, { reactions: [{ sign: '👍' }] }, {}, {}, {}],
  });
  expect((await details(anna, 'Claire Lemaire')).texts[1]).toMatchObject<Partial<MessageText>>({
    edit: 1,
    message: '<p>Nur 20. Ich bestelle nach, sind Mittwoch da.</p>',
  });
  expect(await details(anna, 'Geestland')).toMatchObject({
    unread: 1,
    status: 1,
    links: [{ displayName: 'Meierei Geestland eG, Geestland' }],
  });
  expect((await find(ben, 'Der Kopierer')).extras).toMatchObject({ unread: 1 });
  expect((await find(chris, 'Preisliste')).extras).toMatchObject({
    unread: 1,
    lastText: 'Seite 7: Die SH 25 heißt jetzt SH 26.',
  });
  expect((await find(anna, 'Der Kopierer')).extras).toMatchObject({ unread: 0, waitsForAnswer: true });
});
