import type { RecordChange, RecordModel, RecordResult } from '@kontor/contract/record';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { importDesk } from '../importing/testing/desk.ts';
import { designer, field, newKind } from './testing/designer.ts';
import { whileHeld } from './testing/held.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let carla: TestClient;
let make: ReturnType<typeof designer>;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'carla');
  anna = await server.client(instance, 'anna');
  carla = await server.client(instance, 'carla');
  make = designer(anna);
});
afterAll(() => server?.close());

const NOBODY = { others: 'none' as const, groups: [] };
const create = async (kindId: number, values: object): Promise<number> => {
  const params = { idoInstanceId: kindId, jsonPayload: { values } };
  return (await anna.command<{ idoId: number }>('record.create', params)).idoId;
};
const found = async (query: string, by = carla) =>
  (await by.query<RecordResult[]>('record.search', { query })).map(({ idoId }) => idoId);

test('what is hidden from somebody is found, read and told nowhere from that moment on', async () => {
  const kindId = await make.save(
    newKind('Anlagen', [
      field('code', { isTitle: true }),
      field('note', { kind: 'textarea' }),
      field('email', { actionIcons: ['mail'] }),
      field('phone', { actionIcons: ['phone'] }),
      field('state', { kind: 'singleChoiceSelect', choices: ['Canarystand', 'Anders'] }),
    ]),
  );
  const idoId = await create(kindId, {
    name: 'Kran',
    code: 'Canarycode',
    note: 'Canarynotiz',
    email: 'canary@post.example',
    phone: '0431 998877',
    state: 'Canarystand',
  });
  await anna.command('record.save', {
    idoId,
    idoInstanceId: kindId,
    jsonPayload: { changes: [{ key: 'note', before: 'Canarynotiz', value: 'Canarynotiz zwei' }] },
    lastKnownChangeTimestamp: 1,
  });
  const queryId = randomUUID();
  await anna.command('record.saveQuery', {
    id: queryId,
    parentId: null,
    name: 'Brett',
    isFolder: false,
    idoInstanceId: kindId,
    fulltextSearch: '',
    serializedIdoIdoListToolbarHiddenDetailsSearchString: '',
    serializedFilterMemento: '',
    board: { columnKey: 'state', laneKey: null, cardKeys: ['note'], sumKeys: [], hidden: [] },
    sharedWith: { everybody: true, userIds: [], groupIds: [] },
  });
  const boardCode = async (): Promise<string> => {
    const { status, body } = await carla.tryQuery('record.board', { queryId });
    return `${status} ${body.code ?? ''}`.trim();
  };
  const named = { idoId, idoInstanceId: kindId };
  const desk = importDesk(server, instance, carla, []);
  const looks = async (by = carla): Promise<string> => {
    const detailed = JSON.stringify([{ key: 'note', operator: 'isFilled' }]);
    const answers = await Promise.all([
      by.tryQuery('record.search', { query: 'Kran' }),
      by.tryQuery('record.search', { query: String(idoId) }),
      by.tryQuery('record.search', { query: 'canary' }),
      by.tryQuery('mail.addressSuggestions', { searchTerm: 'canary' }),
      by.tryQuery('record.model', named),
      by.tryQuery('record.changes', named),
      by.tryQuery('record.items', { idoInstanceId: kindId }),
      by.tryQuery('record.items', { idoInstanceId: kindId, fulltextSearch: 'canary' }),
      by.tryQuery('record.items', { idoInstanceId: kindId, detailsSearch: detailed }),
      by.tryQuery('record.items', { idoInstanceId: 0, fulltextSearch: 'canary' }),
      by.tryQuery('record.counts', { fulltextSearch: 'canary', detailsSearch: '' }),
      by.tryQuery('record.board', { queryId }),
      by.tryQuery('record.similar', { idoInstanceId: kindId, values: { name: 'Kran' } }),
      by.tryQuery('record.instances'),
      by.tryQuery('phoneCall.callerName', { ...named, contactPersonId: 0, callerNumber: '0431998877' }),
    ]);
    return JSON.stringify(answers.map(({ body }) => body)).toLowerCase();
  };
  expect(await looks()).toContain('canarynotiz');
  expect(await found('canarynotiz')).toEqual([idoId]);
  expect(await desk.bytes('record.export', { idoInstanceId: kindId, format: 'csv' })).toContain('Canary');
  await whileHeld(server, kindId, async () => {
    await make.save(
      await make.withFields(kindId, (fields) =>
        fields.map((one) => (one.key === 'name' ? one : { ...one, isTitle: false, rights: NOBODY })),
      ),
    );
    expect((await make.kind(kindId)).following).toBe(1);
    const looked = await looks();
    const words = ['canarycode', 'canarynotiz', 'canary@', 'canarystand'];
    expect(words.filter((word) => looked.includes(word))).toEqual([]);
    const { jsonModel } = await carla.query<RecordModel>('record.model', named);
    expect(jsonModel?.title).toBe(`Anlagen ${idoId}`);
    expect(await found('canary')).toEqual([]);
    expect(await found('998877')).toEqual([]);
    expect(await found(String(idoId))).toEqual([idoId]);
    expect(await carla.query('mail.addressSuggestions', { searchTerm: 'canary' })).toEqual([]);
    expect(await desk.bytes('record.export', { idoInstanceId: kindId, format: 'csv' })).not.toContain('Canary');
    expect(
      (await carla.query<RecordChange[]>('record.changes', named)).flatMap(({ differences }) => differences),
    ).toEqual([]);
    expect(await boardCode()).toBe('422 QUERY_INVALID');
  });
  await make.followed(kindId);
  expect((await carla.query<RecordModel>('record.model', named)).jsonModel?.title).toBe('Kran');
  expect(await found('kran')).toEqual([idoId]);
  expect(await found('canary', anna)).toEqual([]);
  expect(await looks(anna)).toContain('canarynotiz');
  // Whether the field of its columns is hidden or gone, a board says the same of it.
  expect(await boardCode()).toBe('422 QUERY_INVALID');
  await make.save(await make.withFields(kindId, (fields) => fields.filter(({ key }) => key !== 'state')));
  expect(await boardCode()).toBe('422 QUERY_INVALID');
});

test('what is hidden beside the title leaves the title to be found by', async () => {
  const kindId = await make.save(newKind('Werkzeuge', [field('note')]));
  const idoId = await create(kindId, { name: 'Bohrmaschine', note: 'Canary' });
  await whileHeld(server, kindId, async () => {
    await make.save(await make.setField(kindId, 'note', { rights: NOBODY }));
    expect([await found('canary'), await found('bohrm')]).toEqual([[], [idoId]]);
  });
  await make.followed(kindId);
  await make.save(await make.setField(kindId, 'note', { rights: { others: 'read', groups: [] } }));
  await make.followed(kindId);
  expect(await found('canary')).toEqual([idoId]);
  expect((await make.kind(kindId)).fields.leftColumn[1]).toMatchObject({ rights: { others: 'read' } });
});
