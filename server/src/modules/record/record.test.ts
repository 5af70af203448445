import type { RecordInstance, RecordModel } from '@kontor/contract/record';
import { RIGHTS } from '@kontor/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { removeInstance } from '../account/index.ts';
import { recordsOfAddresses } from './index.ts';

let server: TestServer;
let instance: Instance;
let other: Instance;
let anna: TestClient;
let ben: TestClient;
let carla: TestClient;
let dora: TestClient;
let there: TestClient;
let kinds: readonly RecordInstance[];

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  other = await server.instance('fremd');
  const without = (right: string) => RIGHTS.filter((one) => one !== right);
  await server.person(instance, 'anna');
  await server.person(instance, 'ben');
  await server.person(instance, 'carla', { rights: without('createIdo') });
  await server.person(instance, 'dora', { rights: without('idoList') });
  await server.person(other, 'anna');
  [anna, ben, carla, dora] = (await Promise.all(
    ['anna', 'ben', 'carla', 'dora'].map((name) => server.client(instance, name)),
  )) as [TestClient, TestClient, TestClient, TestClient];
  there = await server.client(other, 'anna');
  kinds = await anna.query<RecordInstance[]>('record.instances');
});
afterAll(() => server?.close());

type Named = { readonly idoId: number; readonly idoInstanceId: number };
const kindId = (name = 'Kunden') => kinds.find((kind) => kind.Name === name)?.ID ?? 0;
const tryCreate = (values: object, kind = 'Kunden', by = anna) =>
  by.tryCommand<{ idoId: number }>('record.create', { idoInstanceId: kindId(kind), jsonPayload: { values } });
const create = async (values: object, kind = 'Kunden'): Promise<Named> => {
  const { status, body } = await tryCreate(values, kind);
  expect([status, body.code]).toEqual([200, undefined]);
  return { idoId: body.data.idoId, idoInstanceId: kindId(kind) };
};
const model = async (named: Named, by = anna) =>
  (await by.query<RecordModel>('record.model', named)).jsonModel ?? expect.fail('It was deleted');
const change = (key: string, before: unknown, value: unknown) => ({ key, before, value });
const trySave = (named: Named, changes: readonly object[], by = anna) =>
  by.tryCommand<{ lastKnownChangeTimestamp: number }>('record.save', {
    ...named,
    jsonPayload: { changes },
    lastKnownChangeTimestamp: 1,
  });
const savePerson = (named: Named, changes: readonly object[], contactPersonId?: number) =>
  anna.tryCommand<{ contactPersonId: number }>('record.saveContactPerson', {
    ...named,
    jsonPayload: { changes },
    ...(contactPersonId === undefined ? {} : { contactPersonId }),
  });
