import { RIGHTS } from '@kontor/contract/account';
import { formatAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import type { Link, RecordModel } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedItem } from '../activity/factory.ts';
import { forgetLinks } from './deleting.ts';
import { seedRecord } from './factory.ts';

type Named = { readonly idoId: number; readonly idoInstanceId: number };

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let dora: TestClient;
const ids = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  for (const name of ['anna', 'ben']) ids.set(name, await server.person(instance, name));
  await server.person(instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
  dora = await server.client(instance, 'dora');
});
afterAll(() => server?.close());

const customer = (name: string): Promise<Named> => seedRecord(server.change, instance, { values: { name } });
const seed = async (people: readonly string[] = ['anna', 'ben'], module: ItemKindName = 'email') => {
  const userIds = people.map((name) => ids.get(name) ?? 0);
  const entryId = await seedItem(server.change, instance, { module, userIds, information: 'Lieferung' });
  return formatAggregateId({ module, entryId, userId: ids.get('anna') ?? 0 });
};
const link = (aggregateId: string, named: Named, by = anna) => by.tryCommand('record.link', { aggregateId, ...named });

test('a deleted record comes back with its links and contact persons, once, and found as before', async () => {
  const named = await customer('Wiederkehr GmbH');
  const person = { ...named, jsonPayload: { changes: [{ key: 'name', before: '', value: 'Ida Wieder' }] } };
  await anna.command('record.saveContactPerson', person);
  const items = [await seed(), await seed(['ben']), await seed(['anna'], 'note')];
  for (const [index, item] of items.entries()) await link(item, named, index === 1 ? ben : anna);
  const model = async () => (await anna.query<RecordModel>('record.model', named)).jsonModel;
  const before = await model();
  const remove = async () =>
    anna.command('record.delete', {
      ...named,
      lastKnownChangeTimestamp: (await model())?.lastKnownChangeTimestamp,
    });
  const restore = (by = anna) => by.tryCommand('record.restore', named);
  expect((await restore()).status).toBe(404);
  await remove();
  const [first = ''] = items;
  const linked = async (item: string) => (await anna.query<Link[]>('record.links', { aggregateId: item })).length;
  expect(await linked(first)).toBe(0);
  expect((await restore(dora)).status).toBe(403);
  expect((await restore(ben)).status).toBe(200);
  expect((await restore()).status).toBe(404);
  expect(await linked(first)).toBe(1);
  const after = await model();
  expect(after?.model).toEqual(before?.model);
  expect(await anna.query('record.search', { query: 'wiederkehr' })).toHaveLength(1);
  expect(await anna.query('record.search', { query: 'ida wieder' })).toHaveLength(1);
  // What was linked a second time with it is linked once.
  await remove();
  await restore();
  expect(await linked(first)).toBe(1);
});

test('who has become part of another record, and who was deleted long ago, does not come back by it', async () => {
  const [keep, other] = [await customer('Bleibt'), await customer('Vergeht')];
  const stamped = async (named: Named) => ({
    idoId: named.idoId,
    lastKnownChangeTimestamp: (await anna.query<RecordModel>('record.model', named)).jsonModel
      ?.lastKnownChangeTimestamp,
  });
  await anna.command('record.merge', {
    idoInstanceId: keep.idoInstanceId,
    keep: await stamped(keep),
    others: [await stamped(other)],
    values: {},
  });
  expect((await anna.tryCommand('record.restore', other)).status).toBe(404);
  const old = await customer('Lange her');
  await link(await seed(), old);
  await anna.command('record.delete', { ...old, ...(await stamped(old)) });
  const { owner } = server.platform.database;
  const days = (count: number) => Date.now() - count * 24 * 60 * 60_000;
  await owner
    .updateTable('record')
    .set({ deleted_at: days(31) })
    .where('record_id', '=', old.idoId)
    .execute();
  expect((await anna.tryCommand('record.restore', old)).status).toBe(404);
  const next = await customer('Danach');
  await link(await seed(), next);
  await anna.command('record.delete', { ...next, ...(await stamped(next)) });
  for (const { idoId } of [old, next]) await server.change(instance, (ctx) => forgetLinks(ctx, idoId));
  const { rows } = await sql`select record_id from record_removed_link
    where record_id in (${old.idoId}, ${next.idoId})`.execute(owner);
  expect(rows).toEqual([{ record_id: next.idoId }]);
  const jobs = await sql<{ days: number }>`select extract(day from run_at - now())::int as days
    from graphile_worker.jobs where key like ${`%forgetLinks:${instance.id}:${next.idoId}`}`.execute(owner);
  expect(jobs.rows.map(({ days }) => days)).toEqual([29]);
});

