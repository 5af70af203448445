import type { Alarm } from '@kontor/contract/alarm';
import type { Status } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { seedItem, type ItemSeed } from '../activity/factory.ts';
import { addViewers, editItems, edits, lockItems, removeItemViewers, type ItemEdit } from '../activity/index.ts';
import { holdAlarms, notifiedOf, setAlarms, type NewAlarm } from './index.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let benId: number;

const MINUTE = 60_000;
const inMs = (ms: number): Date => new Date(Math.floor((Date.now() + ms) / 1000) * 1000);
const secondsOf = (time: Date): number => time.getTime() / 1000;

const seed = (more: Partial<ItemSeed> = {}): Promise<number> =>
  seedItem(server.change, instance, { module: 'phonecall', information: 'Angebot', userIds: [annaId], ...more });
const set = (id: number, ...alarms: Partial<NewAlarm>[]): Promise<void> =>
  server.change(instance, (ctx) =>
    setAlarms(
      ctx,
      id,
      alarms.map((alarm) => ({
        userId: annaId,
        type: 'activity',
        subjectAt: inMs(60 * MINUTE),
        alarmAt: inMs(30 * MINUTE),
        ...alarm,
      })),
    ),
  );
const alarmOf = async (id: number, client = anna): Promise<Alarm | undefined> =>
  (await client.query<Alarm[]>('alarm.unconfirmed')).find((alarm) => alarm.id === id);
const isRung = async (id: number): Promise<boolean> =>
  (await notifiedOf({ db: server.platform.database.forInstance(instance.id), instance }, id)).some(({ rung }) => rung);
const delay = (id: number, by: object, client = anna) =>
  client.tryCommand<{ userAlarmTimestamp: number }>('alarm.delay', { type: 'activity', id, ...by });
const confirm = (id: number, client = anna) =>
  client.tryCommand('alarm.snooze', { type: 'activity', id, action: 'ok' });
const hold = (id: number, status: Status, trashed = false): Promise<void> =>
  server.change(instance, (ctx) =>
    holdAlarms(ctx, [{ activityId: id, userId: annaId, boxId: 0, status, archived: false, trashed, spam: false }]),
  );
/** The next that a peer hears of alarms; what was caused before may still be on its way. */
const heard = async (peer: StompPeer): Promise<Awaited<ReturnType<StompPeer['event']>>> => {
  const event = await peer.event();
  return event.type.startsWith('alarm.') ? event : heard(peer);
};
const idOf = (entryId: number) => formatAggregateId({ module: 'phonecall', entryId, userId: annaId });

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('alarm');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben', { firstName: 'Ben', lastName: 'Vogt' });
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
});
afterAll(() => server?.close());

