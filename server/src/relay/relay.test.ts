import { createECDH, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEVICE_HEADER, PROBLEM_HEADER, PUSH_PATH } from '../platform/push/index.ts';
import type { ApnsAnswer } from '../platform/push/testing/apns-peer.ts';
import { loadRelayConfig } from './settings.ts';
import type { Relay } from './start.ts';
import { APP, Makers, type Phone } from './testing/fixture.ts';

let makers: Makers;
let relay: Relay;
const servers = { one: newServer(), other: newServer() };

beforeAll(async () => {
  makers = await Makers.start();
  relay = await makers.relay();
});
afterEach(() => {
  makers.apns.answers.clear();
  makers.fcm.answers.clear();
});
afterAll(async () => {
  await relay?.close();
  await makers?.close();
});

interface Server {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The key that an instance signs its pushes with. */
function newServer(): Server {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey };
}

const originOf = ({ port }: Relay = relay): string => `http://127.0.0.1:${port}`;

async function vapid(
  { publicKey, privateKey }: Server,
  { audience = originOf(), seconds = 3600, key = publicKey } = {},
): Promise<string> {
  const word = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .setSubject('mailto:postmaster@localhost')
    .sign(privateKey);
  return `vapid t=${word}, k=${key}`;
}

/** What an instance would send to a phone. */
function bodyFor(phone: Phone, text = 'x'): Buffer {
  const { keys } = JSON.parse(phone.registration) as { keys: { p256dh: string; auth: string } };
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  return encrypt(Buffer.from(text), {
    version: 'aes128gcm',
    dh: keys.p256dh,
    privateKey,
    authSecret: keys.auth,
    pad: 500,
  });
}

const deviceOf = (phone: Phone): string => {
  const { keys: _keys, ...device } = JSON.parse(phone.registration) as Record<string, unknown>;
  return Buffer.from(JSON.stringify(device)).toString('base64url');
};

interface Given {
  readonly server?: Server;
  readonly at?: Relay;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: Buffer;
}

