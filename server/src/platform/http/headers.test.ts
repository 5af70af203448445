import type { FastifyInstance } from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { testLog } from '../../testing/logged.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { securityHeaders } from './security-headers.ts';
import { Budgets } from './budgets.ts';
import { createHttp } from './server.ts';
import { serveWebApp } from './web-app.ts';

let server: TestServer;
let anna: TestClient;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ KONTOR_ORIGINS: 'https://app.example', KONTOR_DOMAINS: 'kontor.example' });
  await server.person(await server.instance('kopf'), 'anna');
  anna = await server.client({ id: 0, name: 'kopf', title: '', settings: {} }, 'anna');
  // A web app as the build leaves it, whether it was built here or not.
  folder = await mkdtemp(join(tmpdir(), 'kontor-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.git'));
  for (const file of ['index.html', 'sw.js', 'assets/base-1.js', '.git/config'])
    await writeFile(join(folder, file), file);
  for (const file of ['index.html', 'assets/base-1.js'])
    await Promise.all([
      writeFile(join(folder, `${file}.br`), brotliCompressSync(file)),
      writeFile(join(folder, `${file}.gz`), gzipSync(file)),
    ]);
  app = await createHttp({
    log: testLog(),
    newId: () => 'x',
    logsRequests: false,
    metrics: NO_METRICS,
    trustedProxies: 1,
    requestsPerMinute: 1000,
    budgets: new Budgets(),
    isOurHost: () => true,
    allowsOrigin: () => false,
  });
  await serveWebApp(app, folder);
});
afterAll(async () => {
  await app?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test('the headers of every answer, in words', () => {
  expect(securityHeaders()(true)).toMatchInlineSnapshot(`
    {
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self' https: wss: http://127.0.0.1:* http://localhost:*; frame-src 'self' https:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default dompurify",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-site",
      "Origin-Agent-Cluster": "?1",
      "Permissions-Policy": "geolocation=(self), accelerometer=(), camera=(), display-capture=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()",
      "Referrer-Policy": "no-referrer",
      "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
      "X-Content-Type-Options": "nosniff",
      "X-DNS-Prefetch-Control": "off",
      "X-Frame-Options": "DENY",
      "X-Permitted-Cross-Domain-Policies": "none",
    }
  `);
});

test('over plain HTTP nothing is promised of TLS, and connections may be as plain', () => {
  expect(securityHeaders(['erp.example:8443'])(true)['Content-Security-Policy']).toContain(
    "form-action 'self' erp.example:8443;",
  );
  const plain = securityHeaders()(false);
  expect(plain['Strict-Transport-Security']).toBeUndefined();
  expect(plain['Content-Security-Policy']).toContain("connect-src 'self' https: wss: http: ws:;");
});

const PROTECTING = Object.keys(securityHeaders()(false)).filter((name) => name !== 'Cache-Control');

describe('an answer of every kind protects, and is kept where it may be', () => {
  const json = { 'Content-Type': 'application/json' };
  test.each<[string, string, RequestInit, number, string]>([
    ['a query', '/query?query=session.user', {}, 200, 'no-store'],
    ['a query by POST', '/query', { method: 'POST', headers: json, body: '{"query":"session.user"}' }, 200, 'no-store'],
    ['a fault', '/query?query=none', {}, 404, 'no-store'],
    ['somebody unknown', '/query?query=session.user', { headers: { Authorization: 'Bearer x' } }, 401, 'no-store'],
    ['a sign-in', '/auth/login', { method: 'POST', headers: json, body: '{}' }, 422, 'no-store'],
    ['a body that is none', '/auth/login', { method: 'POST', headers: json, body: '{' }, 400, 'no-store'],
    ['a command', '/command', { method: 'POST', headers: json, body: '{}' }, 400, 'no-store'],
    ['what became of one', '/command/x', {}, 404, 'no-store'],
    ['an instance', '/instance.json', {}, 200, 'no-store'],
    ['the client', '/client.json', {}, 200, 'no-store'],
    ['real time', '/workspace/index/get-pong-configuration/format/json', {}, 200, 'no-store'],
    ['health', '/health/ready', {}, 200, 'no-store'],
    ['nothing', '/nothing', {}, 404, 'no-store'],
  ])('%s', async (_name, path, init, status, cache) => {
    const headers = { ...anna.headers(), ...(init.headers as Record<string, string> | undefined) };
    const answer = await anna.send(path, { ...init, headers });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, cache]);
    for (const name of PROTECTING) expect(answer.headers.get(name), name).toBe(securityHeaders()(false)[name]);
    expect(answer.headers.has('server')).toBe(false);
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });

  test.each([
    ['/', {}, 'no-cache'],
    ['/mails/all', { accept: 'text/html' }, 'no-cache'],
    ['/sw.js', {}, 'no-cache'],
    ['/assets/base-1.js', {}, 'public, max-age=31536000, immutable'],
    ['/assets/none.js', {}, 'no-store'],
  ])('%s of the web app, over TLS', async (url, headers, cache) => {
    const answer = await app.inject({ url, headers: { ...headers, 'x-forwarded-proto': 'https' } });
    expect(answer.headers['cache-control']).toBe(cache);
    for (const name of [...PROTECTING, 'Strict-Transport-Security'])
      expect(answer.headers[name.toLowerCase()], name).toBe(securityHeaders()(true)[name]);
  });
});

