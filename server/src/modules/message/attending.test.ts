import { ATTENDED_MS, type Attendant } from '@kontor/contract/activity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { forgetGone } from '../activity/attendance.ts';
import { messageTopics } from './attending.ts';
import { GONE, codeOf, nextEvent, numberOf, openMessages } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

const attend = (by: TestClient, aggregateId: string, doing: string, partner: number | null = null) =>
  by.tryCommand('message.attend', { aggregateId, communicationPartnerUserId: partner, doing });
const who = async (by: TestClient, aggregateId: string, partner: number | null = null) =>
  (await by.query<Attendant[]>('message.attendance', { aggregateId, communicationPartnerUserId: partner })).map(
    ({ userId, doing }) => [userId, doing],
  );
const attended = (peer: StompPeer) =>
  nextEvent<{ aggregateId: string; partner: number | null; people: Attendant[] }>(peer, 'message.attended');

test('who writes is told to the other one of the thread, and to nobody else', async () => {
  const { anna, ben, carla, ids, send } = fixture;
  const id = await send(anna, [ids.ben, ids.carla], 'An zwei', { seeEachOther: true });
  const [atAnna, atCarla] = [await StompPeer.as(anna), await StompPeer.as(carla)];
  await attend(ben, id, 'writing');
  const { payload } = await attended(atAnna);
  expect(payload).toMatchObject({ keys: [], partner: ids.ben, people: [{ userId: ids.ben, doing: 'writing' }] });
  expect(numberOf(payload.aggregateId)).toBe(numberOf(id));
  expect(await who(anna, id, ids.ben)).toEqual([[ids.ben, 'writing']]);
  expect([await who(anna, id, ids.carla), await who(anna, id), await who(carla, id), await who(ben, id)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  await attend(anna, id, 'writing', ids.carla);
  expect((await attended(atCarla)).payload).toMatchObject({ partner: ids.anna, people: [{ userId: ids.anna }] });
  await attend(ben, id, 'left');
  expect((await attended(atAnna)).payload).toMatchObject({ partner: ids.carla, people: [] });
  expect((await attended(atAnna)).payload).toMatchObject({ partner: ids.ben, people: [] });
  for (const peer of [atAnna, atCarla]) peer.close();
});

test('in an open message it is told to all; two windows are one person', async () => {
  const { anna, ben, carla, ids, send, server, instance } = fixture;
  const id = await send(anna, [ids.ben, ids.carla], 'Alle', { isOpen: true });
  const again = await server.client(instance, 'ben');
  await attend(ben, id, 'reading');
  await attend(again, id, 'writing');
  for (const by of [anna, carla]) expect(await who(by, id)).toEqual([[ids.ben, 'writing']]);
  await attend(again, id, 'left');
  expect(await who(anna, id)).toEqual([[ids.ben, 'reading']]);
  server.advance(ATTENDED_MS + 1000);
  expect(await who(anna, id)).toEqual([]);
  const peer = await StompPeer.as(carla);
  const byId = async () => instance;
  const tools = { ...server.platform, change: server.app.change, directory: { byId, all: async () => [instance] } };
  const itemKind = { module: 'message', extras: (stored: Record<string, unknown>) => stored, topics: messageTopics };
  await forgetGone(tools, new Map([['message', { ...itemKind, module: 'message' as const }]]));
  expect((await attended(peer)).payload).toMatchObject({ partner: null, people: [] });
  peer.close();
  server.advance(-ATTENDED_MS - 1000);
});

test('who only reads is told of to nobody, and strangers learn and say nothing', async () => {
  const { anna, ben, carla, emil, there, ids, send } = fixture;
  const id = await send(anna, [ids.ben, ids.dora], 'An zwei');
  await ben.command('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' });
  expect(await codeOf(attend(emil, id, 'writing'))).toBe('200');
  expect(await codeOf(attend(anna, id, 'reading'))).toBe('200');
  await attend(ben, id, 'writing');
  expect([await who(anna, id, ids.ben), await who(ben, id), await who(emil, id)]).toEqual([
    [[ids.ben, 'writing']],
    [],
    [],
  ]);
  for (const by of [carla, there]) {
    expect(await codeOf(attend(by, id, 'writing'))).toBe(GONE);
    expect(await codeOf(by.tryQuery('message.attendance', { aggregateId: id }))).toBe(GONE);
  }
  expect(await codeOf(attend(ben, id, 'writing', ids.dora))).toBe(GONE);
  expect(await codeOf(attend(ben, id, 'schlafend'))).toBe('422 PARAMETERS_INVALID');
});
