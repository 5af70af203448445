import { activityEvents } from '@kontor/contract/activity';
import { formatAggregateId, itemKey } from '@kontor/contract/kernel';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedItem } from '../../modules/activity/factory.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer, pongOf } from '../../testing/stomp.ts';
import type { Instance } from '../operation/context.ts';

interface Vector {
  readonly name: string;
  readonly chunksB64: readonly string[];
  readonly expect: {
    readonly error?: string;
    readonly serverReplies?: string;
    readonly close?: boolean;
    readonly 'receipt-id'?: string;
  };
}
const vectors = (
  JSON.parse(readFileSync(new URL('fixtures/stomp-1.2.json', import.meta.url), 'utf8')) as Vector[]
).filter((vector) => vector.expect.error !== undefined || vector.expect['receipt-id'] !== undefined);

let server: TestServer;
let instance: Instance;
let other: Instance;
let anna: TestClient;
let ben: TestClient;
let foreign: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer({}, { ownRealtime: true });
  instance = await server.instance('live');
  other = await server.instance('other');
  for (const name of ['anna', 'ben']) ids[name] = await server.person(instance, name);
  ids['foreign'] = await server.person(other, 'anna');
  [anna, ben, foreign] = await Promise.all([
    server.client(instance, 'anna'),
    server.client(instance, 'ben'),
    server.client(other, 'anna'),
  ]);
});
afterAll(() => server?.close());

const refused = async (peer: StompPeer, message: string) => {
  expect((await peer.next('ERROR')).headers['message']).toContain(message);
  await expect.poll(() => peer.closed).toBe(true);
};

