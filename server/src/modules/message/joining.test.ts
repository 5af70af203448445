import { ALL_QUERIES } from '@kontor/contract/all';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { upload } from '../../testing/upload.ts';
import {
  GONE,
  NO,
  codeOf,
  details,
  entryOf,
  list,
  nextEvent,
  openMessages,
  ordered,
  texts,
  words,
} from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

const PAST = 'zqvergangen';
const add = (by: TestClient, aggregateId: string, addressee: unknown, more: object = {}) =>
  by.tryCommand<{ added: number[]; leftOut: number[] }>('message.addPeople', { aggregateId, addressee, ...more });
const leave = (by: TestClient, aggregateId: string) => by.tryCommand('message.leave', { aggregateId });
const receiversOf = async (by: TestClient, aggregateId: string) =>
  ordered((await details(by, aggregateId)).receivers.map(({ userId }) => userId));
const entriesOf = (aggregateId: string, ...clients: TestClient[]) =>
  Promise.all(clients.map((by) => entryOf(by, aggregateId)));

/** Anna and Ben have said something in an open message, with a file. */
async function begun(): Promise<string> {
  const { anna, ben, ids, send, answer } = fixture;
  const { id: attachmentId } = await upload(anna, `Darin ${PAST}`, `${PAST}.txt`);
  const id = await send(anna, [ids.ben, ids.dora], `<p>Grillfest</p><p>${PAST} eins</p>`, {
    isOpen: true,
    files: [{ attachmentId }],
  });
  await answer(ben, id, `${PAST} zwei`);
  return id;
}

/** All that somebody is answered who asks every query about an item, but for what it searches for. */
async function everything(by: TestClient, aggregateId: string): Promise<string> {
  let all = '';
  for (const { name, example } of ALL_QUERIES.values()) {
    const given = example.params as Record<string, unknown>;
    const about = {
      ...given,
      ...('aggregateId' in given ? { aggregateId } : {}),
      ...('aggregateIds' in given ? { aggregateIds: [aggregateId] } : {}),
    };
    const searched = name.endsWith('.items') ? [{ ...about, view: 'all', searchTerm: PAST }] : [];
    for (const params of [about, ...searched]) all += JSON.stringify((await by.tryQuery(name, params)).body);
  }
  return all.replaceAll(/"searchTerm":"[^"]*"/g, '');
}

