import {
  ENTRY_COLUMNS,
  activityQueries,
  entryOfRow,
  timeFrameBounds,
  type EntryRow,
  type ListEntry,
} from '@kontor/contract/activity';
import { mailExtras } from '@kontor/contract/mail';
import { formatAggregateId, rowReader, type Rows } from '@kontor/contract/kernel';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedBox, seedItem, type ItemSeed } from './factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let benId: number;

const seed = (item: Partial<ItemSeed> = {}) => seedItem(server.change, instance, { userIds: [annaId], ...item });
const idOf = (entryId: number) => formatAggregateId({ module: 'email', entryId, userId: annaId });
const entryIds = (entries: readonly ListEntry[]) =>
  entries.map((entry) => JSON.parse(entry.aggregateId).entryId as number);
/** What a client of ours does with a row in short form. */
const inFull = (row: EntryRow): EntryRow => ({ ...row, extras: mailExtras(row.extras) });
const inbox = (client: TestClient) => client.query<ListEntry[]>('inbox.items');
const find = async (client: TestClient, params: object) =>
  entryIds(await client.query<ListEntry[]>('filter.items', { view: 'all', ...params }));

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('spine');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
});
afterAll(() => server?.close());

describe('lists', () => {
  test('show an item to its viewers alone, in the full shape, and equal in short form', async () => {
    const id = await seed({ extras: { hasAttachments: true } });
    expect(await inbox(ben)).toEqual([]);
    const entries = await inbox(anna);
    expect(v.safeParse(activityQueries.inboxItems.result, entries).issues).toBeUndefined();
    expect(entryIds(entries)).toContain(id);
    const rows = await anna.query<Rows>('inbox.items', {}, { format: 'rows' });
    expect(rows.columns).toEqual(ENTRY_COLUMNS);
    const bounds = timeFrameBounds(Date.now(), 'Europe/Berlin');
    const read = rowReader<EntryRow>(rows.columns);
    expect(rows.rows.map((row) => entryOfRow(inFull(read(row)), annaId, bounds))).toEqual(entries);
  });

  test('pages meet without a gap or a double, by time and by every other key', async () => {
    const box = await seedBox(server.change, instance, [annaId]);
    const ids = new Set<number>();
    for (let n = 0; n < 25; n += 1) {
      ids.add(
        await seed({
          boxId: box,
          ts: new Date(Date.UTC(2026, 0, 1 + (n % 3))),
          contact: `Person ${n % 4}`,
          information: `Nr ${n}`,
        }),
      );
    }
    for (const property of ['timestamp', 'contact', 'information', 'moduleInformation', 'channel']) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const seen: number[] = [];
        for (let page = 1; page <= 4; page += 1) {
          const answer = await anna.envelope<ListEntry[]>(
            'mail.items',
            { view: 'all', boxIds: [box] },
            { page, limit: 8, sort: [{ property, direction }] },
          );
          expect(answer.totalCount).toBe(25);
          expect(answer.isAlreadyPaginatedAndSorted).toBe(true);
          seen.push(...entryIds(answer.results));
        }
        expect(new Set(seen)).toEqual(ids);
        expect(seen).toHaveLength(25);
      }
    }
  });

  test('are cut by view, date, direction, box, people and search', async () => {
    const box = await seedBox(server.change, instance, [annaId]);
    const old = await seed({
      boxId: box,
      ts: new Date('2020-05-05T10:00:00Z'),
      information: 'Prüfbericht Häuser',
      status: 3,
    });
    const out = await seed({ boxId: box, direction: 'outgoing', information: 'Angebot 2026-1184', mine: true });
    const shared = await seed({ boxId: box, userIds: [annaId, benId], contact: 'Björn Groß' });
    const base = { boxIds: [box] };
    expect(await find(anna, { ...base, view: 'open' })).toEqual([shared, out]);
    expect(await find(anna, { ...base, view: 'mine' })).toEqual([out]);
    expect(await find(anna, { ...base, dateFilter: '2020-05-05' })).toEqual([old]);
    expect(await find(anna, { ...base, dateFilter: { from: '2020-01-01', to: '2020-12-31' } })).toEqual([old]);
    expect(await find(anna, { ...base, dateFilter: 'today' })).toEqual([shared, out]);
    expect(await find(anna, { ...base, dateFilter: 'olderThanAMonth' })).toEqual([old]);
    expect(await find(anna, { ...base, direction: 'outgoing' })).toEqual([out]);
    expect(await find(anna, { ...base, userFilter: [benId] })).toEqual([shared]);
    expect(await find(anna, { ...base, searchTerm: 'haus' })).toEqual([old]);
    expect(await find(anna, { ...base, searchTerm: 'HÄUSER prüf' })).toEqual([old]);
    expect(await find(anna, { ...base, searchTerm: '1184' })).toEqual([out]);
    expect(await find(anna, { ...base, searchTerm: 'gross', hiddenSearchTerm: 'bjorn' })).toEqual([shared]);
    expect(await find(anna, { ...base, searchTerm: 'nirgends' })).toEqual([]);
    expect(await find(ben, { searchTerm: 'Angebot' })).toEqual([]);
  });

  test('refuse a page, a limit, a sort key or a date that there is not', async () => {
    for (const [options, path] of [
      [{ page: 0 }, 'page'],
      [{ limit: 1001 }, 'limit'],
      [{ page: 1.5 }, 'page'],
      [{ sort: [{ property: 'password_hash', direction: 'ASC' as const }] }, 'sort.0.property'],
    ] as const) {
      const answer = await anna.tryQuery('inbox.items', {}, options);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path]);
    }
    expect((await anna.tryQuery('filter.items', { dateFilter: 'someday' })).status).toBe(422);
  });

  test('ask for the right to their kind', async () => {
    await server.person(instance, 'carl', { rights: ['taskList'] });
    const carl = await server.client(instance, 'carl');
    const { id: carlId } = await carl.query<{ id: number }>('session.user');
    const id = await seed({ userIds: [annaId, carlId] });
    const change = await carl.tryCommand('activity.setState', { aggregateIds: [idOf(id)], state: 'ready' });
    expect([change.status, change.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await inbox(carl)).toEqual([]);
    expect(await carl.query('session.unfinishedCounts')).toContainEqual({ module: 'email', count: 0 });
  });
});

