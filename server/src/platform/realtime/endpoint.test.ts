import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEARTBEAT_MS } from '@kontor/contract/kernel';
import { afterEach, expect, test, vi } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import { openHoldingProxy } from './testing/holding-proxy.ts';
import { testLog } from '../../testing/logged.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { createBus } from './bus.ts';
import { createConnections, type ConnectionChange } from './connections.ts';
import { openEndpoint } from './endpoint.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An endpoint whose tickets are the sessions' own ids, and what it asks about them. */
async function openWith(openSessions: (ids: readonly string[]) => Promise<ReadonlySet<string>>) {
  const server = createServer();
  const bus = createBus();
  const connections = createConnections();
  const lookups: (readonly string[])[] = [];
  const endpoint = openEndpoint({
    server,
    bus,
    relay: { follow: async () => {} },
    connections,
    tickets: { take: async (sessionId) => ({ instanceId: 1, userId: 7, sessionId }) },
    log: testLog(),
    metrics: NO_METRICS,
    nameOf: async () => 'eins',
    allowsOrigin: () => true,
    openSessions: async (_instanceId, ids) => {
      lookups.push(ids);
      return openSessions(ids);
    },
    mayEndSessions: () => true,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => server.close(), endpoint.close);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begin = async (
    sessionId: string,
    answer: 'CONNECTED' | 'ERROR',
    more: Record<string, string> = {},
    at: string = base,
  ) => {
    const peer = await StompPeer.open(at);
    peer.connect({ username: '7', password: sessionId, vhost: 'eins' }, more);
    await peer.next(answer);
    return peer;
  };
  const connect = (sessionId: string, more?: Record<string, string>) => begin(sessionId, 'CONNECTED', more);
  const connectRefused = (sessionId: string) => begin(sessionId, 'ERROR');
  const publish = (body: string) => bus.publish({ instanceId: 1, topic: 'user.7', body });
  const change = () => publish('');
  /** A device behind a proxy that can hold all that is on its way, and keeps the connection open on both of its sides. */
  const connectHeld = async (sessionId: string, more?: Record<string, string>) => {
    const proxy = await openHoldingProxy((server.address() as AddressInfo).port);
    ends.push(proxy.close);
    return { proxy, peer: await begin(sessionId, 'CONNECTED', more, proxy.base) };
  };
  return { connect, connectHeld, connectRefused, change, publish, lookups, connections };
}

test('who is still signed in is asked for all connections at once, however much happens meanwhile', async () => {
  const ended = new Set<string>();
  const { connect, change, lookups } = await openWith(async (ids) => new Set(ids.filter((id) => !ended.has(id))));
  const peers = await Promise.all(Array.from({ length: 20 }, (_, n) => connect(`sitzung-${n}`)));
  lookups.length = 0;
  ended.add('sitzung-7');
  for (let n = 0; n < 50; n += 1) change();
  await expect.poll(() => peers[7]?.closed).toBe(true);
  expect(peers.filter(({ closed }) => closed)).toHaveLength(1);
  expect(lookups.map((ids) => ids.length)).toEqual([20, 19]);
});

test('a session that ended while the database was away loses its connection once it is back', async () => {
  let isAway = false;
  let isOpen = true;
  const { connect, change } = await openWith(async (ids) => {
    if (isAway) throw new Error('The database is away');
    return new Set(isOpen ? ids : []);
  });
  const peer = await connect('sitzung');
  [isAway, isOpen] = [true, false];
  change();
  await new Promise((resolve) => setTimeout(resolve, 50));
  isAway = false;
  await expect.poll(() => peer.closed).toBe(true);
});

test.each(['99999999999,99999999999', '2147483648,2147483648', 'Infinity,1e400', '1,1', '-5,x', ','])(
  'a peer that says its heart beats %s is neither flooded nor given up',
  async (said) => {
    const { connect } = await openWith(async (ids) => new Set(ids));
    const peer = await connect('sitzung', { 'heart-beat': said });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([peer.closed, peer.heartbeats]).toEqual([false, 0]);
  },
);

test('who is connected is known, and who listens to what, from the first connection to the last', async () => {
  let isOpen = true;
  const { connect, connectRefused, connections } = await openWith(async (ids) => new Set(isOpen ? ids : []));
  const heard: ConnectionChange[] = [];
  connections.onChange((change) => heard.push(change));
  const [one, other] = [await connect('eins'), await connect('zwei')];
  expect(connections.usersOf(1)).toEqual([7]);
  const topic = 'event.presence.changed';
  for (const id of ['1', '2']) one.send('SUBSCRIBE', { id, destination: `/topic/${topic}`, receipt: id });
  await one.next('RECEIPT');
  await one.next('RECEIPT');
  expect(connections.usersOf(1, topic)).toEqual([7]);
  one.send('UNSUBSCRIBE', { id: '1', receipt: '3' });
  await one.next('RECEIPT');
  expect(connections.usersOf(1, topic)).toEqual([7]);
  one.close();
  await expect.poll(() => connections.usersOf(1, topic)).toEqual([]);
  expect(connections.usersOf(1)).toEqual([7]);
  other.close();
  await expect.poll(() => connections.usersOf(1)).toEqual([]);
  const ofAnna = { instanceId: 1, userId: 7 };
  expect(heard).toEqual([
    { ...ofAnna, topic: undefined, isThere: true },
    { ...ofAnna, topic, isThere: true },
    { ...ofAnna, topic, isThere: false },
    { ...ofAnna, topic: undefined, isThere: false },
  ]);
  isOpen = false;
  await connectRefused('drei');
  expect(heard).toHaveLength(4);
});

/** Subscribes, and waits until that holds. */
async function listen(peer: StompPeer, destinations: readonly string[]): Promise<void> {
  for (const [index, destination] of destinations.entries()) {
    peer.send('SUBSCRIBE', { id: `s${index}`, destination, receipt: `s${index}` });
    await peer.next('RECEIPT');
  }
}
const PRESENCE = 'event.presence.changed';

test('thirty tabs are one person, who is there until the last of them is closed', async () => {
  const { connect, connections, publish } = await openWith(async (ids) => new Set(ids));
  const heard: ConnectionChange[] = [];
  connections.onChange((change) => heard.push(change));
  const tabs = await Promise.all(Array.from({ length: 30 }, () => connect('sitzung')));
  for (const tab of tabs) await listen(tab, ['/topic/user.7', `/topic/${PRESENCE}`]);
  expect([connections.usersOf(1), connections.usersOf(1, PRESENCE)]).toEqual([[7], [7]]);
  publish('an alle');
  for (const tab of tabs) expect((await tab.next('MESSAGE')).headers['destination']).toBe('/topic/user.7');
  // Closed in whatever way: by the page, by the browser, and without a word.
  for (const [index, tab] of tabs.slice(1).entries()) {
    if (index % 2 === 0) tab.send('DISCONNECT', {});
    tab.close();
  }
  await expect.poll(() => tabs.filter(({ closed }) => closed).length).toBe(29);
  expect([connections.usersOf(1), connections.usersOf(1, PRESENCE)]).toEqual([[7], [7]]);
  expect(heard).toHaveLength(3);
  tabs[0]?.close();
  await expect.poll(() => connections.usersOf(1)).toEqual([]);
  expect(connections.usersOf(1, PRESENCE)).toEqual([]);
  expect(heard.map(({ topic, isThere }) => [topic, isThere])).toEqual([
    [undefined, true],
    ['user.7', true],
    [PRESENCE, true],
    ['user.7', false],
    [PRESENCE, false],
    [undefined, false],
  ]);
});

test('a tab listens to fifty topics and no more, and others of its person go on', async () => {
  const { connect, connections } = await openWith(async (ids) => new Set(ids));
  const [greedy, other] = [await connect('sitzung'), await connect('sitzung')];
  await listen(other, [`/topic/${PRESENCE}`]);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const topics = Array.from(
    { length: 51 },
    (_, n) => `event.${letters[n % 26] ?? ''}${letters[Math.floor(n / 26)] ?? ''}`,
  );
  await listen(
    greedy,
    topics.slice(0, 50).map((topic) => `/topic/${topic}`),
  );
  greedy.send('SUBSCRIBE', { id: 'mehr', destination: `/topic/${topics[50] ?? ''}` });
  await greedy.refused();
  await expect.poll(() => greedy.closed).toBe(true);
  for (const topic of topics) expect(connections.usersOf(1, topic)).toEqual([]);
  expect([connections.usersOf(1), other.closed]).toEqual([[7], false]);
});

test('a device that a proxy holds open is given up once nothing came of it for three of its heart-beats', async () => {
  // Only what beats: all that goes over the network takes its time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  ends.push(async () => void vi.useRealTimers());
  const { connectHeld, connections } = await openWith(async (ids) => new Set(ids));
  const { proxy, peer } = await connectHeld('sitzung', { 'heart-beat': `${HEARTBEAT_MS},${HEARTBEAT_MS}` });
  await listen(peer, [`/topic/${PRESENCE}`]);
  /** The device's heart beats, and time passes until it does the next time. */
  const beat = async (): Promise<void> => {
    peer.raw(Buffer.from('\n'));
    await sleep(20);
    vi.advanceTimersByTime(HEARTBEAT_MS);
  };
  for (let times = 0; times < 6; times += 1) await beat();
  expect(connections.usersOf(1, PRESENCE)).toEqual([7]);
  proxy.hold();
  for (let times = 0; times < 2; times += 1) await beat();
  await sleep(20);
  expect(connections.usersOf(1, PRESENCE)).toEqual([7]);
  for (let times = 0; times < 2; times += 1) await beat();
  await expect.poll(() => connections.usersOf(1)).toEqual([]);
  expect(connections.usersOf(1, PRESENCE)).toEqual([]);
  // On the device's side it is still open.
  expect(peer.closed).toBe(false);
});

test('of what a held device does not take no more is kept than its bound, and it is given up', async () => {
  const { connectHeld, connections, publish } = await openWith(async (ids) => new Set(ids));
  const { proxy, peer } = await connectHeld('sitzung');
  await listen(peer, ['/topic/user.7']);
  proxy.hold();
  const body = 'x'.repeat(32 * 1024);
  const before = process.memoryUsage().rss;
  // Two hundred megabytes, if all of it were kept.
  for (let n = 0; n < 6400 && connections.usersOf(1).length > 0; n += 1) {
    publish(body);
    if (n % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => connections.usersOf(1)).toEqual([]);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});
