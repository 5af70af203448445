import type { ListEntry } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { setStatusFromOutside } from './from-outside.ts';
import { seedBox, seedItem, type ItemSeed } from './factory.ts';
import { rewriteItem } from './rewrite.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let benId: number;
let box: number;

const DAY_MS = 86_400_000;
const LONG_AGO = new Date('2026-01-05T08:00:00Z');
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const seed = (item: Partial<ItemSeed> = {}) =>
  seedItem(server.change, instance, { boxId: box, ts: LONG_AGO, userIds: [annaId, benId], ...item });
const idOf = (entryId: number) => formatAggregateId({ module: 'email', entryId, userId: annaId });
const entriesOf = (client: TestClient, params: object) =>
  client.query<ListEntry[]>('filter.items', { view: 'open', boxIds: [box], ...params });
const idsOf = (entries: readonly ListEntry[]): number[] =>
  entries.map(({ aggregateId }) => (JSON.parse(aggregateId) as { entryId: number }).entryId);
const find = async (client: TestClient, params: object = {}) => idsOf(await entriesOf(client, params));
const entryOf = async (entryId: number, client = anna): Promise<ListEntry | undefined> =>
  (await entriesOf(client, { view: 'all' })).find((entry) => idsOf([entry])[0] === entryId);
const count = async (client: TestClient) =>
  (await client.query<{ module: string; count: number }[]>('session.unfinishedCounts')).find(
    ({ module }) => module === 'email',
  )?.count ?? 0;
const snooze = (entryIds: readonly number[], end: object, client = anna) =>
  client.tryCommand('activity.snooze', { aggregateIds: entryIds.map(idOf), ...end });
const wake = (entryId: number) => anna.command('activity.wake', { aggregateIds: [idOf(entryId)] });

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('snooze');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
});
beforeEach(async () => {
  box = await seedBox(server.change, instance, [annaId, benId]);
});
afterAll(() => server?.close());

