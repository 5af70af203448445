import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testLog } from '../../testing/logged.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { fail } from '../operation/problem.ts';
import { Budgets } from './budgets.ts';
import type { Gate, SignedIn } from './gate.ts';
import { createHttp } from './server.ts';

const MOST = 4;
let app: FastifyInstance;
/** Sessions by what they present. */
const open = new Map([
  ['Bearer anna', 'a'],
  ['bearer anna', 'a'],
  ['ben', 'b'],
]);

beforeAll(async () => {
  const budgets = new Budgets();
  const gate: Gate = budgets.knowing({
    instanceOf: () => fail('INSTANCE_UNKNOWN'),
    async signedIn({ headers }) {
      const sessionId = open.get(headers.authorization ?? headers.cookie ?? '') ?? fail('UNAUTHENTICATED');
      return { person: { sessionId } } as SignedIn;
    },
  });
  app = await createHttp({
    log: testLog(),
    newId: () => 'x',
    logsRequests: false,
    metrics: NO_METRICS,
    trustedProxies: 1,
    requestsPerMinute: MOST,
    budgets,
    isOurHost: () => true,
    allowsOrigin: () => false,
  });
  app.get('/who', async (request, reply) => ({ id: (await gate.signedIn(request, reply)).person.sessionId }));
});
afterAll(() => app?.close());

/** The statuses of requests from one address, one after the other. */
async function ask(address: string, requests: readonly Record<string, string>[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const headers of requests)
    statuses.push((await app.inject({ url: '/who', headers: { 'x-forwarded-for': address, ...headers } })).statusCode);
  return statuses;
}

test('credentials that nobody has are charged to the address, however different they are', async () => {
  const made = ['1', '2', '3', '4', '5'].map((n) => ({ authorization: `Bearer ${n}` }));
  expect(await ask('192.0.2.1', made)).toEqual([401, 401, 401, 401, 429]);
  expect(await ask('192.0.2.1', [{}, { cookie: 'x' }, { authorization: 'Bearer anna', cookie: 'y' }])).toEqual([
    429, 429, 429,
  ]);
  expect(await ask('192.0.2.2', [{ cookie: 'x' }])).toEqual([401]);
});

test('a session that has proven good has a budget of its own, whatever it is sent with, and no longer than it lives', async () => {
  const anna = [{ authorization: 'Bearer anna' }, { authorization: 'bearer anna' }];
  expect(await ask('192.0.2.3', [...anna, ...anna, ...anna])).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await ask('192.0.2.3', [{}, ...anna])).toEqual([401, 429, 429]);
  expect(await ask('192.0.2.4', [{ cookie: 'ben' }, { cookie: 'ben' }])).toEqual([200, 200]);
  open.delete('ben');
  const ended = Array.from({ length: 5 }, () => ({ cookie: 'ben' }));
  expect(await ask('192.0.2.4', ended)).toEqual([401, 401, 401, 401, 429]);
});
