import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListEntry } from '@kontor/contract/activity';
import { createChange } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { DOCUMENTS } from './documents.ts';
import { fillDocuments } from './fill-documents.ts';

const now = new Date('2026-11-19T13:40:00Z');
let server: TestServer;
let instance: Instance;
beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('demo');
  for (const name of ['anna', 'ben', 'chris']) await server.person(instance, name);
});
afterAll(() => server?.close());

test('the demo has documents of some months, filed once, seen by the people of their boxes, and none to be done', async () => {
  const change = createChange(server.platform, () => {});
  await fillDocuments(server.platform, change, instance, now);
  await fillDocuments(server.platform, change, instance, now);
  const list = (by: TestClient, view: string) => by.query<ListEntry[]>('document.items', { view });
  const [anna, chris] = [await server.client(instance, 'anna'), await server.client(instance, 'chris')];
  const all = await list(anna, 'all');
  expect(all.map(({ information }) => information)).toEqual(DOCUMENTS.map(({ title }) => title));
  expect((await list(chris, 'all')).some(({ channel }) => channel === 'Verträge')).toBe(false);
  expect([await list(anna, 'open'), await list(chris, 'open')]).toEqual([[], []]);
  const newest = all[0]?.aggregateId;
  expect((await anna.tryQuery('document.preview', { aggregateId: newest })).status).toBe(200);
});
