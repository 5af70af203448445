import { ATTENDED_MS } from '@kontor/contract/activity';
import { HEADERS, parseAggregateId } from '@kontor/contract/kernel';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemKindHooks } from '../../activity/index.ts';
import type { TestClient } from '../../../testing/client.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { codeOf, open, openFixture, saved, senderOf, written, type Fixture } from '../writing/testing/fixture.ts';
import { forgetGone } from '../../activity/attendance.ts';
import { mailTopics } from './attendance.ts';

interface Attendant {
  readonly userId: number;
  readonly name: string;
  readonly avatar: string | null;
  readonly doing: string;
  readonly since: number;
}

let fixture: Fixture;
let mail: string;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  mail = await fixture.arrive({});
});

const attend = (by: TestClient, doing: string, target: object = { aggregateId: mail }) =>
  by.tryCommand('draftId' in target ? 'mail.attend' : 'activity.attend', { ...target, doing });
const who = async (by: TestClient, target: object = { aggregateId: mail }) =>
  (await by.query<Attendant[]>('draftId' in target ? 'mail.attendance' : 'activity.attendance', target)).map(
    ({ userId, doing }) => [userId, doing],
  );
const logged = async (command: string, processId: string): Promise<number> => {
  const { rows } = await sql`select from command_log where command = ${command} and process_id = ${processId}`.execute(
    fixture.server.platform.database.forInstance(fixture.instance.id),
  );
  return rows.length;
};
const hears = (by: TestClient, id: number) => StompPeer.as(by, [`/topic/user.${id}`]);
type Peer = Awaited<ReturnType<typeof hears>>;
/** The next that is told of people at a mail: lists change, too, behind what came before. */
async function attended(peer: Peer): ReturnType<Peer['event']> {
  const event = await peer.event();
  return event.type.endsWith('.attended') ? event : attended(peer);
}

describe('who is at a mail', () => {
  test('is told to two who come at the same moment, each of the other', async () => {
    const { anna, ben, ids } = fixture;
    const peers = await Promise.all([hears(anna, ids.anna), hears(ben, ids.ben)]);
    for (let round = 0; round < 10; round += 1) {
      const item = { aggregateId: await fixture.arrive({}) };
      await Promise.all([attend(anna, 'reading', item), attend(ben, 'reading', item)]);
      const last = await Promise.all(
        peers.map(async (peer) => {
          const heard = [await attended(peer), await attended(peer)].map(
            ({ payload }) => payload as unknown as { people: Attendant[]; order: number },
          );
          return heard.toSorted((a, b) => b.order - a.order)[0];
        }),
      );
      expect(last.map((heard) => heard?.people.map(({ userId }) => userId))).toEqual([[ids.ben], [ids.anna]]);
    }
    for (const peer of peers) peer.close();
  });

  test('is seen by all others who see it, at once, and until they leave', async () => {
    const peer = await hears(fixture.ben, fixture.ids.ben);
    await attend(fixture.anna, 'answering');
    const event = await attended(peer);
    expect(event).toMatchObject({
      type: 'activity.attended',
      payload: {
        keys: [],
        people: [{ userId: fixture.ids.anna, name: 'anna Berger', avatar: null, doing: 'answering' }],
      },
    });
    const { aggregateIds } = event.payload as { aggregateIds: string[] };
    expect(parseAggregateId(aggregateIds[0] ?? '')).toMatchObject({
      entryId: parseAggregateId(mail)?.entryId,
      userId: fixture.ids.ben,
    });
    expect(await who(fixture.ben)).toEqual([[fixture.ids.anna, 'answering']]);
    // Nobody is told of themselves, and nobody is at another mail.
    expect(await who(fixture.anna)).toEqual([]);
    expect(await who(fixture.ben, { aggregateId: await fixture.arrive({}) })).toEqual([]);
    await attend(fixture.anna, 'left');
    expect((await attended(peer)).payload).toMatchObject({ people: [] });
    peer.close();
    expect(await who(fixture.ben)).toEqual([]);
  });

  test('is told once, however often it is said again, and anew when they do something else', async () => {
    await attend(fixture.anna, 'reading');
    const peer = await hears(fixture.ben, fixture.ids.ben);
    for (let times = 0; times < 3; times += 1) await attend(fixture.anna, 'reading');
    await attend(fixture.anna, 'answering');
    expect((await attended(peer)).payload).toMatchObject({ people: [{ doing: 'answering' }] });
    peer.close();
  });

  test('is one person by all their windows, and by what counts most', async () => {
    const again = await fixture.server.client(fixture.instance, 'anna');
    await attend(fixture.anna, 'reading');
    await attend(again, 'answering');
    await attend(fixture.carla, 'reading');
    expect(await who(fixture.ben)).toEqual([
      [fixture.ids.anna, 'answering'],
      [fixture.ids.carla, 'reading'],
    ]);
    await attend(fixture.carla, 'writing');
    expect(await who(fixture.ben)).toContainEqual([fixture.ids.carla, 'writing']);
    await attend(fixture.carla, 'reading');
    await attend(again, 'left');
    expect(await who(fixture.ben)).toContainEqual([fixture.ids.anna, 'reading']);
  });

  test('is forgotten after a while without a word, and others are told', async () => {
    await attend(fixture.anna, 'answering');
    const peer = await hears(fixture.ben, fixture.ids.ben);
    fixture.server.advance(ATTENDED_MS + 1000);
    expect(await who(fixture.ben)).toEqual([]);
    const { platform, change } = fixture.server;
    const byId = async () => fixture.instance;
    await forgetGone({ ...platform, change, directory: { byId, all: async () => [fixture.instance] } }, new Map());
    expect(await attended(peer)).toMatchObject({ type: 'activity.attended', payload: { people: [] } });
    peer.close();
  });

  test('is nothing that strangers learn, or say', async () => {
    await attend(fixture.anna, 'answering');
    for (const by of [fixture.emil, fixture.dora]) {
      expect(await codeOf(by.tryQuery('activity.attendance', { aggregateId: mail }))).toBe('404 NOT_FOUND');
      expect(await codeOf(attend(by, 'reading'))).toBe('404 NOT_FOUND');
    }
    expect(await codeOf(attend(fixture.anna, 'reading', {}))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(attend(fixture.anna, 'sleeping'))).toBe('422 PARAMETERS_INVALID');
  });
});

