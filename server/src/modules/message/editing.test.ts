import type { MessageText } from '@kontor/contract/message';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { GONE, NO, codeOf, details, entryOf, list, nextEvent, openMessages, texts, words } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

const edit = (by: TestClient, aggregateId: string, no: number, messageContent: string, more: object = {}) =>
  by.tryCommand<{ edit: number }>('message.edit', { aggregateId, no, edit: 0, messageContent, ...more });
const edits = (by: TestClient, aggregateId: string, no: number) =>
  by.query<{ message: string }[]>('message.edits', { aggregateId, no });
const takeBack = (by: TestClient, aggregateId: string, no: number) =>
  by.tryCommand('message.takeBack', { aggregateId, no });
const react = (by: TestClient, aggregateId: string, no: number, more: object = {}) =>
  by.tryCommand('message.react', { aggregateId, no, sign: '👍', isOn: true, ...more });

describe('a text of one’s own', () => {
  test('is edited: both see it, lists show it, and who edits an older one is told what stands there', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    await answer(ben, id, 'Andwort');
    const peer = await StompPeer.as(anna);
    expect((await edit(ben, id, 1, 'Antwort')).body.data).toEqual({ edit: 1 });
    const { payload } = await nextEvent<{ text: MessageText }>(peer, 'message.changed');
    expect(payload).toMatchObject({ partner: ids.ben, text: { no: 1, message: '<p>Antwort</p>', edit: 1 } });
    peer.close();
    expect(await entryOf(anna, id)).toMatchObject({ extras: { lastText: 'Antwort' } });
    expect((await texts(anna, id))[1]).toMatchObject({
      message: '<p>Antwort</p>',
      edit: 1,
      editedAt: expect.any(String),
    });
    expect(await edit(ben, id, 1, 'Anders')).toMatchObject({
      status: 409,
      body: { code: 'MESSAGE_TEXT_CONFLICT', data: { no: 1, edit: 1, message: '<p>Antwort</p>' } },
    });
    expect((await edit(ben, id, 1, 'Antwort', { edit: 1 })).body.data).toEqual({ edit: 1 });
    expect(await edits(anna, id, 1)).toEqual([{ edit: 0, at: expect.any(String), message: '<p>Andwort</p>' }]);
    expect(await codeOf(fixture.carla.tryQuery('message.edits', { aggregateId: id, no: 1 }))).toBe(GONE);
    expect(await codeOf(edit(anna, id, 1, 'x'))).toBe(NO);
    expect(await codeOf(edit(anna, id, 7, 'x'))).toBe(GONE);
  });

  test('that is the first one is listed and found by what it says now, and stays where it stands', async () => {
    const { anna, ben, carla, ids, send } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'zqalteswort');
    const before = await entryOf(ben, id);
    fixture.server.advance(60_000);
    expect(await codeOf(edit(anna, id, 0, 'zqneueswort'))).toBe('200');
    for (const by of [ben, carla]) {
      expect(await entryOf(by, id)).toMatchObject({ information: 'zqneueswort', timestamp: before?.timestamp });
      expect(await list(by, { searchTerm: 'zqalteswort' })).toEqual([]);
      expect(await list(by, { searchTerm: 'zqneueswort' })).toHaveLength(1);
    }
    expect(await list(ben, { searchTerm: 'to:carla' })).toEqual([]);
  });

  test('is taken back: that it was there stays, and nothing of what it said', async () => {
    const { anna, ben, ids, send, answer, server } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    await answer(ben, id, 'zqverrutscht');
    await edit(ben, id, 1, 'zqverrutscht und mehr');
    expect(await codeOf(takeBack(ben, id, 1))).toBe('200');
    expect(await codeOf(takeBack(ben, id, 1))).toBe('200');
    expect((await texts(anna, id))[1]).toMatchObject({ no: 1, message: '', takenBackAt: expect.any(String) });
    expect(await entryOf(anna, id)).toMatchObject({ extras: { lastText: '' } });
    expect(await codeOf(edit(ben, id, 1, 'doch', { edit: 2 }))).toBe('409 MESSAGE_TEXT_CONFLICT');
    expect(await codeOf(react(anna, id, 1))).toBe(GONE);
    expect(await codeOf(takeBack(anna, id, 1))).toBe(NO);
    const { rows } = await sql`select 1 from message_edit where content like '%zqverrutscht%'`.execute(
      server.platform.database.owner,
    );
    expect(rows).toEqual([]);
  });

  test('stays as it is once the time of the instance is over', async () => {
    const { anna, ben, ids, send, server } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    expect(await anna.query('message.rules')).toEqual({ editMinutes: 60, readMarks: true });
    server.advance(61 * 60_000);
    expect(await codeOf(edit(anna, id, 0, 'x'))).toBe('409 MESSAGE_TEXT_LATE');
    expect(await codeOf(takeBack(anna, id, 0))).toBe('409 MESSAGE_TEXT_LATE');
    expect(await codeOf(ben.tryCommand('message.saveRules', { editMinutes: null }))).toBe(NO);
    expect(await codeOf(anna.tryCommand('message.saveRules', { editMinutes: 1441 }))).toBe('422 PARAMETERS_INVALID');
    await anna.command('message.saveRules', { editMinutes: null });
    expect(await codeOf(edit(anna, id, 0, 'y'))).toBe('200');
    await anna.command('message.saveRules', { editMinutes: 0 });
    expect(await codeOf(takeBack(anna, id, 0))).toBe('409 MESSAGE_TEXT_LATE');
    await anna.command('message.saveRules', { editMinutes: 60 });
  });
});

