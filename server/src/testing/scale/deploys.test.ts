import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedItem } from '../../modules/activity/factory.ts';
import { startBalancer, type Balancer } from '../balancer.ts';
import { TestClient, type Answer } from '../client.ts';
import { StompPeer } from '../stomp.ts';
import { TEST_PASSWORD } from '../server.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { LOOK_MS, percentiles, startReal, type RealProcess } from './real-process.ts';

/** 100 is the long run; without a number there is none. */
const DEPLOYS = Number(process.env['KONTOR_TEST_DEPLOYS'] ?? 0);
const PEOPLE = 6;
/** A person does something about so often. */
const PAUSE_MS = 40;

let fixture: Fixture;
let balancer: Balancer;
let processes: RealProcess[];
const over = new AbortController();

beforeAll(async () => {
  if (DEPLOYS === 0) return;
  fixture = await startFixture({ ownRealtime: false, processes: 0 });
  balancer = await startBalancer();
  const env = { KONTOR_PUBLIC_URL: balancer.base };
  processes = [await startReal(fixture, 'process-1', env)];
  processes.push(...(await Promise.all(['process-2', 'process-3'].map((name) => startReal(fixture, name, env)))));
  balancer.use(processes.map(({ port }) => port));
});
afterAll(async () => {
  over.abort();
  await Promise.all((processes ?? []).map((it) => it.stop()));
  await balancer?.close();
  await fixture?.close();
});

/** What a balancer does: asks who is ready, and sends nobody to the others. */
async function watch(): Promise<void> {
  while (!over.signal.aborted) {
    const ready = await Promise.all(processes.map(async (it) => ((await it.isReady()) ? [it.port] : [])));
    balancer.use(ready.flat());
    await sleep(LOOK_MS);
  }
}

/** What the clients saw: how long each answer took, and everything but success and a 503 or 429 that says when to come again. */
const seen = { times: [] as number[], putOff: 0, wrong: [] as string[] };

/** Does something until it is answered, as our client does: what is put off is asked again, with the same process id. */
async function until(name: string, send: () => Promise<Answer<unknown>>): Promise<void> {
  for (;;) {
    const began = performance.now();
    const answer = await send().catch((error: unknown) => String((error as Error).cause ?? error));
    if (typeof answer === 'string') seen.wrong.push(`${name}: ${answer}`);
    else if (answer.status < 300) {
      seen.times.push(performance.now() - began);
      return;
    } else if ([429, 503].includes(answer.status) && Number(answer.headers.get('retry-after')) > 0) seen.putOff += 1;
    else seen.wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(typeof answer === 'string' ? 200 : Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** A person who reads and changes one item of their own, and hears of it. */
async function work(name: string, isOver: () => boolean): Promise<{ changes: number; versions: number[] }> {
  const userId = await fixture.person(name);
  const entryId = await seedItem(fixture.change, fixture.instance, { userIds: [userId] });
  const client = await new TestClient(balancer.base, fixture.instance.name).signIn(name, TEST_PASSWORD);
  const peer = await StompPeer.as(client);
  // The broker ends a connection that it hears nothing from.
  const beat = setInterval(() => peer.raw(Buffer.from('\n')), 2000);
  const aggregateIds = [formatAggregateId({ module: 'email', entryId, userId })];
  let changes = 0;
  while (!isOver()) {
    await until('a list', () => client.tryQuery('inbox.items'));
    await sleep(PAUSE_MS);
    const processId = randomUUID();
    const state = changes % 2 === 0 ? 'ready' : 'seen';
    await until('a change', () => client.tryCommand('activity.setState', { aggregateIds, state }, { processId }));
    changes += 1;
    await sleep(PAUSE_MS);
  }
  const versions: number[] = [];
  while (!versions.includes(changes + 1)) {
    const { payload } = await peer.event({ withinMs: 20_000 }).catch((cause: unknown) => {
      throw new Error(`${name} made ${changes} changes and heard of ${versions.length}`, { cause });
    });
    versions.push(...((payload['changes'] ?? []) as { aggregateVersion: number }[]).map((it) => it.aggregateVersion));
  }
  clearInterval(beat);
  peer.close();
  return { changes, versions };
}

test.skipIf(DEPLOYS === 0)(
  `${DEPLOYS} times one of three processes is replaced while people work: nobody sees it, and nothing is lost`,
  { timeout: 60_000 + DEPLOYS * 30_000 },
  async () => {
    const watched = watch();
    let isOver = false;
    const people = Array.from({ length: PEOPLE }, (_, n) => work(`anna${n}`, () => isOver));
    const stops: number[] = [];
    const codes = new Set<unknown>();
    try {
      await sleep(1000);
      for (let n = 0; n < DEPLOYS; n += 1) {
        const replaced = processes[n % processes.length] as RealProcess;
        const { code, ms } = await replaced.stop();
        codes.add(code);
        stops.push(ms);
        await replaced.start();
        await sleep(2 * LOOK_MS);
      }
    } finally {
      isOver = true;
    }
    const done = await Promise.all(people);
    over.abort();
    await watched;
    const changes = done.reduce((sum, one) => sum + one.changes, 0);
    process.stderr.write(
      `${DEPLOYS} deploys, ${seen.times.length} answers of which ${changes} changes, ${seen.putOff} put off, ${seen.wrong.length} wrong; ` +
        `ms of an answer ${JSON.stringify(percentiles(seen.times))}, of a stop ${JSON.stringify(percentiles(stops))}\n`,
    );
    expect([...codes]).toEqual([0]);
    expect(seen.wrong).toEqual([]);
    for (const one of done) {
      expect(one.changes).toBeGreaterThan(0);
      // Each change was made once, and everybody heard of each.
      expect([...new Set(one.versions)].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: one.changes }, (_, n) => n + 2),
      );
    }
  },
);
