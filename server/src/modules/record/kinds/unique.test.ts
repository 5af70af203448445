import type { RecordInstance, RecordModel, SimilarRecord } from '@kontor/contract/record';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { importDesk } from '../importing/testing/desk.ts';
import { designer, field, newKind } from './testing/designer.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let carla: TestClient;
let make: ReturnType<typeof designer>;
let named = 0;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'carla', { firstName: 'Carla', lastName: 'Sommer' });
  anna = await server.client(instance, 'anna');
  carla = await server.client(instance, 'carla');
  make = designer(anna);
});
afterAll(() => server?.close());

const freshName = (): string => `Art ${(named += 1)}`;
const tryCreate = (kindId: number, values: object) =>
  carla.tryCommand<{ idoId: number }>('record.create', { idoInstanceId: kindId, jsonPayload: { values } });
const create = async (kindId: number, values: object): Promise<number> => {
  const { status, body } = await tryCreate(kindId, values);
  expect([status, body.code, body.data]).toMatchObject([200, undefined, {}]);
  return body.data.idoId;
};
const change = (kindId: number, idoId: number, key: string, before: string, value: string) =>
  carla.tryCommand('record.save', {
    idoId,
    idoInstanceId: kindId,
    jsonPayload: { changes: [{ key, before, value }] },
    lastKnownChangeTimestamp: 1,
  });
const value = async (kindId: number, idoId: number, key: string): Promise<unknown> => {
  const { jsonModel } = await carla.query<RecordModel>('record.model', { idoId, idoInstanceId: kindId });
  return jsonModel?.model.leftColumn.find((one) => one.key === key)?.value;
};
const stamp = async (kindId: number, idoId: number): Promise<number> =>
  (await carla.query<RecordModel>('record.model', { idoId, idoInstanceId: kindId })).jsonModel
    ?.lastKnownChangeTimestamp ?? 0;
const remove = async (kindId: number, idoId: number) =>
  carla.command('record.delete', {
    idoId,
    idoInstanceId: kindId,
    lastKnownChangeTimestamp: await stamp(kindId, idoId),
  });
const faults = (answer: { body: { data?: unknown } }) => (answer.body.data as { faults?: object[] })?.faults;
const unique = (more = {}) => make.save(newKind(freshName(), [field('no', { isUnique: true, ...more })]));

