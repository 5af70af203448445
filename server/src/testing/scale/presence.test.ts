import { presenceCommands, presenceEvents, type OnlineUser, type PresenceChange } from '@kontor/contract/presence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../client.ts';
import type { ForkedServer } from '../server-fork.ts';
import { hasRabbit } from '../rabbit.ts';
import { StompPeer, pongOf } from '../stomp.ts';
import { startFixture, type Fixture } from './fixture.ts';

let fixture: Fixture;
let ben: number;
const server = (index: number) => fixture.servers[index] as ForkedServer;

beforeAll(async () => {
  fixture = await startFixture({ ownRealtime: true, processes: 2 });
  await fixture.person('anna');
  ben = await fixture.person('ben');
});
afterAll(() => fixture?.close());

test('who is there by one process is there at the other, and everybody there is told', async () => {
  const topic = `/topic/event.${presenceEvents.presenceChanged.type}`;
  const anna = await fixture.client(server(0), 'anna');
  const annas = await StompPeer.as(anna, [topic]);
  const bens = await StompPeer.as(await fixture.client(server(1), 'ben'), [topic]);
  const isThere = async (by: TestClient) =>
    (await by.query<OnlineUser[]>('presence.onlineUsers')).find(({ id }) => id === ben)?.presence;
  await expect.poll(() => isThere(anna)).toBe('present');
  const changeOfBen = async (): Promise<PresenceChange> => {
    const { payload } = await annas.event();
    const changed = (payload['changed'] ?? []) as PresenceChange[];
    return changed.find(([userId]) => userId === ben) ?? changeOfBen();
  };
  expect((await changeOfBen()).slice(0, 2)).toEqual([ben, 'present']);
  for (const peer of [annas, bens]) peer.close();
});

test.skipIf(!hasRabbit())('whose connection no server process sees is there by what their device says', async () => {
  const behind = await startFixture({ ownRealtime: false, processes: 2 });
  try {
    await behind.person('anna');
    const clara = await behind.person('clara');
    const [first, second] = behind.servers as [ForkedServer, ForkedServer];
    const anna = await behind.client(first, 'anna');
    const claras = await behind.client(second, 'clara');
    expect(await pongOf(claras)).toMatchObject({ isUnseen: true });
    const presence = async () =>
      (await anna.query<OnlineUser[]>('presence.onlineUsers')).find(({ id }) => id === clara)?.presence;
    expect(await presence()).toBe('absent');
    await claras.command(presenceCommands.beat.name, {});
    await expect.poll(presence).toBe('present');
  } finally {
    await behind.close();
  }
});
