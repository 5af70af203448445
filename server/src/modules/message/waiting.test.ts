import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import { hastenJobs } from '../../platform/jobs/enqueue.ts';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { upload } from '../../testing/upload.ts';
import { GONE, codeOf, details, entryOf, list, nextEvent, numberOf, openMessages, words } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

interface Later {
  readonly aggregateId: string;
  readonly waitingId: number;
}
const HOUR = 3_600_000;
const inAnHour = (hours = 1) => new Date(fixture.server.platform.now() + hours * HOUR).toISOString();
const sendLater = async (by: TestClient, to: unknown, message: string, more: object = {}): Promise<Later> =>
  (await fixture.trySend(by, to, message, { sendAt: inAnHour(), ...more })).body.data as unknown as Later;
const answerLater = async (by: TestClient, aggregateId: string, messageContent: string, more: object = {}) =>
  (await fixture.tryAnswer(by, aggregateId, messageContent, { sendAt: inAnHour(), ...more })).body.data as unknown as {
    no: number;
    waitingId: number;
  };
const unsend = (by: TestClient, aggregateId: string, waitingId?: number) =>
  by.tryCommand('message.unsend', { aggregateId, ...(waitingId === undefined ? {} : { waitingId }) });
const keyOf = (waitingId: number) => `message.dispatch:${fixture.instance.id}:${waitingId}`;
const jobsOf = (waitingId: number) =>
  runSql(
    fixture.server.url,
    `select run_at from graphile_worker._private_jobs where key = '${keyOf(waitingId)}'`,
  ) as Promise<{ run_at: Date }[]>;
/** Has it be time for what waits, and waits until that was done. */
async function dispatch(waitingId: number): Promise<void> {
  await hastenJobs(fixture.server.platform.database, [keyOf(waitingId)]);
  await expect.poll(() => jobsOf(waitingId)).toEqual([]);
}
const saidLater = async (by: TestClient, id: string, partner?: number) =>
  (await details(by, id, partner)).waiting.map(({ messageContent }) => messageContent);