const valueIn = (of: Awaited<ReturnType<typeof model>>, key: string) =>
  [...of.model.leftColumn, ...of.model.rightColumn].find((field) => field.key === key);
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code ?? ''}`.trim();
};
const GONE = '404 NOT_FOUND';

test('every instance begins with four kinds', async () => {
  expect(kinds.map((kind) => kind.Name)).toEqual(['Kunden', 'Kontakte', 'Projekte', 'Maschinen']);
  expect(kinds[0]?.fields.contactPerson.map((field) => field.key)).toEqual([
    'salutation',
    'name',
    'function',
    'email',
    'phone',
    'mobile',
  ]);
  for (const { columnDefinitionJSON, fields } of kinds) {
    const columns = JSON.parse(columnDefinitionJSON) as { key: string }[];
    const own = [...fields.leftColumn, ...fields.rightColumn].map((field) => field.key);
    expect(own).toEqual(expect.arrayContaining(columns.map((column) => column.key)));
  }
  const others = await there.query<RecordInstance[]>('record.instances');
  expect(others.map((kind) => kind.Name)).toEqual(kinds.map((kind) => kind.Name));
  expect(others.filter(({ ID }) => kinds.some((kind) => kind.ID === ID))).toEqual([]);
});

test('a record is made, shown, counted for who made it, and told to who sees records', async () => {
  const [bens, doras] = await Promise.all([StompPeer.as(ben), StompPeer.as(dora)]);
  const named = await create({ name: ' Werft Neumann ', city: 'Kiel', status: 'Aktiv', phone: '0431 1234' });
  expect(await bens.event()).toMatchObject({
    type: 'record.changed',
    payload: { keys: ['records', `record:${named.idoId}`] },
  });
  expect(doras.frames.filter(({ command }) => command === 'MESSAGE')).toEqual([]);
  bens.close();
  doras.close();
  const shown = await model(named, carla);
  expect(shown).toMatchObject({
    ...named,
    title: 'Werft Neumann',
    instanceTitle: 'Kunden',
    allowedActions: { save: false, delete: false },
    model: { contactPersons: [], tabConfiguration: expect.arrayContaining([{ tab: 'masterData', title: '' }]) },
  });
  const titled = await carla.query('record.model', { ...named, masterDataExtJSTabTitle: 'Daten' });
  expect(titled).toMatchObject({ jsonModel: { masterDataExtJSTabTitle: 'Daten' } });
  expect(valueIn(shown, 'status')).toMatchObject({ kind: 'singleChoiceSelect', selectedValue: 'Aktiv' });
  expect(valueIn(shown, 'industry')).toMatchObject({ selectedValue: null });
  expect(valueIn(shown, 'name')).toMatchObject({ value: 'Werft Neumann' });
  expect((await model(named)).allowedActions).toEqual({ save: true, delete: true });
  const made = (of: readonly RecordInstance[]) =>
    of.map((kind) => [
      kind.CountOfIdoCreatedInTheInstanceByTheAuthenticatedUser,
      kind.IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo,
    ]);
  expect(made(await ben.query('record.instances'))).toEqual(Array.from({ length: 4 }, () => [0, false]));
  await create({ name: 'Presse 4' }, 'Maschinen');
  expect(made(await anna.query('record.instances'))).toEqual([
    [1, false],
    [0, false],
    [0, false],
    [1, true],
  ]);
});

test('who has not the right sees nothing, and who may not change changes nothing', async () => {
  const named = await create({ name: 'Recht' });
  const { lastKnownChangeTimestamp } = await model(named);
  const item = {
    aggregateId: '{"moduleName":"module_email","entryId":1,"userId":1,"sourceContainerId":0,"targetContainerId":0}',
  };
  const of = (by: TestClient) => ({
    see: [
      by.tryQuery('record.instances'),
      by.tryQuery('record.search', { query: 'recht' }),
      by.tryQuery('record.model', named),
      by.tryQuery('record.links', item),
      ...['record.link', 'record.unlink', 'record.dismissSuggestion'].map((command) =>
        by.tryCommand(command, { ...item, ...named }),
      ),
      by.tryCommand('record.linkMany', { aggregateIds: [item.aggregateId], ...named }),
    ],
    change: [
      tryCreate({ name: 'x' }, 'Kunden', by),
      trySave(named, [change('name', 'Recht', 'Unrecht')], by),
      by.tryCommand('record.delete', { ...named, lastKnownChangeTimestamp }),
      by.tryCommand('record.saveContactPerson', { ...named, jsonPayload: { changes: [] } }),
      by.tryCommand('record.deleteContactPerson', { ...named, contactPersonId: 1 }),
    ],
  });
  const doras = of(dora);
  for (const answer of [...doras.see, ...doras.change]) expect(await codeOf(answer)).toBe('403 RIGHT_MISSING');
  const carlas = of(carla);
  for (const answer of carlas.see) expect(['200', GONE]).toContain(await codeOf(answer));
  for (const answer of carlas.change) expect(await codeOf(answer)).toBe('403 RIGHT_MISSING');
  expect((await model(named)).title).toBe('Recht');
});

test('a record of another instance is not there, nor is one under another kind', async () => {
  const named = await create({ name: 'Daheim' });
  const [strange] = await there.query<RecordInstance[]>('record.instances');
  for (const [by, about] of [
    [there, named],
    [there, { ...named, idoInstanceId: strange?.ID ?? 0 }],
    [anna, { ...named, idoInstanceId: kindId('Projekte') }],
    [anna, { ...named, idoInstanceId: strange?.ID ?? 0 }],
    [anna, { ...named, idoId: 999_999 }],
    [anna, { idoId: 2 ** 52, idoInstanceId: 2 ** 52 }],
  ] as const) {
    expect(await codeOf(by.tryQuery('record.model', about))).toBe(GONE);
    expect(await codeOf(trySave(about, [change('name', 'Daheim', 'x')], by))).toBe(GONE);
    expect(await codeOf(by.tryCommand('record.delete', { ...about, lastKnownChangeTimestamp: 1 }))).toBe(GONE);
  }
  const inAnother = anna.tryCommand('record.create', {
    idoInstanceId: strange?.ID ?? 0,
    jsonPayload: { values: { name: 'x' } },
  });
  expect(await codeOf(inAnother)).toBe(GONE);
  expect(await there.query('record.search', { query: 'daheim' })).toEqual([]);
});

test('values with faults are refused with all of them, and nothing is written', async () => {
  const values = { email: 'niemand', status: 'kaputt', gibtsNicht: 'x', industry: '' };
  const refused = await tryCreate(values);
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([
    422,
    'RECORD_INVALID',
    {
      faults: [
        { key: 'gibtsNicht', why: 'unknown' },
        { key: 'name', why: 'required' },
        { key: 'status', why: 'choice' },
        { key: 'email', why: 'address' },
      ],
    },
  ]);
  const named = await create({ name: 'Heil' });
  const again = await trySave(named, [change('name', 'Heil', ''), change('city', '', 'Kiel')]);
  expect([again.status, again.body.data]).toEqual([422, { faults: [{ key: 'name', why: 'required' }] }]);
  expect((await model(named)).title).toBe('Heil');
  expect(valueIn(await model(named), 'city')).toMatchObject({ value: '' });
});

test('hostile input is refused, or is text', async () => {
  for (const values of [
    { name: 'a\0b' },
    { name: '\uD800' },
    { name: 'x'.repeat(20_001) },
    { name: 4 },
    { name: { $ne: '' } },
    { ['k'.repeat(41)]: 'x', name: 'x' },
    Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, 'x'])),
  ])
    expect(await codeOf(tryCreate(values))).toBe('422 PARAMETERS_INVALID');
  expect((await tryCreate({ name: 'x'.repeat(2001) })).body.data).toEqual({
    faults: [{ key: 'name', why: 'tooLong' }],
  });
  const named = await create({
    name: `<script>alert("x")</script> ' \\ %_`,
    notes: 'wort '.repeat(4000),
    website: 'javascript:alert(1)',
  });
  const found = await anna.query<{ idoTitle: string; idoTableViewAsHTML: string }[]>('record.search', {
    query: '<script',
  });
  expect(found).toMatchObject([{ idoId: named.idoId, idoTitle: `<script>alert("x")</script> ' \\ %_` }]);
  expect(found[0]?.idoTableViewAsHTML).not.toContain('<script');
  expect(found[0]?.idoTableViewAsHTML).toContain('&lt;script&gt;alert(&quot;x&quot;)');
});