describe('what the build has packed', () => {
  const accept = 'text/html';
  test.each([
    ['/assets/base-1.js', 'gzip, deflate, br, zstd', 'br', 'assets/base-1.js', 'javascript'],
    ['/assets/base-1.js', 'gzip', 'gzip', 'assets/base-1.js', 'javascript'],
    ['/assets/base-1.js', 'br;q=0, identity', undefined, 'assets/base-1.js', 'javascript'],
    ['/assets/base-1.js', undefined, undefined, 'assets/base-1.js', 'javascript'],
    ['/', 'gzip, br', 'br', 'index.html', 'html'],
    ['/mails/all', 'gzip', 'gzip', 'index.html', 'html'],
    ['/sw.js', 'gzip, br', undefined, 'sw.js', 'javascript'],
  ])('is given as it is asked for: %s by %s', async (url, encodings, encoding, text, type) => {
    const headers = { accept, ...(encodings !== undefined && { 'accept-encoding': encodings }) };
    const { statusCode, headers: said, rawPayload } = await app.inject({ url, headers });
    expect([statusCode, said['content-encoding'], said['content-type'], said.vary]).toEqual([
      200,
      encoding,
      expect.stringContaining(type),
      expect.stringMatching(/accept-encoding/i),
    ]);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect((unpack?.(rawPayload) ?? rawPayload).toString()).toBe(text);
  });

  test.each(['/assets/base-1.js.br', '/index.html.gz'])('is no address of its own: %s', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  });

  test('is as old as the browser says it has it', async () => {
    const headers = { accept, 'accept-encoding': 'br' };
    const first = await app.inject({ url: '/', headers });
    const again = await app.inject({ url: '/', headers: { ...headers, 'if-none-match': String(first.headers.etag) } });
    expect(again.statusCode).toBe(304);
  });
});

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/assets/base-1.js.map',
  '/package.json',
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/debug',
  '/metrics',
])('%s is not to be had', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode, answer.body.slice(0, 50)).toBeGreaterThanOrEqual(400);
});

test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'HEAD'] as const)('%s is no way in', async (method) => {
  const page = method === 'HEAD' ? [] : ['/'];
  for (const url of ['/query?query=session.user', '/command', '/auth/login', ...page])
    expect([404, 405]).toContain((await app.inject({ method: method as 'PUT', url })).statusCode);
});

test.each(['/', '/mails/all', '/health/live', '/health/ready'])(
  '%s says by HEAD what it says by GET, without a body',
  async (url) => {
    const headers = { accept: 'text/html' };
    const [head, get] = [await app.inject({ method: 'HEAD', url, headers }), await app.inject({ url, headers })];
    expect([head.statusCode, head.body, head.headers['content-length'], head.headers['cache-control']]).toEqual([
      200,
      '',
      get.headers['content-length'],
      get.headers['cache-control'],
    ]);
  },
);

describe('another origin', () => {
  const preflight = (origin: string, headers = 'authorization,x-platform', method = 'POST') =>
    fetch(`${server.base}/command`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': headers,
      },
    });
  const sorted = (list: string | null) => (list ?? '').split(', ').toSorted();

  test.each([
    ['https://app.example', true],
    ['http://kopf.kontor.example', true],
    ['https://kopf.kontor.example', true],
    ['https://evil.example', false],
    ['https://app.example.evil.example', false],
    ['https://kopf.kontor.example.evil.example', false],
    ['https://evilkontor.example', false],
    ['https://a.b.kontor.example', false],
    ['http://app.example', false],
    ['https://app.example:8443', false],
    ['https://APP.example', false],
    ['null', false],
    ['file://', false],
    ['chrome-extension://abc', false],
    ['https://app.example/', false],
    ['https://app.example, https://evil.example', false],
    ['*', false],
  ])('%s may read: %s', async (origin, allowed) => {
    const expected = allowed ? origin : null;
    const before = await preflight(origin);
    expect(before.headers.get('access-control-allow-origin')).toBe(expected);
    const answer = await anna.send('/query?query=session.user', { headers: anna.headers({ Origin: origin }) });
    expect(answer.headers.get('access-control-allow-origin')).toBe(expected);
    // What one origin was told must not be told to another by a cache in between.
    expect(answer.headers.get('vary')).toMatch(/Origin/i);
  });

  test('may send and read exactly these headers', async () => {
    const answer = await preflight('https://app.example');
    expect([answer.status, answer.headers.get('access-control-allow-credentials')]).toEqual([204, 'true']);
    expect(sorted(answer.headers.get('access-control-allow-headers'))).toEqual([
      'Authorization',
      'Content-Type',
      'If-None-Match',
      'Range',
      'X-Csrf-Token',
      'X-Instance',
      'X-Platform',
      'X-Session',
    ]);
    const read = await anna.send('/query?query=session.user', {
      headers: anna.headers({ Origin: 'https://app.example' }),
    });
    expect(sorted(read.headers.get('access-control-expose-headers'))).toEqual([
      'Content-Disposition',
      'Content-Range',
      'ETag',
      'Idempotent-Replay',
      'Retry-After',
      'X-Auth-Token',
      'X-Compatibility-Version',
    ]);
  });
});