describe('a value of which there is one alone', () => {
  test('is no other record’s, however it is written, until that is gone or has another', async () => {
    const kindId = await unique();
    const one = await create(kindId, { name: 'Kran', no: 'K-1' });
    await create(kindId, { name: 'ohne' });
    await create(kindId, { name: 'auch ohne' });
    const other = { idoId: one, idoInstanceId: kindId, displayName: 'Kran' };
    const refused = await tryCreate(kindId, { name: 'Kran 2', no: ' k-1 ' });
    expect([refused.status, refused.body.code, faults(refused)]).toEqual([
      422,
      'RECORD_INVALID',
      [{ key: 'no', why: 'unique', other }],
    ]);
    const two = await create(kindId, { name: 'Kran 2', no: 'K-2' });
    expect(faults(await change(kindId, two, 'no', 'K-2', 'K-1'))).toEqual([{ key: 'no', why: 'unique', other }]);
    expect((await change(kindId, two, 'no', 'K-2', 'k-2')).status).toBe(200);
    expect((await change(kindId, one, 'no', 'K-1', 'K-3')).status).toBe(200);
    expect((await change(kindId, two, 'no', 'k-2', 'K-1')).status).toBe(200);
    await remove(kindId, two);
    expect((await tryCreate(kindId, { name: 'Kran 4', no: 'K-1' })).status).toBe(200);
    const similar = await carla.query<SimilarRecord[]>('record.similar', {
      idoInstanceId: kindId,
      values: { no: 'k-3' },
    });
    expect(similar).toMatchObject([{ idoId: one, why: 'unique', key: 'no' }]);
  });

  test('is one record’s, of many who write it at once', async () => {
    const kindId = await unique({ isNumber: true });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        tryCreate(kindId, { name: `A${index}`, no: index % 2 === 0 ? '7' : '7,0' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 422),
    ]);
    expect(new Set(answers.flatMap((one) => faults(one) ?? []).map((one) => (one as { why: string }).why))).toEqual(
      new Set(['unique']),
    );
    const ids = await Promise.all(
      [1, 2, 3, 4].map((number) => create(kindId, { name: `B${number}`, no: String(number) })),
    );
    const moved = await Promise.all(ids.map((id, index) => change(kindId, id, 'no', String(index + 1), '99')));
    expect(moved.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  });

  test('binds what is written from now on, where several have the same', async () => {
    const kindId = await make.save(newKind(freshName(), [field('no')]));
    const [one, two] = [await create(kindId, { name: 'A', no: 'x' }), await create(kindId, { name: 'B', no: 'X' })];
    const three = await create(kindId, { name: 'C', no: 'y' });
    const given = await make.setField(kindId, 'no', { isUnique: true });
    expect(await make.effects(given)).toMatchObject({ unique: [{ key: 'no', ofPersons: false, records: 2 }] });
    await make.save(given);
    // They keep it, whatever else is changed of them.
    expect((await change(kindId, two, 'name', 'B', 'B2')).status).toBe(200);
    expect(faults(await change(kindId, three, 'no', 'y', 'x'))).toMatchObject([
      { why: 'unique', other: { idoId: one } },
    ]);
    // The other one has it once the first is gone.
    await remove(kindId, one);
    expect(faults(await tryCreate(kindId, { name: 'D', no: 'x' }))).toMatchObject([{ other: { idoId: two } }]);
    await make.save(await make.setField(kindId, 'no', { isUnique: false }));
    expect((await tryCreate(kindId, { name: 'D', no: 'x' })).status).toBe(200);
  });

  test('is compared as what its field has become', async () => {
    const kindId = await make.save(newKind(freshName(), [field('no')]));
    await create(kindId, { name: 'A', no: '1.000,0' });
    await create(kindId, { name: 'B', no: '1000' });
    const given = await make.setField(kindId, 'no', { isUnique: true, isNumber: true });
    expect(await make.effects(given)).toMatchObject({ unique: [{ key: 'no', records: 2 }] });
    await make.save(given);
    expect(faults(await tryCreate(kindId, { name: 'C', no: '1000,00' }))).toMatchObject([{ why: 'unique' }]);
  });

  test('is a fault of a row that is imported, and was one of the dry run', async () => {
    const name = freshName();
    const kindId = await make.save(newKind(name, [field('no', { isUnique: true })]));
    await create(kindId, { name: 'Kran', no: '1' });
    const kinds = await carla.query<RecordInstance[]>('record.instances');
    const desk = importDesk(server, instance, carla, kinds);
    const targets = { c0: 'name', c1: 'no' };
    const rows = 'Titel;Nummer\nA;1\nB;2\nC;2\nD;3\n';
    const done = await desk.bring(rows, { kind: name, targets, keys: [], constants: {} });
    expect([done.made, done.faulty]).toEqual([2, 2]);
    expect(done.faults).toMatchObject([
      { row: 2, faults: [{ column: 'Nummer', target: 'no', why: 'unique', value: '1' }] },
      { row: 4, faults: [{ why: 'unique', value: '2' }] },
    ]);
    // What an import has changed goes back only where nobody has taken it since.
    const changed = await desk.bring('Titel;Nummer\nB;9\n', {
      kind: name,
      targets,
      keys: ['name'],
      duplicates: 'overwrite',
    });
    expect((await tryCreate(kindId, { name: 'E', no: '2' })).status).toBe(200);
    expect(await desk.undo(changed.importId)).toMatchObject({ taken: 0, left: 1 });
  });

  test('goes with records that become one, and comes back with them', async () => {
    const kindId = await unique();
    const [one, two] = [await create(kindId, { name: 'A', no: '1' }), await create(kindId, { name: 'B', no: '2' })];
    const looked = async (idoId: number) => ({ idoId, lastKnownChangeTimestamp: await stamp(kindId, idoId) });
    const { mergeId } = await carla.command<{ mergeId: number }>('record.merge', {
      idoInstanceId: kindId,
      keep: await looked(one),
      others: [await looked(two)],
      values: { no: two },
    });
    expect(await value(kindId, one, 'no')).toBe('2');
    expect(faults(await tryCreate(kindId, { name: 'C', no: '2' }))).toMatchObject([{ other: { idoId: one } }]);
    await carla.command('record.part', { mergeId });
    expect([await value(kindId, one, 'no'), await value(kindId, two, 'no')]).toEqual(['1', '2']);
    expect(faults(await tryCreate(kindId, { name: 'C', no: '2' }))).toMatchObject([{ other: { idoId: two } }]);
    expect(faults(await tryCreate(kindId, { name: 'C', no: '1' }))).toMatchObject([{ other: { idoId: one } }]);
  });
});

