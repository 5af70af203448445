import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChange } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { recordsOfAddresses } from '../modules/record/index.ts';
import { COMPANIES, CONTACTS } from './companies.ts';
import { fillEarlierRecords, fillRecords } from './fill-records.ts';
import { person, type PersonKey } from './people.ts';
import { demoRecords, earlierRecords } from './records.ts';
import { long } from '../testing/long.ts';

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

test('and some thousand of each of the years before', () => {
  const made = [...earlierRecords(now)];
  const count = (kind: string) => made.filter((one) => one.kind === kind).flatMap((one) => one.records).length;
  expect(['Kunden', 'Kontakte', 'Projekte', 'Maschinen'].map(count)).toEqual([2400, 4800, 1850, 2700]);
  expect([...earlierRecords(now)]).toEqual(made);
  expect(
    new Set(
      made
        .filter(({ kind }) => kind === 'Kunden')
        .flatMap(({ records }) => records.map(({ values }) => values['name'])),
    ).size,
  ).toBe(2400);
  expect(JSON.stringify(made)).not.toMatch(/undefined|NaN/);
});

test('numbers are those of one alone, but for customers that were written down twice', () => {
  const today = demoRecords(now);
  const before = [...earlierRecords(now)];
  // A company and its people may have one in common, and so may people in two kinds.
  const sharedIn = (kind: keyof typeof today): readonly string[] => {
    const all = [...today[kind], ...before.flatMap((one) => (one.kind === kind ? one.records : []))];
    const known = new Set<string>();
    return all
      .flatMap(({ values, persons = [] }) => [
        ...new Set([values, ...persons].flatMap(({ phone = '', mobile = '' }) => [phone, mobile].filter(Boolean))),
      ])
      .filter((number) => known.has(number) || !known.add(number));
  };
  const twice = today.Kunden.filter(({ values }) => values['number']?.startsWith('K-21'));
  expect(twice).toHaveLength(5);
  const numbers = twice.flatMap(({ values }) => values['phone'] ?? []);
  expect(numbers).toHaveLength(2);
  expect(sharedIn('Kunden').toSorted()).toEqual(numbers.toSorted());
  expect(sharedIn('Kontakte')).toEqual([]);
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
  const tree = await client.query<{ label: string; board: object | null }[]>('record.sharedQueries');
  expect(tree.map(({ label, board }) => [label, board !== null])).toEqual([
    ['Projekte nach Status', true],
    ['Vertrieb', false],
    [expect.stringContaining('Aktive Kunden'), false],
  ]);
  const keys = [...COMPANIES.flatMap(({ people }) => Object.keys(people)), ...Object.keys(CONTACTS)] as PersonKey[];
  const addresses = [...new Set(keys.map((key) => person(key).address))];
  const db = server.platform.database.forInstance(instance.id);
  expect((await recordsOfAddresses(db, instance.id, addresses)).size).toBe(addresses.length);
  expect(await client.query('record.search', { query: 'sievers' })).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ idoTitle: 'Meierei Geestland eG' })]),
  );
});

test('those of the years before come in steps, which go on where they were stopped, once each', long, async () => {
  const change = createChange(server.platform, () => {});
  const totals = async () => {
    const client = await server.client(instance, 'anna');
    const counts = await client.query<{ totalCount: number }[]>('record.counts', {});
    return counts.map(({ totalCount }) => totalCount);
  };
  let steps = 0;
  await fillEarlierRecords(change, instance, now, () => (steps += 1) > 3);
  expect(await totals()).toEqual([1050, 1200, 150, 300]);
  await fillEarlierRecords(change, instance, now, () => false);
  await fillEarlierRecords(change, instance, now, () => false);
  expect(await totals()).toEqual([3000, 6000, 2000, 3000]);
});
