import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testLog } from '../../testing/logged.ts';
import { createTestDatabase } from '../db/testing.ts';
import { CONNECTIONS, flood, keepBusy, startBusyServer, type BusyServer } from './testing/busy-server.ts';

/** What a server does that is asked ten times as much as it can do. How much of its best that is, and how quickly, `bench/src/overload.ts` says. */
const TIMES = 10;

let server: BusyServer;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  server = await startBusyServer(database.url, testLog());
});
afterAll(async () => {
  await server?.close();
  await drop?.();
});

test('under ten times its load a server does some, tells the others when to come again, and is itself again', async () => {
  const { rate } = await keepBusy(server, CONNECTIONS * 2, 1000);
  const { outcomes } = await flood(server, rate * TIMES, 2000);
  const done = outcomes.filter(({ status }) => status === 200);
  const refused = outcomes.filter(({ status }) => status === 503);
  expect(done.length + refused.length).toBe(outcomes.length);
  expect([done.length > 0, refused.length > 0]).toEqual([true, true]);
  for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0);
  while ((await server.ask(0)).status !== 200) await sleep(50);
});

test('one person alone has six at work, and the others do not wait for them', async () => {
  let mineDone = 0;
  const mine = Array.from({ length: 80 }, () => server.ask(1).finally(() => (mineDone += 1)));
  const other = await server.ask(2);
  // Sixty wait beside the six; who came after them is told so, as one that has asked for too much.
  expect([other.status, mineDone < 80]).toEqual([200, true]);
  const outcomes = await Promise.all(mine);
  const statuses = new Set(outcomes.map(({ status }) => status));
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 429]);
  expect(outcomes.filter(({ status }) => status === 429).length).toBe(80 - 66);
});
