import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import type { Alarm } from '@kontor/contract/alarm';
import type { {{Name}}Detail } from '@kontor/contract/{{name}}';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedRecord } from '../record/factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let benId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('{{name}}s');
  await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
});
afterAll(() => server?.close());

const fields = { title: 'Pumpe leckt', content: '<p>Dichtung bestellt.</p>', alarm: null as string | null };
const create = async () => (await anna.command<{ aggregateId: string }>('{{name}}.create', {})).aggregateId;
const detailsOf = (aggregateId: string, by = anna) => by.query<{{Name}}Detail>('{{name}}.details', { aggregateId });
const save = (aggregateId: string, aggregateVersion: number, part: object = {}, by = anna) =>
  by.tryCommand<{ aggregateVersion: number }>('{{name}}.save', { aggregateId, aggregateVersion, ...fields, ...part });
const unfinished = async () =>
  (await anna.query<{ module: string; count: number }[]>('session.unfinishedCounts', {})).find(
    ({ module }) => module === '{{name}}',
  )?.count;

test('is made, written, listed, counted, found, and Done', async () => {
  const aggregateId = await create();
  expect(await save(aggregateId, 1)).toMatchObject({ status: 200, body: { data: { aggregateVersion: 2 } } });
  expect(await detailsOf(aggregateId)).toMatchObject({ ...fields, aggregateVersion: 2, changeable: true });
  for (const [query, params] of [
    ['{{name}}.items', { view: 'open' }],
    ['inbox.items', { statusYellow: 'seen' }],
    ['filter.items', { view: 'all', searchTerm: 'Dichtung' }],
    ['filter.items', { view: 'all', moduleIds: ['{{name}}'] }],
  ] as const)
    expect((await anna.query<ListEntry[]>(query, params)).map((entry) => entry.aggregateId)).toEqual([aggregateId]);
  expect(await unfinished()).toBe(1);
  await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'ready' });
  expect(await unfinished()).toBe(0);
});

test('has each change in its history, and tells the second of two who edit at once what stands there', async () => {
  const aggregateId = await create();
  await save(aggregateId, 1);
  const [change] = await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId });
  expect(change?.differences.map(({ field }) => field).toSorted()).toEqual(['content', 'title']);
  expect(await save(aggregateId, 1, { title: 'Anderes' })).toMatchObject({
    status: 409,
    body: { code: '{{NAME}}_CONFLICT', data: { aggregateVersion: 2, title: fields.title } },
  });
});

test('calls its author at the time that was set, and not in the past', async () => {
  const aggregateId = await create();
  const alarm = new Date(server.platform.now() + 3_600_000).toISOString();
  await save(aggregateId, 1, { alarm });
  const alarms = await anna.query<Alarm[]>('alarm.unconfirmed', {});
  expect(alarms).toMatchObject([{ type: '{{name}}', title: fields.title }]);
  expect(await save(aggregateId, 2, { alarm: '2020-01-01T00:00:00Z' })).toMatchObject({
    status: 422,
    body: { code: '{{NAME}}_ALARM_INVALID' },
  });
});

test('is linked with a record, which puts it into the archive', async () => {
  const record = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
  const aggregateId = await create();
  await anna.command('record.link', { ...record, aggregateId });
  const { links, entry } = await detailsOf(aggregateId);
  expect([links, entry.archived]).toMatchObject([[{ idoId: record.idoId }], true]);
});

test('is shared, read by the other person and written by its author alone', async () => {
  const aggregateId = await create();
  await save(aggregateId, 1);
  expect((await ben.tryQuery('{{name}}.details', { aggregateId })).status).toBe(404);
  await anna.command('globalization.set', { aggregateIds: [aggregateId], userIds: [benId], message: '' });
  expect(await detailsOf(aggregateId, ben)).toMatchObject({ title: fields.title, changeable: false });
  expect((await save(aggregateId, 2, { title: 'Von Ben' }, ben)).status).toBe(403);
});

test('goes to the trash and comes back', async () => {
  const aggregateId = await create();
  await anna.command('activity.delete', { aggregateIds: [aggregateId] });
  expect((await detailsOf(aggregateId)).entry.trashed).toBe(true);
  await anna.command('activity.restore', { aggregateIds: [aggregateId] });
  expect((await detailsOf(aggregateId)).entry.trashed).toBe(false);
});
