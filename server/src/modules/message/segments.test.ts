import type { Tip } from '@kontor/contract/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { answersTo, heardIn } from './testing/canaries.ts';
import { GONE, NO, codeOf, details, entryOf, list, openMessages, ordered, texts, words } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

type Name = 'anna' | 'ben' | 'carla' | 'dora' | 'emil';

/** What stands in each part of the message. */
const CANARIES = { all: 'zqkanarialle', ben: 'zqkanariben', carla: 'zqkanaricarla', dora: 'zqkanaridora' } as const;

/** Anna asks three people, each answers, and Ben and Anna have shared it on: Ben with Emil. */
async function announced(more: object = {}): Promise<string> {
  const { anna, ben, carla, dora, ids, send, answer } = fixture;
  const id = await send(anna, [ids.ben, ids.carla, ids.dora], CANARIES.all, more);
  for (const [by, name] of [
    [ben, 'ben'],
    [carla, 'carla'],
    [dora, 'dora'],
  ] as const) {
    await answer(by, id, `${CANARIES[name]} sagt ${name}`);
    await answer(anna, id, `${CANARIES[name]} noch einmal`, { communicationPartnerUserId: ids[name] });
  }
  await ben.command('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' });
  return id;
}

const everything = (by: TestClient, aggregateId: string) =>
  answersTo(by, aggregateId, { words: Object.values(CANARIES), userIds: Object.values(fixture.ids) });

/** Which canaries somebody hears in all that they are answered. */
const heard = (answers: ReadonlyMap<string, string>): string[] => heardIn(answers, Object.values(CANARIES));

describe('what is said in a segment', () => {
  test.each<[Name, readonly string[]]>([
    ['anna', Object.values(CANARIES)],
    ['ben', [CANARIES.all, CANARIES.ben]],
    ['carla', [CANARIES.all, CANARIES.carla]],
    ['dora', [CANARIES.all, CANARIES.dora]],
    ['emil', [CANARIES.all, CANARIES.ben]],
  ])('is answered to %s by no query that is not theirs to ask', async (name, expected) => {
    const id = await announced();
    const answers = await everything(fixture[name], id);
    expect(heard(answers).toSorted()).toEqual([...expected].toSorted());
  });

  test.each(['somebody of another instance', 'somebody who may see no messages', 'somebody who is in none'])(
    'is nothing to %s',
    async (who) => {
      const { server, instance, there, fritz } = fixture;
      const id = await announced();
      if (who === 'somebody who is in none') await server.person(instance, 'gast');
      const by =
        who === 'somebody of another instance'
          ? there
          : who === 'somebody who may see no messages'
            ? fritz
            : await server.client(instance, 'gast');
      expect(heard(await everything(by, id))).toEqual([]);
    },
  );

  test('is told to those of the segment alone', async () => {
    const { anna, ben, carla, emil, ids, send, answer } = fixture;
    const id = await announced();
    const peers = { carla: await StompPeer.as(carla), emil: await StompPeer.as(emil) };
    await answer(ben, id, `${CANARIES.ben} leise`);
    await answer(anna, id, `${CANARIES.dora} leise`, { communicationPartnerUserId: ids.dora });
    await fixture.state(ben, id, 'ready');
    await send(anna, [ids.carla, ids.emil], 'Ende der Reihe');
    const toldTo = async (peer: StompPeer): Promise<string> => {
      let all = '';
      for (;;) {
        const event = await peer.event();
        if (event.type === 'activity.added') return all;
        all += JSON.stringify(event);
      }
    };
    expect(await toldTo(peers.carla)).toBe('');
    const byShare = await toldTo(peers.emil);
    expect([CANARIES.ben, CANARIES.dora].map((word) => byShare.includes(word))).toEqual([true, false]);
    peers.carla.close();
    peers.emil.close();
  });

  test('gives a receiver no thread but their own, whoever they name', async () => {
    const { ben, carla, emil, ids } = fixture;
    const id = await announced();
    for (const partner of [ids.carla, ids.dora, ids.ben, ids.emil])
      expect(
        await codeOf(ben.tryQuery('message.texts', { aggregateId: id, communicationPartnerUserId: partner })),
      ).toBe(GONE);
    expect(await words(ben, id)).toEqual([CANARIES.all, `${CANARIES.ben} sagt ben`, `${CANARIES.ben} noch einmal`]);
    expect(await words(carla, id, { communicationPartnerUserId: ids.anna })).toHaveLength(3);
    for (const partner of [ids.carla, ids.dora])
      expect(
        await codeOf(emil.tryQuery('message.details', { aggregateId: id, communicationPartnerUserId: partner })),
      ).toBe(GONE);
    expect(await words(emil, id)).toEqual(await words(ben, id));
    expect(
      await codeOf(
        ben.tryCommand('message.markRead', { aggregateId: id, communicationPartnerUserId: ids.carla, no: 1 }),
      ),
    ).toBe(GONE);
  });
});

