import { HEADERS } from '@kontor/contract/kernel';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/server.ts';

/** A page of a stranger makes the browser of a person send requests along with the person's cookie. */
let server: TestServer;
let cookie: string;
let csrfToken: string;
let othersToken: string;
const login = async (userName: string): Promise<{ cookie: string; csrfToken: string }> => {
  const response = await fetch(`${server.base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [HEADERS.session]: 'cookie' },
    body: JSON.stringify({ instance: 'echt', username: userName, password: TEST_PASSWORD }),
  });
  const { csrfToken: token } = (await response.json()) as { csrfToken: string };
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', csrfToken: token };
};

beforeAll(async () => {
  server = await startTestServer();
  const instance = await server.instance('echt');
  await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'ben');
  ({ cookie, csrfToken } = await login('anna'));
  ({ csrfToken: othersToken } = await login('ben'));
});
afterAll(() => server?.close());

const form = (): FormData => {
  const body = new FormData();
  body.set('command', 'account.discardFailedJobs');
  body.set('processId', randomUUID());
  body.set('parameters', '{"jobIds":["1"]}');
  return body;
};
const ways: Record<string, () => RequestInit & { path: string }> = {
  'a form as a browser sends it': () => ({ path: '/command', body: form() }),
  'a form of one field': () => ({
    path: '/command',
    body: 'command=activity.delete',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
  'a form that destroys a task': () => ({
    path: '/task/task/destroy',
    body: 'aggregateId=x',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
  'a query by POST as text': () => ({
    path: '/query',
    body: '{"query":"session.user"}',
    headers: { 'Content-Type': 'text/plain' },
  }),
  'a query by POST': () => ({
    path: '/query',
    body: '{"query":"session.user"}',
    headers: { 'Content-Type': 'application/json' },
  }),
  'a sign-out': () => ({ path: '/auth/logout', body: '{}', headers: { 'Content-Type': 'application/json' } }),
};
const EVIL = { Origin: 'https://evil.example' };
const marks: Record<string, () => Record<string, string>> = {
  'of another origin': () => EVIL,
  'of another origin, with a token that is none': () => ({ ...EVIL, [HEADERS.csrf]: 'x' }),
  'of another origin, with the token of another person': () => ({ ...EVIL, [HEADERS.csrf]: othersToken }),
  'of another origin, with the person’s own token': () => ({ ...EVIL, [HEADERS.csrf]: csrfToken }),
  'of a host that ours is the beginning of': () => ({
    Origin: `${server.base}.evil.example`,
    [HEADERS.csrf]: csrfToken,
  }),
  'of no origin, as a frame has it': () => ({ Origin: 'null', [HEADERS.csrf]: csrfToken }),
  'that say nothing of their origin': () => ({ [HEADERS.csrf]: csrfToken }),
  'of our own origin without a token': () => ({ Origin: server.base }),
};
const cases = Object.keys(ways).flatMap((way) => Object.keys(marks).map((mark) => [way, mark] as const));

describe(`${cases.length} forged requests`, () => {
  test.each(cases)('%s, %s', async (way, mark) => {
    const { path, headers, ...init } = ways[way]?.() ?? { path: '' };
    const all: Record<string, string> = {
      Cookie: cookie,
      ...(headers as Record<string, string> | undefined),
      ...marks[mark]?.(),
    };
    const response = await fetch(server.base + path, { method: 'POST', ...init, headers: all });
    expect([400, 403, 415]).toContain(response.status);
    expect(response.headers.get('access-control-allow-origin')).toBe(
      all['Origin'] === server.base ? server.base : null,
    );
  });

  test('have ended no session and changed nothing, and the person’s own request is carried out', async () => {
    const headers = { Cookie: cookie, Origin: server.base, [HEADERS.csrf]: csrfToken };
    const response = await fetch(`${server.base}/command`, { method: 'POST', body: form(), headers });
    expect(response.status).toBe(200);
    const db = server.platform.database.owner;
    const logged = await db.selectFrom('command_log').select('command').execute();
    expect(logged).toEqual([{ command: 'account.discardFailedJobs' }]);
  });
});

test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
  'a web socket of a page from %s is refused',
  async (origin) => {
    const socket = new WebSocket(`${server.base.replace('http', 'ws')}/ws`, ['v12.stomp'], {
      headers: { Origin: origin, Cookie: cookie },
    });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('403');
  },
);