describe('a message that waits', () => {
  test('is in the list and the detail of who made it, on all devices, and nowhere else', async () => {
    const { anna, ben, ids, server, instance } = fixture;
    const peer = await StompPeer.as(ben);
    const { id: attachmentId } = await upload(anna, 'Datei', 'Plan.txt');
    const { aggregateId: id, waitingId } = await sendLater(anna, ids.ben, 'zqspaeter', { files: [{ attachmentId }] });
    const again = await server.client(instance, 'anna');
    expect(await details(again, id)).toMatchObject({
      sendState: 1,
      addressee: [ids.ben],
      texts: [],
      unread: 0,
      draft: null,
      waiting: [{ waitingId, messageContent: '<p>zqspaeter</p>', files: [{ attachmentId, name: 'Plan.txt' }] }],
    });
    expect(await entryOf(anna, id)).toMatchObject({
      information: 'zqspaeter',
      contact: 'ben Test',
      extras: { inactive: false, sendAt: expect.any(String), waitsForAnswer: false },
    });
    expect(await entryOf(ben, id)).toBeUndefined();
    expect(await list(ben, { searchTerm: 'zqspaeter' })).toEqual([]);
    expect(await codeOf(ben.tryQuery('message.details', { aggregateId: id }))).toBe(GONE);
    const [job] = await jobsOf(waitingId);
    expect(Math.abs((job?.run_at.getTime() ?? 0) - Date.now() - HOUR)).toBeLessThan(60_000);
    await dispatch(waitingId);
    const added = await nextEvent<object>(peer, 'activity.added');
    expect(added.payload.aggregateIds.map(numberOf)).toEqual([numberOf(id)]);
    peer.close();
    expect(await words(ben, id)).toEqual(['zqspaeter']);
    expect((await ben.tryQuery('message.file', { aggregateId: id, no: 0, part: 0 })).body).toBe('Datei');
    expect(await details(anna, id)).toMatchObject({ sendState: 3, waiting: [], receiverCount: 1 });
    expect(await entryOf(anna, id)).toMatchObject({ extras: { sendAt: null, waitsForAnswer: true } });
    expect(await runSql(server.url, `select uses from upload where attachment_id = ${attachmentId}`)).toEqual([
      { uses: 1 },
    ]);
  });

  test('says in the list whom it is to go to, while it waits and as a draft', async () => {
    const { anna, ids } = fixture;
    const group = { name: 'Helling', userIds: [ids.emil] };
    const { groupId } = await anna.command<{ groupId: number }>('account.createGroup', group);
    const to = [ids.ben, { groupId }, ids.carla];
    const many = [...to, ids.dora, ids.emil, { address: 'paul@werft.example', name: 'Paul Neumann' }];
    const { aggregateId: id } = await sendLater(anna, to, 'An alle');
    const named = { contact: 'ben Test, Helling, carla Test' };
    expect(await entryOf(anna, id)).toMatchObject(named);
    expect(await codeOf(unsend(anna, id))).toBe('200');
    expect(await entryOf(anna, id)).toMatchObject({ ...named, extras: { inactive: true } });
    const { aggregateId } = await anna.command<Later>('message.saveDraft', { addressee: many, messageContent: 'x' });
    expect(await entryOf(anna, aggregateId)).toMatchObject({
      contact: 'ben Test, Helling, carla Test, dora Test, emil Test +1',
    });
    const own = await sendLater(anna, ids.anna, 'An mich');
    expect(await entryOf(anna, own.aggregateId)).toMatchObject({ contact: 'anna Test' });
  });

  test('is taken back before anybody hears of it, as a draft, and not sent when it is time', async () => {
    const { anna, ben, ids, server } = fixture;
    const { id: attachmentId } = await upload(anna, 'Datei');
    const files = [{ attachmentId }];
    const { aggregateId: id, waitingId } = await sendLater(anna, [ids.ben, ids.carla], 'Ach nein', {
      sendAt: null,
      undoSeconds: 30,
      files,
      seeEachOther: true,
      confirm: true,
    });
    expect(await codeOf(unsend(anna, id))).toBe('200');
    await dispatch(waitingId);
    expect(await details(anna, id)).toMatchObject({
      sendState: 0,
      addressee: [ids.ben, ids.carla],
      waiting: [],
      draft: { messageContent: '<p>Ach nein</p>', files, isOpen: false, seeEachOther: true, confirm: true },
    });
    expect(await entryOf(anna, id)).toMatchObject({ extras: { inactive: true, sendAt: null } });
    expect(await entryOf(ben, id)).toBeUndefined();
    expect(await runSql(server.url, `select uses from upload where attachment_id = ${attachmentId}`)).toEqual([
      { uses: 1 },
    ]);
    expect(await codeOf(unsend(anna, id))).toBe('409 MESSAGE_SENT');
    expect(await codeOf(fixture.trySend(anna, ids.ben, 'Doch', { aggregateId: id, files }))).toBe('200');
    expect(await words(ben, id)).toEqual(['Doch']);
  });

  test('is not written in, or sent once more, while it waits', async () => {
    const { anna, ids, trySend } = fixture;
    const { aggregateId, waitingId } = await sendLater(anna, ids.ben, 'Morgen');
    const late = '409 MESSAGE_SENT';
    expect(await codeOf(trySend(anna, ids.ben, 'Jetzt', { aggregateId }))).toBe(late);
    expect(await codeOf(trySend(anna, ids.ben, '', { aggregateId, sendState: 0 }))).toBe(late);
    expect(await codeOf(anna.tryCommand('message.saveDraft', { aggregateId, messageContent: 'x' }))).toBe(late);
    expect(await codeOf(anna.tryCommand('message.discardDraft', { aggregateId }))).toBe(late);
    await dispatch(waitingId);
    expect(await codeOf(unsend(anna, aggregateId, waitingId))).toBe(late);
  });

  test('is sent at once where its time is over, and never later than in a year', async () => {
    const { anna, ben, ids, send, trySend } = fixture;
    const id = await send(anna, ids.ben, 'Schon da', { sendAt: inAnHour(-1) });
    expect(await words(ben, id)).toEqual(['Schon da']);
    for (const more of [{ sendAt: inAnHour(24 * 367) }, { undoSeconds: 31 }, { undoSeconds: -1 }, { sendAt: 'bald' }])
      expect(await codeOf(trySend(anna, ids.ben, 'x', more))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(trySend(anna, ids.ben, '', { sendAt: inAnHour() }))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(trySend(anna, [], 'x', { sendAt: inAnHour() }))).toBe('422 MESSAGE_RECEIVERS_NONE');
  });

  test('is a draft again where it cannot be sent any more, or was thrown away', async () => {
    const { anna, carla, ids, server, instance } = fixture;
    const gone = await server.person(instance, 'gleichweg');
    const { aggregateId: id, waitingId } = await sendLater(anna, gone, 'An wen?');
    await anna.command('account.setActive', { userId: gone, isActive: false });
    await dispatch(waitingId);
    expect(await details(anna, id)).toMatchObject({ sendState: 0, draft: { messageContent: '<p>An wen?</p>' } });
    const maker = await server.person(instance, 'macher');
    const theirs = await sendLater(await server.client(instance, 'macher'), ids.carla, 'Von mir');
    await anna.command('account.setActive', { userId: maker, isActive: false });
    await dispatch(theirs.waitingId);
    expect(await entryOf(carla, theirs.aggregateId)).toBeUndefined();
    const thrown = await sendLater(anna, ids.carla, 'Weg damit');
    await anna.command('activity.delete', { aggregateIds: [thrown.aggregateId] });
    await dispatch(thrown.waitingId);
    expect(await entryOf(carla, thrown.aggregateId)).toBeUndefined();
  });

  test('goes to those who are in a group when it is sent', async () => {
    const { anna, ben, carla, ids } = fixture;
    const { groupId } = await anna.command<{ groupId: number }>('account.createGroup', {
      name: 'Spätschicht',
      userIds: [ids.ben],
    });
    const { aggregateId: id, waitingId } = await sendLater(anna, { groupId }, 'An die Schicht');
    await anna.command('account.changeGroup', {
      groupId,
      name: 'Spätschicht',
      userIds: [ids.carla],
      aggregateVersion: 1,
    });
    await dispatch(waitingId);
    expect([await entryOf(ben, id), (await entryOf(carla, id))?.status]).toEqual([undefined, 1]);
  });
});

