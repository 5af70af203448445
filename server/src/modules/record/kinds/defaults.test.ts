import type { RecordModel } from '@kontor/contract/record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { designer, field, newKind } from './testing/designer.ts';

let server: TestServer;
let anna: TestClient;
let make: ReturnType<typeof designer>;

beforeAll(async () => {
  server = await startTestServer();
  const instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  make = designer(anna);
});
afterAll(() => server?.close());

const create = async (idoInstanceId: number, values: object) =>
  (await anna.command<{ idoId: number }>('record.create', { idoInstanceId, jsonPayload: { values } })).idoId;
const value = async (idoInstanceId: number, idoId: number, key: string) => {
  const { jsonModel } = await anna.query<RecordModel>('record.model', { idoId, idoInstanceId });
  return jsonModel?.model.leftColumn.find((one) => one.key === key);
};

test('a record begins with records that are referred to, as long as these are there', async () => {
  const [places, others] = [await make.save(newKind('Orte')), await make.save(newKind('Anderes'))];
  const [kiel, bremen] = [await create(places, { name: 'Kiel' }), await create(places, { name: 'Bremen' })];
  const other = await create(others, { name: 'Kiel' });
  const kind = (begins: string | string[], isMany = false) =>
    newKind('Schiffe', [field('place', { kind: 'reference', idoInstanceId: places, isMany, default: begins })]);
  const refused = { faults: [{ part: 'field', key: 'place', index: 1, why: 'default' }] };
  for (const wrong of [kind(String(other)), kind('999999'), kind('Kiel'), kind([String(kiel), '999999'], true)])
    expect((await make.trySave(wrong)).body).toMatchObject({ code: 'KIND_INVALID', data: refused });
  const ships = await make.save(kind(String(kiel)));
  const first = await create(ships, { name: 'Aurora' });
  expect(await value(ships, first, 'place')).toMatchObject({ references: [{ idoId: kiel, displayName: 'Kiel' }] });
  const second = await create(ships, { name: 'Bora', place: String(bremen) });
  expect(await value(ships, second, 'place')).toMatchObject({ references: [{ idoId: bremen }] });
  // What is gone is nothing to begin with, and is told to whoever designs the kind next.
  const about = { idoId: kiel, idoInstanceId: places };
  const { jsonModel } = await anna.query<RecordModel>('record.model', about);
  const { lastKnownChangeTimestamp } = jsonModel ?? expect.fail('It is gone');
  await anna.command('record.delete', { ...about, lastKnownChangeTimestamp });
  const third = await create(ships, { name: 'Cora' });
  expect((await value(ships, third, 'place'))?.references ?? []).toEqual([]);
  expect((await make.trySave(await make.given(ships))).body).toMatchObject({ code: 'KIND_INVALID', data: refused });
});
