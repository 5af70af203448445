import { setTimeout as sleep } from 'node:timers/promises';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedBox, seedItem } from '../../modules/activity/factory.ts';
import { TestClient, type Answer } from '../client.ts';
import { freePort } from '../free-port.ts';
import { TEST_PASSWORD } from '../server.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { percentiles, startReal, type RealProcess } from './real-process.ts';

/** 300 is the long run; without a number there is none. */
const SECONDS = Number(process.env['KONTOR_TEST_SOAK_SECONDS'] ?? 0);
const TIMES = 2;
const PEOPLE = 240;
/** So many share a mailbox. */
const TEAM = 24;
/** As many as a browser has connections to one host; what is more waits in the browser. */
const OF_ONE_PERSON = 6;
const ITEMS = 60;
/** What is measured first: what it carries with so many at a time. */
const PEAK_MS = 6000;
const AT_ONCE = 48;

let fixture: Fixture;
let server: RealProcess;
let metrics: string;
let people: { readonly client: TestClient; readonly own: string }[];

beforeAll(async () => {
  if (SECONDS === 0) return;
  fixture = await startFixture({ ownRealtime: true, processes: 0 });
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  server = await startReal(fixture, 'process-1', { KONTOR_METRICS_PORT: String(port) });
  const names = Array.from({ length: PEOPLE }, (_, n) => `anna${n}`);
  const userIds: number[] = [];
  for (const name of names) userIds.push(await fixture.person(name));
  for (let first = 0; first < PEOPLE; first += TEAM) {
    const team = userIds.slice(first, first + TEAM);
    const boxId = await seedBox(fixture.change, fixture.instance, team);
    for (let n = 0; n < ITEMS; n += 1) await seedItem(fixture.change, fixture.instance, { userIds: team, boxId });
  }
  people = [];
  for (const [n, name] of names.entries()) {
    const userId = userIds[n] ?? 0;
    const entryId = await seedItem(fixture.change, fixture.instance, { userIds: [userId] });
    const client = await new TestClient(server.base, fixture.instance.name).signIn(name, TEST_PASSWORD);
    people.push({ client, own: formatAggregateId({ module: 'email', entryId, userId }) });
  }
});
afterAll(async () => {
  await server?.stop();
  await fixture?.close();
});

interface Outcome {
  readonly kind: 'read' | 'change';
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: number;
}

/** One of ten requests is a change, the others are lists. */
async function one(n: number): Promise<Outcome> {
  const { client, own } = people[n % PEOPLE] as (typeof people)[number];
  const kind = n % 10 === 9 ? 'change' : 'read';
  const began = performance.now();
  const state = Math.floor(n / PEOPLE) % 2 === 0 ? 'ready' : 'seen';
  const sent: Promise<Answer<unknown>> =
    kind === 'change'
      ? client.tryCommand('activity.setState', { aggregateIds: [own], state })
      : client.tryQuery(n % 2 === 0 ? 'inbox.items' : 'filter.items', n % 2 === 0 ? {} : { view: 'all' });
  const { status, headers } = await sent.catch(() => ({ status: 0, headers: new Headers() }));
  return { kind, status, ms: performance.now() - began, retryAfter: Number(headers.get('retry-after')) };
}

/** How many requests the server has answered within each of its buckets of time, in seconds. */
async function answeredWithin(): Promise<ReadonlyMap<number, number>> {
  const text = await (await fetch(metrics)).text();
  const within = new Map<number, number>();
  for (const [, limit = '', count = ''] of text.matchAll(
    /^kontor_request_seconds_bucket\{le="([^"]+)",operation="(?:inbox|filter|activity)\.[^"]*"\} (\d+)$/gm,
  )) {
    const seconds = Number(limit.replace('+Inf', 'Infinity'));
    within.set(seconds, (within.get(seconds) ?? 0) + Number(count));
  }
  return within;
}

/** The bucket, in seconds, that so large a part of what was answered between two looks lies within. */
function secondsOf(
  part: number,
  [before, after]: readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>],
): number {
  const answered = [...after].map(([limit, count]) => [limit, count - (before.get(limit) ?? 0)] as const);
  const all = Math.max(...answered.map(([, count]) => count));
  return Math.min(...answered.filter(([, count]) => count >= all * part).map(([limit]) => limit));
}

/** What is done a second, with so many at a time. */
async function peak(ms: number): Promise<number> {
  const began = performance.now();
  let [sent, done] = [0, 0];
  const lane = async (): Promise<void> => {
    while (performance.now() - began < ms) if ((await one((sent += 1))).status === 200) done += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return done / ((performance.now() - began) / 1000);
}

test.skipIf(SECONDS === 0)(
  `for ${SECONDS} seconds asked ${TIMES} times what it carries a server goes on, says who is to come again, and is itself again at once`,
  { timeout: 60_000 + SECONDS * 2000 },
  async () => {
    await peak(PEAK_MS / 2);
    const best = await peak(PEAK_MS);
    const before = await answeredWithin();
    const began = performance.now();
    const pending: Promise<Outcome>[] = [];
    let underWay = 0;
    for (let elapsed = 0; elapsed < SECONDS * 1000; elapsed = performance.now() - began) {
      while (pending.length < (elapsed / 1000) * best * TIMES && underWay < PEOPLE * OF_ONE_PERSON) {
        underWay += 1;
        pending.push(one(pending.length).finally(() => (underWay -= 1)));
      }
      await sleep(5);
    }
    const seconds = (performance.now() - began) / 1000;
    const outcomes = await Promise.all(pending);
    const own = [before, await answeredWithin()] as const;
    const done = outcomes.filter(({ status }) => status === 200);
    const putOff = outcomes.filter(({ status }) => status === 503 || status === 429);
    const changes = outcomes.filter(({ kind }) => kind === 'change');
    const times = (of: readonly Outcome[]) => JSON.stringify(percentiles(of.map(({ ms }) => ms)));
    process.stderr.write(
      `carries ${Math.round(best)}/s; asked ${outcomes.length} in ${Math.round(seconds)} s, done ${done.length} (${Math.round(done.length / seconds)}/s), ` +
        `put off ${putOff.length}, else ${outcomes.length - done.length - putOff.length}; ms of what was done ${times(done)}, ` +
        `of changes ${times(changes)}, of what was put off ${times(putOff)}; the server itself took at most ${secondsOf(0.5, own)} s for half, ` +
        `${secondsOf(0.95, own)} s for 95 of 100\n`,
    );
    expect(outcomes.length - done.length - putOff.length, 'answers that are neither').toBe(0);
    for (const { retryAfter } of putOff) expect(retryAfter).toBeGreaterThan(0);
    expect(changes.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    // The machine does other things as well, such as asking.
    expect(done.length / seconds / best, 'done to the best').toBeGreaterThan(0.4);

    const after = performance.now();
    while ((await one(0)).status !== 200) await sleep(50);
    expect(performance.now() - after).toBeLessThan(10_000);
  },
);