describe('what has become of texts', () => {
  const changed = (by: TestClient, aggregateId: string, changedAfter: number, more: object = {}) =>
    texts(by, aggregateId, { changedAfter, ...more });
  const numbers = (found: readonly MessageText[]) => found.map(({ no }) => no);

  test('is counted in a thread, and answered to who names how far they know of it', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    for (const text of ['eins', 'zwei', 'drei', 'vier']) await answer(ben, id, text);
    expect(await details(anna, id)).toMatchObject({ changes: 0 });
    expect(await changed(anna, id, 0)).toEqual([]);
    await edit(ben, id, 1, 'Eins');
    await react(anna, id, 3);
    const { changes } = await details(anna, id);
    expect(changes).toBe(2);
    expect((await changed(anna, id, 0)).map(({ no, message }) => [no, message])).toEqual([
      [1, '<p>Eins</p>'],
      [3, '<p>drei</p>'],
    ]);
    expect(numbers(await changed(anna, id, 1))).toEqual([3]);
    expect(numbers(await changed(anna, id, 0, { after: 1 }))).toEqual([3]);
    expect(numbers(await changed(anna, id, 0, { limit: 1 }))).toEqual([1]);
    // The same text once more, and the first one of all, which stands in another place.
    await takeBack(ben, id, 1);
    await edit(anna, id, 0, 'Andere Frage?');
    expect(await details(ben, id)).toMatchObject({ changes: 4 });
    expect(numbers(await changed(ben, id, changes ?? 0))).toEqual(expect.arrayContaining([0, 1]));
    expect(await changed(ben, id, Number.MAX_SAFE_INTEGER)).toMatchObject([{ no: 0 }]);
  });

  test('between two is nobody else’s business', async () => {
    const { anna, ben, carla, ids, send, answer } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'An zwei');
    await answer(ben, id, 'Unter uns');
    await edit(ben, id, 1, 'Nur unter uns');
    expect(await details(carla, id)).toMatchObject({ changes: 0 });
    expect(await changed(carla, id, 0)).toEqual([]);
    expect(numbers(await changed(anna, id, 0, { communicationPartnerUserId: ids.ben }))).toEqual([1]);
    expect(await codeOf(fixture.dora.tryQuery('message.texts', { aggregateId: id, changedAfter: 0 }))).toBe(GONE);
  });

  test('gives the message another version, also where lists show nothing of it', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    for (const text of ['eins', 'zwei']) await answer(ben, id, text);
    const before = await entryOf(anna, id);
    await edit(ben, id, 1, 'Eins');
    const after = await entryOf(anna, id);
    expect(after?.aggregateVersion).toBeGreaterThan(before?.aggregateVersion ?? Infinity);
    expect(after?.timestamp).toBe(before?.timestamp);
  });
});