test('changes of different fields are merged, and of the same one the second is refused with what stands there', async () => {
  const named = await create({ name: 'Werft', city: 'Kiel' });
  const before = (await model(named)).lastKnownChangeTimestamp;
  const first = await trySave(named, [change('city', 'Kiel', 'Lübeck')]);
  expect(first.body.data.lastKnownChangeTimestamp).toBeGreaterThan(before);
  expect(await codeOf(trySave(named, [change('name', 'Werft', 'Werft GmbH')], ben))).toBe('200');
  const refused = await trySave(named, [change('city', 'Kiel', 'Plön'), change('zip', '', '24103')], ben);
  const { lastKnownChangeTimestamp } = await model(named);
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([
    409,
    'RECORD_CONFLICT',
    { lastKnownChangeTimestamp, fields: [{ key: 'city', value: 'Lübeck' }] },
  ]);
  const now = await model(named);
  expect([now.title, valueIn(now, 'city')?.value, valueIn(now, 'zip')?.value]).toEqual(['Werft GmbH', 'Lübeck', '']);
  // Once more what stands there is no change, and no moment of its own.
  const same = await trySave(named, [change('city', 'Kiel', 'Lübeck')], ben);
  expect(same.body.data).toEqual({ lastKnownChangeTimestamp });
});

test('of many who change the same field at once one has it, and those of other fields all do', async () => {
  const named = await create({ name: 'Werft' });
  const names = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => codeOf(trySave(named, [change('name', 'Werft', name)]))),
  );
  expect(names.toSorted()).toEqual(['200', '409 RECORD_CONFLICT', '409 RECORD_CONFLICT', '409 RECORD_CONFLICT']);
  const keys = ['number', 'street', 'zip', 'city', 'country', 'website'];
  const others = await Promise.all(keys.map((key) => codeOf(trySave(named, [change(key, '', key)]))));
  expect(new Set(others)).toEqual(new Set(['200']));
  const now = await model(named);
  expect(keys.map((key) => valueIn(now, key)?.value)).toEqual(keys);
});

