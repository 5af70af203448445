import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hastenJobs } from '../../platform/jobs/enqueue.ts';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { NO, codeOf, details, entryOf, nextEvent, numberOf, openMessages, texts } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

const shows = (by: TestClient, isShown: boolean) =>
  by.command('settings.change', {
    values: { messageReadMarks: isShown },
    versions: { messageReadMarks: fixture.server.platform.now() },
  });
const instanceShows = (isShown: boolean) =>
  fixture.anna.command('message.saveRules', { editMinutes: 60, readMarks: isShown });
afterEach(async () => {
  const { anna, ben, carla } = fixture;
  for (const by of [anna, ben, carla]) await shows(by, true);
  await instanceShows(true);
});

/** Tells at once what was read, instead of after two seconds. */
const hasten = (id: string) =>
  hastenJobs(fixture.server.platform.database, [`message.tellRead:${fixture.instance.id}:${numberOf(id)}`]);

/** Anna asks Ben and Carla, who both read it, and Ben answers, which Anna reads. Returns what each is told of the other's reading. */
async function marksOf(more: object = {}) {
  const { anna, ben, carla, ids, send, answer, read } = fixture;
  const id = await send(anna, [ids.ben, ids.carla], 'Frage', more);
  await read(ben, id, 0);
  await read(carla, id, 0);
  const isOpen = 'isOpen' in more;
  await answer(ben, id, 'Antwort');
  await read(anna, id, 1, isOpen ? null : ids.ben);
  if (isOpen) await read(carla, id, 1);
  await hasten(id);
  const receivers = (await details(anna, id)).receivers.map(({ userId, readAt }) => [userId, readAt !== null]);
  const [first] = await texts(anna, id);
  const benOwn = (await texts(ben, id)).at(-1);
  const unread = await anna.tryQuery<{ receivers: { userId: number }[] }>('message.receivers', {
    aggregateId: id,
    only: 'unread',
  });
  return {
    id,
    receivers: Object.fromEntries(receivers) as Record<number, boolean>,
    counted: (await entryOf(anna, id))?.extras.read,
    first: first?.receiverData,
    toBen: benOwn?.receiverData,
    unread: unread.status === 200 ? unread.body.results.receivers.map(({ userId }) => userId) : unread.body.code,
  };
}

describe('how far others have read', () => {
  test('is told to who has sent a text', async () => {
    const { ids } = fixture;
    expect(await marksOf()).toMatchObject({
      receivers: { [ids.ben]: true, [ids.carla]: true },
      counted: 2,
      first: { read: 2, of: 2 },
      toBen: { readAt: expect.any(String) },
      unread: [],
    });
    expect((await marksOf({ isOpen: true })).toBen).toEqual({ read: 2, of: 2 });
  });

  test('is not told of who hides it, and to them of nobody', async () => {
    const { ben, ids } = fixture;
    await shows(ben, false);
    const { toBen, ...others } = await marksOf();
    expect(others).toMatchObject({
      receivers: { [ids.ben]: false, [ids.carla]: true },
      counted: 1,
      first: { read: 1, of: 2 },
      unread: [ids.ben],
    });
    expect(toBen).toBeNull();
    expect((await marksOf({ isOpen: true })).toBen).toBeNull();
  });

  test('is not told to others of who began it and hides it', async () => {
    const { anna, ids } = fixture;
    await shows(anna, false);
    expect(await marksOf()).toMatchObject({
      receivers: { [ids.ben]: false, [ids.carla]: false },
      counted: 0,
      first: null,
      toBen: { readAt: null },
      unread: 'RIGHT_MISSING',
    });
    expect((await marksOf({ isOpen: true })).toBen).toEqual({ read: 1, of: 2 });
  });

  test('is told to nobody where the instance says so', async () => {
    const { ben, ids } = fixture;
    await instanceShows(false);
    expect(await marksOf()).toMatchObject({
      receivers: { [ids.ben]: false, [ids.carla]: false },
      counted: 0,
      first: null,
      toBen: null,
      unread: 'RIGHT_MISSING',
    });
    const peer = await StompPeer.as(ben, ['/topic/event.message.rulesChanged']);
    await fixture.anna.command('message.saveRules', { editMinutes: 30, readMarks: false });
    await fixture.anna.command('message.saveRules', { editMinutes: 60, readMarks: true });
    const keys = async () => (await nextEvent<{ keys: string[] }>(peer, 'message.rulesChanged')).payload.keys;
    expect(await keys()).toEqual(['messageRules']);
    expect(await keys()).toEqual(['messageRules', 'list:message']);
    peer.close();
    await instanceShows(false);
    expect(await ben.query('message.rules')).toEqual({ editMinutes: 60, readMarks: false });
    expect(await codeOf(ben.tryCommand('message.saveRules', { editMinutes: 60, readMarks: true }))).toBe(NO);
  });

  test('is in no event, and who reads hears of it on their own devices', async () => {
    const { anna, ben, carla, ids, send, read } = fixture;
    await shows(ben, false);
    const id = await send(anna, [ids.ben, ids.carla], 'Wer hört es?');
    const [toAnna, toBen] = [await StompPeer.as(anna), await StompPeer.as(ben)];
    await read(ben, id, 0);
    await hasten(id);
    await read(carla, id, 0);
    await hasten(id);
    const nextRead = async (peer: StompPeer): Promise<number[]> => {
      for (;;) {
        const { type, payload } = await peer.event();
        if (type === 'message.read') return (payload['readers'] as { userId: number }[]).map(({ userId }) => userId);
      }
    };
    expect(await nextRead(toBen)).toEqual([ids.ben]);
    expect(await nextRead(toAnna)).toEqual([ids.carla]);
    toAnna.close();
    toBen.close();
  });

  test('leaves confirmations as they are, and reminds those who are not done', async () => {
    const { anna, ben, carla, ids, state } = fixture;
    await instanceShows(false);
    const { id } = await marksOf({ confirm: true });
    await ben.command('message.confirm', { aggregateId: id });
    const found = await details(anna, id);
    expect(found.confirmation).toMatchObject({ counts: { confirmed: 1, of: 2 } });
    expect(found.receivers.find(({ userId }) => userId === ids.ben)?.confirmedAt).not.toBeNull();
    await state(ben, id, 'ready');
    await state(carla, id, 'seen');
    expect(await anna.command('message.remind', { aggregateId: id })).toEqual({ count: 1 });
    expect([(await entryOf(ben, id))?.status, (await entryOf(carla, id))?.status]).toEqual([3, 1]);
  });
});
