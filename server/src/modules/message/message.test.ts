import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hastenJobs } from '../../platform/jobs/enqueue.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { seedRecord } from '../record/factory.ts';
import {
  GONE,
  NO,
  codeOf,
  details,
  entryOf,
  list,
  nextEvent,
  numberOf,
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

describe('a message to one person', () => {
  test('is New with who gets it, and In process with who sends it', async () => {
    const { anna, ben, ids, send } = fixture;
    const id = await send(anna, ids.ben, '<p>Was kostet der <strong>Lieferschein</strong>?</p><p>Danke</p>');
    expect(await entryOf(ben, id)).toMatchObject({
      status: 1,
      direction: 'incoming',
      contact: 'anna Test',
      information: 'Was kostet der Lieferschein?',
      extras: { unread: 1, partner: ids.anna, lastBy: ids.anna, hasMultipleReceivers: false, waitsForAnswer: false },
    });
    expect(await entryOf(anna, id)).toMatchObject({
      status: 2,
      direction: 'outgoing',
      contact: 'ben Test',
      extras: { unread: 0, partner: ids.ben, lastText: 'Was kostet der Lieferschein? Danke', waitsForAnswer: true },
    });
    expect(await details(ben, id)).toMatchObject({
      senderUserId: ids.anna,
      sendState: 3,
      communicationPartnerUserId: ids.anna,
      readNo: -1,
      unread: 1,
      changeable: true,
      addressee: [],
      receivers: [],
      receiverCount: 1,
      texts: [{ no: 0, sendBy: ids.anna, sendByName: 'anna Test', replyTo: null, receiverData: null }],
    });
    expect(await details(anna, id)).toMatchObject({
      addressee: [ids.ben],
      unread: 0,
      receivers: [{ userId: ids.ben }],
    });
  });

  test('is answered: it is New for the other side, with what was said last', async () => {
    const { anna, ben, ids, send, answer, state } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    await state(anna, id, 'ready');
    expect(await answer(ben, id, 'Antwort', { replyTo: 0, aggregateVersion: 4711, authenticatedUserId: ids.ben })).toBe(
      1,
    );
    expect(await entryOf(anna, id)).toMatchObject({
      status: 1,
      extras: { unread: 1, lastText: 'Antwort', lastBy: ids.ben },
    });
    expect(await entryOf(ben, id)).toMatchObject({ status: 2, extras: { unread: 0, waitsForAnswer: true } });
    expect(await answer(anna, id, 'Danke', { done: true, communicationPartnerUserId: ids.ben })).toBe(2);
    expect(await entryOf(anna, id)).toMatchObject({ status: 3 });
    expect(await entryOf(ben, id)).toMatchObject({ status: 1, extras: { unread: 1 } });
    expect(await words(anna, id)).toEqual(['Frage?', 'Antwort', 'Danke']);
    expect((await texts(ben, id)).map(({ no, replyTo }) => [no, replyTo])).toEqual([
      [0, null],
      [1, 0],
      [2, null],
    ]);
  });

  test('comes back out of the archive and the trash with an answer, and to who has put it off, but not while it is muted', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const aside = async (command: string, more: object = {}) => {
      const id = await send(anna, ids.ben, 'Frage?');
      await anna.command(command, { aggregateIds: [id], ...more });
      return id;
    };
    const archived = await aside('activity.archive');
    const trashed = await aside('activity.delete');
    const snoozed = await aside('activity.snooze', {
      until: new Date(fixture.server.platform.now() + 3_600_000).toISOString(),
    });
    const muted = await aside('activity.archive');
    await anna.command('message.mute', {
      aggregateId: muted,
      until: new Date(fixture.server.platform.now() + 3_600_000).toISOString(),
    });
    expect(await entryOf(anna, snoozed, { view: 'open' })).toBeUndefined();
    for (const id of [archived, trashed, snoozed, muted]) await answer(ben, id, 'Antwort');
    expect(await entryOf(anna, archived)).toMatchObject({ status: 1, archived: false });
    expect(await entryOf(anna, trashed)).toMatchObject({ status: 1 });
    expect(await entryOf(anna, snoozed, { view: 'open' })).toMatchObject({
      status: 1,
      extras: { wokenBy: 'ben Test' },
    });
    expect(await entryOf(anna, muted)).toMatchObject({
      status: 2,
      archived: true,
      extras: { isMuted: true, unread: 1 },
    });
    await anna.command('message.mute', { aggregateId: muted, until: null });
    expect(await entryOf(anna, muted)).toMatchObject({ extras: { isMuted: false } });
    await answer(ben, muted, 'Noch etwas');
    expect(await entryOf(anna, muted)).toMatchObject({ status: 1, archived: false });
  });

  test('takes what nobody may say: nothing, for somebody else, to a text that is not there, by who only may read', async () => {
    const { anna, ben, carla, ids, send, tryAnswer, trySend } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    expect(await codeOf(tryAnswer(ben, id, ' <p> </p>'))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(tryAnswer(ben, id, 'x', { authenticatedUserId: ids.anna }))).toBe(NO);
    expect(await codeOf(tryAnswer(ben, id, 'x', { replyTo: 1 }))).toBe(GONE);
    expect(await codeOf(tryAnswer(ben, id, 'x', { communicationPartnerUserId: ids.carla }))).toBe(GONE);
    expect(await codeOf(tryAnswer(carla, id, 'x'))).toBe(GONE);
    expect(await codeOf(trySend(anna, ids.ben, ''))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(trySend(anna, ids.ben, 'x', { sendState: 1 }))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(trySend(anna, ids.ben, 'x', { sendState: 2 }))).toBe('422 PARAMETERS_INVALID');
    await ben.command('globalization.set', { aggregateIds: [id], userIds: [ids.carla], message: '' });
    expect(await codeOf(tryAnswer(carla, id, 'x'))).toBe(NO);
    expect(await codeOf(tryAnswer(carla, id, 'x', { communicationPartnerUserId: ids.anna }))).toBe(NO);
    expect(await words(ben, id)).toEqual(['Frage?']);
  });

  test('keeps plain text as it is, and of HTML what texts may use, without pictures', async () => {
    const { anna, ben, ids, send } = fixture;
    const plain = await send(anna, ids.ben, 'a < b\n<script>alert(1)</script> & mehr');
    expect((await texts(ben, plain))[0]?.message).toBe(
      '<p>a &lt; b</p><p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; mehr</p>',
    );
    const html = await send(
      anna,
      ids.ben,
      '<p onclick="x()">ja<script>alert(1)</script><img src="https://fremd.example/x.png"><img data-kontor-inline="abc"></p>',
    );
    expect((await texts(ben, html))[0]?.message).toBe('<p>ja</p>');
  });

  test('is sent once, however often that is asked for', async () => {
    const { anna, ben, ids, send } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    const processId = crypto.randomUUID();
    const again = () =>
      ben.command<{ no: number }>('message.send', { aggregateId: id, messageContent: 'ja' }, { processId });
    expect([await again(), await again()]).toMatchObject([{ no: 1 }, { no: 1 }]);
    expect(await words(ben, id)).toEqual(['Frage?', 'ja']);
  });

  test('numbers what is said at once without a gap', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    const numbers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => answer(index % 2 === 0 ? anna : ben, id, `Text ${index}`)),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await texts(ben, id)).map(({ no }) => no)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('is read in parts: the last ones, what stands before them, and what has come since', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const id = await send(anna, ids.ben, 'Text 0');
    for (let no = 1; no <= 6; no += 1) await answer(ben, id, `Text ${no}`);
    const numbers = async (more: object) => (await texts(anna, id, more)).map(({ no }) => no);
    expect(await numbers({ limit: 3 })).toEqual([4, 5, 6]);
    expect(await numbers({ before: 4, limit: 3 })).toEqual([1, 2, 3]);
    expect(await numbers({ before: 1, limit: 3 })).toEqual([0]);
    expect(await numbers({ after: -1, limit: 3 })).toEqual([0, 1, 2]);
    expect(await numbers({ after: 4 })).toEqual([5, 6]);
    expect(await codeOf(anna.tryQuery('message.texts', { aggregateId: id, limit: 101 }))).toBe(
      '422 PARAMETERS_INVALID',
    );
  });

  test('says when it was written, where that was well before it was sent', async () => {
    const { anna, ben, ids, send, answer, server } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    const before = (ms: number) => new Date(server.platform.now() - ms).toISOString();
    const writtenAt = before(3_600_000);
    await answer(ben, id, 'unterwegs', { writtenAt });
    await answer(ben, id, 'eben', { writtenAt: before(1000) });
    expect((await texts(anna, id)).map((text) => text.writtenAt)).toEqual([null, writtenAt, null]);
  });
});

