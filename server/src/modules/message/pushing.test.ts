import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import {
  choose,
  done,
  hurry,
  keptBack,
  pushFixture,
  quietNow,
  register,
  tagsOf,
} from '../settings/testing/push-fixture.ts';
import { numberOf } from './testing/fixture.ts';

const WORD = 'zqkanarienvogel';
const fixture = pushFixture();
let ben: TestClient;
beforeEach(async () => {
  ben = await fixture.server.client(fixture.instance, 'ben');
});

const send = async (by: TestClient, to: readonly number[], more: object = {}): Promise<string> =>
  (await by.command<{ aggregateId: string }>('message.composeSend', { addressee: to, message: WORD, ...more }))
    .aggregateId;
const answer = (by: TestClient, aggregateId: string, more: object = {}) =>
  by.command('message.send', { aggregateId, messageContent: WORD, ...more });
const kindsOf = (device: Awaited<ReturnType<typeof register>>) => device.messages.map(({ kind }) => kind);

describe('a text', () => {
  test('is pushed to who gets it, without a word of it, and each that follows in its place', async () => {
    const [anna, own] = [await register(fixture), await register(fixture, ben)];
    const id = await send(ben, [fixture.annaId]);
    await done(fixture);
    await answer(ben, id);
    await done(fixture);
    const tag = `item:message:${numberOf(id)}`;
    expect(anna.messages).toMatchObject([
      { kind: 'item', tag },
      { kind: 'item', tag },
    ]);
    expect(JSON.stringify(anna.messages)).not.toContain(WORD);
    expect(own.messages).toEqual([]);
    await answer(fixture.anna, id);
    await expect.poll(() => tagsOf(own)).toEqual([tag]);
  });

  test('is pushed to nobody who has it muted, wants to hear of no messages, or reads the thread now', async () => {
    const device = await register(fixture);
    const id = await send(fixture.anna, [fixture.benId]);
    const until = (at: number | null) =>
      fixture.anna.command('message.mute', { aggregateId: id, until: at && new Date(at).toISOString() });
    await until(fixture.server.platform.now() + 60_000);
    await answer(ben, id);
    await until(null);
    await choose(fixture, { notificationsMessageEnabled: false });
    await answer(ben, id);
    await choose(fixture, { notificationsMessageEnabled: true });
    await fixture.anna.command('message.attend', { aggregateId: id, doing: 'reading' });
    await answer(ben, id);
    await fixture.anna.command('message.attend', { aggregateId: id, doing: 'left' });
    await done(fixture);
    expect(device.messages).toEqual([]);
    await answer(ben, id);
    await expect.poll(() => kindsOf(device)).toEqual(['item']);
  });

  test('that names somebody is pushed at once, where others of an open message wait', async () => {
    const carlaId = await fixture.server.person(fixture.instance, 'carla');
    const carla = await fixture.server.client(fixture.instance, 'carla');
    const [anna, other] = [await register(fixture), await register(fixture, carla)];
    const id = await send(ben, [fixture.annaId, carlaId], { isOpen: true });
    await done(fixture);
    await answer(ben, id, { messageContent: `<span data-mention="${fixture.annaId}">@Anna</span>` });
    await done(fixture);
    expect([kindsOf(anna), kindsOf(other)]).toEqual([['item', 'item'], ['item']]);
  });

  test('is kept back by quiet hours', async () => {
    const device = await register(fixture);
    await choose(fixture, { quietHours: quietNow(fixture), timeZone: 'UTC' });
    await send(ben, [fixture.annaId]);
    await keptBack(fixture, 1);
    await choose(fixture, { quietHours: { ...quietNow(fixture), isOn: false } });
    await hurry(fixture);
    await done(fixture);
    expect(kindsOf(device)).toEqual(['count']);
  });
});

