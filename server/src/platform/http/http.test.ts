import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_COMMANDS, ALL_QUERIES } from '@kontor/contract/all';
import type { CommandDefinition, QueryDefinition } from '@kontor/contract/kernel';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const fixture = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')) as T;
const bytesOf = (name: string) =>
  Object.entries(fixture<Record<string, string>>(name)).map(
    ([file, text]) => [file, Buffer.from(text, 'base64')] as const,
  );

let server: TestServer;
let anna: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  const instance = await server.instance('abuse');
  await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

/** What a text is as JSON, or undefined where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const healthy = async () => expect((await fetch(`${server.base}/health/ready`)).status).toBe(200);

/** A command whose parameters are these bytes, packed or as they are. */
function sendBytes(command: string, bytes: Uint8Array, serializer: 'json' | 'pako') {
  const form = new FormData();
  form.set('command', command);
  form.set('processId', randomUUID());
  form.set('serializer', serializer);
  form.set('parameters', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'parameters');
  return anna.send<{ code?: string }>('/command', { method: 'POST', headers: anna.headers(), body: form });
}

/** Sends raw bytes and answers the first line that comes back, or how the connection ended. */
function raw(text: string, thenWaitMs = 1500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.app.port, '127.0.0.1');
    let heard = '';
    const end = () => {
      socket.destroy();
      resolve(heard.split('\r\n')[0] ?? '');
    };
    socket.on('data', (data) => {
      heard += data.toString();
      end();
    });
    socket.on('error', end);
    socket.on('close', end);
    setTimeout(end, thenWaitMs).unref();
    socket.write(text);
  });
}

