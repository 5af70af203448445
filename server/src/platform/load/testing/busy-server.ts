import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Budgets } from '../../http/budgets.ts';
import { createHttp } from '../../http/server.ts';
import { openDatabase } from '../../db/database.ts';
import type { Logger } from '../../log/logger.ts';
import { NO_METRICS } from '../../metrics/metrics.ts';
import { Load } from '../load.ts';

export const CONNECTIONS = 6;
const PEOPLE = 300;

/** What became of a request. */
export interface Outcome {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
}

/** A server whose work costs a database connection for a twentieth of a second, of which it has six. */
export interface BusyServer {
  ask(person: number): Promise<Outcome>;
  close(): Promise<void>;
}

export async function startBusyServer(url: string, log: Logger): Promise<BusyServer> {
  const database = await openDatabase({ url, poolSize: CONNECTIONS, log });
  const { pool } = database;
  const load = new Load({
    // How busy the machine is must not decide.
    signs: () => ({ lagMs: 0, waitMs: pool.wait.longestMs() }),
    poolSize: pool.size,
    metrics: NO_METRICS,
  });
  const http = await createHttp({
    log,
    newId: () => 'x',
    logsRequests: false,
    metrics: NO_METRICS,
    trustedProxies: 0,
    requestsPerMinute: 1_000_000,
    budgets: new Budgets(),
    isOurHost: () => true,
    allowsOrigin: () => false,
  });
  const work = async (request: FastifyRequest): Promise<object> => {
    load.admit('normal');
    const { person } = request.params as { person: string };
    await load.during(person, 'normal', () => sql`select pg_sleep(0.05)`.execute(database.forInstance(1)));
    return {};
  };
  http.get('/work/:person', (request) => load.counted(request.url, () => work(request)));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  return {
    ask: (person) => ask(agent, port, person),
    async close() {
      agent.destroy();
      await http.close();
      await database.close();
    },
  };
}

const ask = (agent: Agent, port: number, person: number): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get({ port, host: '127.0.0.1', path: `/work/${person}`, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - began,
          retryAfter: response.headers['retry-after'],
        }),
      );
    }).on('error', reject);
  });

/** Keeps so many requests under way for `ms`. Returns how many were done a second, and the median of their milliseconds. */
export async function keepBusy(server: BusyServer, atOnce: number, ms: number) {
  const began = performance.now();
  const done: number[] = [];
  const one = async (person: number): Promise<void> => {
    while (performance.now() - began < ms) done.push((await server.ask(person)).ms);
  };
  await Promise.all(Array.from({ length: atOnce }, (_, person) => one(person)));
  return { rate: done.length / ((performance.now() - began) / 1000), medianMs: percentile(done, 0.5) };
}

/** Asks so often a second, as three hundred people, whatever becomes of it. */
export async function flood(server: BusyServer, perSecond: number, ms: number) {
  const began = performance.now();
  const pending: Promise<Outcome>[] = [];
  for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - began) {
    while (pending.length < (elapsed / 1000) * perSecond) pending.push(server.ask(pending.length % PEOPLE));
    await sleep(5);
  }
  const seconds = (performance.now() - began) / 1000;
  return { outcomes: await Promise.all(pending), seconds };
}

export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