describe('what is listed', () => {
  test('names item, times and who set it, for its person alone', async () => {
    const [subjectAt, alarmAt] = [inMs(60 * MINUTE), inMs(30 * MINUTE)];
    const id = await seed({ userIds: [annaId, benId] });
    await set(id, { subjectAt, alarmAt, setBy: benId });
    expect(await alarmOf(id)).toEqual({
      id,
      title: 'Angebot',
      type: 'activity',
      timestamp: secondsOf(subjectAt),
      alarmTimestamp: secondsOf(alarmAt),
      overriddenAlarmTimestamp: null,
      userAlarmTimestamp: secondsOf(alarmAt),
      aggregateId: idOf(id),
      moduleName: 'phonecall',
      contact: 'Ben Vogt',
    });
    expect(await alarmOf(id, ben)).toBeUndefined();
    await set(id, { alarmAt: inMs(31 * MINUTE), setBy: annaId });
    expect(await alarmOf(id)).toMatchObject({ contact: '' });
  });

  test('comes in the order of the times; for an app that wakes only what rings within a day', async () => {
    const [late, soon, tomorrow] = [await seed(), await seed(), await seed()];
    await set(late, { alarmAt: inMs(50 * MINUTE) });
    await set(soon, { alarmAt: inMs(40 * MINUTE) });
    await set(tomorrow, { alarmAt: inMs(25 * 60 * MINUTE) });
    const listed = async (query: string, params: object = {}) =>
      (await anna.query<Alarm[]>(query, params)).map(({ id }) => id).filter((id) => id >= late);
    expect(await listed('alarm.unconfirmed')).toEqual([soon, late, tomorrow]);
    const app = { browser: 'Firefox 145', version: '1', platform: 'web' };
    expect(await listed('alarm.background', app)).toEqual([soon, late]);
  });

  test('is nothing of an item that is in the trash, taken away, or of a kind that the person may not see', async () => {
    const id = await seed();
    await set(id, {});
    await anna.command('activity.delete', { aggregateIds: [idOf(id)] });
    expect(await alarmOf(id)).toBeUndefined();
    expect((await delay(id, { duration: 60 })).status).toBe(404);
    await anna.command('activity.restore', { aggregateIds: [idOf(id)] });
    expect(await alarmOf(id)).toBeDefined();

    const hidden = await seed({ userIds: [benId] });
    await set(hidden, {});
    expect(await alarmOf(hidden)).toBeUndefined();
    const carlaId = await server.person(instance, 'carla', { rights: [] });
    const carla = await server.client(instance, 'carla');
    const meeting = await seed({ userIds: [carlaId] });
    await set(meeting, { userId: carlaId });
    expect(await carla.query('alarm.unconfirmed')).toEqual([]);
    expect((await confirm(meeting, carla)).body.code).toBe('NOT_FOUND');
  });
});

describe('an alarm that is put off', () => {
  test.each(['delayDuration', 'duration', 'timestamp'] as const)('by %s rings then', async (form) => {
    const id = await seed();
    const alarmAt = inMs(30 * MINUTE);
    await set(id, { alarmAt });
    const timestamp = secondsOf(inMs(90 * MINUTE));
    const by = { delayDuration: { delayDuration: 'PT1H30M' }, duration: { duration: 5400 }, timestamp: { timestamp } };
    const answer = await delay(id, by[form]);
    const { userAlarmTimestamp } = answer.body.data;
    expect(Math.abs(userAlarmTimestamp - timestamp)).toBeLessThan(30);
    expect(await alarmOf(id)).toMatchObject({
      alarmTimestamp: secondsOf(alarmAt),
      overriddenAlarmTimestamp: userAlarmTimestamp,
      userAlarmTimestamp,
    });
  });

  test.each<[string, object, string]>([
    ['no form', {}, 'PARAMETERS_INVALID'],
    ['two forms', { duration: 60, timestamp: 2_000_000_000 }, 'PARAMETERS_INVALID'],
    ['months', { delayDuration: 'P1M' }, 'PARAMETERS_INVALID'],
    ['nothing', { delayDuration: 'P' }, 'PARAMETERS_INVALID'],
    ['words', { delayDuration: 'bald' }, 'PARAMETERS_INVALID'],
    ['less than a second', { duration: 0 }, 'PARAMETERS_INVALID'],
    ['half a second', { duration: 0.5 }, 'PARAMETERS_INVALID'],
    ['no time at all', { delayDuration: 'PT0S' }, 'ALARM_TIME_INVALID'],
    ['years', { delayDuration: 'P9999W' }, 'ALARM_TIME_INVALID'],
    ['the past', { timestamp: 1_700_000_000 }, 'ALARM_TIME_INVALID'],
    ['the far future', { timestamp: 4_000_000_000 }, 'ALARM_TIME_INVALID'],
  ])('by %s is refused', async (_, by, code) => {
    const id = await seed();
    await set(id, {});
    expect((await delay(id, by)).body.code).toBe(code);
    expect(await alarmOf(id)).toMatchObject({ overriddenAlarmTimestamp: null });
  });

  test('is told to all devices of the person and to nobody else, as one that is confirmed is', async () => {
    const id = await seed({ userIds: [annaId, benId] });
    await set(id, {}, { userId: benId });
    const [phone, other] = [await StompPeer.as(await server.client(instance, 'anna')), await StompPeer.as(ben)];
    await delay(id, { duration: 60 });
    expect(await heard(phone)).toMatchObject({ type: 'alarm.changed', payload: { keys: ['alarms'] } });
    expect((await confirm(id)).status).toBe(200);
    expect(await heard(phone)).toMatchObject({ type: 'alarm.changed' });
    expect((await confirm(id)).status).toBe(200);
    expect(await alarmOf(id)).toBeUndefined();
    expect(await alarmOf(id, ben)).toBeDefined();
    await confirm(id, ben);
    // The first that Ben hears is of his own.
    expect(await heard(other)).toMatchObject({ type: 'alarm.changed' });
    phone.close();
    other.close();
  });

  test('is not there for others, nor by another type', async () => {
    const id = await seed({ userIds: [annaId, benId] });
    await set(id, {});
    for (const answer of [await delay(id, { duration: 60 }, ben), await confirm(id, ben)])
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    const answer = await anna.tryCommand('alarm.snooze', { type: 'task', id, action: 'ok' });
    expect(answer.body.code).toBe('NOT_FOUND');
  });

  test('is put off once more on a device that does not know yet that it was confirmed', async () => {
    const id = await seed();
    await set(id, {});
    await confirm(id);
    expect((await delay(id, { duration: 600 })).status).toBe(200);
    expect(await alarmOf(id)).toBeDefined();
  });
});

