import type { KontorEvent } from '@kontor/contract/kernel';
import type { OnlineUser, PresenceChange } from '@kontor/contract/presence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
});
afterAll(() => server?.close());

test('who is connected in the foreground is there, and everybody who listens is told', async () => {
  const instance = await server.instance('nordwerk');
  await server.person(instance, 'anna');
  const userId = await server.person(instance, 'ben');
  const [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  const listening = await StompPeer.as(anna, ['/topic/event.presence.changed']);
  const presence = async () =>
    (await anna.query<OnlineUser[]>('presence.onlineUsers')).find(({ id }) => id === userId)?.presence;
  expect(await presence()).toBe('absent');
  // In the background a client listens to other things only.
  const background = await StompPeer.as(ben);
  expect(await presence()).toBe('absent');
  const peer = await StompPeer.as(ben, ['/topic/event.presence.changed']);
  expect(await presence()).toBe('present');
  const changes: PresenceChange[] = [];
  while (!changes.some(([id]) => id === userId)) {
    const { payload } = (await listening.event()) as KontorEvent & { payload: { changed: PresenceChange[] } };
    changes.push(...payload.changed);
  }
  expect(changes.find(([id]) => id === userId)).toEqual([userId, 'present', null, null, null, null]);
  for (const each of [background, peer]) each.close();
  listening.close();
});