describe('what was read', () => {
  test('moves on, never back, and not beyond the last text', async () => {
    const { anna, ben, ids, send, answer, read } = fixture;
    const id = await send(anna, ids.ben, 'eins');
    await answer(anna, id, 'zwei');
    await read(ben, id, 0);
    expect(await details(ben, id)).toMatchObject({ readNo: 0, unread: 1, lastNo: 1 });
    await read(ben, id, 99);
    await read(ben, id, 0);
    expect(await details(ben, id)).toMatchObject({ readNo: 1, unread: 0 });
    expect(await entryOf(ben, id)).toMatchObject({ status: 1, extras: { unread: 0 } });
    await answer(ben, id, 'drei');
    expect(await details(anna, id)).toMatchObject({ readNo: 1, unread: 1, lastNo: 2 });
    await read(anna, id, 2, ids.ben);
    expect(await details(anna, id)).toMatchObject({ readNo: 2, unread: 0 });
  });

  test('is told to who sent it, with those who have read since', async () => {
    const { anna, ben, carla, ids, send, read, server } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'An zwei');
    const peer = await StompPeer.as(anna);
    const own = await StompPeer.as(ben);
    await read(ben, id, 0);
    const now = await nextEvent<{ readers: unknown[] }>(own, 'message.read');
    expect(now.payload).toMatchObject({ readers: [{ userId: ids.ben, partner: ids.anna, no: 0 }] });
    await read(carla, id, 0);
    await hastenJobs(server.platform.database, [`message.tellRead:${fixture.instance.id}:${numberOf(id)}`]);
    const readers: { userId: number; partner: number }[] = [];
    while (readers.length < 2) {
      const { payload } = await nextEvent<{ aggregateId: string; readers: typeof readers }>(peer, 'message.read');
      // What was read of other messages before may be told now.
      if (numberOf(payload.aggregateId) === numberOf(id)) readers.push(...payload.readers);
    }
    expect(ordered(readers.map(({ userId }) => userId))).toEqual(ordered([ids.ben, ids.carla]));
    expect(readers.filter(({ userId, partner }) => userId !== partner)).toEqual([]);
    expect((await details(anna, id)).texts[0]?.receiverData).toEqual({ read: 2, of: 2 });
    expect((await details(anna, id, ids.ben)).texts[0]?.receiverData).toEqual({ readAt: expect.any(String) });
    expect((await details(carla, id)).texts[0]?.receiverData).toBeNull();
    peer.close();
    own.close();
  });

  test('can be unread again for oneself, and stays read for others', async () => {
    const { anna, ben, ids, send, read, answer } = fixture;
    const id = await send(anna, ids.ben, 'eins');
    await answer(anna, id, 'zwei');
    await read(ben, id, 1);
    await fixture.state(ben, id, 'ready');
    await ben.command('message.markUnread', { aggregateId: id, no: 1 });
    expect(await details(ben, id)).toMatchObject({ readNo: 0, unread: 1, status: 1 });
    expect((await texts(anna, id)).map(({ receiverData }) => receiverData)).toEqual([
      { readAt: expect.any(String) },
      { readAt: expect.any(String) },
    ]);
    expect(await details(anna, id)).toMatchObject({ status: 2, unread: 0 });
  });
});