describe('states', () => {
  test('are set for one person, counted, and undone', async () => {
    const id = await seed({ userIds: [annaId, benId] });
    const count = async (client: TestClient) =>
      (await client.query<{ module: string; count: number }[]>('session.unfinishedCounts')).find(
        (c) => c.module === 'email',
      )?.count ?? 0;
    const [before, benBefore] = [await count(anna), await count(ben)];
    await anna.command('activity.setState', { aggregateIds: [idOf(id)], state: 'ready' });
    expect(entryIds(await inbox(anna))).not.toContain(id);
    expect([await count(anna), await count(ben)]).toEqual([before - 1, benBefore]);
    const benEntry = (await inbox(ben)).find((entry) => entryIds([entry])[0] === id);
    expect(benEntry).toMatchObject({
      status: 1,
      groupedStatus: {
        calculated: 2,
        userList: [
          { userId: annaId, status: 3 },
          { userId: benId, status: 1 },
        ],
      },
    });
    await anna.command('activity.setState', { aggregateIds: [idOf(id)], state: 'unseen' });
    expect(await count(anna)).toBe(before);
  });

  test('are set for all members of a box that shares its state', async () => {
    const box = await seedBox(server.change, instance, [annaId, benId]);
    const id = await seed({ boxId: box, userIds: [annaId, benId] });
    await anna.command('activity.setState', { aggregateIds: [idOf(id)], state: 'ready' });
    expect(entryIds(await inbox(ben))).not.toContain(id);
    await ben.command('activity.setState', { aggregateIds: [idOf(id)], state: 'seen' });
    expect((await inbox(anna)).find((entry) => entryIds([entry])[0] === id)).toMatchObject({
      status: 2,
      statusButton: { status: 'seen' },
    });
  });

  test('archive, delete, restore and spam move an item between the lists', async () => {
    const box = await seedBox(server.change, instance, [annaId]);
    const id = await seed({ boxId: box });
    const ids = { aggregateIds: [idOf(id)] };
    await anna.command('activity.archive', ids);
    expect(await find(anna, { boxIds: [box], archived: false })).toEqual([]);
    expect(await find(anna, { boxIds: [box] })).toEqual([id]);
    await anna.command('activity.dearchive', ids);
    expect(await find(anna, { boxIds: [box], archived: false })).toEqual([id]);
    await anna.command('activity.delete', ids);
    expect(await find(anna, { boxIds: [box] })).toEqual([]);
    const trash = () => anna.query<ListEntry[]>('trash.items', { boxIds: [box] });
    expect(entryIds(await trash())).toEqual([id]);
    const ofKind = (kind: string) => anna.query<ListEntry[]>('trash.items', { boxIds: [box], moduleIds: [kind] });
    expect([entryIds(await ofKind('email')), await ofKind('note')]).toEqual([[id], []]);
    await anna.command('activity.restore', ids);
    expect([await find(anna, { boxIds: [box] }), await trash()]).toEqual([[id], []]);
    await anna.command('activity.spam', ids);
    expect((await trash())[0]?.extras).toMatchObject({ isSpam: true });
  });

  test('of items that are not theirs, or not there, cannot be told apart', async () => {
    const id = await seed({ userIds: [annaId] });
    const foreign = await ben.tryCommand('activity.setState', { aggregateIds: [idOf(id)], state: 'ready' });
    const absent = await ben.tryCommand('activity.setState', { aggregateIds: [idOf(9_999_999)], state: 'ready' });
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    const own = await seed({ userIds: [benId] });
    const mixed = await ben.command('activity.setState', { aggregateIds: [idOf(own), idOf(id)], state: 'ready' });
    expect(mixed).toMatchObject({ missing: [idOf(id)] });
    expect((await inbox(anna)).find((entry) => entryIds([entry])[0] === id)?.status).toBe(1);
  });

  test('of a thousand items change in one command, and no more are taken', async () => {
    const box = await seedBox(server.change, instance, [annaId, benId]);
    const ids: number[] = [];
    for (let n = 0; n < 300; n += 1) ids.push(await seed({ boxId: box, userIds: [annaId, benId] }));
    await anna.command('activity.setState', { aggregateIds: ids.map(idOf), state: 'ready' });
    expect(await find(ben, { boxIds: [box], view: 'open' })).toEqual([]);
    const tooMany = await anna.tryCommand('activity.setState', {
      aggregateIds: Array.from({ length: 1001 }, (_, n) => idOf(n + 1)),
      state: 'ready',
    });
    expect(tooMany.status).toBe(422);
  });
});

