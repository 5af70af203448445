import { recordCommands, recordQueries } from '@kontor/contract/record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { upload } from '../../../testing/upload.ts';
import { SECRET, secretFixture, type SecretFixture } from './testing/secret-fixture.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type ParamsOf = (fixture: SecretFixture) => readonly object[];

let server: TestServer;
let instance: Instance;
let chief: TestClient;
let reader: TestClient;
let fixture: SecretFixture;
let peer: StompPeer;
let readerId = 0;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  readerId = await server.person(instance, 'carla');
  chief = await server.client(instance, 'anna');
  reader = await server.client(instance, 'carla');
  peer = await StompPeer.as(reader);
});
afterAll(() => {
  peer?.close();
  return server?.close();
});

const HIDDEN = ['secret', 'note', 'tags', 'state', 'email', 'number', 'made'];
const named = ({ idoId, kindId: idoInstanceId }: SecretFixture) => ({ idoId, idoInstanceId });
const ofKind = ({ kindId: idoInstanceId }: SecretFixture) => ({ idoInstanceId });
const each = <T extends object>(ids: readonly T[]): readonly T[] => ids;
const boards = ({ queryIds }: SecretFixture) => queryIds.map((queryId) => ({ queryId }));
const imports = ({ importIds }: SecretFixture) => importIds.map((importId) => ({ importId }));
const condition = (key: string) => JSON.stringify([{ key, operator: 'isFilled' }]);
const typed = Object.fromEntries(HIDDEN.map((key) => [key, `${key} of somebody`]));
const change = (key: string) => ({ key, before: 'x', value: 'y' });
const setup = (key: string) => ({
  encoding: 'utf-8',
  delimiter: ';',
  hasHeader: true,
  targets: { c0: 'name', c1: key },
  constants: {},
  dates: 'DMY',
  decimal: ',',
  unknownChoices: 'error',
  keys: [key],
  duplicates: 'fill',
});

/** What is asked of each query about what the person may not read. An operation that is new needs a line. */
const QUERIES: Record<NameIn<typeof recordQueries>, ParamsOf> = {
  'record.instances': () => [{}],
  'record.search': ({ idoId }) => ['Akte', 'offen', 'Paul', String(idoId)].map((query) => ({ query })),
  'record.model': (one) => [named(one), { ...named(one), idoId: one.otherId }, { ...named(one), idoId: one.mergedId }],
  'record.links': ({ aggregateId }) => [{ aggregateId }],
  'record.window': ({ aggregateId }) => [{ aggregateId }],
  'record.linkedAmong': ({ aggregateId }) => [{ aggregateIds: [aggregateId] }],
  'record.related': (one) => [named(one), { ...named(one), idoId: one.otherId }],
  'record.listView': (one) => [{ idoInstanceId: 0 }, ofKind(one)],
  'record.items': (one) => [
    { idoInstanceId: 0 },
    ofKind(one),
    ...HIDDEN.flatMap((key) => [
      { ...ofKind(one), detailsSearch: condition(key) },
      { ...ofKind(one), sort: [{ property: key, direction: 'ASC' }] },
    ]),
  ],
  'record.counts': () => [
    { fulltextSearch: '', detailsSearch: '' },
    { fulltextSearch: 'akte', detailsSearch: condition('secret') },
  ],
  'record.activities': ({ idoId, kindId }) => [{ idoId, instanceId: kindId, date: 'all' }],
  'record.changes': (one) => [named(one), { ...named(one), idoId: one.otherId }],
  'record.board': boards,
  'record.boardCards': ({ queryIds }) =>
    queryIds.flatMap((queryId) => ['A', '', 'anders'].map((column) => ({ queryId, column, lane: null, skip: 0 }))),
  'record.sharedQueries': () => [{}],
  'record.favourites': () => [{}],
  'record.importPreview': imports,
  'record.imports': () => [{}],
  'record.import': imports,
  'record.importErrors': imports,
  'record.importLeft': imports,
  'record.export': (one) => [
    { ...ofKind(one), format: 'csv' },
    { ...ofKind(one), format: 'vcf' },
    { ...ofKind(one), format: 'csv', columns: HIDDEN },
  ],
  'record.similar': (one) => [
    { ...ofKind(one), values: { name: 'Akte Alpha', ...typed } },
    { ...ofKind(one), idoId: one.otherId, values: { name: 'Akte Alpha' } },
  ],
  'record.mergePreview': ({ kindId, idoId, otherId }) => [{ idoInstanceId: kindId, idoIds: [idoId, otherId] }],
  'record.merges': (one) => [{ ...named(one), idoId: one.otherId }],
  'record.duplicates': (one) => [ofKind(one)],
  'record.deleted': (one) => [{}, ofKind(one), { query: SECRET }],
  'record.kind': (one) => [ofKind(one)],
  'record.kindEffects': ({ kindId }) => [{ ...recordQueries.kindEffects.example.params, idoInstanceId: kindId }],
  'record.tryFormula': () => [recordQueries.tryFormula.example.params],
};

