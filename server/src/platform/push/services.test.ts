import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { BODY_KEY } from './apns.ts';
import type { Envelope, ServiceDevice } from './outcome.ts';
import { openPushServices, type KeySettings, type PushServices } from './services.ts';
import { ApnsPeer, newApnsKey, type ApnsAnswer } from './testing/apns-peer.ts';
import { FcmPeer, type FcmAnswer } from './testing/fcm-peer.ts';

const APP = 'de.kontor.app';
const TIMEOUT_MS = 400;
const key = newApnsKey();
let clock = Date.now();
const now = () => clock;
let folder: string;
let apns: ApnsPeer;
let fcm: FcmPeer;
let settings: KeySettings;
let services: PushServices;
const open = (): PushServices =>
  openPushServices(settings, {
    now,
    places: {
      apns: { production: apns.origin, sandbox: apns.origin },
      fcm: fcm.origin,
      policy: { allowPrivateHosts: true },
      timeoutMs: TIMEOUT_MS,
    },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kontor-push-'));
  apns = await ApnsPeer.start(key.publicKey, [APP], now);
  fcm = await FcmPeer.start(now);
  const [apnsKey, fcmAccount] = [join(folder, 'key.p8'), join(folder, 'account.json')];
  await writeFile(apnsKey, key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(fcmAccount, fcm.account);
  settings = { apnsKey, apnsKeyId: 'ABCDE12345', apnsTeam: 'TEAM123456', apnsApps: [APP], fcmAccount, fcmApps: [APP] };
  services = open();
});
afterEach(() => {
  apns.answers.clear();
  fcm.answers.clear();
  apns.pushed.length = 0;
  fcm.pushed.length = 0;
});
afterAll(async () => {
  await services?.close();
  await apns?.close();
  await fcm?.close();
  await rm(folder, { recursive: true, force: true });
});

const iPhone = (token = randomBytes(32).toString('hex')): Extract<ServiceDevice, { kind: 'apns' }> => ({
  kind: 'apns',
  app: APP,
  token,
  environment: 'sandbox',
});
const android = (token = `dQw4:${randomBytes(20).toString('hex')}`): Extract<ServiceDevice, { kind: 'fcm' }> => ({
  kind: 'fcm',
  app: APP,
  token,
});
const letter = (more: Partial<Envelope> = {}): Envelope => ({
  body: randomBytes(600),
  ttl: 86_400,
  urgency: 'normal',
  topic: 'abc',
  ...more,
});

describe('Apple’s service', () => {
  test('is told where, for how long and how urgently, and has bytes that say nothing', async () => {
    const [device, envelope] = [iPhone(), letter({ urgency: 'high', ttl: 30 })];
    expect(await services.send(device, envelope)).toEqual({ outcome: 'sent', waitMs: undefined, problem: null });
    const [pushed] = apns.pushed;
    expect(pushed?.headers).toMatchObject({
      'apns-topic': APP,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-collapse-id': 'abc',
      'apns-expiration': String(Math.floor(clock / 1000) + 30),
    });
    expect(pushed?.body).toEqual({
      aps: {
        alert: { title: 'Kontor', body: 'Neues · Something new' },
        'mutable-content': 1,
        sound: 'default',
        'interruption-level': 'time-sensitive',
      },
      [BODY_KEY]: envelope.body.toString('base64url'),
    });
  });

  test('shows nothing of what is to be silent', async () => {
    await services.send(iPhone(), letter({ urgency: 'low' }));
    expect(apns.pushed[0]?.headers).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' });
    expect(apns.pushed[0]?.body['aps']).toEqual({ 'content-available': 1 });
  });

  test('hears of all by one connection and one word, which is another one after fifty minutes', async () => {
    const own = open();
    const [connections, words] = [apns.connections, apns.words.size];
    await Promise.all(Array.from({ length: 20 }, () => own.send(iPhone(), letter())));
    expect([apns.connections - connections, apns.words.size - words, apns.pushed.length]).toEqual([1, 1, 20]);
    clock += 51 * 60_000;
    expect((await own.send(iPhone(), letter())).outcome).toBe('sent');
    expect(apns.words.size - words).toBe(2);
    await own.close();
  });

  const UNTIL = { status: 429, reason: 'TooManyRequests', retryAfter: '120' };
  test.each<[ApnsAnswer, object]>([
    [
      { status: 410, reason: 'Unregistered' },
      { outcome: 'gone', problem: 'gone' },
    ],
    [
      { status: 410, reason: 'ExpiredToken' },
      { outcome: 'gone', problem: 'gone' },
    ],
    [
      { status: 400, reason: 'BadDeviceToken' },
      { outcome: 'gone', problem: 'gone' },
    ],
    [
      { status: 400, reason: 'DeviceTokenNotForTopic' },
      { outcome: 'gone', problem: 'gone' },
    ],
    [
      { status: 400, reason: 'BadCollapseId' },
      { outcome: 'refused', problem: 'refused' },
    ],
    [
      { status: 413, reason: 'PayloadTooLarge' },
      { outcome: 'refused', problem: 'refused' },
    ],
    [
      { status: 403, reason: 'InvalidProviderToken' },
      { outcome: 'busy', problem: 'busy' },
    ],
    [UNTIL, { outcome: 'busy', problem: 'busy', waitMs: 120_000 }],
    [
      { status: 500, reason: 'InternalServerError' },
      { outcome: 'busy', problem: 'busy' },
    ],
    [
      { status: 503, reason: 'ServiceUnavailable', retryAfter: '5' },
      { outcome: 'busy', waitMs: 5000 },
    ],
    ['cut', { outcome: 'busy', problem: 'unreached' }],
    ['slow', { outcome: 'busy', problem: 'unreached' }],
  ])('that answers %j', async (answer, expected) => {
    const device = iPhone();
    apns.answers.set(device.token, [answer, { status: 200 }]);
    expect(await services.send(device, letter())).toMatchObject(expected);
    // And the next one finds its way, over another connection where that is needed.
    expect((await services.send(device, letter())).outcome).toBe('sent');
    expect(apns.pushed.map(({ token }) => token)).toEqual([device.token]);
  });

  test('that is restarted, or sends everybody away, is found again', async () => {
    await apns.close();
    expect(await services.send(iPhone(), letter())).toMatchObject({ outcome: 'busy', problem: 'unreached' });
    await apns.open();
    expect((await services.send(iPhone(), letter())).outcome).toBe('sent');
    apns.goAway();
    const [first, second] = [await services.send(iPhone(), letter()), await services.send(iPhone(), letter())];
    expect([first.outcome === 'sent' || first.problem === 'unreached', second.outcome]).toEqual([true, 'sent']);
  });

  test('that does not like a word that is old is shown a new one, once', async () => {
    const own = open();
    await own.send(iPhone(), letter());
    clock += 30 * 60_000;
    const device = iPhone();
    const old = { status: 403, reason: 'ExpiredProviderToken' };
    const words = apns.words.size;
    apns.answers.set(device.token, [old, { status: 200 }]);
    expect((await own.send(device, letter())).outcome).toBe('sent');
    expect(apns.words.size).toBe(words + 1);
    apns.answers.set(device.token, [old]);
    expect((await own.send(device, letter())).outcome).toBe('busy');
    expect(apns.words.size).toBe(words + 1);
    await own.close();
  });
});

describe('Google’s service', () => {
  test('gets data alone, of high priority, for its time', async () => {
    const [device, envelope] = [android(), letter({ ttl: 30 })];
    expect((await services.send(device, envelope)).outcome).toBe('sent');
    await services.send(device, letter({ urgency: 'low' }));
    expect(fcm.pushed).toMatchObject([
      {
        token: device.token,
        data: { [BODY_KEY]: envelope.body.toString('base64url') },
        android: { priority: 'high', ttl: '30s', collapse_key: 'abc' },
      },
      { android: { priority: 'normal' } },
    ]);
    expect(Object.keys(JSON.parse(fcm.pushed[0]?.text ?? '{}').message as object).toSorted()).toEqual([
      'android',
      'data',
      'token',
    ]);
  });

  test('gives access once for all, again after its hour, and at once where it is of no use', async () => {
    const own = open();
    const before = fcm.asked;
    for (let n = 0; n < 3; n += 1) await own.send(android(), letter());
    expect(fcm.asked - before).toBe(1);
    clock += 3600_000;
    await own.send(android(), letter());
    expect(fcm.asked - before).toBe(2);
    fcm.endAccess();
    expect((await own.send(android(), letter())).outcome).toBe('sent');
    expect(fcm.asked - before).toBe(3);
    fcm.endAccess();
    fcm.refusals.push(503);
    expect(await own.send(android(), letter())).toMatchObject({ outcome: 'busy', problem: 'unreached' });
    expect((await own.send(android(), letter())).outcome).toBe('sent');
    await own.close();
  });

  test.each<[FcmAnswer, object]>([
    [
      { status: 404, error: 'NOT_FOUND', code: 'UNREGISTERED' },
      { outcome: 'gone', problem: 'gone' },
    ],
    [{ status: 403, error: 'PERMISSION_DENIED', code: 'SENDER_ID_MISMATCH' }, { outcome: 'gone' }],
    [{ status: 400, error: 'INVALID_ARGUMENT', code: 'INVALID_ARGUMENT', field: 'message.token' }, { outcome: 'gone' }],
    [
      { status: 400, error: 'INVALID_ARGUMENT', code: 'INVALID_ARGUMENT' },
      { outcome: 'refused', problem: 'refused' },
    ],
    [
      { status: 403, error: 'PERMISSION_DENIED' },
      { outcome: 'busy', problem: 'busy' },
    ],
    [{ status: 404, error: 'NOT_FOUND' }, { outcome: 'busy' }],
    [
      { status: 429, error: 'RESOURCE_EXHAUSTED', code: 'QUOTA_EXCEEDED', retryAfter: '60' },
      { outcome: 'busy', waitMs: 60_000 },
    ],
    [
      { status: 503, error: 'UNAVAILABLE', code: 'UNAVAILABLE', retryAfter: '10' },
      { outcome: 'busy', waitMs: 10_000 },
    ],
    [{ status: 500, error: 'INTERNAL' }, { outcome: 'busy' }],
    ['cut', { outcome: 'busy', problem: 'unreached' }],
    ['slow', { outcome: 'busy', problem: 'unreached' }],
  ])('that answers %j', async (answer, expected) => {
    const device = android();
    fcm.answers.set(device.token, [answer, { status: 200 }]);
    expect(await services.send(device, letter())).toMatchObject(expected);
    expect((await services.send(device, letter())).outcome).toBe('sent');
    expect(fcm.pushed.map(({ token }) => token)).toEqual([device.token]);
  });

  test('that is restarted is found again', async () => {
    await fcm.close();
    expect(await services.send(android(), letter())).toMatchObject({ outcome: 'busy', problem: 'unreached' });
    await fcm.open();
    expect((await services.send(android(), letter())).outcome).toBe('sent');
  });
});

describe('keys', () => {
  const NONE = {
    apnsKey: undefined,
    apnsKeyId: undefined,
    apnsTeam: undefined,
    apnsApps: undefined,
    fcmAccount: undefined,
    fcmApps: undefined,
  };

  test('serve the apps that are named, and without them nobody is served', async () => {
    expect([services.has, services.serves(iPhone()), services.serves({ ...android(), app: 'de.other' })]).toEqual([
      { apns: true, fcm: true },
      true,
      false,
    ]);
    const none = openPushServices(NONE, { now });
    expect([none.has, none.serves(iPhone())]).toEqual([{ apns: false, fcm: false }, false]);
    await none.close();
  });

  test('that are not what they should be are told of at the start, without a word of them', async () => {
    const broken = join(folder, 'broken');
    await writeFile(broken, '-----BEGIN PRIVATE KEY-----\nzqgeheim\n-----END PRIVATE KEY-----\n');
    for (const [given, words] of [
      [{ ...settings, apnsKey: broken }, 'KONTOR_APNS_KEY names, has no private key'],
      [{ ...settings, apnsKey: join(folder, 'nowhere') }, 'cannot be read'],
      [{ ...settings, fcmAccount: broken }, 'is not that of a service account'],
    ] as const) {
      const opening = () => openPushServices(given, { now });
      expect(opening).toThrow(StartError);
      expect(opening).toThrow(words);
      expect(opening).not.toThrow('zqgeheim');
    }
  });
});
