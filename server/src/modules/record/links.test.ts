import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import { RIGHTS } from '@kontor/contract/account';
import { formatAggregateId, parseAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import { MAX_LINKS, exampleLink, type Link, type RecordModel } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import type { Instance, QueryContext } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { loadPerson } from '../account/index.ts';
import { seedItem } from '../activity/factory.ts';
import { lockItems } from '../activity/index.ts';
import { seedRecord } from './factory.ts';
import { linkItems } from './index.ts';
import { queryHandlers } from './queries.ts';

let server: TestServer;
let instance: Instance;
let other: Instance;
let db: Db;
let anna: TestClient;
let ben: TestClient;
let dora: TestClient;
const ids: Record<string, number> = {};
const idOf = (name: string) => ids[name] ?? 0;

type Named = { readonly idoId: number; readonly idoInstanceId: number };

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  other = await server.instance('fremd');
  db = server.platform.database.forInstance(instance.id);
  for (const name of ['anna', 'ben']) ids[name] = await server.person(instance, name);
  ids['dora'] = await server.person(instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  [anna, ben, dora] = (await Promise.all(['anna', 'ben', 'dora'].map((name) => server.client(instance, name)))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
});
afterAll(() => server?.close());

let count = 0;
const customer = (name = `Kunde ${(count += 1)}`): Promise<Named> =>
  seedRecord(server.change, instance, { values: { name } });
const seed = async (people: readonly string[] = ['anna', 'ben', 'dora'], module: ItemKindName = 'email') => {
  const entryId = await seedItem(server.change, instance, {
    module,
    userIds: people.map(idOf),
    information: `Eintrag ${(count += 1)}`,
  });
  return formatAggregateId({ module, entryId, userId: idOf('anna') });
};
const idIn = (aggregateId: string) => parseAggregateId(aggregateId)?.entryId ?? 0;
const link = (aggregateId: string, named: Named, by = anna) => by.tryCommand('record.link', { aggregateId, ...named });
const unlink = (aggregateId: string, named: Named, by = anna) =>
  by.tryCommand('record.unlink', { aggregateId, ...named });
const links = (aggregateId: string, by = anna) => by.query<Link[]>('record.links', { aggregateId });
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code ?? ''}`.trim();
};
const entryOf = async (aggregateId: string, by = anna) => {
  const entries = await by.query<ListEntry[]>('filter.items', { view: 'all' }, { limit: 200 });
  return entries.find((entry) => idIn(entry.aggregateId) === idIn(aggregateId));
};
const GONE = '404 NOT_FOUND';

/** The items of the first event that tells of one: others of before may still be on their way. */
async function toldOf(peer: StompPeer, item: string): Promise<readonly number[]> {
  for (;;) {
    const { type, payload } = await peer.event();
    const changedIds = payload.aggregateIds.map(idIn);
    if (type === 'activity.changed' && changedIds.includes(idIn(item))) return changedIds;
  }
}

test('a link is counted on the item, told to everybody who sees it, and says who made it when', async () => {
  const [item, named] = [await seed(), await customer('Werft Neumann')];
  const before = (await entryOf(item))?.aggregateVersion ?? 0;
  const peers = await Promise.all([anna, ben, dora].map((client) => StompPeer.as(client)));
  expect(await codeOf(link(item, named, ben))).toBe('200');
  for (const peer of peers) {
    expect(await toldOf(peer, item)).toEqual([idIn(item)]);
    peer.close();
  }
  for (const by of [anna, ben, dora])
    expect(await entryOf(item, by)).toMatchObject({
      aggregateVersion: before + 1,
      idoLinked: true,
      idoButton: { idoCount: 1 },
      archived: false,
    });
  expect(await links(item)).toEqual([
    {
      ...named,
      displayName: 'Werft Neumann',
      instanceTitle: 'Kunden',
      instanceColor: '#2f6f4f',
      isSuggested: false,
      reason: 'hand',
      detail: 'ben Test',
      at: expect.any(Number),
    },
  ]);
  // Once more is no change, and no error.
  expect(await codeOf(link(item, named))).toBe('200');
  expect(await entryOf(item)).toMatchObject({ aggregateVersion: before + 1 });
  expect((await links(item))[0]?.detail).toBe('ben Test');

  expect(await codeOf(unlink(item, named))).toBe('200');
  expect(await codeOf(unlink(item, named))).toBe('200');
  expect(await entryOf(item)).toMatchObject({ aggregateVersion: before + 2, idoLinked: false });
  expect(await links(item)).toEqual([]);
});

test('what a person does not see is not there, and neither is a record of somewhere else', async () => {
  const [item, bens, named] = [await seed(), await seed(['ben']), await customer()];
  const strange = await seedRecord(server.change, other, { values: { name: 'Fremd' } });
  const none = formatAggregateId({ module: 'email', entryId: 999_999, userId: 1 });
  const asTask = formatAggregateId({ module: 'task', entryId: idIn(item), userId: 1 });
  for (const aggregateId of [bens, none, asTask]) {
    expect(await codeOf(anna.tryQuery('record.links', { aggregateId }))).toBe(GONE);
    for (const command of ['record.link', 'record.unlink', 'record.dismissSuggestion'])
      expect(await codeOf(anna.tryCommand(command, { aggregateId, ...named }))).toBe(GONE);
    expect(await codeOf(anna.tryCommand('record.linkMany', { aggregateIds: [aggregateId], ...named }))).toBe(GONE);
  }
  for (const about of [strange, { ...named, idoId: 999_999 }, { ...named, idoInstanceId: named.idoInstanceId + 1 }])
    for (const command of ['record.link', 'record.unlink', 'record.dismissSuggestion'])
      expect(await codeOf(anna.tryCommand(command, { aggregateId: item, ...about }))).toBe(GONE);
  expect(await codeOf(link(item, named, dora))).toBe('403 RIGHT_MISSING');
  expect(await codeOf(dora.tryQuery('record.links', { aggregateId: item }))).toBe('403 RIGHT_MISSING');
  expect(await links(bens, ben)).toEqual([]);
  expect(await entryOf(item)).toMatchObject({ idoLinked: false });
});

test.each<[ItemKindName, boolean]>([
  ['note', true],
  ['task', true],
  ['message', true],
  ['document', true],
  ['phonecall', true],
  ['email', false],
  ['appointment', false],
])('a %s is archived by its first link: %s', async (module, isArchived) => {
  const [item, one, two] = [await seed(['anna', 'ben'], module), await customer(), await customer()];
  const archived = async () => [(await entryOf(item))?.archived, (await entryOf(item, ben))?.archived];
  await link(item, one);
  expect(await archived()).toEqual([isArchived, isArchived]);
  await link(item, two, ben);
  await unlink(item, one);
  expect(await archived()).toEqual([isArchived, isArchived]);
  await unlink(item, two, ben);
  expect(await archived()).toEqual([false, false]);
});

test('what lies in somebody’s trash stays there', async () => {
  const [item, named] = [await seed(['anna', 'ben'], 'message'), await customer()];
  await anna.command('activity.delete', { aggregateIds: [item] });
  await link(item, named, ben);
  const { rows } = await sql<{ user_id: number; archived: boolean; trashed: boolean }>`
    select user_id, archived, trashed from activity_user where activity_id = ${idIn(item)} order by user_id`.execute(
    db,
  );
  expect(rows).toEqual([
    { user_id: idOf('anna'), archived: false, trashed: true },
    { user_id: idOf('ben'), archived: true, trashed: false },
  ]);
});

test('of many, those that are not seen are missing, and the others are linked at once', async () => {
  const [items, bens, named] = [[await seed(), await seed(), await seed()], await seed(['ben']), await customer()];
  await link(items[0] ?? '', named);
  const peer = await StompPeer.as(ben);
  const { missing, linked } = await anna.command<{ missing: string[]; linked: string[] }>('record.linkMany', {
    aggregateIds: [...items, bens, ...items],
    ...named,
  });
  expect(missing).toEqual([bens]);
  expect(linked).toEqual(items.slice(1));
  expect(new Set(await toldOf(peer, items[1] ?? ''))).toEqual(new Set(items.slice(1).map(idIn)));
  peer.close();
  for (const item of items) expect(await links(item)).toHaveLength(1);
  expect(await links(bens, ben)).toEqual([]);
  for (const aggregateIds of [[], ['x'], Array.from({ length: 1001 }, () => items[0])])
    expect(await codeOf(anna.tryCommand('record.linkMany', { aggregateIds, ...named }))).toBe('422 PARAMETERS_INVALID');
});

test('links of many are taken away at once, and those that are not seen are missing', async () => {
  const [mail, task, other, bens] = [await seed(), await seed(['anna'], 'task'), await seed(), await seed(['ben'])];
  const [items, named] = [[mail, task], await customer()];
  await link(bens, named, ben);
  for (const item of items) await link(item, named);
  const second = await customer();
  await link(items[0] ?? '', second);
  const among = (aggregateIds: readonly string[]) =>
    anna.query<{ idoId: number; count: number }[]>('record.linkedAmong', { aggregateIds });
  expect((await among([...items, other, bens, ...items])).map(({ idoId, count }) => [idoId, count])).toEqual([
    [named.idoId, items.length],
    [second.idoId, 1],
  ]);
  expect(await among([other])).toEqual([]);
  expect(await codeOf(anna.tryQuery('record.linkedAmong', { aggregateIds: [bens] }))).toBe(GONE);
  expect(
    await anna.command('record.unlinkMany', { aggregateIds: [...items, other, bens, ...items], ...named }),
  ).toEqual({ missing: [bens], unlinked: items });
  await anna.command('record.unlinkMany', { aggregateIds: items, ...second });
  for (const item of items) expect(await links(item)).toEqual([]);
  // Linking had archived the task.
  expect(await entryOf(task)).toMatchObject({ archived: false, idoLinked: false });
  expect(await links(bens, ben)).toHaveLength(1);
  expect(await codeOf(anna.tryCommand('record.unlinkMany', { aggregateIds: [bens], ...named }))).toBe(GONE);
});

test('an item has no more links than there may be, and of many none is linked then', async () => {
  const [full, free, named] = [await seed(), await seed(), await customer()];
  await server.change(instance, async (ctx) => {
    await sql`with made as (
        insert into record (instance_id, kind_id, title, subtitle, fields, created_by, created_at, changed_at)
        select ${instance.id}, ${named.idoInstanceId}, 'Viele ' || g, '', '{}', 0, 0, 0 from generate_series(1, ${MAX_LINKS}) g
        returning record_id)
      insert into activity_record (instance_id, activity_id, record_id, reason, linked_at, ts)
      select ${instance.id}, ${idIn(full)}, record_id, 1, 0, now() from made`.execute(ctx.db);
  });
  expect(await links(full)).toHaveLength(MAX_LINKS);
  expect(await codeOf(link(full, named))).toBe('422 RECORD_TOO_MANY_LINKS');
  const many = anna.tryCommand('record.linkMany', { aggregateIds: [free, full], ...named });
  expect(await codeOf(many)).toBe('422 RECORD_TOO_MANY_LINKS');
  expect(await links(free)).toEqual([]);
  // A rule, for which it is skipped, goes on in the same transaction.
  await server.change(instance, async (ctx) => {
    await lockItems(ctx, [idIn(full)]);
    const byRule = linkItems(ctx, [idIn(full)], named.idoId, { reason: 'rule', detail: 'Regel', userId: 0 });
    await expect(byRule).rejects.toMatchObject({ code: 'RECORD_TOO_MANY_LINKS' });
  });
  expect(await links(full)).toHaveLength(MAX_LINKS);
});

test('two who link at once both do, and one item counts both', async () => {
  const [item, one, two] = [await seed(), await customer(), await customer()];
  expect(await Promise.all([codeOf(link(item, one)), codeOf(link(item, two, ben))])).toEqual(['200', '200']);
  expect(await entryOf(item)).toMatchObject({ idoButton: { idoCount: 2 } });
});

test('a record that is deleted takes its links with it, and the items are told', async () => {
  const [mail, task] = [await seed(), await seed(['anna', 'ben'], 'task')];
  const [named, stays] = [await customer(), await customer()];
  for (const item of [mail, task]) await link(item, named);
  await link(mail, stays);
  const { jsonModel } = await anna.query<RecordModel>('record.model', named);
  const peer = await StompPeer.as(dora);
  await anna.command('record.delete', { ...named, lastKnownChangeTimestamp: jsonModel?.lastKnownChangeTimestamp });
  expect(await toldOf(peer, mail)).toEqual([idIn(mail)]);
  peer.close();
  expect((await links(mail)).map(({ idoId }) => idoId)).toEqual([stays.idoId]);
  expect(await links(task)).toEqual([]);
  expect(await entryOf(task)).toMatchObject({ idoLinked: false, archived: false });
  expect(await codeOf(link(mail, named))).toBe(GONE);
});

test('who links and who deletes at once leave no link to what is gone', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [item, named] = [await seed(), await customer()];
    const { jsonModel } = await anna.query<RecordModel>('record.model', named);
    const at = jsonModel?.lastKnownChangeTimestamp;
    const [, linked] = await Promise.all([
      anna.command('record.delete', { ...named, lastKnownChangeTimestamp: at }),
      codeOf(link(item, named, ben)),
    ]);
    expect(['200', GONE]).toContain(linked);
    expect(await entryOf(item)).toMatchObject({ idoLinked: false });
    expect(await links(item)).toEqual([]);
  }
});

test('what an item’s module suggests is shown behind the links, until it is linked or dismissed', async () => {
  const [item, one, two, three] = [await seed(), await customer(), await customer(), await customer()];
  const many = await Promise.all(Array.from({ length: 15 }, () => customer()));
  const suggest = (named: Named): Link => ({ ...exampleLink, ...named });
  const { links: ask } = queryHandlers(
    () => new Map([['email', async () => [one, two, one, three, ...many].map(suggest)]]),
    async () => expect.fail('No list is asked for'),
    Date.now,
  );
  const person = await loadPerson({ instance, db }, idOf('anna'));
  if (person === undefined) throw new Error('Nobody');
  const ctx: QueryContext = { ...server.platform, instance, db, person, auditNow: async () => {} };
  const suggestedLinks = async () => {
    const aggregateId = parseAggregateId(item) ?? expect.fail('No item');
    return (await ask(ctx, { aggregateId }, {
      page: 1,
      start: 0,
      limit: 25,
      sort: [],
      format: 'json',
    } as never)) as Link[];
  };
  const before = await suggestedLinks();
  expect(before).toHaveLength(10);
  expect(before.map(({ idoId }) => idoId).slice(0, 4)).toEqual([one, two, three, many[0]].map((named) => named?.idoId));
  expect(before.every(({ isSuggested, at }) => isSuggested && at === null)).toBe(true);

  await link(item, two);
  const version = (await entryOf(item))?.aggregateVersion ?? 0;
  const peer = await StompPeer.as(ben);
  expect(await codeOf(anna.tryCommand('record.dismissSuggestion', { aggregateId: item, ...one }))).toBe('200');
  expect(await toldOf(peer, item)).toEqual([idIn(item)]);
  peer.close();
  expect(await codeOf(anna.tryCommand('record.dismissSuggestion', { aggregateId: item, ...one }))).toBe('200');
  expect((await entryOf(item))?.aggregateVersion).toBe(version + 1);
  const after = await suggestedLinks();
  expect(after.map(({ idoId, isSuggested }) => [idoId, isSuggested]).slice(0, 3)).toEqual([
    [two.idoId, false],
    [three.idoId, true],
    [many[0]?.idoId, true],
  ]);
  expect(after).toHaveLength(11);
  // By hand it is linked all the same.
  expect(await codeOf(link(item, one))).toBe('200');
  expect((await suggestedLinks()).map(({ idoId }) => idoId).slice(0, 2)).toEqual([two.idoId, one.idoId]);
});

test('the history of an item says who linked it with what, to who sees records', async () => {
  const aggregateId = await seed();
  const named = await customer('Werft Neumann');
  await link(aggregateId, named);
  await unlink(aggregateId, named, ben);
  const neumann = { ...named, title: 'Werft Neumann' };
  const historyOf = (by: TestClient) => by.query<ItemChangeEntry[]>('activity.history', { aggregateId });
  expect((await historyOf(anna)).map(({ userId, differences }) => [userId, differences])).toEqual([
    [idOf('ben'), [{ field: 'links', before: neumann, after: null, isHtml: false }]],
    [idOf('anna'), [{ field: 'links', before: null, after: neumann, isHtml: false }]],
  ]);
  expect(await historyOf(dora)).toEqual([]);
});