describe('a sign', () => {
  test('is put to a text once, and taken away', async () => {
    const { anna, ben, ids, send } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    for (const by of [ben, ben, anna]) expect(await codeOf(react(by, id, 0))).toBe('200');
    await react(ben, id, 0, { sign: '👩🏽‍💻' });
    expect((await texts(anna, id))[0]?.reactions).toEqual([
      { sign: '👍', userIds: [ids.ben, ids.anna] },
      { sign: '👩🏽‍💻', userIds: [ids.ben] },
    ]);
    await react(ben, id, 0, { isOn: false });
    expect((await texts(ben, id))[0]?.reactions[0]).toEqual({ sign: '👍', userIds: [ids.anna] });
    for (const sign of ['x', '👍👍', '', 'ok 👍'])
      expect(await codeOf(react(ben, id, 0, { sign }))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(react(ben, id, 1))).toBe(GONE);
  });

  test('to what all have got is told to who sent it, and to no other receiver', async () => {
    const { anna, ben, carla, ids, send } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'An zwei');
    await react(ben, id, 0);
    expect((await texts(carla, id))[0]?.reactions).toEqual([]);
    expect((await texts(ben, id))[0]?.reactions).toEqual([{ sign: '👍', userIds: [ids.ben] }]);
    expect((await details(anna, id)).texts[0]?.reactions).toEqual([{ sign: '👍', userIds: [ids.ben] }]);
    const peer = await StompPeer.as(carla);
    expect(await codeOf(edit(anna, id, 0, 'An alle zwei'))).toBe('200');
    const { payload } = await nextEvent<{ text: null }>(peer, 'message.changed');
    expect(payload.text).toBeNull();
    expect(JSON.stringify(payload)).not.toContain('👍');
    peer.close();
  });
});

describe('what is begun', () => {
  test('is one text in each thread, for oneself alone, and gone once it is sent', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    const save = (messageContent: string) =>
      ben.command<{ draftId: number }>('message.saveDraft', { aggregateId: id, messageContent });
    const first = await save('An');
    expect((await save('Antwort')).draftId).toBe(first.draftId);
    expect(await ben.query('message.drafts')).toMatchObject([
      {
        aggregateId: expect.any(String),
        communicationPartnerUserId: ids.anna,
        isAnswer: true,
        messageContent: '<p>Antwort</p>',
      },
    ]);
    expect(await details(ben, id)).toMatchObject({ draft: { messageContent: '<p>Antwort</p>' } });
    expect(await details(anna, id)).toMatchObject({ draft: null });
    expect(await anna.query('message.drafts')).toEqual([]);
    await answer(ben, id, 'Antwort');
    expect(await ben.query('message.drafts')).toEqual([]);
  });

  test('is a message that was not sent, which is thrown away with it', async () => {
    const { ben, carla, ids } = fixture;
    const { aggregateId } = await ben.command<{ aggregateId: string }>('message.saveDraft', {
      messageContent: 'Später',
      addressee: [ids.anna],
    });
    expect(await ben.query('message.drafts')).toMatchObject([{ isAnswer: false, addressee: [ids.anna] }]);
    expect(await codeOf(carla.tryCommand('message.discardDraft', { aggregateId }))).toBe(GONE);
    expect(
      await codeOf(
        ben.tryCommand('globalization.set', { aggregateIds: [aggregateId], userIds: [ids.carla], message: '' }),
      ),
    ).toBe(NO);
    await ben.command('message.discardDraft', { aggregateId });
    expect(await codeOf(ben.tryQuery('message.details', { aggregateId }))).toBe(GONE);
  });
});

