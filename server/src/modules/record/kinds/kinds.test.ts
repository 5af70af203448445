import type { RecordChange, RecordInstance, RecordModel } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { designer, field, newKind } from './testing/designer.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let bert: TestClient;
let carla: TestClient;
let make: ReturnType<typeof designer>;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true, firstName: 'Anna', lastName: 'Berger' });
  await server.person(instance, 'bert', { isAdministrator: true });
  await server.person(instance, 'carla');
  [anna, bert, carla] = (await Promise.all(['anna', 'bert', 'carla'].map((name) => server.client(instance, name)))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
  make = designer(anna);
});
afterAll(() => server?.close());

let named = 0;
const freshName = (): string => `Art ${(named += 1)}`;
const tryCreate = (kindId: number, values: object, by = carla) =>
  by.tryCommand<{ idoId: number }>('record.create', { idoInstanceId: kindId, jsonPayload: { values } });
const create = async (kindId: number, values: object, by = carla): Promise<number> => {
  const { status, body } = await tryCreate(kindId, values, by);
  expect([status, body.code, body.data]).toMatchObject([200, undefined, {}]);
  return body.data.idoId;
};
const trySave = (kindId: number, idoId: number, key: string, before: unknown, value: unknown, by = carla) =>
  by.tryCommand('record.save', {
    idoId,
    idoInstanceId: kindId,
    jsonPayload: { changes: [{ key, before, value }] },
    lastKnownChangeTimestamp: 1,
  });
const model = async (kindId: number, idoId: number, by = carla) =>
  (await by.query<RecordModel>('record.model', { idoId, idoInstanceId: kindId })).jsonModel ?? expect.fail('Deleted');
/** What stands in the fields of a record, by their keys. */
const values = async (kindId: number, idoId: number, by = carla): Promise<Record<string, unknown>> => {
  const { leftColumn, rightColumn } = (await model(kindId, idoId, by)).model;
  return Object.fromEntries(
    [...leftColumn, ...rightColumn].map((one) => [one.key, one.selectedValues ?? one.selectedValue ?? one.value]),
  );
};
const changes = (kindId: number, idoId: number, by = carla) =>
  by.query<RecordChange[]>('record.changes', { idoId, idoInstanceId: kindId });
const faults = (answer: { body: { data?: unknown } }) => (answer.body.data as { faults?: object[] })?.faults;
const stored = async (idoId: number): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ fields: Record<string, unknown> }>`
    select fields from record where instance_id = ${instance.id} and record_id = ${idoId}`.execute(
    server.platform.database.owner,
  );
  return rows[0]?.fields ?? {};
};

test('a kind is made, told to everybody, and its records are made', async () => {
  const name = freshName();
  const kindId = await make.save(newKind(name, [field('state', { kind: 'singleChoiceSelect', choices: ['Neu'] })]));
  const kinds = await carla.query<RecordInstance[]>('record.instances');
  expect(kinds.at(-1)).toMatchObject({
    ID: kindId,
    Name: name,
    fields: { leftColumn: [{ key: 'name' }, { key: 'state' }] },
  });
  const idoId = await create(kindId, { name: 'Kran 4', state: 'Neu' });
  expect(await values(kindId, idoId)).toEqual({ name: 'Kran 4', state: 'Neu' });
  expect(await make.kind(kindId)).toMatchObject({ version: 1, records: 1, following: null, fields: { retired: [] } });
  const log = await anna.query<{ entries: object[] }>('account.auditLog', { kinds: ['kind.changed'], from: null });
  expect(log.entries[0]).toMatchObject({ kind: 'kind.changed', subject: name, userName: 'anna' });
});

test('the kinds that every instance begins with are changed like others', async () => {
  const [kunden] = await carla.query<RecordInstance[]>('record.instances');
  const kindId = kunden?.ID ?? 0;
  const idoId = await create(kindId, { name: 'Werft Neumann', city: 'Kiel' });
  await make.save(await make.withFields(kindId, (fields) => [...fields, field('debtor', { isNumber: true })]));
  await make.followed(kindId);
  expect((await trySave(kindId, idoId, 'debtor', '', '1.234,50')).status).toBe(200);
  expect(await values(kindId, idoId)).toMatchObject({ city: 'Kiel', debtor: '1234.5' });
});