test('what was deleted is listed for who may bring it back, the last first, found by words and by number', async () => {
  const erna = await server.person(instance, 'erna', { rights: RIGHTS.filter((right) => right !== 'createIdo') });
  expect(erna).toBeGreaterThan(0);
  const kind = (await customer('Bleibt stehen')).idoInstanceId;
  const gone = [];
  for (const name of ['Möwe Nord GmbH', 'Möwe Süd GmbH', 'Kran 100% AG']) {
    const named = await customer(name);
    const { jsonModel } = await anna.query<RecordModel>('record.model', named);
    await (name.includes('Süd') ? ben : anna).command('record.delete', {
      ...named,
      lastKnownChangeTimestamp: jsonModel?.lastKnownChangeTimestamp,
    });
    gone.push(named.idoId);
  }
  const [north = 0, south = 0, crane = 0] = gone;
  type Deleted = { count: number; records: { idoId: number; displayName: string; deletedBy: string }[] };
  const listed = async (params: object, by = anna) => {
    const { count, records } = await by.query<Deleted>('record.deleted', params);
    return { count, ids: records.map(({ idoId }) => idoId) };
  };
  expect((await listed({ idoInstanceId: kind })).ids.slice(0, 3)).toEqual([crane, south, north]);
  expect(await listed({ query: 'möwe' })).toEqual({ count: 2, ids: [south, north] });
  expect(await listed({ query: ' GMBH  nord ' })).toEqual({ count: 1, ids: [north] });
  expect(await listed({ query: 'MOWE sud' })).toEqual({ count: 1, ids: [south] });
  expect(await listed({ query: '100%' })).toEqual({ count: 1, ids: [crane] });
  expect(await listed({ query: '%' })).toEqual({ count: 1, ids: [crane] });
  expect(await listed({ query: String(south) })).toEqual({ count: 1, ids: [south] });
  expect(await listed({ query: 'möwe', limit: 1, page: 2 })).toEqual({ count: 2, ids: [north] });
  expect(await listed({ query: 'möwe', page: 9 })).toEqual({ count: 2, ids: [] });
  expect(await listed({ query: 'bleibt stehen' })).toEqual({ count: 0, ids: [] });
  const said = (await anna.query<Deleted>('record.deleted', { query: 'möwe süd' })).records;
  expect(said).toMatchObject([
    { displayName: 'Möwe Süd GmbH', instanceTitle: 'Kunden', deletedBy: expect.stringMatching(/^ben/i) },
  ]);
  // Neither what has become part of another, nor what comes back no more; see the test before.
  expect(await listed({ query: 'vergeht' })).toEqual({ count: 0, ids: [] });
  expect(await listed({ query: 'lange her' })).toEqual({ count: 0, ids: [] });
  await anna.command('record.restore', { idoId: north, idoInstanceId: kind });
  expect(await listed({ query: 'möwe' })).toEqual({ count: 1, ids: [south] });
  const reader = await server.client(instance, 'erna');
  for (const by of [dora, reader]) expect((await by.tryQuery('record.deleted', {})).body.code).toBe('RIGHT_MISSING');
  expect((await anna.tryQuery('record.deleted', { idoInstanceId: 99_999 })).body.code).toBe('NOT_FOUND');
});