describe('receivers who do not see each other', () => {
  test('are told how many there are, and nothing of who they are and how it stands with them', async () => {
    const { anna, ben, carla, ids, state } = fixture;
    const id = await announced();
    await state(carla, id, 'ready');
    const entry = await entryOf(ben, id);
    expect(entry).toMatchObject({
      extras: { hasMultipleReceivers: true, otherReceiversOfThisMessage: 2, group: null, read: 0, done: 0 },
    });
    expect(ordered(entry?.groupedStatus.userList.map(({ userId }) => userId))).toEqual(
      ordered([ids.anna, ids.ben, ids.emil]),
    );
    const tip = await ben.query<Tip>('activity.tips', { aggregateId: id });
    expect(tip.states.map(({ userId }) => userId)).not.toContain(ids.carla);
    expect(await details(ben, id)).toMatchObject({ receivers: [], receiverCount: 3, addressee: [], unread: 1 });
    const history = await ben.query<unknown[]>('activity.history', { aggregateId: id });
    expect(JSON.stringify(history)).not.toContain('carla');
    expect(await list(ben, { searchTerm: 'to:carla' })).toEqual([]);
    // Whoever began it sees all of them.
    const own = await entryOf(anna, id);
    expect(own).toMatchObject({
      extras: { done: 1, read: 3, otherReceiversOfThisMessage: expect.arrayContaining(['carla Test']) },
    });
    expect((await details(anna, id)).receivers.map(({ name, status }) => [name, status])).toEqual([
      ['ben Test', 1],
      ['carla Test', 3],
      ['dora Test', 1],
    ]);
  });

  test('may be told of each other by who sends it, and of their texts nothing', async () => {
    const { ben, carla, ids, state } = fixture;
    const id = await announced({ seeEachOther: true });
    await state(carla, id, 'ready');
    expect(await entryOf(ben, id)).toMatchObject({
      extras: { otherReceiversOfThisMessage: ['carla Test', 'dora Test'] },
    });
    expect((await details(ben, id)).receivers).toMatchObject([
      { userId: ids.ben, readAt: null, lastNo: null },
      { userId: ids.carla, status: 3, readAt: null, unread: null },
      { userId: ids.dora },
    ]);
    const answers = await everything(ben, id);
    expect(heard(answers).toSorted()).toEqual([CANARIES.all, CANARIES.ben].toSorted());
  });
});

describe('who has it by a share', () => {
  test('of who sent it to several reads the first text alone, and of who sent it to one their thread', async () => {
    const { anna, emil, ben, ids, send, answer, tryAnswer } = fixture;
    const several = await send(anna, [ids.ben, ids.carla], 'An zwei');
    await answer(ben, several, 'nur für Anna');
    const one = await send(anna, ids.ben, 'An einen');
    await answer(ben, one, 'Antwort');
    await anna.command('globalization.set', { aggregateIds: [several, one], userIds: [ids.emil], message: '' });
    expect(await words(emil, several)).toEqual(['An zwei']);
    expect(await words(emil, one)).toEqual(['An einen', 'Antwort']);
    expect(await codeOf(tryAnswer(emil, one, 'x'))).toBe(NO);
    expect(await details(emil, one)).toMatchObject({ changeable: false, unread: 0 });
    await emil.command('message.markRead', { aggregateId: one, no: 1 });
    expect((await texts(ben, one)).map(({ receiverData }) => receiverData)).toEqual([null, { readAt: null }]);
    // A receiver is not told with whom the sender has shared it, and who has it so not of the receivers.
    expect(JSON.stringify(await entryOf(ben, several))).not.toContain(`"userId":${ids.emil},`);
    const beside = (await entryOf(emil, several))?.groupedStatus.userList.map(({ userId }) => userId);
    expect(ordered(beside)).toEqual(ordered([ids.anna, ids.emil]));
  });

  test('reads nothing any more once that has ended', async () => {
    const { ben, emil, ids } = fixture;
    const id = await announced();
    await ben.command('globalization.remove', { aggregateIds: [id], userIds: [ids.emil] });
    expect(await codeOf(emil.tryQuery('message.texts', { aggregateId: id }))).toBe(GONE);
  });

  test('of two receivers reads the segment of the first, and of the other one once the first has taken it back', async () => {
    const { ben, carla, emil, ids } = fixture;
    const id = await announced();
    await carla.command('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' });
    expect((await words(emil, id))[1]).toBe(`${CANARIES.ben} sagt ben`);
    await ben.command('globalization.remove', { aggregateIds: [id], userIds: [ids.emil] });
    expect((await words(emil, id)).slice(1)).toEqual([`${CANARIES.carla} sagt carla`, `${CANARIES.carla} noch einmal`]);
  });
});

describe('an open message', () => {
  test('is read by all, in one thread', async () => {
    const { anna, ben, carla, ids, send, answer, read } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'Wer kommt?', { isOpen: true });
    expect(await answer(ben, id, 'ich')).toBe(1);
    expect(await answer(carla, id, 'ich auch', { replyTo: 1 })).toBe(2);
    for (const by of [anna, ben, carla]) expect(await words(by, id)).toEqual(['Wer kommt?', 'ich', 'ich auch']);
    expect(await entryOf(ben, id)).toMatchObject({
      status: 1,
      direction: 'bidirectional',
      extras: {
        isOpen: true,
        partner: null,
        unread: 1,
        lastText: 'ich auch',
        otherReceiversOfThisMessage: ['carla Test'],
      },
    });
    expect(await entryOf(anna, id)).toMatchObject({ status: 1, direction: 'bidirectional', extras: { unread: 2 } });
    await read(anna, id, 2);
    expect((await texts(ben, id))[1]?.receiverData).toEqual({ read: 2, of: 2 });
    expect((await texts(carla, id))[2]?.receiverData).toEqual({ read: 1, of: 2 });
  });

  test('moves a row that is New no more than every five minutes', async () => {
    const { anna, ben, carla, ids, send, answer, server } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'Wer kommt?', { isOpen: true });
    const placeOf = async (by: TestClient) => (await entryOf(by, id))?.timestamp ?? 0;
    const first = await placeOf(carla);
    server.advance(60_000);
    await answer(ben, id, 'ich');
    expect([await placeOf(carla), (await placeOf(anna)) > first]).toEqual([first, true]);
    server.advance(300_000);
    await answer(ben, id, 'doch nicht');
    expect(await placeOf(carla)).toBeGreaterThan(first);
  });
});