describe('an answer that waits', () => {
  test('has no number and is heard by nobody until it is sent, in its order', async () => {
    const { anna, ben, carla, ids, send, answer } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'Frage?');
    await fixture.state(anna, id, 'ready');
    const first = await answerLater(ben, id, 'eins', { replyTo: 0, sendAt: inAnHour(2) });
    const second = await answerLater(ben, id, 'zwei', { done: true });
    expect([first.no, second.no]).toEqual([-1, -1]);
    expect(await saidLater(ben, id)).toEqual(['<p>zwei</p>', '<p>eins</p>']);
    expect((await entryOf(ben, id))?.extras.sendAt).toEqual(expect.any(String));
    for (const [by, partner] of [
      [anna, ids.ben],
      [carla, undefined],
    ] as const) {
      expect(await saidLater(by, id, partner)).toEqual([]);
      expect((await entryOf(by, id))?.extras.sendAt).toBeNull();
    }
    expect(await entryOf(anna, id)).toMatchObject({ status: 3, extras: { unread: 0 } });
    expect(await answer(ben, id, 'gleich')).toBe(1);
    await dispatch(second.waitingId);
    await dispatch(first.waitingId);
    expect(await words(anna, id, { communicationPartnerUserId: ids.ben })).toEqual([
      'Frage?',
      'gleich',
      'zwei',
      'eins',
    ]);
    expect(await entryOf(anna, id)).toMatchObject({ status: 1, extras: { unread: 3 } });
    expect(await saidLater(ben, id)).toEqual([]);
  });

  test('is taken back into what is written since', async () => {
    const { anna, ben, ids, send } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    const [one, two] = [await upload(ben, 'eins', 'eins.txt'), await upload(ben, 'zwei', 'zwei.txt')];
    const { waitingId } = await answerLater(ben, id, 'zuerst', { files: [{ attachmentId: one.id }] });
    const other = await answerLater(ben, id, 'bleibt');
    await ben.command('message.saveDraft', {
      aggregateId: id,
      messageContent: 'danach',
      files: [{ attachmentId: two.id }],
    });
    expect(await codeOf(unsend(ben, id, waitingId))).toBe('200');
    expect(await details(ben, id)).toMatchObject({
      draft: {
        messageContent: '<p>zuerst</p><p>danach</p>',
        files: [{ name: 'eins.txt' }, { name: 'zwei.txt' }],
      },
      waiting: [{ waitingId: other.waitingId }],
    });
    expect(await codeOf(unsend(ben, id, waitingId))).toBe('409 MESSAGE_SENT');
    await dispatch(other.waitingId);
    expect(await words(anna, id)).toEqual(['Frage?', 'bleibt']);
  });

  test('is taken back by nobody else', async () => {
    const { anna, ben, carla, there, ids, send } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    const { waitingId } = await answerLater(ben, id, 'später');
    expect(await codeOf(unsend(anna, id, waitingId))).toBe('409 MESSAGE_SENT');
    for (const by of [carla, there]) expect(await codeOf(unsend(by, id, waitingId))).toBe(GONE);
    expect(await saidLater(ben, id)).toEqual(['<p>später</p>']);
  });

  test('is a draft again where nobody is left to hear it', async () => {
    const { anna, server, instance, send } = fixture;
    const gone = await server.person(instance, 'baldweg');
    const id = await send(anna, gone, 'Frage?');
    const { waitingId } = await answerLater(anna, id, 'noch da?');
    await anna.command('account.setActive', { userId: gone, isActive: false });
    await dispatch(waitingId);
    expect(await details(anna, id)).toMatchObject({ draft: { messageContent: '<p>noch da?</p>' }, waiting: [] });
    expect(await words(anna, id)).toEqual(['Frage?']);
  });
});
