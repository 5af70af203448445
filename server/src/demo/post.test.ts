import type { ListEntry } from '@kontor/contract/activity';
import type { OnlineUser } from '@kontor/contract/presence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient } from '../testing/client.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts';
import { demoBoxes } from './fill.ts';
import { CUSTOMERS_BOX, DemoPost } from './post.ts';
import { seedDemo } from './seed.ts';
import { demoInstance } from './store.ts';

let server: TestServer;
let anna: TestClient;
let ben: TestClient;
let chris: TestClient;

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      alone: true,
      seed: (platform) => seedDemo(platform, TEST_PASSWORD),
      ownPost: ({ dataFolder }) => new DemoPost({ dataFolder, replyMs: 200 }),
    },
  );
  const instance = await demoInstance(server.platform.database.owner);
  if (instance === undefined) throw new Error('There is no demo');
  await demoBoxes(server.change, instance);
  const signIn = (name: string) => new TestClient(server.base, 'demo').signIn(name, TEST_PASSWORD);
  [anna, ben, chris] = [await signIn('anna'), await signIn('ben'), await signIn('chris')];
});
afterAll(() => server?.close());

interface Accounts {
  readonly sendingAccounts: readonly { readonly id: number; readonly email: string; readonly canSend: boolean }[];
}
const accountsOf = async (client: TestClient) => (await client.query<Accounts>('mail.accounts')).sendingAccounts;

async function send(client: TestClient, from: string, receivers: readonly string[], subject: string): Promise<void> {
  const sender = (await accountsOf(client)).find(({ email }) => email === from);
  const mail = {
    senderAccountId: sender?.id,
    receiversTo: receivers,
    subject,
    content: '<p>Guten Tag,</p>',
    undoSeconds: 0,
  };
  await client.command('mail.send', mail);
}

const found = async (client: TestClient, subject: string): Promise<ListEntry[]> =>
  (await client.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' })).filter(
    ({ information }) => information === subject,
  );

/** The mail of a subject that somebody has from somebody, once it is there. */
async function arrived(client: TestClient, subject: string, contact: string): Promise<ListEntry> {
  let entry: ListEntry | undefined;
  await expect
    .poll(async () => (entry = (await found(client, subject)).find(({ contact: from }) => from.includes(contact))))
    .toBeDefined();
  if (entry === undefined) throw new Error('It did not come');
  return entry;
}

test('everybody can write from the mailboxes that they have', async () => {
  expect((await accountsOf(anna)).filter(({ canSend }) => canSend).map(({ email }) => email)).toEqual(
    expect.arrayContaining(['anna@brookmann.example', 'info@brookmann.example', 'service@brookmann.example']),
  );
  expect((await accountsOf(chris)).some(({ email }) => email === 'ben@brookmann.example')).toBe(false);
});

test('what one writes arrives with the other, as New, and is answered', async () => {
  await send(anna, 'anna@brookmann.example', ['ben@brookmann.example'], 'Mittag');
  const entry = await arrived(ben, 'Mittag', 'Anna Berger');
  expect(entry).toMatchObject({ status: 1, direction: 'incoming' });
  expect(await found(chris, 'Mittag')).toEqual([]);
  await send(ben, 'ben@brookmann.example', ['anna@brookmann.example'], 'AW: Mittag');
  expect(await arrived(anna, 'AW: Mittag', 'Ben Krüger')).toMatchObject({ status: 1, direction: 'incoming' });
});

test('a customer answers some seconds later, and what they got lies where an administrator can open it', async () => {
  await send(chris, 'chris@brookmann.example', ['d.osei@goldcoast-juices.example'], 'Filling line 4');
  const answer = await arrived(chris, 'Re: Filling line 4', 'Daniel Osei');
  expect(answer).toMatchObject({ status: 1, direction: 'incoming', channel: 'chris@brookmann.example' });
  const detail = await chris.query<{ content: string }>('mail.details', { aggregateId: answer.aggregateId });
  expect(JSON.stringify(detail)).toContain('Daniel Osei');
  // Of the thread that it answers, not one of its own.
  const boxes = await anna.query<{ id: number; name: string }[]>('mail.boxes');
  expect(JSON.stringify(boxes)).toContain(CUSTOMERS_BOX);
  await expect.poll(async () => (await found(anna, 'Filling line 4')).length).toBe(1);
  const [sent] = await found(anna, 'Filling line 4');
  expect(sent).toMatchObject({ status: 3, information: 'Filling line 4' });
  expect(JSON.stringify(await ben.query('mail.boxes'))).not.toContain(CUSTOMERS_BOX);
});

test('nobody whom the demo does not know answers, and other instances do not send by it', async () => {
  await send(anna, 'anna@brookmann.example', ['unbekannt@nirgendwo.example'], 'Ins Leere');
  await expect.poll(async () => (await found(anna, 'Ins Leere')).map(({ channel }) => channel)).toHaveLength(1);
  const other = await server.instance('andere');
  await server.person(other, 'otto', { isAdministrator: true });
  const otto = await server.client(other, 'otto');
  await otto.command('mail.addAddress', { name: 'otto', email: 'otto@andere.example' });
  expect((await accountsOf(otto)).map(({ canSend }) => canSend)).toEqual([false]);
});

test('the people of the demo say of themselves what they do', async () => {
  const people = await anna.query<OnlineUser[]>('presence.onlineUsers');
  expect(people.map(({ name, stateText }) => [name, stateText])).toEqual([
    ['Anna Berger', 'Verfügbar'],
    ['Ben Krüger', 'Homeoffice'],
    ['Chris Okafor', 'Fachpack in Nürnberg'],
  ]);
});