describe('an alarm that rings', () => {
  test('says so once, and stays until it is confirmed', async () => {
    const id = await seed();
    const peer = await StompPeer.as(anna);
    const alarmAt = inMs(2000);
    await set(id, { alarmAt });
    expect(await heard(peer)).toMatchObject({ type: 'alarm.changed' });
    expect(await heard(peer)).toMatchObject({
      type: 'alarm.rang',
      payload: {
        keys: expect.arrayContaining(['alarms']),
        aggregateIds: [idOf(id)],
        alarms: [{ type: 'activity', id, userAlarmTimestamp: secondsOf(alarmAt) }],
      },
    });
    expect(await isRung(id)).toBe(true);
    expect(await alarmOf(id)).toBeDefined();
    await confirm(id);
    expect(await heard(peer)).toMatchObject({ type: 'alarm.changed' });
    peer.close();
  });

  test('rings anew when it was put off, and when its item sets another time; not when the time is the same', async () => {
    const id = await seed();
    const alarmAt = inMs(1000);
    await set(id, { alarmAt });
    await expect.poll(() => isRung(id)).toBe(true);
    await set(id, { alarmAt, subjectAt: inMs(2 * MINUTE) });
    expect(await isRung(id)).toBe(true);
    await delay(id, { duration: 1 });
    expect(await isRung(id)).toBe(false);
    await expect.poll(() => isRung(id)).toBe(true);
    await set(id, { alarmAt: inMs(30 * MINUTE) });
    expect([await isRung(id), (await alarmOf(id))?.overriddenAlarmTimestamp]).toEqual([false, null]);
  });

  test('is none whose time was over when it was set', async () => {
    const id = await seed();
    await set(id, { alarmAt: inMs(-10 * MINUTE) });
    expect([await isRung(id), await alarmOf(id)]).toEqual([true, undefined]);
  });

  test('rings although its item is put off until later', async () => {
    const id = await seed();
    await set(id, { alarmAt: inMs(2000) });
    await anna.command('activity.snooze', { aggregateIds: [idOf(id)], until: inMs(60 * MINUTE).toISOString() });
    await expect.poll(() => isRung(id)).toBe(true);
    expect(await alarmOf(id)).toBeDefined();
  });

  test('passes in silence while its item is in the trash, and is not there when that is restored', async () => {
    const [id, later] = [await seed(), await seed()];
    await set(id, { alarmAt: inMs(3000) });
    await set(later, {});
    // By something that no kind of item hears of, as of kinds without alarms.
    const edit = (how: ItemEdit) =>
      server.change(instance, async (ctx) => {
        await lockItems(ctx, [id, later]);
        await editItems(ctx, new Map(), annaId, [id, later], how);
      });
    await edit(edits.trash(new Date()));
    await expect.poll(() => isRung(id)).toBe(true);
    await edit(edits.restore());
    expect([await alarmOf(id), (await alarmOf(later))?.id]).toEqual([undefined, later]);
  });
});