test('who is at a draft is told to those who see it', async () => {
  const senderAccountId = await senderOf(fixture.anna);
  const { draftId } = await saved(fixture.anna, {
    ...written,
    draftKey: randomUUID(),
    senderAccountId,
    isGlobal: true,
  });
  const peer = await hears(fixture.ben, fixture.ids.ben);
  expect((await attend(fixture.anna, 'answering', { draftId })).status).toBe(200);
  expect(await attended(peer)).toMatchObject({
    type: 'mail.attended',
    payload: { aggregateIds: [], draftId, people: [{ userId: fixture.ids.anna }] },
  });
  peer.close();
  expect(await who(fixture.ben, { draftId })).toEqual([[fixture.ids.anna, 'answering']]);
  expect(await codeOf(fixture.emil.tryQuery('mail.attendance', { draftId }))).toBe('404 NOT_FOUND');
  fixture.server.advance(ATTENDED_MS + 1000);
  const listener = await hears(fixture.ben, fixture.ids.ben);
  const { platform, change } = fixture.server;
  const directory = { byId: async () => fixture.instance, all: async () => [fixture.instance] };
  const itemKind: ItemKindHooks = { module: 'email', extras: (stored) => stored, topics: mailTopics };
  await forgetGone({ ...platform, change, directory }, new Map([['email', itemKind]]));
  expect((await attended(listener)).payload).toMatchObject({ draftId, people: [] });
  listener.close();
  const own = await saved(fixture.anna, { ...written, draftKey: randomUUID() });
  expect(await codeOf(attend(fixture.ben, 'reading', { draftId: own.draftId }))).toBe('404 NOT_FOUND');
});

describe('a command of which nothing is kept', () => {
  const autosave = (more: object, processId: string = randomUUID()) =>
    fixture.anna.tryCommand<{ draftId: number; version: number }>(
      'mail.saveDraft',
      { ...written, autoSave: true, ...more },
      { processId },
    );

  test('is carried out once when it is sent twice at a time, and twice in a row', async () => {
    const processId = randomUUID();
    const draftKey = randomUUID();
    const both = await Promise.all([autosave({ draftKey }, processId), autosave({ draftKey }, processId)]);
    const third = await autosave({ draftKey }, processId);
    const answers = [...both, third].map(({ status, body }) => [status, body.data]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(third.headers.get(HEADERS.replay)).toBe('true');
    expect((await open(fixture.anna, third.body.data.draftId)).version).toBe(1);
    expect(await logged('mail.saveDraft', processId)).toBe(0);
  });

  test('is not another one of the same id', async () => {
    const processId = randomUUID();
    await autosave({ draftKey: randomUUID() }, processId);
    expect(await codeOf(autosave({ draftKey: randomUUID() }, processId))).toBe('422 PROCESS_ID_REUSED');
  });

  test('may be sent again where it failed', async () => {
    const processId = randomUUID();
    const params = { draftKey: randomUUID(), senderAccountId: 4711 };
    for (let times = 0; times < 2; times += 1) expect(await codeOf(autosave(params, processId))).toBe('404 NOT_FOUND');
  });

  test('is what a person saves by hand not', async () => {
    const processId = randomUUID();
    await fixture.anna.command('mail.saveDraft', { ...written, draftKey: randomUUID() }, { processId });
    expect(await logged('mail.saveDraft', processId)).toBe(1);
  });

  test('is never carried out later', async () => {
    const answer = fixture.anna.tryCommand('activity.attend', { aggregateId: mail, doing: 'reading' }, { async: true });
    expect(await codeOf(answer)).toBe('422 PARAMETERS_INVALID');
  });
});
