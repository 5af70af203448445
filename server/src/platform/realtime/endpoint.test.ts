import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
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
  const begin = async (sessionId: string, answer: 'CONNECTED' | 'ERROR', more: Record<string, string> = {}) => {
    const peer = await StompPeer.open(base);
    peer.connect({ username: '7', password: sessionId, vhost: 'eins' }, more);
    await peer.next(answer);
    return peer;
  };
  const connect = (sessionId: string, more?: Record<string, string>) => begin(sessionId, 'CONNECTED', more);
  const connectRefused = (sessionId: string) => begin(sessionId, 'ERROR');
  const change = () => bus.publish({ instanceId: 1, topic: 'user.7', body: '' });
  return { connect, connectRefused, change, lookups, connections };
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
  await expect.poll(() => peer.closed, { timeout: 5000 }).toBe(true);
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
