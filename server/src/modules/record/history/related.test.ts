import type { ListEntry } from '@kontor/contract/activity';
import { RIGHTS } from '@kontor/contract/account';
import { formatAggregateId } from '@kontor/contract/kernel';
import { MAX_RELATED, type RecordInstance, type RelatedGroup } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedItem } from '../../activity/factory.ts';
import { seedRecord } from '../factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let chief: TestClient;
let dora: TestClient;
let annasId: number;
const kinds: Record<string, number> = {};

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

/** Gives a kind one more field, as it is stored. */
const addField = (kind: string, field: object) =>
  sql`update record_kind set fields = jsonb_set(fields, '{leftColumn}', fields->'leftColumn' || ${JSON.stringify([field])}::jsonb)
    where instance_id = ${instance.id} and kind_id = ${kinds[kind] ?? 0}`.execute(server.platform.database.owner);

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  annasId = await server.person(instance, 'anna');
  await server.person(instance, 'chief', { isAdministrator: true });
  await server.person(instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  [anna, chief, dora] = (await Promise.all(['anna', 'chief', 'dora'].map((name) => server.client(instance, name)))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
  for (const { ID, Name } of await anna.query<RecordInstance[]>('record.instances')) kinds[Name] = ID;
  const base = { kind: 'reference', isRequired: false, isTitle: false };
  await addField('Projekte', { ...base, key: 'client', label: 'Kunde', idoInstanceId: kinds['Kunden'] });
  await addField('Projekte', {
    ...base,
    key: 'rivals',
    label: 'Mitbewerber',
    idoInstanceId: kinds['Kunden'],
    isMany: true,
  });
  await addField('Projekte', {
    ...base,
    key: 'secret',
    label: 'Geheim',
    idoInstanceId: kinds['Kunden'],
    rights: { others: 'none', groups: [] },
  });
  await addField('Kunden', { ...base, key: 'mother', label: 'Mutter', idoInstanceId: kinds['Kunden'] });
});
afterAll(() => server?.close());

const customer = (name: string, values: Record<string, string | string[]> = {}) =>
  seedRecord(server.change, instance, { values: { name, ...values } });
const project = (name: string, values: Record<string, string | string[]>) =>
  seedRecord(server.change, instance, { kind: 'Projekte', values: { name, ...values } });
const related = (named: Named, by = anna) => by.query<RelatedGroup[]>('record.related', { ...named });
const short = (groups: readonly RelatedGroup[]) =>
  groups.map(({ label, isNaming, instanceTitle, totalCount, records }) => [
    label,
    isNaming ? 'names it' : 'is named',
    instanceTitle,
    totalCount,
    records.map(({ idoId }) => idoId),
  ]);

test('what a record names and what names it is told by field and by kind, each once', async () => {
  const mother = await customer('Konzern');
  const werft = await customer('Werft', { mother: String(mother.idoId) });
  const first = await project('Halle', {
    client: String(werft.idoId),
    rivals: [String(werft.idoId), String(mother.idoId)],
  });
  const second = await project('Kran', { rivals: [String(werft.idoId)] });
  expect(short(await related(werft))).toEqual([
    ['Mutter', 'is named', 'Kunden', 1, [mother.idoId]],
    ['Kunde', 'names it', 'Projekte', 1, [first.idoId]],
    ['Mitbewerber', 'names it', 'Projekte', 2, [second.idoId]],
  ]);
  expect(short(await related(first))).toEqual([
    ['Kunde', 'is named', 'Kunden', 1, [werft.idoId]],
    ['Mitbewerber', 'is named', 'Kunden', 2, [mother.idoId]],
  ]);
  await anna.command('record.delete', {
    ...second,
    lastKnownChangeTimestamp: await stampOf(second),
  });
  expect(short(await related(werft)).at(-1)).toEqual(['Kunde', 'names it', 'Projekte', 1, [first.idoId]]);
});

const stampOf = async (named: Named) =>
  (await anna.query<{ jsonModel: { lastKnownChangeTimestamp: number } }>('record.model', { ...named })).jsonModel
    .lastKnownChangeTimestamp;

test('fields that the person may not read tell of nothing, in neither direction', async () => {
  const werft = await customer('Werft');
  const hidden = await project('Umzug', { secret: String(werft.idoId) });
  expect(await related(werft)).toEqual([]);
  expect(await related(hidden)).toEqual([]);
  expect(short(await related(werft, chief))).toEqual([['Geheim', 'names it', 'Projekte', 1, [hidden.idoId]]]);
  expect(short(await related(hidden, chief))).toEqual([['Geheim', 'is named', 'Kunden', 1, [werft.idoId]]]);
});

test('no more than fifty are told of, and all are counted', async () => {
  const werft = await customer('Werft');
  const made: number[] = [];
  for (let n = 0; n < MAX_RELATED + 3; n += 1)
    made.push((await project(`Halle ${n}`, { client: String(werft.idoId) })).idoId);
  const [group, ...rest] = await related(werft);
  expect(rest).toEqual([]);
  expect(group?.totalCount).toBe(MAX_RELATED + 3);
  expect(group?.records.map(({ idoId }) => idoId)).toEqual(made.toReversed().slice(0, MAX_RELATED));
});

test('it is asked of records that are there, by people who see records', async () => {
  const werft = await customer('Werft');
  const codeOf = async (by: TestClient, about: object) => {
    const { status, body } = await by.tryQuery('record.related', about);
    return `${status} ${body.code}`;
  };
  expect(await codeOf(dora, { ...werft })).toBe('403 RIGHT_MISSING');
  expect(await codeOf(anna, { ...werft, idoInstanceId: kinds['Projekte'] })).toBe('404 NOT_FOUND');
  await anna.command('record.delete', { ...werft, lastKnownChangeTimestamp: await stampOf(werft) });
  expect(await codeOf(anna, { ...werft })).toBe('404 NOT_FOUND');
});

test('what has happened with them is read with the record, each item once', async () => {
  const werft = await customer('Werft');
  const halle = await project('Halle', { client: String(werft.idoId) });
  const link = async (records: readonly Named[]) => {
    const entryId = await seedItem(server.change, instance, { userIds: [annasId] });
    const aggregateId = formatAggregateId({ module: 'email', entryId, userId: annasId });
    for (const one of records) await anna.command('record.link', { aggregateId, ...one });
    return entryId;
  };
  const made = [await link([werft]), await link([halle]), await link([werft, halle])];
  const records = (await related(werft)).flatMap(({ idoInstanceId, records: some }) =>
    some.map(({ idoId }) => ({ idoId, idoInstanceId })),
  );
  const entries = await anna.query<ListEntry[]>('record.activities', {
    idoId: werft.idoId,
    instanceId: werft.idoInstanceId,
    records,
  });
  expect(entries).toHaveLength(3);
  expect(new Set(entries.map(({ aggregateId }) => aggregateId)).size).toBe(3);
  expect(made.every((id) => entries.some(({ aggregateId }) => aggregateId.includes(String(id))))).toBe(true);
});
