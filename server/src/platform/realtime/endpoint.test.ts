import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import { testLog } from '../../testing/logged.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { createBus } from './bus.ts';
import { openEndpoint } from './endpoint.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An endpoint whose tickets are the sessions' own ids, and what it asks about them. */
async function openWith(openSessions: (asked: readonly string[]) => Promise<ReadonlySet<string>>) {
  const server = createServer();
  const bus = createBus();
  const asked: (readonly string[])[] = [];
  const endpoint = openEndpoint({
    server,
    bus,
    relay: { follow: async () => {} },
    tickets: { take: async (sessionId) => ({ instanceId: 1, userId: 7, sessionId }) },
    log: testLog(),
    metrics: NO_METRICS,
    nameOf: async () => 'eins',
    allowsOrigin: () => true,
    openSessions: async (_instanceId, ids) => {
      asked.push(ids);
      return openSessions(ids);
    },
    mayEndSessions: () => true,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => server.close(), endpoint.close);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = async (sessionId: string) => {
    const peer = await StompPeer.open(base);
    peer.connect({ username: '7', password: sessionId, vhost: 'eins' });
    await peer.next('CONNECTED');
    return peer;
  };
  const change = () => bus.publish({ instanceId: 1, topic: 'user.7', body: '' });
  return { connect, change, asked };
}

test('who is still signed in is asked for all connections at once, however much happens meanwhile', async () => {
  const ended = new Set<string>();
  const { connect, change, asked } = await openWith(async (ids) => new Set(ids.filter((id) => !ended.has(id))));
  const peers = await Promise.all(Array.from({ length: 20 }, (_, n) => connect(`sitzung-${n}`)));
  asked.length = 0;
  ended.add('sitzung-7');
  for (let n = 0; n < 50; n += 1) change();
  await expect.poll(() => peers[7]?.closed).toBe(true);
  expect(peers.filter(({ closed }) => closed)).toHaveLength(1);
  expect(asked.map((ids) => ids.length)).toEqual([20, 19]);
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