/** The same of commands; those that take records away come last. */
const COMMANDS: Record<NameIn<typeof recordCommands>, ParamsOf> = {
  'record.create': (one) => [
    { ...ofKind(one), jsonPayload: { values: { name: 'Von mir' } } },
    { ...ofKind(one), jsonPayload: { values: { name: 'Von mir', ...typed } } },
  ],
  'record.save': (one) => [
    ...HIDDEN.map((key) => ({ ...named(one), jsonPayload: { changes: [change(key)] }, lastKnownChangeTimestamp: 1 })),
    { ...named(one), jsonPayload: { changes: [change('open')] }, lastKnownChangeTimestamp: 1 },
  ],
  'record.changeMany': ({ kindId, idoId, otherId }) =>
    [...HIDDEN, 'open'].map((key) => ({
      idoInstanceId: kindId,
      idoIds: [idoId, otherId, 1_000_000],
      key,
      way: 'set',
      value: 'y',
    })),
  'record.changeManyBack': ({ kindId, idoId, otherId }) =>
    [...HIDDEN, 'open'].map((key) => ({ idoInstanceId: kindId, idoIds: [idoId, otherId], key, at: 1 })),
  'record.saveContactPerson': (one) => [
    { ...named(one), contactPersonId: one.personId, jsonPayload: { changes: [change('secret')] } },
    { ...named(one), contactPersonId: one.personId, jsonPayload: { changes: [change('name')] } },
  ],
  'record.link': (one) => [{ ...named(one), aggregateId: one.aggregateId }],
  'record.linkMany': (one) => [{ ...named(one), aggregateIds: [one.aggregateId] }],
  'record.unlinkMany': (one) => [{ ...named(one), aggregateIds: [one.aggregateId] }],
  'record.unlink': (one) => [{ ...named(one), aggregateId: one.aggregateId }],
  'record.dismissSuggestion': (one) => [{ ...named(one), aggregateId: one.aggregateId }],
  'record.addFavourite': (one) => [named(one)],
  'record.orderFavourites': (one) => [{ favourites: [named(one)] }],
  'record.removeFavourite': (one) => [named(one)],
  'record.saveQuery': (one) =>
    one.queryIds.map((id) => ({
      ...recordCommands.saveQuery.example.params,
      id,
      idoInstanceId: one.kindId,
      board: { columnKey: 'state', laneKey: null, cardKeys: ['secret'], sumKeys: [], hidden: [] },
    })),
  'record.orderQueries': ({ queryIds }) => queryIds.map((id) => ({ id, parentId: null, before: null })),
  'record.deleteQuery': ({ queryIds }) => each(queryIds.map((id) => ({ id }))),
  'record.moveCard': (one) => [
    { ...named(one), key: 'state', from: 'anders', to: 'anders' },
    { ...named(one), key: 'phase', from: 'B', to: 'A' },
    { ...named(one), key: 'phase', from: 'A', to: 'B', lane: { key: 'state', from: '', to: 'anders' } },
  ],
  'record.beginImport': (one) => [{ ...ofKind(one), attachmentId: 'none' }],
  'record.saveImport': (one) => imports(one).flatMap((id) => HIDDEN.map((key) => ({ ...id, setup: setup(key) }))),
  'record.importDryRun': (one) =>
    imports(one).flatMap((id) => [
      { ...id, setup: setup('secret') },
      { ...id, setup: setup('open') },
    ]),
  'record.startImport': imports,
  'record.stopImport': imports,
  'record.undoImport': imports,
  'record.dropImport': imports,
  'record.findDuplicates': (one) => [ofKind(one)],
  'record.markDifferent': ({ kindId, idoId, otherId }) => [
    { idoInstanceId: kindId, idoIds: [idoId, otherId], isDifferent: false },
  ],
  'record.merge': ({ kindId, idoId, otherId }) => [
    {
      idoInstanceId: kindId,
      keep: { idoId, lastKnownChangeTimestamp: 1 },
      others: [{ idoId: otherId, lastKnownChangeTimestamp: 1 }],
      values: { secret: otherId },
    },
    {
      idoInstanceId: kindId,
      keep: { idoId, lastKnownChangeTimestamp: 1 },
      others: [{ idoId: otherId, lastKnownChangeTimestamp: 1 }],
      values: {},
    },
  ],
  'record.part': ({ mergeId }) => [{ mergeId }],
  'record.saveKind': ({ kindId }) => [{ ...recordCommands.saveKind.example.params, idoInstanceId: kindId }],
  'record.orderKinds': ({ kindId }) => [{ idoInstanceIds: [kindId] }],
  'record.deleteContactPerson': (one) => [{ ...named(one), contactPersonId: one.personId }],
  'record.restoreContactPerson': (one) => [{ ...named(one), contactPersonId: one.personId }],
  'record.delete': (one) => [{ ...named(one), lastKnownChangeTimestamp: 1 }],
  'record.restore': (one) => [named(one)],
  'record.deleteKind': ({ kindId }) => [{ idoInstanceId: kindId, version: 1 }],
};

