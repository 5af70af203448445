import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer, pongOf } from '../../testing/stomp.ts';

/** Every broken input by every way in: a clear error, no fault of the server, and the server well afterwards. */
const fixture = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')) as T;
const bytesOf = (name: string) =>
  Object.entries(fixture<Record<string, string>>(name)).map(
    ([file, text]) => [file, Buffer.from(text, 'base64')] as const,
  );
const inputs: readonly (readonly [string, Buffer<ArrayBuffer>])[] = [
  ...bytesOf('json-nst'),
  ...bytesOf('deflate-bombs'),
  ...fixture<string[]>('parameters').map((text) => [text, Buffer.from(text)] as const),
];

const AT_ONCE = 12;

/** Some inputs at a time. */
async function forEach(work: (name: string, bytes: Buffer<ArrayBuffer>) => Promise<void>): Promise<void> {
  for (let first = 0; first < inputs.length; first += AT_ONCE)
    await Promise.all(inputs.slice(first, first + AT_ONCE).map(([name, bytes]) => work(name, bytes)));
}

let server: TestServer;
let anna: TestClient;
let ended: string | undefined;
const noteEnd = (error: unknown) => void (ended = String(error));

beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', noteEnd);
  server = await startTestServer({}, { ownRealtime: true, alone: true });
  const instance = await server.instance('grob');
  await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', noteEnd);
  await server?.close();
});

const post = (path: string, type: string, body: Buffer<ArrayBuffer>) => ({
  path,
  init: { method: 'POST', headers: anna.headers({ 'Content-Type': type }), body: new Blob([body]) },
});
const command = (body: Buffer<ArrayBuffer>, serializer: string, as: 'file' | 'text') => {
  const form = new FormData();
  form.set('command', 'activity.setState');
  form.set('processId', randomUUID());
  form.set('serializer', serializer);
  if (as === 'file') form.set('parameters', new Blob([body]), 'parameters');
  else form.set('parameters', body.toString('latin1'));
  return { path: '/command', init: { method: 'POST', headers: anna.headers(), body: form } };
};
const queryPath = (name: string, bytes: Buffer) =>
  `/query?${new URLSearchParams({ query: 'filter.items', [name]: bytes.toString('latin1') }).toString()}`;

const ways: Record<string, (bytes: Buffer<ArrayBuffer>) => { path: string; init: RequestInit }> = {
  'GET /query, parameters': (bytes) => ({ path: queryPath('parameters', bytes), init: { headers: anna.headers() } }),
  'GET /query, sort': (bytes) => ({ path: queryPath('sort', bytes), init: { headers: anna.headers() } }),
  'GET /query, page': (bytes) => ({ path: queryPath('page', bytes), init: { headers: anna.headers() } }),
  'POST /query': (bytes) => post('/query', 'application/json', bytes),
  'POST /command, as it is': (bytes) => command(bytes, 'json', 'file'),
  'POST /command, as text': (bytes) => command(bytes, 'json', 'text'),
  'POST /command, packed': (bytes) => command(bytes, 'pako', 'file'),
  'POST /command, whole': (bytes) => post('/command', 'multipart/form-data; boundary=x', bytes),
  'POST /auth/login': (bytes) => post('/auth/login', 'application/json', bytes),
  // Signed out, or the session would be over at the first one that happens to be good.
  'POST /auth/logout': (bytes) => {
    const headers = { 'Content-Type': 'application/json', 'X-Instance': 'grob' };
    return { path: '/auth/logout', init: { method: 'POST', headers, body: new Blob([bytes]) } };
  },
};

describe.each(Object.keys(ways))(`%s: ${inputs.length} broken inputs`, (way) => {
  test('are answered clearly', async () => {
    await forEach(async (name, bytes) => {
      const { path, init } = ways[way]?.(bytes) ?? { path: '', init: {} };
      const answer = await anna.send<{ code?: string; detail?: string; title?: string }>(path, init);
      // Some odd JSON is JSON, and means nothing here.
      expect(answer.status, `${name}: ${JSON.stringify(answer.body).slice(0, 200)}`).toBeLessThan(500);
      if (answer.status >= 400) {
        expect(answer.body.code, name).toMatch(/^[A-Z_]+$/);
        expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.ts|node_modules|select |SyntaxError|ECONN/);
      }
    });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((await fetch(`${server.base}/health/ready`)).status).toBe(200);
    expect(ended).toBeUndefined();
  });
});

test(`STOMP: ${inputs.length} broken inputs end their connection and no other`, async () => {
  const well = await StompPeer.open(server.base);
  well.connect(await pongOf(anna));
  await well.next('CONNECTED');
  await forEach(async (name, bytes) => {
    const peer = await StompPeer.open(server.base);
    peer.raw(
      Buffer.concat([Buffer.from('SEND\ndestination:/topic/x\n\n'), bytes.subarray(0, 60_000), Buffer.from('\0')]),
    );
    peer.raw(bytes.subarray(0, 60_000));
    await expect.poll(() => peer.closed, { message: name }).toBe(true);
  });
  expect(well.closed).toBe(false);
  expect((await fetch(`${server.base}/health/ready`)).status).toBe(200);
  expect(ended).toBeUndefined();
  well.close();
});

test.each([
  ['/auth/login', 64 * 1024],
  ['/query', 1024 * 1024],
])('a body for %s of more than %d bytes is refused', async (path, most) => {
  const body = Buffer.from(JSON.stringify({ query: 'session.user', more: 'x'.repeat(most) }));
  const { init } = post(path, 'application/json', body);
  const answer = await anna.send<{ code: string }>(path, init);
  expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
});