describe('a notification says', () => {
  const noticeOf = (by: TestClient, aggregateId: string) => by.query('message.notice', { aggregateId });
  const notice = (by: string, text: string, communicationPartnerUserId: number | null, mayAnswer: boolean) => ({
    by: `${by} Test`,
    text,
    communicationPartnerUserId,
    mayAnswer,
  });

  test('what was said last, in the thread in which it can be answered', async () => {
    const { anna, benId, instance, server } = fixture;
    const carlaId = await server.person(instance, 'carla');
    const carla = await server.client(instance, 'carla');
    const pair = await send(anna, [benId]);
    expect(await noticeOf(ben, pair)).toEqual(notice('anna', WORD, null, true));
    const both = await send(anna, [benId, carlaId]);
    expect(await noticeOf(anna, both)).toEqual(notice('anna', WORD, null, false));
    for (const [by, said] of [
      [ben, 'Ich komme'],
      [carla, 'Ich nicht'],
    ] as const)
      await answer(by, both, { messageContent: said });
    expect(await noticeOf(anna, both)).toEqual(notice('carla', 'Ich nicht', carlaId, true));
    expect(await noticeOf(ben, both)).toEqual(notice('ben', 'Ich komme', null, true));
    const said = { aggregateId: both, communicationPartnerUserId: carlaId, messageContent: 'Schade' };
    await anna.command('message.send', said);
    expect(await noticeOf(carla, both)).toEqual(notice('anna', 'Schade', null, true));
    const open = await send(anna, [benId, carlaId], { isOpen: true });
    await answer(ben, open, { messageContent: 'Alle da?' });
    expect(await noticeOf(carla, open)).toEqual(notice('ben', 'Alle da?', null, true));
    await carla.command('message.leave', { aggregateId: open });
    await answer(ben, open, { messageContent: 'Weiter' });
    expect(await noticeOf(carla, open)).toEqual(notice('ben', 'Alle da?', null, false));
    expect(await noticeOf(anna, open)).toEqual(notice('ben', 'Weiter', null, true));
  });
});

describe('a notification says nothing', () => {
  test('of a text that was taken back since it was pushed', async () => {
    const device = await register(fixture);
    const id = await send(ben, [fixture.annaId]);
    await answer(ben, id, { messageContent: `${WORD} noch einmal` });
    await done(fixture);
    const noticed = async () => JSON.stringify(await fixture.anna.query('message.notice', { aggregateId: id }));
    expect(await noticed()).toContain(WORD);
    for (const no of [0, 1]) await ben.command('message.takeBack', { aggregateId: id, no });
    expect(await noticed()).not.toContain(WORD);
    await ben.command('message.remind', { aggregateId: id });
    await done(fixture);
    expect(JSON.stringify(device.messages)).not.toContain(WORD);
  });

  test('of what is said in the thread of somebody else, nor is that pushed', async () => {
    const carlaId = await fixture.server.person(fixture.instance, 'carla');
    const carla = await fixture.server.client(fixture.instance, 'carla');
    const device = await register(fixture, carla);
    const id = (
      await fixture.anna.command<{ aggregateId: string }>('message.composeSend', {
        addressee: [fixture.benId, carlaId],
        message: 'Wer kommt?',
      })
    ).aggregateId;
    await expect.poll(() => kindsOf(device)).toEqual(['item']);
    await answer(ben, id);
    await fixture.anna.command('message.send', {
      aggregateId: id,
      communicationPartnerUserId: fixture.benId,
      messageContent: WORD,
    });
    await done(fixture);
    expect(kindsOf(device)).toEqual(['item']);
    expect(await carla.query('message.notice', { aggregateId: id })).toMatchObject({ text: 'Wer kommt?' });
  });
});

describe('a push ends', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'read',
      async (aggregateId) =>
        (await fixture.server.client(fixture.instance, 'anna')).command('message.markRead', { aggregateId, no: 0 }),
    ],
    ['done', (id) => fixture.anna.command('activity.setState', { aggregateIds: [id], state: 'ready' })],
    ['archived', (id) => fixture.anna.command('activity.archive', { aggregateIds: [id] })],
    ['deleted', (id) => fixture.anna.command('activity.delete', { aggregateIds: [id] })],
    ['answered', (id) => answer(fixture.anna, id)],
  ])('where the message was %s elsewhere, and does so once', async (_what, act) => {
    const device = await register(fixture);
    const id = await send(ben, [fixture.annaId]);
    await expect.poll(() => kindsOf(device)).toEqual(['item']);
    await act(id);
    await expect.poll(() => kindsOf(device)).toEqual(['item', 'silence']);
    expect(new Set(tagsOf(device))).toEqual(new Set([`item:message:${numberOf(id)}`]));
    await fixture.anna.command('message.markRead', { aggregateId: id, no: 0 });
    await fixture.anna.command('activity.setState', { aggregateIds: [id], state: 'ready' });
    await done(fixture);
    expect(kindsOf(device)).toEqual(['item', 'silence']);
  });

  test('for nobody else', async () => {
    const [anna, own] = [await register(fixture), await register(fixture, ben)];
    const id = await send(ben, [fixture.annaId]);
    await answer(fixture.anna, id);
    await expect.poll(() => kindsOf(own)).toEqual(['item']);
    await fixture.anna.command('activity.setState', { aggregateIds: [id], state: 'ready' });
    await done(fixture);
    expect([kindsOf(own), kindsOf(anna).at(-1)]).toEqual([['item'], 'silence']);
  });
});