describe('a message that is begun', () => {
  test('is seen by nobody else, keeps what is written, and is sent once', async () => {
    const { anna, ben, ids, trySend } = fixture;
    const { aggregateId } = await anna.command<{ aggregateId: string }>('message.create', {
      messageAppConfiguration: { addressee: ids.ben, messageContent: 'Entwurf', theme: 'other' },
    });
    expect(await codeOf(ben.tryQuery('message.details', { aggregateId }))).toBe(GONE);
    expect(await details(anna, aggregateId)).toMatchObject({
      sendState: 0,
      addressee: [ids.ben],
      texts: [],
      unread: 0,
      draft: { messageContent: '<p>Entwurf</p>' },
    });
    expect(await entryOf(anna, aggregateId)).toMatchObject({ extras: { inactive: true } });
    await trySend(anna, [ids.ben], '', { aggregateId, sendState: 0 });
    expect(await details(anna, aggregateId)).toMatchObject({ sendState: 0, draft: { messageContent: '' } });
    expect(await codeOf(trySend(ben, ids.anna, 'x', { aggregateId }))).toBe(GONE);
    expect(await codeOf(trySend(anna, ids.ben, 'Jetzt', { aggregateId }))).toBe('200');
    expect(await codeOf(trySend(anna, ids.ben, 'Jetzt', { aggregateId }))).toBe('409 MESSAGE_SENT');
    expect(await details(ben, aggregateId)).toMatchObject({ sendState: 3, status: 1, draft: null });
    expect(await words(ben, aggregateId)).toEqual(['Jetzt']);
  });

  test('is swept after a day where nothing was written in it', async () => {
    const { anna, ids, server, instance } = fixture;
    const create = async (messageAppConfiguration: object) =>
      (await anna.command<{ aggregateId: string }>('message.create', { messageAppConfiguration })).aggregateId;
    const empty = await create({});
    const written = await create({ addressee: [ids.ben], messageContent: 'Später' });
    server.advance(25 * 3_600_000);
    await hastenJobs(server.platform.database, [`message.sweep:${instance.id}`]);
    await expect.poll(() => codeOf(anna.tryQuery('message.details', { aggregateId: empty }))).toBe(GONE);
    expect(await codeOf(anna.tryQuery('message.details', { aggregateId: written }))).toBe('200');
    server.advance(-25 * 3_600_000);
  });

  test('is for those who may begin one; who gets one may answer without', async () => {
    const { anna, dora, fritz, ids, send, answer, trySend } = fixture;
    expect(await codeOf(trySend(dora, ids.anna, 'x'))).toBe(NO);
    expect(await codeOf(dora.tryCommand('message.create', {}))).toBe(NO);
    expect(await codeOf(fritz.tryQuery('message.items', {}))).toBe(NO);
    const id = await send(anna, ids.dora, 'Frage?');
    expect(await answer(dora, id, 'ja')).toBe(1);
  });

  test('is linked with records, and of something', async () => {
    const { anna, ben, ids, send, server, instance, trySend } = fixture;
    const record = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
    const origin = await send(anna, ids.ben, 'Woher');
    const id = await send(ben, ids.anna, 'Dazu', { idoLinkings: [record], origin });
    expect(await details(ben, id)).toMatchObject({
      links: [{ idoId: record.idoId, displayName: 'Werft Neumann' }],
      related: [{ role: 'from', information: 'Woher' }],
    });
    expect(await entryOf(anna, id)).toMatchObject({ status: 1, archived: false, idoLinked: true });
    const strange = await send(anna, ids.carla, 'Geheim');
    expect(await codeOf(trySend(ben, ids.anna, 'x', { origin: strange }))).toBe(GONE);
  });
});