describe('a command', () => {
  test('takes effect once by its process id, however often and at once it is sent', async () => {
    const id = await seed();
    const processId = randomUUID();
    const params = { aggregateIds: [idOf(id)], state: 'ready' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => anna.tryCommand('activity.setState', params, { processId })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('Idempotent-Replay') === 'true')).toHaveLength(7);
    const [entry] = await anna.query<ListEntry[]>(
      'filter.items',
      { view: 'all', searchTerm: 'Lieferschein' },
      { limit: 1 },
    );
    expect(entry?.aggregateVersion).toBe(2);
    const other = await anna.tryCommand('activity.setState', { ...params, state: 'seen' }, { processId });
    expect([other.status, other.body.code]).toEqual([422, 'PROCESS_ID_REUSED']);
    // Another person's process ids are another matter.
    expect((await ben.tryCommand('activity.setState', params, { processId })).status).toBe(404);
  });

  test('that is accepted runs later, and says how it went', async () => {
    const id = await seed();
    const processId = randomUUID();
    const accepted = await anna.tryCommand(
      'activity.setState',
      { aggregateIds: [idOf(id)], state: 'ready' },
      { processId, async: true },
    );
    expect([accepted.status, accepted.headers.get('idempotent-replay')]).toEqual([202, null]);
    const again = await anna.tryCommand(
      'activity.setState',
      { aggregateIds: [idOf(id)], state: 'ready' },
      { processId, async: true },
    );
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([202, 'true']);
    const state = async () =>
      (await anna.send<{ data: { state: string } }>(`/command/${processId}`, { headers: anna.headers() })).body.data
        .state;
    await expect.poll(state).toBe('done');
    expect(entryIds(await inbox(anna))).not.toContain(id);
    const failing = randomUUID();
    await anna.tryCommand(
      'activity.setState',
      { aggregateIds: [idOf(9_999_999)], state: 'ready' },
      { processId: failing, async: true },
    );
    await expect
      .poll(
        async () => (await anna.send<{ data: unknown }>(`/command/${failing}`, { headers: anna.headers() })).body.data,
      )
      .toMatchObject({ state: 'failed', answer: { code: 'NOT_FOUND' } });
    expect((await ben.send(`/command/${failing}`, { headers: ben.headers() })).status).toBe(404);
  });
});
