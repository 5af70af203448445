import type { PersonSetting } from '@kontor/contract/settings';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';

let server: TestServer;
let instance: Instance;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
});
afterAll(() => server?.close());

let people = 0;
/** A person with two devices, each with a session of its own. */
async function twoDevices(): Promise<readonly [TestClient, TestClient]> {
  const name = `person${(people += 1)}`;
  await server.person(instance, name);
  return [await server.client(instance, name), await server.client(instance, name)];
}

type Values = Readonly<Record<string, unknown>>;
const change = (client: TestClient, values: Values, version: number, processId: string = randomUUID()) =>
  client.command<{ settings: PersonSetting[] }>(
    'settings.change',
    { values, versions: Object.fromEntries(Object.keys(values).map((key) => [key, version])) },
    { processId },
  );
const reset = (client: TestClient, keys: readonly string[], version: number) =>
  client.command<{ settings: PersonSetting[] }>('settings.reset', {
    versions: Object.fromEntries(keys.map((key) => [key, version])),
  });
const mine = (client: TestClient) => client.query<PersonSetting[]>('settings.mine');

test('what one device sets, the other has', async () => {
  const [laptop, phone] = await twoDevices();
  expect(await mine(phone)).toEqual([]);
  const now = Date.now();
  const answer = await change(laptop, { theme: 'dark', menuOrder: ['mailList', 'inbox'] }, now);
  expect(answer.settings).toEqual([
    { key: 'menuOrder', value: ['mailList', 'inbox'], version: now },
    { key: 'theme', value: 'dark', version: now },
  ]);
  expect(await mine(phone)).toEqual(answer.settings);
});

test('a choice that was made offline and comes late loses to a later one, and wins over an earlier one', async () => {
  const [laptop, phone] = await twoDevices();
  const now = Date.now();
  await change(phone, { theme: 'light', rowSize: 'compact' }, now - 5000);
  // Made between the two, sent after them.
  const late = await change(laptop, { theme: 'dark', rowSize: 'large' }, now - 10_000);
  expect(late.settings.map(({ key, value }) => [key, value])).toEqual([
    ['rowSize', 'compact'],
    ['theme', 'light'],
  ]);
  const later = await change(laptop, { theme: 'dark' }, now - 1000);
  expect(later.settings).toEqual([{ key: 'theme', value: 'dark', version: now - 1000 }]);
  expect((await mine(phone)).find(({ key }) => key === 'theme')?.value).toBe('dark');
});

test('a change that is sent again takes effect once', async () => {
  const [laptop, phone] = await twoDevices();
  const processId = randomUUID();
  const now = Date.now();
  const first = await change(laptop, { splitView: false }, now - 2, processId);
  await change(phone, { splitView: true }, now - 1);
  expect(await change(laptop, { splitView: false }, now - 2, processId)).toEqual(first);
  expect((await mine(laptop))[0]?.value).toBe(true);
});

test('a reset outlives an older choice of a device that was away', async () => {
  const [laptop, phone] = await twoDevices();
  const now = Date.now();
  await change(laptop, { theme: 'dark' }, now - 3000);
  expect((await reset(phone, ['theme'], now - 1000)).settings).toEqual([
    { key: 'theme', value: null, version: now - 1000 },
  ]);
  await change(laptop, { theme: 'light' }, now - 2000);
  expect(await mine(laptop)).toEqual([{ key: 'theme', value: null, version: now - 1000 }]);
});

test('a clock that is ahead wins for a minute, not for a year', async () => {
  const [laptop, phone] = await twoDevices();
  const ahead = Date.now() + 31_536_000_000;
  const [kept] = (await change(laptop, { theme: 'dark' }, ahead)).settings;
  expect(kept?.version).toBeLessThan(ahead);
  const later = (kept?.version ?? 0) + 1;
  server.advance(120_000);
  expect((await change(phone, { theme: 'light' }, later)).settings[0]?.value).toBe('light');
});

test('a change is told to the devices of the person and to nobody else, and only where something is new', async () => {
  const [laptop, phone] = await twoDevices();
  const [stranger] = await twoDevices();
  const [own, other] = [await StompPeer.as(phone), await StompPeer.as(stranger)];
  const processId = randomUUID();
  const now = Date.now();
  await change(laptop, { theme: 'dark' }, now, processId);
  expect(await own.event()).toMatchObject({
    type: 'settings.changed',
    isLocal: true,
    payload: { keys: ['settings'], processIds: [processId] },
  });
  await change(laptop, { theme: 'light' }, now - 1);
  const last = randomUUID();
  await change(laptop, { theme: 'auto' }, now + 1, last);
  // Nothing was told of the one between.
  expect((await own.event()).payload.processIds).toEqual([last]);
  // By what is told to it afterwards, it has heard of nothing before.
  const ownId = randomUUID();
  await change(stranger, { theme: 'dark' }, now, ownId);
  expect((await other.event()).payload.processIds).toEqual([ownId]);
  own.close();
  other.close();
});

test.each<[string, string, object, string]>([
  ['a key that nobody declared', 'settings.change', { values: { colour: 1 }, versions: {} }, 'PARAMETERS_INVALID'],
  [
    'a key that is of the device',
    'settings.change',
    { values: { split: 400 }, versions: { split: 1 } },
    'PARAMETERS_INVALID',
  ],
  [
    'a value that it may not have',
    'settings.change',
    { values: { theme: 'pink' }, versions: { theme: 1 } },
    'PARAMETERS_INVALID',
  ],
  [
    'a zone that does not exist',
    'settings.change',
    { values: { timeZone: 'Mars/Olympus' }, versions: { timeZone: 1 } },
    'PARAMETERS_INVALID',
  ],
  [
    'too many entries',
    'settings.change',
    { values: { bottomSlots: ['a', 'b', 'c', 'd', 'e'] }, versions: { bottomSlots: 1 } },
    'PARAMETERS_INVALID',
  ],
  [
    'a value that is too large',
    'settings.change',
    {
      values: { imageSenders: Array.from({ length: 500 }, (_, n) => `${n}@${'x'.repeat(200)}.example`) },
      versions: {},
    },
    'SETTING_TOO_LARGE',
  ],
  ['a value without a version', 'settings.change', { values: { theme: 'dark' }, versions: {} }, 'VERSION_MISSING'],
  [
    'a version of no time',
    'settings.change',
    { values: { theme: 'dark' }, versions: { theme: 0 } },
    'PARAMETERS_INVALID',
  ],
  ['a reset of a key that nobody declared', 'settings.reset', { versions: { colour: 1 } }, 'PARAMETERS_INVALID'],
])('%s is refused, and nothing is changed', async (_, command, params, code) => {
  const [laptop] = await twoDevices();
  const answer = await laptop.tryCommand(command, params);
  expect([answer.status, answer.body.code]).toEqual([422, code]);
  expect(await mine(laptop)).toEqual([]);
});

test('the same person of another instance has other settings', async () => {
  const second = await server.instance('second');
  await server.person(instance, 'anna');
  await server.person(second, 'anna');
  const [here, there] = [await server.client(instance, 'anna'), await server.client(second, 'anna')];
  await change(here, { theme: 'dark' }, Date.now());
  expect(await mine(there)).toEqual([]);
});