const toldIn = (text: string): boolean => text.toLowerCase().includes(SECRET);
async function tellingQueries(by: TestClient): Promise<readonly string[]> {
  const telling: string[] = [];
  for (const [name, paramsOf] of Object.entries<ParamsOf>(QUERIES))
    for (const params of paramsOf(fixture)) {
      const { body } = await by.tryQuery(name, params);
      if (toldIn(typeof body === 'string' ? body : JSON.stringify(body))) telling.push(name);
    }
  return telling;
}

test('no answer and no event of any operation tells what somebody may not read', async () => {
  fixture = await secretFixture(server, instance, { chief, reader, readerId });
  expect(await tellingQueries(reader)).toEqual([]);
  // They are asked about what is there: whoever may read it is told by most of them.
  expect(new Set(await tellingQueries(chief)).size).toBeGreaterThan(8);
  const { id } = await upload(reader, 'Titel;Offen\nWieder eine;x\n', 'wieder.csv');
  const telling: string[] = [];
  const check = async (name: string, params: object) => {
    const { body } = await reader.tryCommand(name, params);
    if (toldIn(JSON.stringify(body))) telling.push(name);
  };
  await check('record.beginImport', { attachmentId: id, idoInstanceId: fixture.kindId });
  for (const [name, paramsOf] of Object.entries<ParamsOf>(COMMANDS))
    for (const params of paramsOf(fixture)) await check(name, params);
  expect(telling).toEqual([]);
  expect(await tellingQueries(reader)).toEqual([]);
  for (const [query, params] of [
    ['mail.addressSuggestions', { searchTerm: 'kanarien' }],
    ['mail.addressSuggestions', { searchTerm: 'paul' }],
    ['filter.items', { view: 'all', date: 'all' }],
  ] as const)
    expect([query, toldIn(JSON.stringify((await reader.tryQuery(query, params)).body))]).toEqual([query, false]);
  for (const query of [SECRET, 'kanarien', 'post.example'])
    expect((await reader.query<object[]>('record.search', { query })).length).toBe(0);
  expect(peer.frames.length).toBeGreaterThan(0);
  expect(peer.frames.filter(({ body }) => toldIn(Buffer.from(body).toString()))).toEqual([]);
});