async function push(
  phone: Phone,
  { server = servers.one, at = relay, headers = {}, body = bodyFor(phone) }: Given = {},
) {
  const given = {
    authorization: await vapid(server, { audience: originOf(at) }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: '60',
    urgency: 'high',
    topic: 'abc',
    [DEVICE_HEADER]: deviceOf(phone),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  const answer = await fetch(`${originOf(at)}${PUSH_PATH}`, {
    method: 'POST',
    headers: sent,
    body: new Uint8Array(body),
  });
  expect(await answer.text()).toBe('');
  return {
    said: [answer.status, answer.headers.get(PROBLEM_HEADER)] as const,
    retryAfter: answer.headers.get('retry-after'),
  };
}
const saidTo = async (phone: Phone, given: Given = {}) => (await push(phone, given)).said;

describe('a message', () => {
  test.each(['apns', 'fcm'] as const)('is handed on as it came, to %s', async (kind) => {
    const phone = makers.phone(kind);
    const body = bodyFor(phone);
    expect(await saidTo(phone, { body })).toEqual([201, null]);
    const [carried] =
      kind === 'apns'
        ? makers.apns.pushed.filter(({ token }) => token === phone.token).map(({ body: { body: text } }) => text)
        : makers.fcm.pushed.filter(({ token }) => token === phone.token).map(({ data }) => data['body']);
    expect(carried).toBe(body.toString('base64url'));
  });

  const answers: [ApnsAnswer, readonly [number, string], string | null][] = [
    [{ status: 410, reason: 'Unregistered' }, [410, 'gone'], null],
    [{ status: 400, reason: 'BadDeviceToken' }, [410, 'gone'], null],
    [{ status: 400, reason: 'BadCollapseId' }, [400, 'refused'], null],
    [{ status: 403, reason: 'InvalidProviderToken' }, [503, 'busy'], null],
    [{ status: 429, reason: 'TooManyRequests', retryAfter: '90' }, [503, 'busy'], '90'],
    [{ status: 500, reason: 'InternalServerError' }, [503, 'busy'], null],
    ['cut', [503, 'unreached'], null],
    ['slow', [503, 'unreached'], null],
  ];
  test.each(answers)('that Apple answers with %j', async (answer, said, retryAfter) => {
    const phone = makers.phone('apns');
    makers.apns.answers.set(phone.token, [answer]);
    expect(await push(phone)).toEqual({ said, retryAfter });
  });

  test('is none where it is not what a relay carries', async () => {
    const phone = makers.phone('apns');
    const other = (more: object) =>
      Buffer.from(JSON.stringify({ kind: 'apns', app: APP, token: phone.token, ...more })).toString('base64url');
    const given: Given[] = [
      { body: Buffer.from('Angebot der Werft Neumann') },
      { body: randomBytes(600) },
      { body: Buffer.concat([bodyFor(phone), randomBytes(4096)]) },
      { headers: { 'content-encoding': 'gzip' } },
      { headers: { 'content-type': 'application/json' } },
      { headers: { ttl: 'soon' } },
      { headers: { ttl: undefined } },
      { headers: { topic: 'item:note:17' } },
      { headers: { topic: undefined } },
      { headers: { urgency: 'at once' } },
      { headers: { [DEVICE_HEADER]: undefined } },
      { headers: { [DEVICE_HEADER]: 'abc' } },
      { headers: { [DEVICE_HEADER]: other({ token: '../../3/device/x' }) } },
      { headers: { [DEVICE_HEADER]: other({ kind: 'wns' }) } },
    ];
    for (const one of given) expect(await saidTo(phone, one), JSON.stringify(one)).toEqual([400, 'request']);
    expect(await saidTo(makers.phone('apns', 'de.fremd.app'))).toEqual([404, 'app']);
    expect(makers.apns.pushed.filter(({ token }) => token === phone.token)).toEqual([]);
  });

  test('is signed by whoever sends it, for this relay, and of today', async () => {
    const phone = makers.phone('fcm');
    const { one, other } = servers;
    const words = [
      undefined,
      'Bearer x',
      'vapid t=a.b.c, k=abc',
      await vapid(one, { audience: 'https://push.other.example' }),
      await vapid(one, { seconds: -60 }),
      await vapid(one, { seconds: 3 * 86_400 }),
      await vapid(one, { key: other.publicKey }),
    ];
    for (const authorization of words)
      expect(await saidTo(phone, { headers: { authorization } })).toEqual([401, 'signature']);
    expect(makers.fcm.pushed.filter(({ token }) => token === phone.token)).toEqual([]);
  });
});

describe('a relay', () => {
  test('takes so many messages a minute for a phone, from a server and from a network', async () => {
    const strict = await makers.relay({ KONTOR_RELAY_SENDER_PER_MINUTE: '4', KONTOR_RELAY_DEVICE_PER_MINUTE: '2' });
    try {
      const [phone, second, third] = [makers.phone('apns'), makers.phone('fcm'), makers.phone('apns')];
      const at = strict;
      for (let n = 0; n < 2; n += 1) expect(await saidTo(phone, { at })).toEqual([201, null]);
      const limited = await push(phone, { at });
      expect(limited.said).toEqual([429, 'limit']);
      expect(Number(limited.retryAfter)).toBeGreaterThan(50);
      expect(await saidTo(second, { at })).toEqual([201, null]);
      expect(await saidTo(second, { at })).toEqual([429, 'limit']);
      // Another server is another one, as long as the network has not sent too much.
      expect(await saidTo(second, { at, server: servers.other })).toEqual([201, null]);
      expect(await saidTo(third, { at, server: servers.other })).toEqual([201, null]);
      expect(await saidTo(third, { at, server: servers.other })).toEqual([201, null]);
      expect(await saidTo(third, { at, server: newServer() })).toEqual([429, 'limit']);
      expect(strict.counts).toMatchObject({ sent: 6, limited: 3 });
    } finally {
      await strict.close();
    }
  });

  test('answers nothing else, and says that it lives', async () => {
    expect((await fetch(`${originOf()}/health/live`)).status).toBe(200);
    for (const path of ['/', '/push', '/query', '/push/', '/counts'])
      expect((await fetch(`${originOf()}${path}`)).status).toBe(404);
  });

  test('begins with keys alone, and says what is missing', () => {
    const load = (env: Record<string, string>) => () => loadRelayConfig({ env, cwd: '/' });
    expect(load({})).toThrow('A relay without keys reaches nobody');
    expect(load({ KONTOR_APNS_KEY: 'a.p8', KONTOR_APNS_TEAM: 'TEAM123456' })).toThrow(
      'KONTOR_APNS_KEY_ID, KONTOR_APNS_APPS must be set too',
    );
    expect(load({ ...makers.env, KONTOR_APNS_TEAM: 'team' })).toThrow('ten capital letters and digits');
    expect(load(makers.env)()).toMatchObject({ port: 8090, apnsApps: [APP] });
  });

  test('runs as a program of its own, says nothing of whom it reaches, and ends when it is told to', async () => {
    const program = join(import.meta.dirname, '..', 'relay.ts');
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], KONTOR_RELAY_PORT: '0', ...makers.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    await expect.poll(() => text).toMatch(/listens at http:\/\/127\.0\.0\.1:\d+/);
    const port = Number(/:(\d+)\s/.exec(text)?.[1]);
    const phone = makers.phone('fcm');
    const at = { port } as Relay;
    // Its Google is the real one, which is not there: it says so, and no more than that.
    const headers = { [DEVICE_HEADER]: deviceOf(makers.phone('fcm', 'de.fremd.app')) };
    expect(await saidTo(phone, { at, headers })).toEqual([404, 'app']);
    child.kill('SIGTERM');
    const [code] = (await Promise.race([once(child, 'exit'), sleep(10_000, ['late'])])) as [number];
    expect([code, text.includes(phone.token)]).toEqual([0, false]);
    expect(text).toContain('The relay stops.');
  });
});