describe('who is added to an open message', () => {
  test('reads what is said from then on, and of what was said before nothing but what it is called', async () => {
    const { anna, ben, carla, emil, ids, answer, tryAnswer } = fixture;
    const id = await begun();
    const peer = await StompPeer.as(carla);
    expect((await add(ben, id, ids.carla)).body.data).toEqual({ added: [ids.carla], leftOut: [] });
    await nextEvent(peer, 'activity.added');
    peer.close();
    expect(await entryOf(carla, id)).toMatchObject({
      status: 1,
      direction: 'bidirectional',
      information: 'Grillfest',
      contact: 'anna Test',
      extras: { unread: 0, lastText: '', isOpen: true },
    });
    expect(await details(carla, id)).toMatchObject({ joinedNo: 2, texts: [], hasMore: false, unread: 0, readNo: 1 });
    for (const range of [{}, { before: 2 }, { after: -1 }, { before: 1, limit: 1 }])
      expect(await texts(carla, id, range)).toEqual([]);
    expect(await everything(carla, id)).not.toContain(PAST);
    for (const query of ['message.file', 'message.filePreview'])
      expect(await codeOf(carla.tryQuery(query, { aggregateId: id, no: 0, part: 0 }))).toBe(GONE);
    expect(await codeOf(tryAnswer(carla, id, 'x', { replyTo: 1 }))).toBe(GONE);
    const about = { aggregateId: id, no: 1 };
    expect(await codeOf(carla.tryCommand('message.react', { ...about, sign: '👍', isOn: true }))).toBe(GONE);
    expect(await codeOf(carla.tryCommand('message.forward', { ...about, addressee: ids.emil }))).toBe(GONE);
    await carla.tryCommand('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' });
    expect(await entryOf(emil, id)).toBeUndefined();
    for (const by of [anna, ben]) expect(await list(by, { searchTerm: PAST })).toHaveLength(1);
    expect(await list(carla, { searchTerm: PAST })).toEqual([]);
    for (const by of [anna, carla]) expect(await list(by, { searchTerm: 'grillfest to:carla' })).toHaveLength(1);
    expect(await answer(ben, id, 'neu')).toBe(2);
    expect(await words(carla, id)).toEqual(['neu']);
    expect(await details(carla, id)).toMatchObject({ unread: 1, lastNo: 2 });
    expect(await entryOf(carla, id)).toMatchObject({ extras: { lastText: 'neu', unread: 1 } });
    await carla.command('message.markUnread', { aggregateId: id, no: 0 });
    expect(await details(carla, id)).toMatchObject({ unread: 1 });
    await anna.command('message.edit', { aggregateId: id, no: 0, edit: 0, messageContent: `Sommerfest\n${PAST}` });
    expect(await entryOf(carla, id)).toMatchObject({ information: 'Sommerfest' });
    expect(await everything(carla, id)).not.toContain(PAST);
    // Who was not there yet is none of those who have not read it.
    expect((await texts(ben, id))[1]?.receiverData).toEqual({ read: 0, of: 2 });
    expect((await texts(ben, id))[2]?.receiverData).toEqual({ read: 0, of: 3 });
  });

  test('reads all, where that was wanted', async () => {
    const { anna, carla, ids } = fixture;
    const id = await begun();
    await add(anna, id, ids.carla, { withHistory: true });
    expect(await words(carla, id)).toEqual([`Grillfest${PAST} eins`, `${PAST} zwei`]);
    expect(await details(carla, id)).toMatchObject({ joinedNo: 0, unread: 2 });
    expect((await carla.tryQuery('message.file', { aggregateId: id, no: 0, part: 0 })).body).toBe(`Darin ${PAST}`);
    expect(await list(carla, { searchTerm: PAST })).not.toEqual([]);
    expect(await receiversOf(anna, id)).toEqual(ordered([fixture.ids.ben, fixture.ids.dora, ids.carla]));
  });

  test('is told to all who are in it; with a third one it goes both ways for all', async () => {
    const { anna, ben, carla, ids, send } = fixture;
    const id = await send(anna, ids.ben, 'Zu zweit', { isOpen: true });
    const peer = await StompPeer.as(ben);
    await add(anna, id, [ids.carla, ids.ben]);
    const { payload } = await nextEvent<object>(peer, 'message.changed');
    expect(payload).toMatchObject({ partner: null, text: null });
    peer.close();
    expect((await entriesOf(id, anna, ben, carla)).map((entry) => entry?.direction)).toEqual([
      'bidirectional',
      'bidirectional',
      'bidirectional',
    ]);
    expect(await details(ben, id)).toMatchObject({ receiverCount: 2, addressee: [ids.ben, ids.carla] });
    expect((await add(anna, id, ids.carla)).body.data).toEqual({ added: [], leftOut: [] });
  });

  test('is added by those who are in it and may begin messages, and 200 are the most', async () => {
    const { anna, ben, carla, dora, emil, there, ids, send, server, instance } = fixture;
    const id = await begun();
    const gone = await server.person(instance, 'ausgeschieden');
    await anna.command('account.setActive', { userId: gone, isActive: false });
    expect((await add(anna, id, [ids.carla, gone, ids.fritz])).body.data).toMatchObject({ added: [ids.carla] });
    expect(await codeOf(add(anna, id, gone))).toBe('422 MESSAGE_RECEIVERS_NONE');
    expect(await codeOf(add(anna, id, 999_999))).toBe(GONE);
    expect(await codeOf(add(dora, id, ids.emil))).toBe(NO);
    for (const by of [emil, there]) expect(await codeOf(add(by, id, ids.emil))).toBe(GONE);
    await ben.command('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' });
    expect(await codeOf(add(emil, id, ids.emil))).toBe(NO);
    expect(await codeOf(leave(emil, id))).toBe(NO);
    const pair = await send(anna, ids.ben, 'Zu zweit');
    expect(await codeOf(add(anna, pair, ids.carla))).toBe('422 MESSAGE_NOT_OPEN');
    expect(await codeOf(leave(ben, pair))).toBe('422 MESSAGE_NOT_OPEN');
    const more = await runSql(
      server.url,
      `insert into app_user (instance_id, user_name, rights)
        select ${instance.id}, 'viele' || n, rights from app_user, generate_series(1, 197) n where user_id = ${ids.ben} returning user_id`,
    );
    const userIds = (more as { user_id: number }[]).map((row) => row.user_id);
    expect(await codeOf(add(anna, id, userIds))).toBe('422 MESSAGE_TOO_MANY_RECEIVERS');
    expect((await add(anna, id, userIds.slice(1))).body.data.added).toHaveLength(196);
    expect(await details(carla, id)).toMatchObject({ receiverCount: 199 });
  });
});

