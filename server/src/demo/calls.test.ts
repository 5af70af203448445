import type { ListEntry } from '@kontor/contract/activity';
import type { PhoneBookEntry, PhoneticGroup } from '@kontor/contract/phonecall';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChange } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { CALLS, PHONE_BOOK } from './calls.ts';
import { fillCalls } from './fill-calls.ts';
import { fillRecords } from './fill-records.ts';

let server: TestServer;
let instance: Instance;
const now = new Date();

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('demo');
  for (const name of ['anna', 'ben', 'chris']) await server.person(instance, name);
  const change = createChange(server.platform, () => {});
  await fillRecords(change, instance, now);
  await fillCalls(change, instance, now);
  await fillCalls(change, instance, now);
});
afterAll(() => server?.close());

test('the telephone has four weeks of calls once, some of them missed, some with a wish to be called back', async () => {
  const anna = await server.client(instance, 'anna');
  const calls = await anna.query<ListEntry[]>('phoneCall.items', { view: 'all' });
  const calledBack = CALLS.filter((call) => call.calledBack !== undefined).length;
  expect(calls.length).toBe(CALLS.length + calledBack);
  const open = calls.filter(({ status }) => status === 1);
  expect(open.some(({ extras }) => extras['outcome'] === 'missed')).toBe(true);
  expect(open.filter(({ extras }) => extras['callbackDesired'] === true).length).toBe(
    CALLS.filter(({ callback }) => callback !== undefined).length,
  );
  expect(new Set(calls.map(({ channel }) => channel))).toEqual(new Set(['Zentrale', 'Vertrieb']));
  // Most of them are of somebody who is known, by a record or by the phone book.
  expect(calls.filter(({ extras }) => extras['callerName'] !== '').length).toBeGreaterThan(calls.length * 0.8);
  expect(calls.some(({ idoLinked }) => idoLinked)).toBe(true);
  const ben = await server.client(instance, 'ben');
  expect(
    (await ben.query<ListEntry[]>('phoneCall.items', { view: 'all' })).every(({ channel }) => channel === 'Zentrale'),
  ).toBe(true);
});

test('its phone book has some names that sound alike', async () => {
  const anna = await server.client(instance, 'anna');
  const entries = await anna.query<PhoneBookEntry[]>('phoneBook.items', { limit: 100 });
  expect(entries.length).toBe(PHONE_BOOK.length);
  expect(entries.find(({ name }) => name === 'Uwe Mehring')?.company).toBe('Backhaus Mehring');
  expect((await anna.query<PhoneticGroup[]>('phoneBook.similar')).length).toBeGreaterThan(2);
});
