import { HEADERS } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProblemError } from '../../platform/operation/problem.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepInstance } from './store/sweep.ts';
import { WINDOW_MS, admit, wasRight } from './throttle.ts';

let server: TestServer;
let instance: Instance;

beforeAll(async () => {
  server = await startTestServer({ KONTOR_TRUST_PROXY: 'true' });
  instance = await server.instance('first');
  for (const name of ['anna', 'ben', 'chris']) await server.person(instance, name);
});
afterAll(() => server?.close());
const forgetTries = () => sql`delete from sign_in_try`.execute(server.platform.database.owner);
beforeEach(async () => void (await forgetTries()));

interface From {
  readonly address?: string;
  readonly cookie?: string;
  readonly session?: 'cookie';
}
const login = (username: string, password: string, { address = '198.51.100.7', cookie, session }: From = {}) =>
  new TestClient(server.base, 'first').send<{ code?: string }>('/auth/login', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(session === undefined ? {} : { [HEADERS.session]: session }),
    },
    body: JSON.stringify({ instance: 'first', username, password }),
  });
const WRONG = 'wrong wrong wrong';
const countingAt = (now: number) => ({
  db: server.platform.database.forInstance(instance.id),
  instanceId: instance.id,
  now,
});

describe('wrong passwords', () => {
  test('from many addresses slow one account, for all that are strange to it, and for nobody who is not', async () => {
    expect((await login('anna', TEST_PASSWORD, { address: '203.0.113.1' })).status).toBe(200);
    const own = await login('anna', TEST_PASSWORD, { address: '203.0.113.2', session: 'cookie' });
    const cookie = own.headers
      .getSetCookie()
      .find((it) => it.startsWith('device-kontor-'))
      ?.split(';')[0];
    expect(own.headers.getSetCookie().every((it) => it.includes('HttpOnly'))).toBe(true);
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 14; n += 1) codes.push((await login('anna', WRONG, { address: `198.51.100.${n}` })).body.code);
    expect(codes.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(10);
    const stranger = await login('anna', TEST_PASSWORD, { address: '198.51.100.99' });
    expect([stranger.status, Number(stranger.headers.get('Retry-After')) > 800]).toEqual([429, true]);
    expect((await login('anna', TEST_PASSWORD, { address: '203.0.113.1' })).status).toBe(200);
    expect((await login('anna', TEST_PASSWORD, { address: '198.51.100.98', cookie: cookie ?? '' })).status).toBe(200);
    // What another person's device knows opens nothing, nor does a cookie that was made up.
    expect((await login('ben', WRONG, { cookie: cookie ?? '' })).body.code).toBe('LOGIN_FAILED');
    const forged = `${cookie?.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
    expect((await login('anna', TEST_PASSWORD, { address: '198.51.100.97', cookie: forged })).status).toBe(429);
    expect((await login('ben', TEST_PASSWORD, { address: '198.51.100.97' })).status).toBe(200);
  });

  test('are counted before they are looked at, so that all at once are no more than ten', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => login('ben', WRONG, { address: `198.51.100.${n}` })),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('from one address for many names slow the address', async () => {
    const answers = await Promise.all(Array.from({ length: 102 }, (_, n) => login(`name${n}`, WRONG)));
    const statuses = Object.groupBy(answers, ({ status }) => status);
    expect(Object.entries(statuses).map(([status, all]) => [status, all?.length])).toEqual([
      ['404', 100],
      ['429', 2],
    ]);
    expect((await login('chris', TEST_PASSWORD)).status).toBe(429);
    expect((await login('chris', TEST_PASSWORD, { address: '198.51.100.8' })).status).toBe(200);
  });
});

describe('the count', () => {
  test('of hundreds of tries in an hour lets ten through in any quarter of it', async () => {
    const TRIES = 800;
    const begin = server.platform.now();
    const passed: number[] = [];
    const step = (60 * 60_000) / TRIES;
    const one = async (n: number) => {
      const now = begin + Math.floor(n * step);
      const counted = [
        { kind: 'account', key: 'anna' },
        { kind: 'address', key: `${n % 200}` },
      ] as const;
      await admit(countingAt(now), counted).then(
        () => passed.push(now),
        (error: unknown) => expect(error).toBeInstanceOf(ProblemError),
      );
    };
    for (let n = 0; n < TRIES; n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(one));
    passed.sort((a, b) => a - b);
    for (const at of passed) {
      const within = passed.filter((other) => other >= at && other < at + WINDOW_MS - step * 4);
      expect(within.length).toBeLessThanOrEqual(10);
    }
    expect(passed.length).toBeGreaterThanOrEqual(40);
  });

  test('of a refused try is not raised, of a right one is begun anew', async () => {
    const now = server.platform.now();
    const account = { kind: 'account', key: 'x' } as const;
    const address = { kind: 'address', key: 'y' } as const;
    for (let n = 0; n < 9; n += 1) await admit(countingAt(now + n), [account, address]);
    const right = await admit(countingAt(now + 10), [account, address]);
    await expect(admit(countingAt(now + 11), [account, address])).rejects.toMatchObject({ retryAfter: 900 });
    await wasRight(countingAt(now), right);
    const { rows } = await sql<{ key: string; n: number }>`
      select key, cardinality(at) as n from sign_in_try order by key`.execute(server.platform.database.owner);
    expect(rows).toEqual([{ key: 'address y', n: 9 }]);
    await admit(countingAt(now + 12), [account]);
  });

  test('is swept when it is over', async () => {
    const now = server.platform.now();
    await admit(countingAt(now), [{ kind: 'account', key: 'x' }]);
    const left = async (at: number) => {
      await sweepInstance(countingAt(at).db, instance.id, at);
      const { rows } = await sql`select 1 from sign_in_try`.execute(server.platform.database.owner);
      return rows.length;
    };
    expect([await left(now + WINDOW_MS - 1000), await left(now + WINDOW_MS + 1000)]).toEqual([1, 0]);
  });
});

test('unknown names, wrong passwords and wrong codes are answered alike, and after the same work', async () => {
  const seconds = await server.person(instance, 'eva');
  await sql`insert into user_factor (instance_id, user_id, seed, enabled_at)
    values (${instance.id}, ${seconds}, ${server.platform.secrets.seal('A'.repeat(52), `seed ${instance.id} ${seconds}`)}, now())`.execute(
    server.platform.database.owner,
  );
  const cases = [
    ['nobody', TEST_PASSWORD],
    ['eva', WRONG],
    ['eva', TEST_PASSWORD],
  ] as const;
  const times = cases.map((): number[] => []);
  const bodies = new Set<string>();
  for (let round = 0; round < 21; round += 1) {
    await forgetTries();
    for (const [index, [name, password]] of cases.entries()) {
      const began = process.cpuUsage();
      const { body, status } = await login(name, password, { address: `198.51.100.${round}` });
      const { user, system } = process.cpuUsage(began);
      times[index]?.push(user + system);
      bodies.add(JSON.stringify([status, body]));
    }
  }
  expect(bodies.size).toBe(1);
  // What else the process does adds to some of them and takes from none. A hash that is left out would make one a small part of the others.
  const least = times.map((list) => Math.min(...list));
  expect(Math.max(...least) / Math.min(...least)).toBeLessThan(2);
});
