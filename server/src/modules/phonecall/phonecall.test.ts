import { RIGHTS } from '@kontor/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedRecord } from '../record/factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let werft: { idoId: number; idoInstanceId: number };
let paulaId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('telefon');
  await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
  werft = await seedRecord(server.change, instance, {
    values: {
      name: 'Werft Neumann',
      city: 'Kiel',
      phone: '0431 / 5550-0, 0431 5550 DW 40',
    },
    persons: [
      { name: 'Paula Kahl', phone: '0431 5550-12', mobile: '0171 392 00 14' },
      { name: 'Paul Neumann', phone: '0431 5550-12' },
    ],
  });
  const { jsonModel } = await anna.query<{
    jsonModel: { model: { contactPersons: { contactPersonId: number }[] } };
  }>('record.model', werft);
  paulaId = jsonModel.model.contactPersons[0]?.contactPersonId ?? 0;
  await seedRecord(server.change, instance, {
    values: { name: 'Hof Altmann', phone: '778899' },
  });
  await seedRecord(server.change, instance, {
    values: { name: 'Zwei A', phone: '0341 660011' },
  });
  server.advance(1000);
  await seedRecord(server.change, instance, {
    values: { name: 'Zwei B', phone: '0351 660011; 040 5000' },
  });
  server.advance(1000);
  await seedRecord(server.change, instance, {
    values: { name: 'Drei', phone: '+49 40 5000' },
  });
});
afterAll(() => server?.close());

const name = async (params: object, by = anna) =>
  (await by.query<{ callerName: string }>('phoneCall.callerName', params)).callerName;

test.each<[string, string]>([
  ['0431 55500', 'Werft Neumann'],
  ['+49 (0)431 / 5550-0', 'Werft Neumann'],
  ['004943155500', 'Werft Neumann'],
  ['+49431555040', 'Werft Neumann'],
  // Of two people there: it is the company's.
  ['0431555012', 'Werft Neumann'],
  ['+491713920014', 'Paula Kahl'],
  ['1713920014', 'Paula Kahl'],
  // Written without its area code, and called from anywhere.
  ['+49431778899', 'Hof Altmann'],
  ['778899', 'Hof Altmann'],
  ['0341660011', 'Zwei A'],
  // The end of two.
  ['660011', ''],
  // The number of two: who was changed last.
  ['040 5000', 'Drei'],
  ['5012', ''],
  ['0431 999999', ''],
  ['', ''],
  ['anonymous', ''],
])('%j is %j', async (callerNumber, expected) => expect(await name({ callerNumber })).toBe(expected));

test('a record and its contact person are called by their names', async () => {
  expect(await name(werft)).toBe('Werft Neumann');
  expect(await name({ ...werft, contactPersonId: paulaId, callerNumber: '110' })).toBe('Paula Kahl');
  for (const strange of [{ idoInstanceId: werft.idoInstanceId + 1 }, { contactPersonId: 999_999 }, { idoId: 999_999 }])
    expect((await anna.tryQuery('phoneCall.callerName', { ...werft, ...strange })).body.code).toBe('NOT_FOUND');
});

test('nobody of another instance is named, and nothing to who sees no records', async () => {
  const other = await server.instance('fremd');
  await server.person(other, 'anna');
  const there = await server.client(other, 'anna');
  expect(await name({ callerNumber: '0431 55500' }, there)).toBe('');
  expect((await there.tryQuery('phoneCall.callerName', werft)).body.code).toBe('NOT_FOUND');
  await server.person(instance, 'dora', {
    rights: RIGHTS.filter((right) => right !== 'idoList'),
  });
  const dora = await server.client(instance, 'dora');
  expect(
    (
      await dora.tryQuery('phoneCall.callerName', {
        callerNumber: '0431 55500',
      })
    ).body.code,
  ).toBe('RIGHT_MISSING');
});

test('a number that is none is refused, and nothing of it breaks', async () => {
  for (const callerNumber of ['x'.repeat(101), 4, 'a\0b'])
    expect((await anna.tryQuery('phoneCall.callerName', { callerNumber })).body.code).toBe('PARAMETERS_INVALID');
  for (const callerNumber of ["'; drop", "0431' | '#", '++++', '0'.repeat(100)])
    expect(await name({ callerNumber })).toBe('');
});