test('an alarm of somebody who does not see the item any more rings nobody, and is not there when they see it again', async () => {
  const id = await seed({ userIds: [annaId, benId] });
  const peer = await StompPeer.as(ben);
  await set(id, { userId: benId, alarmAt: inMs(2500) }, { alarmAt: inMs(2500) });
  await server.change(instance, (ctx) => removeItemViewers(ctx, 'phonecall', id, [benId]));
  const db = server.platform.database.forInstance(instance.id);
  await expect.poll(async () => (await notifiedOf({ db, instance }, id)).every(({ rung }) => rung)).toBe(true);
  await server.change(instance, (ctx) =>
    addViewers(ctx, 'phonecall', id, [{ userId: benId, boxId: 0, status: 1, mine: false }]),
  );
  expect([(await alarmOf(id))?.id, await alarmOf(id, ben)]).toEqual([id, undefined]);
  // The next that Ben hears is not that it has rung.
  await set(id);
  expect([await heard(peer), await heard(peer)]).toMatchObject([{ type: 'alarm.changed' }, { type: 'alarm.changed' }]);
  peer.close();
});

describe('an item that is done', () => {
  test('confirms its alarms, and has those to come back when it is New', async () => {
    const id = await seed();
    await set(id, {}, { type: 'taskOwnerAlways' });
    const types = async () =>
      (await anna.query<Alarm[]>('alarm.unconfirmed')).filter((alarm) => alarm.id === id).map(({ type }) => type);
    await hold(id, 3);
    expect(await types()).toEqual(['taskOwnerAlways']);
    await hold(id, 3, true);
    expect(await types()).toEqual([]);
    await hold(id, 1);
    expect((await types()).toSorted()).toEqual(['activity', 'taskOwnerAlways']);
  });

  test('gives nothing back that has rung, or that the person has confirmed', async () => {
    const [rang, confirmed] = [await seed(), await seed()];
    await set(rang, { alarmAt: inMs(500) });
    await set(confirmed, {});
    await expect.poll(() => isRung(rang)).toBe(true);
    await confirm(confirmed);
    for (const id of [rang, confirmed]) {
      await hold(id, 3);
      await hold(id, 2);
      expect(await alarmOf(id)).toBeUndefined();
    }
  });

  test('holds what is set for it, until it is New', async () => {
    const id = await seed({ status: 3 });
    await set(id, {});
    expect(await alarmOf(id)).toBeUndefined();
    await hold(id, 1);
    expect(await alarmOf(id)).toBeDefined();
  });
});

test('an item that loses its alarms, or changes them, tells whom they were for', async () => {
  const id = await seed({ userIds: [annaId, benId] });
  await set(id, {}, { userId: benId });
  const peer = await StompPeer.as(ben);
  expect(await alarmOf(id, ben)).toBeDefined();
  await set(id, {});
  expect(await heard(peer)).toMatchObject({ type: 'alarm.changed' });
  expect(await alarmOf(id, ben)).toBeUndefined();
  peer.close();
  const db = server.platform.database.forInstance(instance.id);
  expect(await notifiedOf({ db, instance }, id)).toEqual([{ userId: annaId, type: 'activity', rung: false }]);
});
