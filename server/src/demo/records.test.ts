import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChange } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { recordsOfAddresses } from '../modules/record/index.ts';
import { COMPANIES, CONTACTS } from './companies.ts';
import { fillRecords } from './fill-records.ts';
import { person, type PersonKey } from './people.ts';
import { demoRecords } from './records.ts';

const now = new Date('2026-11-19T13:40:00Z');
let server: TestServer;
let instance: Instance;
beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('demo');
  await server.person(instance, 'anna');
});
afterAll(() => server?.close());

test('the demo has as many records as a company of some years, the same each time', () => {
  const records = demoRecords(now);
  expect(Object.entries(records).map(([kind, all]) => [kind, all.length])).toEqual([
    ['Kunden', 600],
    ['Kontakte', 1200],
    ['Projekte', 150],
    ['Maschinen', 300],
  ]);
  expect(demoRecords(now)).toEqual(records);
  expect(new Set(records.Kunden.map(({ values }) => values['name'])).size).toBe(600);
  expect(JSON.stringify(records)).not.toMatch(/undefined|NaN/);
});

test('they are good, are made once, and know who writes the mails', async () => {
  const change = createChange(server.platform, () => {});
  await fillRecords(change, instance, now);
  await fillRecords(change, instance, now);
  const client = await server.client(instance, 'anna');
  const kinds = await client.query<Record<string, unknown>[]>('record.instances');
  expect(kinds.map((kind) => kind['CountOfIdoCreatedInTheInstanceByTheAuthenticatedUser'])).toEqual([
    600, 1200, 150, 300,
  ]);
  const keys = [...COMPANIES.flatMap(({ people }) => Object.keys(people)), ...Object.keys(CONTACTS)] as PersonKey[];
  const addresses = [...new Set(keys.map((key) => person(key).address))];
  const db = server.platform.database.forInstance(instance.id);
  expect((await recordsOfAddresses(db, instance.id, addresses)).size).toBe(addresses.length);
  expect(await client.query('record.search', { query: 'sievers' })).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ idoTitle: 'Meierei Geestland eG' })]),
  );
});