test('contact persons are made, changed, found and taken away with their record’s moment', async () => {
  const named = await create({ name: 'Werft mit Leuten' });
  const started = (await model(named)).lastKnownChangeTimestamp;
  const { contactPersonId } = (
    await savePerson(named, [change('name', '', 'Paula Kahl'), change('email', '', 'paula@kahl.example')])
  ).body.data;
  expect((await savePerson(named, [])).body.data).toEqual({ faults: [{ key: 'name', why: 'required' }] });
  expect((await savePerson(named, [change('name', '', 'Uwe')])).status).toBe(200);
  expect(
    (await model(named)).model.contactPersons.map((person) => person.fields.find(({ key }) => key === 'name')?.value),
  ).toEqual(['Paula Kahl', 'Uwe']);
  expect(await anna.query('record.search', { query: 'kahl' })).toMatchObject([{ idoId: named.idoId }]);
  const db = server.platform.database.forInstance(instance.id);
  expect((await recordsOfAddresses(db, instance.id, ['PAULA@kahl.example'])).size).toBe(1);

  expect(
    (await savePerson(named, [change('email', 'paula@kahl.example', 'pk@kahl.example')], contactPersonId)).status,
  ).toBe(200);
  expect((await recordsOfAddresses(db, instance.id, ['paula@kahl.example'])).size).toBe(0);
  const refused = await savePerson(named, [change('email', 'paula@kahl.example', 'x@kahl.example')], contactPersonId);
  expect(refused.body).toMatchObject({
    code: 'RECORD_CONFLICT',
    data: { fields: [{ key: 'email', value: 'pk@kahl.example' }] },
  });
  expect(await codeOf(savePerson(named, [], 999_999))).toBe(GONE);
  const elsewhere = await create({ name: 'Andere' });
  expect(await codeOf(savePerson(elsewhere, [], contactPersonId))).toBe(GONE);
  const take = (of: Named) => codeOf(anna.tryCommand('record.deleteContactPerson', { ...of, contactPersonId }));
  expect(await take(elsewhere)).toBe(GONE);
  expect([await take(named), await take(named)]).toEqual(['200', GONE]);
  expect((await recordsOfAddresses(db, instance.id, ['pk@kahl.example'])).size).toBe(0);
  expect((await model(named)).lastKnownChangeTimestamp).toBeGreaterThan(started);
});

test('a record has no more than so many contact persons', async () => {
  const named = await create({ name: 'Voll' });
  await server.change(instance, async ({ db }) => {
    await db
      .insertInto('record_person')
      .values(
        Array.from({ length: 500 }, (_, index) => ({
          instance_id: instance.id,
          record_id: named.idoId,
          place: index,
          fields: '{}',
        })),
      )
      .execute();
  });
  const refused = await savePerson(named, [change('name', '', 'Einer zu viel')]);
  expect(refused.body.data).toEqual({ faults: [{ key: 'contactPerson', why: 'tooLong' }] });
});

test('a record is deleted by who knows it as it is, and is then shown as deleted and not found', async () => {
  const named = await create({ name: 'Vergänglich', email: 'weg@weg.example' });
  const { lastKnownChangeTimestamp } = await model(named);
  await trySave(named, [change('city', '', 'Kiel')], ben);
  const remove = (at: number) => anna.tryCommand('record.delete', { ...named, lastKnownChangeTimestamp: at });
  const refused = await remove(lastKnownChangeTimestamp);
  const now = (await model(named)).lastKnownChangeTimestamp;
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([
    409,
    'RECORD_CONFLICT',
    { lastKnownChangeTimestamp: now, fields: [] },
  ]);
  expect(await codeOf(remove(now))).toBe('200');
  expect(await anna.query('record.model', named)).toEqual({
    isAnDeletedIdo: true,
    isAnFavoriteIdo: false,
    jsonModel: null,
  });
  expect(await codeOf(remove(now))).toBe(GONE);
  expect(await codeOf(trySave(named, [change('city', 'Kiel', 'x')]))).toBe(GONE);
  expect(await anna.query('record.search', { query: 'vergänglich' })).toEqual([]);
  const db = server.platform.database.forInstance(instance.id);
  expect((await recordsOfAddresses(db, instance.id, ['weg@weg.example'])).size).toBe(0);
});

test('an instance that is removed takes its records with it', async () => {
  const gone = await server.instance('vorbei');
  await server.person(gone, 'anna');
  const there = await server.client(gone, 'anna');
  const [kind] = await there.query<RecordInstance[]>('record.instances');
  await there.command('record.create', {
    idoInstanceId: kind?.ID,
    jsonPayload: { values: { name: 'x', email: 'a@b.example', phone: '12345' } },
  });
  await removeInstance(server.platform, server.change, gone);
  const { rows } = await server.platform.database.ownerPool.query(
    'select (select count(*)::int from record_search where instance_id = $1) as count',
    [gone.id],
  );
  expect(rows).toEqual([{ count: 0 }]);
});