describe('parameters that are no good', () => {
  const values = fixture<string[]>('parameters');

  /** Each operation is sent some of them, and each of them to some operations: most are refused by their schemas, in one place. */
  const IN_TURN = process.env['KONTOR_FULL_TESTS'] === 'true' ? 1 : 6;
  test.each(values.map((value, index) => [value, index] as const))(
    '%s: a clear error from queries and commands',
    async (text, index) => {
      const value = jsonOf(text);
      const mine = (all: ReadonlyMap<string, QueryDefinition | CommandDefinition>) =>
        [...all].flatMap(([name, { params }], at) =>
          (at + index) % IN_TURN === 0 || v.is(params, value) ? [name] : [],
        );
      for (const name of mine(ALL_QUERIES)) {
        const search = new URLSearchParams({ query: name, parameters: text });
        const answer = await anna.send<{ code: string }>(`/query?${search.toString()}`, { headers: anna.headers() });
        expect([answer.status, name, JSON.stringify(answer.body)]).toSatisfy(
          ([status]) => Number(status) >= 400 && Number(status) < 500,
        );
        expect(answer.body.code).toMatch(/^[A-Z_]+$/);
      }
      for (const name of mine(ALL_COMMANDS)) {
        const answer = await sendBytes(name, Buffer.from(text), 'json');
        expect([answer.status, name]).toSatisfy(([status]) => Number(status) >= 400 && Number(status) < 500);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      await healthy();
    },
  );

  test('JSON that is none is refused as such, and odd JSON is never a fault of the server', async () => {
    for (const [file, bytes] of bytesOf('json-nst')) {
      const answer = await sendBytes('activity.setState', bytes, 'json');
      expect(answer.status, file).toBeGreaterThanOrEqual(400);
      expect(answer.status, file).toBeLessThan(500);
      // What begins with a byte order mark is JSON to nobody but the text decoder.
      if (file.startsWith('n_') && !file.includes('BOM'))
        expect(['BAD_JSON', 'BAD_ENCODING'], `${file} ${answer.body.code}`).toContain(answer.body.code);
    }
    await healthy();
  });

  test('packed bytes that are none, go on, blow up or end early are refused', async () => {
    for (const [file, bytes] of bytesOf('deflate-bombs')) {
      const before = process.cpuUsage();
      const answer = await sendBytes('activity.setState', bytes, 'pako');
      expect([400, 413, 422], `${file} ${answer.status}`).toContain(answer.status);
      // Of a processor: how busy the machine is says nothing about us.
      expect(process.cpuUsage(before).user / 1000, file).toBeLessThan(1000);
    }
    const many = deflateSync(Buffer.alloc(9 * 1024 * 1024, 'ab{"'));
    expect((await sendBytes('activity.setState', many, 'pako')).status).toBe(413);
    const trailing = Buffer.concat([deflateSync('{}'), Buffer.from('x')]);
    expect((await sendBytes('activity.setState', trailing, 'pako')).body.code).toBe('BAD_ENCODING');
    expect((await sendBytes('activity.setState', Buffer.alloc(3 * 1024 * 1024, 1), 'pako')).status).toBe(413);
    await healthy();
  });
});

describe('a request', () => {
  test.each([
    ['/query', 400, 'OPERATION_MISSING'],
    ['/query?query=', 400, 'OPERATION_MISSING'],
    ['/query?query=no.such', 404, 'OPERATION_UNKNOWN'],
    ['/query?query=constructor', 404, 'OPERATION_UNKNOWN'],
    ['/query?query=inbox.items&query=inbox.items', 400, 'BAD_REQUEST'],
    ['/query?query=inbox.items&apiVersion=99', 426, 'CLIENT_TOO_OLD'],
    ['/query?query=inbox.items&apiVersion=x', 400, 'BAD_REQUEST'],
    ['/query?query=inbox.items&format=xml', 400, 'BAD_REQUEST'],
    ['/query?query=no.such&format=pako', 404, 'OPERATION_UNKNOWN'],
    ['/query?query=inbox.items&parameters=%7B', 400, 'BAD_JSON'],
    ['/query?query=inbox.items&limit=1e9', 422, 'PARAMETERS_INVALID'],
    ['/nothing/here', 404, 'NOT_FOUND'],
    ['/%2e%2e/%2e%2e/etc/passwd', 404, 'NOT_FOUND'],
  ])('for %s is answered %i %s', async (path, status, code) => {
    const answer = await anna.send<{ code: string; type: string; title: string; status: number }>(path, {
      headers: anna.headers(),
    });
    expect([answer.status, answer.body.code, answer.body.status]).toEqual([status, code, status]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  test.each([
    ['no boundary', 'multipart/form-data', ''],
    ['a boundary that does not come', 'multipart/form-data; boundary=x', '--y\r\n\r\n'],
    ['a boundary of 10 kB', `multipart/form-data; boundary=${'b'.repeat(10_000)}`, '--x'],
    ['another type', 'application/json', '{}'],
    ['no type', 'text/plain', 'x'],
    [
      'ten thousand parts',
      'multipart/form-data; boundary=x',
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_001)}--x--`,
    ],
  ])('of a command with %s is refused', async (_name, type, body) => {
    const answer = await anna.send<{ code: string }>('/command', {
      method: 'POST',
      headers: anna.headers({ 'Content-Type': type }),
      body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    await healthy();
  });

  test.each([
    '',
    'bearer x',
    'Bearer a.b.c',
    'Bearer ',
    'Basic YTpi',
    `Bearer k1.${'A'.repeat(43)}`,
    `Bearer kzzzzzz.${'A'.repeat(43)}`,
  ])('with the authorization %j is a 401', async (authorization) => {
    const answer = await anna.send<{ code: string; detail?: string }>('/query?query=inbox.items', {
      headers: { Authorization: authorization },
    });
    expect([answer.status, answer.body.detail]).toEqual([401, undefined]);
  });

  test.each([
    ['a header', (more: string) => [`/query?query=session.user`, { 'x-more': more }] as const],
    ['an address', (more: string) => [`/query?query=session.user&x=${more}`, {}] as const],
  ])('with %s that is too long is told so as all failures are', async (_name, asked) => {
    const [path, headers] = asked('x'.repeat(100_000));
    const answer = await anna.send<{ code: string; status: number }>(path, {
      headers: { ...anna.headers(), ...headers },
    });
    expect([answer.status, answer.body]).toMatchObject([431, { code: 'HEADERS_TOO_LARGE', status: 431 }]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  test('to a host that is not ours is a 421', async () => {
    const line = await raw('GET /query?query=inbox.items HTTP/1.1\r\nHost: evil.example\r\n\r\n');
    expect(line).toContain('421');
  });

  test.each([
    [
      'both lengths',
      'HTTP/1.1 400 Bad Request',
      'POST /command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a length that is not met',
      '',
      'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    ],
    [
      'a body that is announced and never comes',
      'HTTP/1.1 100 Continue',
      'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n',
    ],
    ['no sense at all', 'HTTP/1.1 400 Bad Request', '\0\x01\x02\r\n\r\n'],
    ['TRACE', 'HTTP/1.1 404 Not Found', 'TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('with %s is answered %j and leaves the server well', async (_name, line, text) => {
    expect(await raw(text)).toBe(line);
    await healthy();
  });

  test('by POST is the same query, and its answer the same in every form', async () => {
    const json = await anna.envelope('session.user');
    for (const options of [{ post: true }, { format: 'pako' as const }, { format: 'pako' as const, post: true }]) {
      expect(await anna.envelope('session.user', {}, options)).toEqual(json);
    }
    expect(
      (await anna.envelope('session.user', {}, { processId: 'a7c5f3f4-0000-4000-8000-000000000001' })).processIds,
    ).toHaveLength(1);
  });

  test('is never cached, and every answer bears the version and the headers that protect', async () => {
    const { headers } = await anna.tryQuery('session.user');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-compatibility-version')).toBe('1');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });
});