describe('what is put off', () => {
  test('is in none of the open lists and counts of this person, and in all of others', async () => {
    const [id, other] = [await seed(), await seed()];
    const [before, benBefore] = [await count(anna), await count(ben)];
    const until = inMs(DAY_MS);
    expect((await snooze([id], { until })).status).toBe(200);
    const lists = async (client: TestClient) => ({
      inbox: idsOf(await client.query<ListEntry[]>('inbox.items', {}, { limit: 1000 })).filter((one) => one === id),
      open: await find(client),
      all: (await find(client, { view: 'all' })).length,
      snoozed: await find(client, { searchTerm: 'is:snoozed' }),
      inGerman: await find(client, { searchTerm: 'ist:zurückgestellt' }),
      hidden: await find(client, { hiddenSearchTerm: 'is:snoozed' }),
      others: await find(client, { view: 'all', searchTerm: '-is:snoozed' }),
      found: await find(client, { view: 'all', searchTerm: 'Lieferschein is:snoozed' }),
      later: idsOf(await client.query<ListEntry[]>('activity.snoozed', { boxIds: [box] })),
    });
    expect(await lists(anna)).toEqual({
      inbox: [],
      open: [other],
      all: 2,
      snoozed: [id],
      inGerman: [id],
      hidden: [id],
      others: [other],
      found: [id],
      later: [id],
    });
    const none = { snoozed: [], inGerman: [], hidden: [], found: [], later: [] };
    expect(await lists(ben)).toEqual({ inbox: [id], open: [other, id], all: 2, others: [other, id], ...none });
    expect([await count(anna), await count(ben)]).toEqual([before - 1, benBefore]);
    const seconds = Math.floor(Date.parse(until) / 1000);
    expect((await entryOf(id))?.extras).toMatchObject({ snoozedUntil: seconds, wokenAt: null });
    expect((await entryOf(id, ben))?.extras).toMatchObject({ snoozedUntil: null });
  });

  test('comes back by hand to the state and the place that it had', async () => {
    const id = await seed({ status: 2 });
    const newer = await seed({ ts: new Date('2026-02-02T08:00:00Z') });
    await snooze([id], { untilAnswered: true });
    expect((await entryOf(id))?.extras).toMatchObject({ snoozedUntil: -1 });
    await wake(id);
    expect(await find(anna)).toEqual([newer, id]);
    const entry = await entryOf(id);
    expect(entry).toMatchObject({ status: 2, timestamp: LONG_AGO.getTime() / 1000 });
    expect(entry?.extras).toMatchObject({ snoozedUntil: null, wokenAt: null });
  });

  test('comes back at its time: New, on top, and everybody who shows it hears of it', async () => {
    const id = await seed({ status: 2 });
    await seed({ ts: new Date() });
    const end = await StompPeer.as(anna);
    const until = inMs(1500);
    await snooze([id], { until });
    const changes = (more: object) => [expect.objectContaining({ entryId: id, ...more })];
    const snoozedUntil = Math.floor(Date.parse(until) / 1000);
    expect((await end.event()).payload).toMatchObject({ changes: changes({ status: 2, snoozedUntil }) });
    expect(await find(anna)).not.toContain(id);
    await expect.poll(() => find(anna)).toContain(id);
    expect((await find(anna))[0]).toBe(id);
    expect((await end.event()).payload).toMatchObject({
      keys: expect.arrayContaining(['list', 'list:email']),
      changes: changes({ status: 1, snoozedUntil: null }),
    });
    end.close();
    const entry = await entryOf(id);
    expect(entry?.status).toBe(1);
    expect(entry?.timeFrame).toBe('today');
    expect(entry?.timestamp).toBeGreaterThanOrEqual(snoozedUntil);
    expect(entry?.extras).toMatchObject({ snoozedUntil: null, wokenAt: entry?.timestamp, wokenBy: null });
    // It is where it was for all others, in whatever box.
    expect(await entryOf(id, ben)).toMatchObject({ status: 2, timestamp: LONG_AGO.getTime() / 1000 });
    // What becomes known of the item itself leaves it where it came back.
    await server.change(instance, (ctx) =>
      rewriteItem(ctx, 'email', id, {
        ts: LONG_AGO,
        contact: 'Paul',
        information: 'Neu gelesen',
        extras: {},
        search: { title: '', senders: '', receivers: '', body: '' },
      }),
    );
    expect(await entryOf(id)).toMatchObject({ information: 'Neu gelesen', timestamp: entry?.timestamp });
    expect((await entryOf(id, ben))?.timestamp).toBe(LONG_AGO.getTime() / 1000);
    // Once it is put off again it has not come back.
    await snooze([id], { untilAnswered: true });
    expect((await entryOf(id))?.extras).toMatchObject({ wokenAt: null });
  });

  test('is put off to the last end that it was given', async () => {
    const id = await seed();
    await snooze([id], { until: inMs(1200) });
    const until = inMs(DAY_MS);
    await snooze([id], { until, untilAnswered: true });
    const soon = await seed();
    await snooze([soon], { until: inMs(1200) });
    await expect.poll(() => find(anna)).toEqual([soon]);
    expect((await entryOf(id))?.extras).toMatchObject({ snoozedUntil: Math.floor(Date.parse(until) / 1000) });
  });

  test.each<[string, (id: number) => Promise<unknown>, object]>([
    ['Done', (id) => anna.command('activity.setState', { aggregateIds: [idOf(id)], state: 'ready' }), {}],
    ['done by a colleague', (id) => ben.command('activity.setState', { aggregateIds: [idOf(id)], state: 'ready' }), {}],
    [
      'done elsewhere',
      (id) =>
        server.change(instance, (ctx) =>
          setStatusFromOutside(ctx, [{ activityId: id, userIds: [annaId], status: 3, onlyFrom: [1, 2] }]),
        ),
      {},
    ],
    ['deleted', (id) => anna.command('activity.delete', { aggregateIds: [idOf(id)] }), { trashed: true }],
    ['spam', (id) => anna.command('activity.spam', { aggregateIds: [idOf(id)] }), { trashed: true }],
  ])('and then %s, does not come back', async (_name, change, more) => {
    const id = await seed();
    await snooze([id], { until: inMs(DAY_MS) });
    await change(id);
    const { rows } = await sql`select snoozed_until, snoozed_for, snoozed_at, snoozed_after, trashed from activity_user
      where instance_id = ${instance.id} and activity_id = ${id} and user_id = ${annaId}`.execute(
      server.platform.database.owner,
    );
    const none = { snoozed_until: null, snoozed_for: null, snoozed_at: null, snoozed_after: null, trashed: false };
    expect(rows).toEqual([{ ...none, ...more }]);
  });

  test('is Done already, and comes back all the same once that is wanted', async () => {
    const id = await seed({ status: 3 });
    await snooze([id], { until: inMs(1200) });
    await expect.poll(() => find(anna)).toEqual([id]);
  });

  test('is listed in the order in which it comes back, page by page', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await seed({ status: n === 3 ? 3 : 1 });
      await snooze([id], n === 4 ? { untilAnswered: true } : { until: inMs(DAY_MS * (5 - n)) });
      ids.push(id);
    }
    const [first, second, third, done, answered] = ids;
    const page = (page: number, params: object = {}) =>
      anna.envelope<ListEntry[]>('activity.snoozed', { boxIds: [box], ...params }, { page, limit: 2 });
    const [one, two] = [await page(1), await page(2)];
    expect([idsOf(one.results), idsOf(two.results)]).toEqual([
      [third, second],
      [first, answered],
    ]);
    expect([one.totalCount, two.totalCount]).toEqual([4, 4]);
    expect(idsOf((await page(1, { view: 'all' })).results)).toEqual([done, third]);
    const newest = await anna.query<ListEntry[]>(
      'activity.snoozed',
      { boxIds: [box] },
      { sort: [{ property: 'timestamp', direction: 'DESC' }] },
    );
    expect(new Set(idsOf(newest))).toEqual(new Set([first, second, third, answered]));
  });
});