describe('what a field begins with', () => {
  test('is said where nobody says anything', async () => {
    const kindId = await make.save(
      newKind(freshName(), [
        field('state', { kind: 'singleChoiceSelect', choices: ['Neu', 'Alt'], default: 'Neu', isRequired: true }),
        field('since', { kind: 'datefield', default: { kind: 'today' } }),
        field('by', { default: { kind: 'me' } }),
        field('hidden', { default: 'innen', rights: { others: 'none', groups: [] } }),
      ]),
    );
    const idoId = await create(kindId, { name: 'A' });
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date());
    expect([await value(kindId, idoId, 'since'), await value(kindId, idoId, 'by')]).toEqual([day, 'Carla Sommer']);
    const { jsonModel } = await anna.query<RecordModel>('record.model', { idoId, idoInstanceId: kindId });
    expect(jsonModel?.model.leftColumn).toMatchObject([
      {},
      { selectedValue: 'Neu' },
      {},
      {},
      { key: 'hidden', value: 'innen' },
    ]);
    const said = await create(kindId, { name: 'B', state: 'Alt', by: '' });
    expect(await value(kindId, said, 'by')).toBe('');
  });

  test('is a number that no other record gets, also of many at once, behind those that are there', async () => {
    const name = freshName();
    const kindId = await make.save(newKind(name, [field('no')]));
    await create(kindId, { name: 'A', no: '1006' });
    await create(kindId, { name: 'A', no: '1010' });
    await make.save(
      await make.setField(kindId, 'no', { default: { kind: 'number' }, isUnique: true, isRequired: true }),
    );
    await make.followed(kindId);
    expect(await value(kindId, await create(kindId, { name: 'first' }), 'no')).toBe('1011');
    await create(kindId, { name: 'by hand', no: '1013' });
    const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => create(kindId, { name: `B${index}` })));
    const numbers = await Promise.all(ids.map((id) => value(kindId, id, 'no')));
    expect(numbers.map(String).toSorted()).toEqual(['1012', '1014', '1015', '1016', '1017', '1018']);
    const desk = importDesk(server, instance, carla, await carla.query<RecordInstance[]>('record.instances'));
    const done = await desk.bring('Titel\nX\nY\n', { kind: name, targets: { c0: 'name' }, keys: [] });
    expect([done.made, done.faulty]).toEqual([2, 0]);
    expect((await desk.standing(name)).map((one) => JSON.stringify(one)).join()).toMatch(/1019.*1020/);
  });

  test('is said of a new contact person', async () => {
    const contactPerson = [field('name'), field('role', { default: 'Einkauf' })];
    const kindId = await make.save(
      newKind(freshName(), [], { fields: { leftColumn: [field('name')], rightColumn: [], contactPerson } }),
    );
    const idoId = await create(kindId, { name: 'Werft' });
    const jsonPayload = { changes: [{ key: 'name', before: '', value: 'Paul' }] };
    await carla.command('record.saveContactPerson', { idoId, idoInstanceId: kindId, jsonPayload });
    const { jsonModel } = await carla.query<RecordModel>('record.model', { idoId, idoInstanceId: kindId });
    expect(jsonModel?.model.contactPersons[0]?.fields.map((one) => one.value)).toEqual(['Paul', 'Einkauf']);
  });
});