describe('a connection', () => {
  test('gets the events of its own person, with keys, causes and what changed, and nobody else does', async () => {
    const [annaEnd, benEnd, foreignEnd] = await Promise.all([
      StompPeer.as(anna),
      StompPeer.as(ben),
      StompPeer.as(foreign),
    ]);
    const entryId = await seedItem(server.change, instance, { userIds: [ids['anna'] ?? 0] });
    const added = await annaEnd.event();
    expect(added).toMatchObject({
      type: 'activity.added',
      isLocal: true,
      isGlobal: false,
      payload: { keys: expect.arrayContaining(['list', 'list:email', itemKey({ module: 'email', entryId })]) },
    });
    const processId = crypto.randomUUID();
    const aggregateId = formatAggregateId({ module: 'email', entryId, userId: ids['anna'] ?? 0 });
    await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'ready' }, { processId });
    const changed = await annaEnd.event();
    expect(changed.payload).toMatchObject({
      processIds: [processId],
      changes: [{ entryId, status: 3, aggregateVersion: 2, trashed: false }],
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect([benEnd.frames, foreignEnd.frames]).toEqual([[], []]);
    for (const end of [annaEnd, benEnd, foreignEnd]) end.close();
  });

  test('hears of a hundred changes in the order of their commits', async () => {
    const end = await StompPeer.as(anna);
    const entryId = await seedItem(server.change, instance, { userIds: [ids['anna'] ?? 0] });
    const aggregateIds = [formatAggregateId({ module: 'email', entryId, userId: ids['anna'] ?? 0 })];
    await end.event();
    const states = ['ready', 'seen', 'unseen'];
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        anna.command('activity.setState', { aggregateIds, state: states[n % 3] ?? '' }),
      ),
    );
    const versions: number[] = [];
    for (;;) {
      const frame = await end.event({ withinMs: 1500 }).catch(() => undefined);
      if (frame === undefined) break;
      versions.push((frame.payload['changes'] as { aggregateVersion: number }[])[0]?.aggregateVersion ?? 0);
    }
    expect(versions.length).toBeGreaterThan(10);
    expect(versions).toEqual(versions.map((_, index) => index + 2));
    end.close();
  });

  test('hears what has breaks, quotes and signs of SQL in it as it was said, in the order of it', async () => {
    const end = await StompPeer.as(anna);
    const said = ['one\ntwo\r\n', '"quoted", \\ and \'', '{NULL,}', '', '\u2028'];
    await server.change(instance, async (ctx) => {
      for (const key of said)
        ctx.emit(
          activityEvents.activityAdded,
          { users: [ids['anna'] ?? 0] },
          { keys: [key], processIds: [], aggregateIds: [] },
        );
    });
    const heard: unknown[] = [];
    while (heard.length < said.length) heard.push((await end.event()).payload['keys']);
    expect(heard).toEqual(said.map((key) => [key]));
    end.close();
  });

  test.each([
    ['another person', () => `/topic/user.${ids['ben']}`],
    ['another session', () => '/topic/personal.8f2c9f0e-54f9-4f2e-9f86-1ad1c2b6a001'],
    ['a wildcard', () => '/topic/user.*'],
    ['all of a kind', () => '/topic/event.#'],
    ['a queue', () => '/queue/jobs'],
    ['a path', () => '/topic/event.../user'],
  ])('that subscribes to %s is refused and closed', async (_name, destination) => {
    const end = await StompPeer.as(anna, []);
    end.send('SUBSCRIBE', { id: '1', destination: destination() });
    await refused(end, 'access refused');
  });

  test('never sends', async () => {
    const end = await StompPeer.as(anna, []);
    end.send('SEND', { destination: '/topic/event.x' }, '{}');
    await refused(end, 'clients never send');
  });

  test('needs a ticket that is its person’s, this instance’s, fresh and unused', async () => {
    const pong = await pongOf(anna);
    const connect = async (headers: Record<string, string>) => {
      const peer = await StompPeer.open(server.base);
      peer.connect(pong, headers);
      return peer;
    };
    await refused(await connect({ passcode: '' }), 'access refused');
    await refused(await connect({ passcode: `${pong.password}x` }), 'access refused');
    await refused(
      await connect({ login: String(ids['ben']), passcode: (await pongOf(anna)).password ?? '' }),
      'access refused',
    );
    await refused(await connect({ host: 'other', passcode: (await pongOf(anna)).password ?? '' }), 'access refused');
    await (await connect({})).next('CONNECTED');
    await refused(await connect({}), 'access refused');
    const old = (await pongOf(anna)).password ?? '';
    server.advance(61_000);
    await refused(await connect({ passcode: old }), 'access refused');
  });

  test('ends with its session', async () => {
    const client = await server.client(instance, 'anna');
    const end = await StompPeer.as(client);
    const pong = await pongOf(client);
    await client.send('/auth/logout', {
      method: 'POST',
      headers: client.headers({ 'Content-Type': 'application/json' }),
      body: '{}',
    });
    await refused(end, 'the session has ended');
    const peer = await StompPeer.open(server.base);
    peer.connect(pong);
    await refused(peer, 'access refused');
  });

  test('from a foreign page is not opened', async () => {
    await expect(StompPeer.open(server.base, { Origin: 'https://evil.example' })).rejects.toThrow('403');
    (await StompPeer.open(server.base, { Origin: server.base })).close();
  });

  test.each(vectors)('protocol: $name', async (vector) => {
    const needsConnection =
      !['CONNECT', 'STOMP'].some((word) =>
        Buffer.from(vector.chunksB64[0] ?? '', 'base64')
          .toString()
          .startsWith(word),
      ) && vector.expect.error !== 'not connected';
    const peer = needsConnection ? await StompPeer.as(anna, []) : await StompPeer.open(server.base);
    for (const chunk of vector.chunksB64) peer.raw(Buffer.from(chunk, 'base64'));
    const receipt = vector.expect['receipt-id'];
    if (receipt !== undefined) expect((await peer.next('RECEIPT')).headers['receipt-id']).toBe(receipt);
    else await peer.next('ERROR');
    await expect.poll(() => peer.closed).toBe(true);
  });
});

test('a session that ends because an old token came back takes its connections along', async () => {
  const client = await server.client(instance, 'anna');
  const stolen = client.token;
  server.advance(61 * 60_000);
  const ask = async (token: string) => {
    client.token = token;
    return client.tryQuery('session.user');
  };
  const renewed = (await ask(stolen)).headers.get('x-auth-token') ?? '';
  expect((await ask(renewed)).status).toBe(200);
  const peer = await StompPeer.as(client);
  server.advance(10 * 60_000);
  expect((await ask(stolen)).body.code).toBe('SESSION_ENDED');
  await refused(peer, 'the session has ended');
});
