import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressKind } from './addresses.ts';
import { fetchPublic } from './fetch-public.ts';
import { postForm } from './post-form.ts';
import { resolveHost } from './resolve.ts';

const TargetsSchema = v.array(
  v.object({ class: v.string(), target: v.nullable(v.string()), url: v.nullable(v.string()) }),
);
const targets = v
  .parse(TargetsSchema, JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'ssrf-targets.json'), 'utf8')))
  // Those without an address describe behaviours of a server; `fetching` below has its own.
  .flatMap(({ class: kind, url }) => (url === null ? [] : [{ kind, url }]));

let hits = 0;
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const sink = createServer((request, response) => {
  hits += 1;
  const target = /^\/to\/(.*)/.exec(request.url ?? '')?.[1];
  if (target !== undefined) response.writeHead(302, { location: decodeURIComponent(target) }).end();
  else if (request.url === '/big') response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(5000));
  else if (request.url === '/slow') response.writeHead(200, { 'content-type': 'image/png' }).write('x');
  else if (request.url === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('x');
  else response.writeHead(200, { 'content-type': 'image/png' }).end(png);
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  port = (sink.address() as AddressInfo).port;
});
afterAll(() => {
  sink.closeAllConnections();
  sink.close();
});

const limits = () => ({
  maxBytes: 1000,
  timeoutMs: 1000,
  accepts: (type: string) => type.startsWith('image/'),
  ports: [port],
});
const closed = { allowPrivateHosts: false, lookup: async () => [{ address: '127.0.0.1', family: 4 }] };
const open = { allowPrivateHosts: true };

describe('every forbidden target', () => {
  it.each(targets)('$kind $url is refused before anything connects', async ({ url }) => {
    hits = 0;
    await expect(fetchPublic(url, closed, limits())).rejects.toThrow();
    expect(hits).toBe(0);
  });

  it.each(targets)('$kind $url gets no form with secrets either', async ({ url }) => {
    hits = 0;
    await expect(postForm(url, { refresh_token: 'geheim' }, closed)).rejects.toThrow();
    expect(hits).toBe(0);
  });

  it('is told from others by no word of the refusal', async () => {
    const said = new Set<string>();
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]', '0x7f.1', 'intern.example']) {
      const refusal = await resolveHost(host, closed).catch((error: Error & { code: string }) => error);
      said.add(
        `${'code' in refusal ? refusal.code : ''} ${'message' in refusal ? refusal.message.replace(host, 'X') : ''}`,
      );
    }
    expect([...said]).toEqual(['HOST_NOT_ALLOWED X may not be connected to']);
  });

  it('is refused for private hosts too where it is special', async () => {
    for (const host of [
      '169.254.169.254',
      '[fe80::1]',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '224.0.0.1',
    ])
      await expect(resolveHost(host, open)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
  });

  it('is refused as one of several addresses', async () => {
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(resolveHost('trap.example', { ...closed, lookup })).rejects.toMatchObject({
      code: 'HOST_NOT_ALLOWED',
    });
  });
});

it('tells networks apart', () => {
  expect(['8.8.8.8', '2606:4700::1111', '10.1.2.3', '::1', 'fd00::1', '100.64.0.1', 'x'].map(addressKind)).toEqual([
    'public',
    'public',
    'internal',
    'internal',
    'internal',
    'special',
    'special',
  ]);
});

describe('fetching', () => {
  const get = (path: string) => fetchPublic(`http://127.0.0.1:${port}${path}`, open, limits());

  it('answers type and bytes', async () => {
    expect(await get('/')).toEqual({ contentType: 'image/png', bytes: png });
    expect(await get(`/to/${encodeURIComponent('/x')}`)).toEqual({ contentType: 'image/png', bytes: png });
  });

  it('refuses a redirect to a certificate that nobody vouches for', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    let requestCount = 0;
    const secure = createSecureServer({ key, cert }, (_request, response) => {
      requestCount += 1;
      response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const target = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    const ports = [port, (secure.address() as AddressInfo).port];
    const asking = fetchPublic(`http://127.0.0.1:${port}/to/${encodeURIComponent(target)}`, open, {
      ...limits(),
      ports,
    });
    await expect(asking).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(requestCount).toBe(0);
    secure.close();
  });

  it.each([
    ['what is too big', '/big'],
    ['what takes too long', '/slow'],
    ['what is no image', '/html'],
    ['a redirect to a special address', `/to/${encodeURIComponent('http://169.254.169.254/')}`],
    ['a redirect to another scheme', `/to/${encodeURIComponent('file:///etc/passwd')}`],
    ['redirects without end', '/to/%2Fto%2F%252Fto%252F%25252Fto%25252Fx'],
  ])('refuses %s', async (_name, path) => {
    await expect(get(path)).rejects.toThrow();
  });
});