test('of two who change a kind at once one has it, and the other is told how it is', async () => {
  const kindId = await make.save(newKind(freshName()));
  const given = await make.given(kindId);
  const answers = await Promise.all([
    make.trySave({ ...given, color: '#111111' }),
    designer(bert).trySave({ ...given, color: '#222222' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body).toMatchObject({ code: 'KIND_CONFLICT', data: { idoInstanceId: kindId, version: 2 } });
  const quicker = answers[0].status === 200 ? 'Anna Berger' : 'bert Test';
  const { color, changed } = await make.kind(kindId);
  expect(lost?.body.data).toMatchObject({ color, changed });
  expect(changed).toEqual({ by: quicker, at: expect.closeTo(Date.now() / 1000, -2) });
  const name = freshName();
  const both = await Promise.all([make.trySave(newKind(name)), designer(bert).trySave(newKind(name.toUpperCase()))]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(both.flatMap((one) => faults(one) ?? [])).toMatchObject([{ part: 'name', why: 'taken' }]);
});

test('a field that is taken out comes back with what stood in it', async () => {
  const kindId = await make.save(newKind(freshName(), [field('fax'), field('note', { kind: 'textarea' })]));
  const idoId = await create(kindId, { name: 'Kran', fax: '0431 1', note: 'alt' });
  const without = await make.withFields(kindId, (fields) => fields.filter(({ key }) => key !== 'fax'));
  expect(await make.effects(without)).toMatchObject({ retired: [{ key: 'fax', ofPersons: false, records: 1 }] });
  await make.save(without);
  await make.followed(kindId);
  expect(await values(kindId, idoId)).toEqual({ name: 'Kran', note: 'alt' });
  expect(await stored(idoId)).toMatchObject({ fax: '0431 1' });
  expect(await carla.query('record.search', { query: '0431' })).toEqual([]);
  expect((await make.kind(kindId)).fields.retired).toMatchObject([{ key: 'fax' }]);
  expect(faults(await tryCreate(kindId, { name: 'x', fax: '1' }))).toEqual([{ key: 'fax', why: 'unknown' }]);
  await trySave(kindId, idoId, 'note', 'alt', 'neu');
  const back = await make.withFields(kindId, (fields) => [...fields, field('fax')]);
  expect(await make.effects(back)).toMatchObject({ returned: [{ key: 'fax', records: 1 }] });
  await make.save(back);
  await make.followed(kindId);
  expect(await values(kindId, idoId)).toEqual({ name: 'Kran', note: 'neu', fax: '0431 1' });
  expect(await carla.query('record.search', { query: '0431' })).toHaveLength(1);
  expect((await make.kind(kindId)).fields.retired).toEqual([]);
});

test('a field becomes another one, nothing is lost, and the effects have said how many', async () => {
  const kindId = await make.save(
    newKind(freshName(), [
      field('size'),
      field('state'),
      field('tags', { kind: 'checkboxgroup', choices: ['a', 'b'] }),
      field('gone', { kind: 'singleChoiceSelect', choices: ['x', 'y'] }),
    ]),
  );
  const one = await create(kindId, { name: 'A', size: '1.234,50', state: 'Rot', tags: ['a', 'b'], gone: 'x' });
  const two = await create(kindId, { name: 'B', size: 'groß', state: 'rot', tags: ['a'] });
  await create(kindId, { name: 'C' });
  const given = await make.withFields(kindId, (fields) =>
    fields.map((old) => {
      if (old.key === 'size') return { ...old, isNumber: true };
      if (old.key === 'state')
        return field('state', { kind: 'singleChoiceRadio', choices: ['Blau'], isRequired: true });
      if (old.key === 'tags') return field('tags', { kind: 'singleChoiceSelect', choices: ['a', 'b'] });
      return old.key === 'gone' ? { ...old, choices: ['y'] } : old;
    }),
  );
  expect(await make.effects(given)).toEqual({
    faults: [],
    required: [{ key: 'state', ofPersons: false, records: 1 }],
    unique: [],
    converted: [
      { key: 'size', ofPersons: false, records: 2, from: 'textField', to: 'textField', lossy: 1 },
      { key: 'state', ofPersons: false, records: 2, from: 'textField', to: 'singleChoiceRadio', lossy: 0 },
      { key: 'tags', ofPersons: false, records: 2, from: 'checkboxgroup', to: 'singleChoiceSelect', lossy: 1 },
    ],
    retired: [],
    returned: [],
    choices: [{ key: 'gone', ofPersons: false, records: 1, choice: 'x' }],
    renamed: [],
  });
  expect((await make.kind(kindId)).version).toBe(1);
  await make.save(given);
  await make.followed(kindId);
  expect(await values(kindId, one)).toMatchObject({ size: '1234.5', state: 'Rot', tags: 'a', gone: 'x' });
  expect(await values(kindId, two)).toMatchObject({ size: '', state: 'Rot', tags: 'a' });
  expect(await stored(two)).toMatchObject({ sizeOld: 'groß' });
  expect(await stored(one)).toMatchObject({ tagsOld: ['a', 'b'] });
  const { fields } = await make.kind(kindId);
  expect(fields.leftColumn.find(({ key }) => key === 'state')).toMatchObject({ choices: ['Blau', 'Rot'] });
  expect(fields.retired?.map(({ key }) => key).toSorted()).toEqual(['sizeOld', 'tagsOld']);
  expect((await changes(kindId, two))[0]).toMatchObject({
    cause: 'kind',
    name: 'Anna Berger',
    differences: expect.arrayContaining([{ key: 'size', label: 'size', personId: 0, before: 'groß', after: '' }]),
  });
  // It binds what is written from now on.
  expect((await trySave(kindId, two, 'size', '', '2')).status).toBe(200);
  expect(faults(await tryCreate(kindId, { name: 'D' }))).toEqual([{ key: 'state', why: 'required' }]);
  await make.save(await make.withFields(kindId, (some) => [...some, field('sizeOld')]));
  await make.followed(kindId);
  expect(await values(kindId, two)).toMatchObject({ size: '2', sizeOld: 'groß' });
});

test('what contact persons have becomes another thing, too', async () => {
  const contactPerson = [field('name', { isTitle: true }), field('role')];
  const kindId = await make.save(
    newKind(freshName(), [], {
      fields: { leftColumn: [field('name', { isTitle: true })], rightColumn: [], contactPerson },
    }),
  );
  const idoId = await create(kindId, { name: 'Werft' });
  const change = (key: string, value: string) => ({ key, before: '', value });
  await carla.command('record.saveContactPerson', {
    idoId,
    idoInstanceId: kindId,
    jsonPayload: { changes: [change('name', 'Paul'), change('role', 'Einkauf')] },
  });
  const given = await make.given(kindId);
  const role = field('role', { kind: 'multiplechoice', choices: ['Technik'] });
  await make.save({ ...given, fields: { ...given.fields, contactPerson: [contactPerson[0] ?? role, role] } });
  await make.followed(kindId);
  expect((await model(kindId, idoId)).model.contactPersons[0]?.fields[1]).toMatchObject({
    selectedValues: ['Einkauf'],
    choices: ['Technik', 'Einkauf'],
  });
});

test('what is computed follows its formula', async () => {
  const sum = { kind: 'computed', formula: 'net * 2', result: 'number' } as const;
  const kindId = await make.save(newKind(freshName(), [field('net', { isNumber: true }), field('sum', sum)]));
  const idoId = await create(kindId, { name: 'A', net: '100' });
  expect(await values(kindId, idoId)).toMatchObject({ sum: '200' });
  await make.save(await make.setField(kindId, 'sum', { formula: 'net * 3' }));
  await make.followed(kindId);
  expect(await values(kindId, idoId)).toMatchObject({ sum: '300' });
  const wrong = await make.trySave(await make.setField(kindId, 'sum', { formula: 'net *' }));
  expect(faults(wrong)).toMatchObject([
    { part: 'field', key: 'sum', index: 2, why: 'formula', formula: { why: 'syntax' } },
  ]);
});

test('formulas are tried', async () => {
  const tried = (formula: string, given: object = { net: '100' }) =>
    anna.query('record.tryFormula', {
      fields: [
        field('net', { isNumber: true }),
        field('double', { kind: 'computed', formula: 'net * 2', result: 'number' }),
      ],
      formula,
      result: 'number',
      decimals: 2,
      values: given,
    });
  expect(await tried('double + 1')).toEqual({ value: '201' });
  expect(await tried('net / 0')).toMatchObject({ fault: { why: 'zero' } });
  expect(await tried('nett * 2')).toEqual({ fault: { why: 'field', detail: 'nett', place: 0 } });
  expect(await tried('')).toMatchObject({ fault: { why: 'syntax' } });
  expect(await tried('net', {})).toEqual({ value: '' });
});

test('a kind goes once it has no records and nothing refers to it; kinds have an order', async () => {
  const kindId = await make.save(newKind(freshName()));
  const other = await make.save(newKind(freshName(), [field('of', { kind: 'reference', idoInstanceId: kindId })]));
  const idoId = await create(kindId, { name: 'A' });
  const remove = (version: number) => anna.tryCommand('record.deleteKind', { idoInstanceId: kindId, version });
  expect((await remove(1)).body).toMatchObject({
    code: 'KIND_IN_USE',
    data: { records: 1, fields: [{ idoInstanceId: other, key: 'of' }] },
  });
  const { lastKnownChangeTimestamp } = await model(kindId, idoId);
  await carla.command('record.delete', { idoId, idoInstanceId: kindId, lastKnownChangeTimestamp });
  await make.save(await make.withFields(other, (fields) => fields.slice(0, 1)));
  expect((await remove(2)).body.code).toBe('KIND_CONFLICT');
  const before = (await carla.query<RecordInstance[]>('record.instances')).map(({ ID }) => ID);
  const order = [...before].toReversed();
  await anna.command('record.orderKinds', { idoInstanceIds: order });
  expect((await carla.query<RecordInstance[]>('record.instances')).map(({ ID }) => ID)).toEqual(order);
  const short = await anna.tryCommand('record.orderKinds', { idoInstanceIds: order.slice(1) });
  expect(faults(short)).toMatchObject([{ part: 'order', why: 'list' }]);
  expect((await remove(1)).status).toBe(200);
  expect((await carla.query<RecordInstance[]>('record.instances')).map(({ ID }) => ID)).not.toContain(kindId);
  expect((await remove(1)).body.code).toBe('NOT_FOUND');
  expect((await tryCreate(kindId, { name: 'A' })).body.code).toBe('NOT_FOUND');
});