describe('an end', () => {
  test.each<[string, () => object]>([
    ['that is past', () => ({ until: inMs(-1) })],
    ['that is over two years ahead', () => ({ until: inMs(732 * DAY_MS) })],
    ['past with an answer', () => ({ until: inMs(-60_000), untilAnswered: true })],
    ['that is neither', () => ({})],
    ['that is neither by word', () => ({ until: null, untilAnswered: false })],
  ])('%s is refused, and nothing is put off', async (_name, end) => {
    const id = await seed();
    const answer = await snooze([id], end());
    expect([answer.status, answer.body.code]).toEqual([422, 'SNOOZE_TIME']);
    expect(await find(anna)).toEqual([id]);
  });

  test.each(['tomorrow', '2026-02-30T08:00:00Z', '', 5])('%j is none at all', async (until) => {
    const answer = await snooze([await seed()], { until });
    expect([answer.status, answer.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
  });
});

test('items that are not there, or not theirs, are named, and alone they are not found', async () => {
  const [own, foreign] = [await seed(), await seed({ userIds: [benId] })];
  const mixed = await snooze([own, foreign], { untilAnswered: true });
  expect(mixed.body.data).toEqual({ aggregateIds: [idOf(own)], missing: [idOf(foreign)] });
  for (const [name, params] of [
    ['activity.snooze', { untilAnswered: true }],
    ['activity.wake', {}],
  ] as const) {
    const answer = await anna.tryCommand(name, { aggregateIds: [idOf(foreign)], ...params });
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  }
});

test('more than are brought back at once come back all', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 620; n += 1) ids.push(await seed({ userIds: [annaId] }));
  expect((await snooze(ids, { until: inMs(1500) })).status).toBe(200);
  await expect.poll(async () => (await anna.envelope('filter.items', { boxIds: [box] })).totalCount).toBe(620);
});

test('what is open is read from its index, and no row to learn that it is not put off', async () => {
  const owner = server.platform.database.owner;
  await sql`insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, direction, status)
    select a.activity_id, a.ts - n * interval '1 second', a.instance_id, ${annaId} + 100000 + n, 0, 1, 0, 1
    from generate_series(1, 4000) n, (select * from activity where instance_id = ${instance.id} limit 1) a`.execute(
    owner,
  );
  await sql`vacuum analyze activity_user`.execute(owner);
  // The tables of a test are too small for what large ones are worth.
  const planOf = (query: ReturnType<typeof sql>): Promise<string> =>
    owner.transaction().execute(async (db) => {
      await sql`set local enable_bitmapscan = off`.execute(db);
      await sql`set local enable_seqscan = off`.execute(db);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const counts = await planOf(sql`select module, count(*) from activity_user where instance_id = ${instance.id}
    and user_id = ${annaId} and status < 3 and not trashed and snoozed_until is null group by module`);
  expect(counts).toMatch(/using au_open/);
  expect(counts).not.toMatch(/snoozed_until/);
  const due = await planOf(sql`select activity_id, user_id from activity_user where instance_id = ${instance.id}
    and snoozed_until <= now() order by snoozed_until, activity_id limit 500`);
  expect(due).toMatch(/using au_due/);
});
