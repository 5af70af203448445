import { activityEvents, attendanceEvents } from '@kontor/contract/activity';
import { formatAggregateId, type KontorEvent } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Audience } from '../../platform/realtime/event-body.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer, pongOf } from '../../testing/stomp.ts';
import { seedBox, seedItem } from './factory.ts';

/** What is answered from memory is answered anew with each quarter of an hour. */
const SLOT_MS = 15 * 60_000;

let server: TestServer;
let instance: Instance;
let [anna, ben]: TestClient[] = [];
let ids: { anna: number; ben: number; item: number };
const nothing = { keys: [], processIds: [], aggregateIds: [] };

beforeAll(async () => {
  // The memory is that of one process.
  server = await startTestServer({}, { alone: true, ownRealtime: true });
  server.advance(SLOT_MS - (server.platform.now() % SLOT_MS));
  instance = await server.instance('leise');
  const people = [await server.person(instance, 'anna'), await server.person(instance, 'ben')] as const;
  const boxId = await seedBox(server.change, instance, [...people]);
  const item = await seedItem(server.change, instance, { boxId, userIds: [...people] });
  ids = { anna: people[0], ben: people[1], item };
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
});
afterAll(() => server?.close());

const as = (client: TestClient | undefined): TestClient => client as TestClient;
const emit = (audience: Audience) =>
  server.change(instance, async (ctx) => ctx.emit(activityEvents.activityAdded, audience, nothing));
const page = () => as(anna).envelope('inbox.items', {}, { page: 1, limit: 50 });
const attend = (by: TestClient | undefined, doing: string) =>
  as(by).command('activity.attend', {
    aggregateId: formatAggregateId({ module: 'email', entryId: ids.item, userId: by === anna ? ids.anna : ids.ben }),
    doing,
  });

/** The next that is said of who is there; what was stored before may come between. */
async function attended(peer: StompPeer): Promise<void> {
  while ((await peer.event()).type !== attendanceEvents.attended.type);
}

/** How often the lists of a person are to be answered anew. */
async function stampOf(userId: number): Promise<number> {
  const { rows } = await sql<{ stamp: string }>`select coalesce(sum(stamp), 0) as stamp from change_stamp
    where instance_id = ${instance.id} and user_id in (0, ${userId})`.execute(server.platform.database.owner);
  return Number(rows[0]?.stamp);
}

/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const { owner } = server.platform.database;
  const tables = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(owner);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.raw(name)}`.execute(owner);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

describe('a quiet event', () => {
  test('raises no stamp of its people; another one does', async () => {
    const before = await stampOf(ids.anna);
    await emit({ users: [ids.anna, ids.ben], isQuiet: true });
    expect(await stampOf(ids.anna)).toBe(before);
    await emit({ users: [ids.anna] });
    expect(await stampOf(ids.anna)).toBe(before + 1);
  });

  test('raises the stamps of those whom another event of the same change reaches', async () => {
    const [ofAnna, ofBen] = [await stampOf(ids.anna), await stampOf(ids.ben)];
    await server.change(instance, async (ctx) => {
      ctx.emit(activityEvents.activityAdded, { users: [ids.anna, ids.ben], isQuiet: true }, nothing);
      ctx.emit(activityEvents.activityAdded, { users: [ids.ben] }, nothing);
    });
    expect([await stampOf(ids.anna), await stampOf(ids.ben)]).toEqual([ofAnna, ofBen + 1]);
  });

  test('is heard in the order of the commits, between all others', async () => {
    const peer = await StompPeer.as(as(anna));
    for (let n = 0; n < 10; n += 1)
      await server.change(instance, async (ctx) =>
        ctx.emit(
          activityEvents.activityAdded,
          { users: [ids.anna], isQuiet: n % 2 === 0 },
          { ...nothing, keys: [`${n}`] },
        ),
      );
    const keys: unknown[] = [];
    while (keys.length < 10) {
      const { payload } = await peer.event();
      if (payload.keys.length > 0) keys.push(payload.keys[0]);
    }
    expect(keys).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`));
    peer.close();
  });
});

describe('a page of the inbox', () => {
  /** Changes the row behind the server's back: what is answered from memory does not show it. */
  const rename = (title: string) =>
    sql`update activity set contact = ${title} where instance_id = ${instance.id} and activity_id = ${ids.item}`.execute(
      server.platform.database.owner,
    );
  let before: unknown;
  let count = 0;
  beforeEach(async () => {
    await emit({ users: [ids.anna] });
    before = (await page()).results;
    count += 1;
    await rename(`Behind its back ${count}`);
  });

  test('is answered from memory after quiet events, and anew after another one', async () => {
    await emit({ users: [ids.anna], isQuiet: true });
    expect((await page()).results).toEqual(before);
    await emit({ users: [ids.anna] });
    expect((await page()).results).not.toEqual(before);
  });

  test('is answered from memory while people come and go', async () => {
    const peer = await StompPeer.as(as(anna));
    for (const doing of ['reading', 'answering', 'left']) {
      await attend(ben, doing);
      await attended(peer);
      expect((await page()).results).toEqual(before);
    }
    const { transient } = server.app.platform;
    transient.publish(instance, attendanceEvents.attended, 'instance', { ...nothing, people: [], order: 0 });
    expect((await page()).results).toEqual(before);
    await emit({ users: [ids.anna] });
    expect((await page()).results).not.toEqual(before);
    peer.close();
  });
});

test('no table grows by what is transient, and none by people who come and go', async () => {
  const type = `/topic/event.${attendanceEvents.attended.type}`;
  const pong = await pongOf(as(anna));
  const peer = await StompPeer.at(pong);
  // Without heart-beats: it says nothing for longer than they would allow.
  peer.connect(pong);
  await peer.next('CONNECTED');
  for (const destination of [`/topic/user.${ids.anna}`, type]) {
    peer.send('SUBSCRIBE', { id: destination, destination, receipt: destination });
    await peer.next('RECEIPT');
  }
  const before = await rowCounts();
  for (let n = 0; n < 20; n += 1) {
    await attend(ben, 'reading');
    await attend(ben, 'left');
  }
  for (let n = 0; n < 160; n += 1)
    server.app.platform.transient.publish(instance, attendanceEvents.attended, 'instance', {
      ...nothing,
      people: [],
      order: n,
    });
  const heard: KontorEvent[] = [];
  while (heard.length < 200) heard.push(await peer.event());
  expect(await rowCounts()).toEqual(before);
  const ofInstance = heard.filter(({ isGlobal }) => isGlobal);
  expect(ofInstance.map(({ run }) => run?.n)).toEqual(ofInstance.map((_, n) => (ofInstance[0]?.run?.n ?? 0) + n));
  peer.close();
});

test('what is said within a change that fails is not said', async () => {
  const peer = await StompPeer.as(as(anna), [`/topic/user.${ids.anna}`]);
  const say = (order: number, fails: boolean) =>
    server.change(instance, async (ctx) => {
      const { publish } = ctx.transient;
      publish(instance, attendanceEvents.attended, { users: [ids.anna] }, { ...nothing, people: [], order });
      if (fails) throw new Error('rolled back');
    });
  await expect(say(1, true)).rejects.toThrow('rolled back');
  await say(2, false);
  expect((await peer.event()).payload['order']).toBe(2);
  peer.close();
});