describe('whom it goes to', () => {
  test('those who are gone are left out, and where nobody is left it is not sent', async () => {
    const { anna, ids, server, instance, trySend } = fixture;
    const gone = await server.person(instance, 'weg');
    await anna.command('account.setActive', { userId: gone, isActive: false });
    const { body } = await trySend(anna, [ids.ben, gone, ids.fritz], 'An alle');
    expect(ordered(body.data.leftOut)).toEqual(ordered([gone, ids.fritz]));
    expect(await details(anna, body.data.aggregateId)).toMatchObject({ receiverCount: 1 });
    expect(await codeOf(trySend(anna, gone, 'x'))).toBe('422 MESSAGE_RECEIVERS_NONE');
    expect(await codeOf(trySend(anna, [], 'x'))).toBe('422 MESSAGE_RECEIVERS_NONE');
    expect(await codeOf(trySend(anna, 999_999, 'x'))).toBe(GONE);
    expect(await codeOf(trySend(anna, { groupId: 999_999 }, 'x'))).toBe(GONE);
  });

  test('a group is its people at that moment', async () => {
    const { anna, ben, carla, emil, ids, send } = fixture;
    const { groupId } = await anna.command<{ groupId: number }>('account.createGroup', {
      name: 'Vertrieb',
      userIds: [ids.anna, ids.ben, ids.carla],
    });
    const id = await send(anna, { groupId }, 'An Vertrieb');
    await anna.command('account.changeGroup', { groupId, name: 'Vertrieb', userIds: [ids.emil], aggregateVersion: 1 });
    expect(await details(anna, id)).toMatchObject({ group: 'Vertrieb', addressee: [{ groupId }], receiverCount: 2 });
    expect(await entryOf(anna, id)).toMatchObject({ contact: 'Vertrieb', extras: { group: 'Vertrieb' } });
    for (const one of [ben, carla]) expect(await entryOf(one, id)).toMatchObject({ status: 1 });
    expect(await entryOf(emil, id)).toBeUndefined();
  });

  test('to oneself alone it is a note that is read', async () => {
    const { anna, ids, send, answer } = fixture;
    const id = await send(anna, ids.anna, 'Nicht vergessen');
    expect(await answer(anna, id, 'Noch etwas')).toBe(1);
    expect(await entryOf(anna, id)).toMatchObject({ direction: 'bidirectional', extras: { unread: 0 } });
    expect(await words(anna, id)).toEqual(['Nicht vergessen', 'Noch etwas']);
  });

  test('where the only other person has gone, it can be read and not answered', async () => {
    const { anna, server, instance, send, tryAnswer } = fixture;
    const gone = await server.person(instance, 'bald');
    const id = await send(anna, gone, 'Frage?');
    await anna.command('account.setActive', { userId: gone, isActive: false });
    expect(await words(anna, id)).toEqual(['Frage?']);
    expect(await codeOf(tryAnswer(anna, id, 'noch da?'))).toBe('422 MESSAGE_RECEIVERS_NONE');
  });
});

test('the text is told to the two of its thread, and raises nothing with anybody else', async () => {
  const { anna, ben, carla, ids, send, answer } = fixture;
  const id = await send(anna, [ids.ben, ids.carla], 'An zwei');
  const [own, partner, other] = [await StompPeer.as(anna), await StompPeer.as(ben), await StompPeer.as(carla)];
  await answer(ben, id, 'zqnurunszwei', { communicationPartnerUserId: ids.anna });
  for (const [peer, of] of [
    [own, ids.ben],
    [partner, ids.anna],
  ] as const) {
    const { payload } = await nextEvent<object>(peer, 'message.texted');
    expect(payload).toMatchObject({
      partner: of,
      no: 1,
      text: { no: 1, message: '<p>zqnurunszwei</p>', sendBy: ids.ben },
    });
  }
  const fence = await send(anna, ids.carla, 'Ende');
  const added = await nextEvent<object>(other, 'activity.added');
  expect(added.payload.aggregateIds.map(numberOf)).toEqual([numberOf(fence)]);
  for (const peer of [own, partner, other]) peer.close();
  expect(await list(carla, { searchTerm: 'zqnurunszwei' })).toEqual([]);
});