describe('receivers', () => {
  interface Page {
    readonly count: number;
    readonly receivers: readonly { readonly userId: number; readonly confirmedAt: string | null }[];
  }
  const receivers = (by: TestClient, aggregateId: string, more: object = {}) =>
    by.query<Page>('message.receivers', { aggregateId, ...more });
  const idsIn = ({ receivers }: Page) => receivers.map(({ userId }) => userId);

  test('are told by page, and by what is missing', async () => {
    const { anna, ben, carla, ids, send, read, state } = fixture;
    const id = await send(anna, [ids.ben, ids.carla, ids.dora], 'An drei', { confirm: true });
    await read(ben, id, 0);
    await state(carla, id, 'ready');
    await carla.command('message.confirm', { aggregateId: id });
    await carla.command('message.confirm', { aggregateId: id });
    expect(idsIn(await receivers(anna, id, { limit: 2, page: 2 }))).toEqual([ids.dora]);
    expect(await receivers(anna, id, { limit: 2 })).toMatchObject({ count: 3 });
    expect(idsIn(await receivers(anna, id, { only: 'unread' }))).toEqual([ids.carla, ids.dora]);
    expect(idsIn(await receivers(anna, id, { only: 'unfinished' }))).toEqual([ids.ben, ids.dora]);
    expect(idsIn(await receivers(anna, id, { only: 'unconfirmed' }))).toEqual([ids.ben, ids.dora]);
    expect(await details(anna, id)).toMatchObject({
      confirmation: { confirmedAt: null, counts: { confirmed: 1, of: 3 } },
    });
    expect(await details(carla, id)).toMatchObject({ confirmation: { confirmedAt: expect.any(String), counts: null } });
    expect(await codeOf(ben.tryQuery('message.receivers', { aggregateId: id }))).toBe(NO);
    expect(await codeOf(anna.tryCommand('message.confirm', { aggregateId: id }))).toBe(NO);
    const known = await send(anna, [ids.ben, ids.carla], 'An zwei', { seeEachOther: true });
    expect(idsIn(await receivers(ben, known))).toEqual([ids.ben, ids.carla]);
    expect(await codeOf(ben.tryQuery('message.receivers', { aggregateId: known, only: 'unread' }))).toBe(NO);
    expect(await codeOf(ben.tryCommand('message.confirm', { aggregateId: known }))).toBe(NO);
  });

  test('who have not read it are reminded, once a day', async () => {
    const { anna, ben, carla, ids, send, read, state, server } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'Bitte lesen');
    await read(ben, id, 0);
    for (const by of [ben, carla]) await state(by, id, 'ready');
    const remind = (by: TestClient) => by.tryCommand<{ count: number }>('message.remind', { aggregateId: id });
    expect(await codeOf(remind(ben))).toBe(NO);
    expect((await remind(anna)).body.data).toEqual({ count: 1 });
    expect([(await entryOf(ben, id))?.status, (await entryOf(carla, id))?.status]).toEqual([3, 1]);
    expect((await remind(anna)).body.data).toEqual({ count: 0 });
    server.advance(24 * 3_600_000 + 1000);
    expect((await remind(anna)).body.data).toEqual({ count: 1 });
  });

  test('that can be named are found by the beginnings of their names', async () => {
    const { anna, ids, fritz } = fixture;
    const found = async (searchTerm: string) =>
      (await anna.query<{ userId: number }[]>('message.availableReceivers', { searchTerm })).map(
        ({ userId }) => userId,
      );
    expect(await found('BEN te')).toEqual([ids.ben]);
    expect(await found('fritz')).toEqual([]);
    expect(await found('nna')).toEqual([]);
    expect(await codeOf(fritz.tryQuery('message.availableReceivers', {}))).toBe(NO);
  });
});

test('a text is sent on as a message of its own, to who may begin one', async () => {
  const { anna, ben, carla, dora, ids, send, answer } = fixture;
  const id = await send(anna, ids.ben, 'Frage?');
  await answer(ben, id, 'Antwort');
  const sent = await anna.command<{ aggregateId: string }>('message.forward', {
    aggregateId: id,
    no: 1,
    addressee: [ids.carla],
    message: 'Weißt du das?',
  });
  expect((await texts(carla, sent.aggregateId))[0]?.message).toBe(
    '<p>Weißt du das?</p><blockquote><p><strong>ben Test</strong></p><p>Antwort</p></blockquote>',
  );
  expect(await words(ben, id)).toEqual(['Frage?', 'Antwort']);
  const forward = (by: TestClient, no: number) =>
    codeOf(by.tryCommand('message.forward', { aggregateId: id, no, addressee: [ids.anna] }));
  expect(await forward(anna, 2)).toBe(GONE);
  expect(await forward(carla, 0)).toBe(GONE);
  const other = await send(anna, ids.dora, 'Frage?');
  expect(await codeOf(dora.tryCommand('message.forward', { aggregateId: other, no: 0, addressee: [ids.anna] }))).toBe(
    NO,
  );
});