describe('who leaves an open message', () => {
  test('keeps what they have seen, and hears no more of it', async () => {
    const { anna, ben, dora, ids, answer, tryAnswer, send } = fixture;
    const id = await begun();
    await answer(ben, id, 'Ich gehe');
    expect(await codeOf(leave(ben, id))).toBe('200');
    const peer = await StompPeer.as(ben);
    await answer(anna, id, 'zqdanach');
    await anna.command('message.react', { aggregateId: id, no: 3, sign: '👍', isOn: true });
    await send(anna, ids.ben, 'Ende der Reihe');
    let heard = '';
    for (;;) {
      const event = await peer.event();
      if (event.type === 'activity.added') break;
      heard += JSON.stringify(event);
    }
    peer.close();
    expect(heard).toBe('');
    expect(await words(ben, id)).toEqual([`Grillfest${PAST} eins`, `${PAST} zwei`, 'Ich gehe']);
    expect(await texts(ben, id, { after: 2 })).toEqual([]);
    expect(await everything(ben, id)).not.toContain('zqdanach');
    expect(await details(ben, id)).toMatchObject({
      leftAt: expect.any(String),
      lastNo: 2,
      unread: 0,
      changeable: false,
    });
    expect(await entryOf(ben, id)).toMatchObject({ extras: { lastText: 'Ich gehe', lastBy: ids.ben, unread: 0 } });
    expect(await codeOf(tryAnswer(ben, id, 'doch'))).toBe(NO);
    expect(await codeOf(leave(ben, id))).toBe(NO);
    const edit = { aggregateId: id, no: 2, edit: 0, messageContent: 'x' };
    expect(await codeOf(ben.tryCommand('message.edit', edit))).toBe(NO);
    expect(await codeOf(ben.tryCommand('message.markRead', { aggregateId: id, no: 3 }))).toBe('200');
    expect(await details(anna, id)).toMatchObject({ receiverCount: 1 });
    expect(await receiversOf(anna, id)).toEqual([ids.dora]);
    expect((await texts(anna, id))[3]?.receiverData).toEqual({ read: 0, of: 1 });
    expect(await list(ben, { customFilter: 'unread', searchTerm: 'grillfest' })).toEqual([]);
    expect((await entryOf(dora, id))?.extras.otherReceiversOfThisMessage).toEqual([]);
  });

  test('may be brought back, with all that was said or with what is said from then on', async () => {
    const { anna, ben, dora, ids, answer } = fixture;
    const id = await begun();
    for (const by of [ben, dora]) await leave(by, id);
    expect(await codeOf(fixture.tryAnswer(anna, id, 'allein'))).toBe('200');
    await fixture.state(dora, id, 'ready');
    await add(anna, id, ids.ben, { withHistory: true });
    await add(anna, id, ids.dora);
    await answer(anna, id, 'wieder da');
    expect(await words(ben, id)).toEqual([`Grillfest${PAST} eins`, `${PAST} zwei`, 'allein', 'wieder da']);
    expect(await words(dora, id)).toEqual(['wieder da']);
    expect((await entriesOf(id, ben, dora)).map((entry) => entry?.status)).toEqual([1, 1]);
    expect(await answer(dora, id, 'danke')).toBe(4);
  });

  test('may be who began it: the others go on', async () => {
    const { anna, ben, ids, answer } = fixture;
    const id = await begun();
    expect(await details(ben, id)).toMatchObject({ hasSenderLeft: false });
    expect(await codeOf(leave(anna, id))).toBe('200');
    expect(await details(ben, id)).toMatchObject({ hasSenderLeft: true });
    expect(await answer(ben, id, 'weiter')).toBe(2);
    expect(await words(anna, id)).toEqual([`Grillfest${PAST} eins`, `${PAST} zwei`]);
    expect(await entryOf(anna, id)).toMatchObject({ extras: { lastText: `${PAST} zwei`, unread: 0 } });
    expect(await entryOf(ben, id)).toMatchObject({ contact: 'anna Test', extras: { waitsForAnswer: true } });
    expect(await codeOf(fixture.tryAnswer(anna, id, 'doch'))).toBe(NO);
    await add(ben, id, ids.anna);
    expect(await details(ben, id)).toMatchObject({ hasSenderLeft: false });
    expect(await answer(anna, id, 'zurück')).toBe(3);
  });
});
