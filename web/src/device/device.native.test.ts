import { describe, expect, test } from 'vitest';
import type { Device, Pushed, Shared } from './device.ts';
import { deviceContract } from './testing/device-contract.ts';
import { installFakeBridge, type FakeBridge } from './testing/fake-bridge.ts';

// Plugins look for the shell when they are loaded, once: there is one for all tests of this file.
const bridge: FakeBridge = installFakeBridge({ platform: 'android' });

/** A device on a phone of this kind, on which nothing is kept yet. */
async function phone(platform: 'android' | 'ios' = 'android'): Promise<Device> {
  const world = globalThis as unknown as Record<string, unknown>;
  delete world['androidBridge'];
  delete world['webkit'];
  if (platform === 'android') world['androidBridge'] = {};
  else world['webkit'] = { messageHandlers: { bridge: {} } };
  bridge.calls.length = 0;
  Object.assign(bridge.kept, { secure: {}, alarms: {}, regions: {}, files: {}, badge: 0, icon: null });
  const { createNativeDevice } = await import('./device.native.ts');
  return createNativeDevice();
}
const callsOf = (plugin: string, method: string) =>
  bridge.calls.filter((call) => call.plugin === plugin && call.method === method).map(({ options }) => options);
const soon = () => new Promise((resolve) => setTimeout(resolve, 10));

describe('what every device keeps to, on Android', () => {
  deviceContract(() => phone('android'));
});
describe('what every device keeps to, on iOS', () => {
  deviceContract(() => phone('ios'));
});

describe('a phone', () => {
  test.each([
    ['android', 'fcm', undefined],
    ['ios', 'apns', 'production'],
  ] as const)('is registered for pushes on %s, sealed for keys of its own', async (platform, kind, environment) => {
    const { push, secure } = await phone(platform);
    const token = JSON.parse(await push.register('demo/anna', 'key')) as Record<string, unknown>;
    expect(token).toMatchObject({ kind, token: 'android-token', app: 'app.kontor' });
    expect(token['environment']).toBe(environment);
    expect(await push.token('demo/anna')).toBe(JSON.stringify(token));
    expect(await push.isCurrent('demo/anna', 'key')).toBe(true);
    const again = JSON.parse(await push.register('demo/anna', 'key')) as Record<string, unknown>;
    expect(again['keys']).toEqual(token['keys']);
    await push.end('demo/anna');
    expect(await secure?.keys()).toEqual([]);
  });

  test('what opens pushes can be read while it is locked, and nothing else', async () => {
    const { push, secure } = await phone('ios');
    await push.register('demo/anna', 'key');
    await secure?.set('token/demo/anna', 'x');
    const access = callsOf('SecureStorage', 'internalSetItem').map(({ prefixedKey, access: how }) => [
      prefixedKey,
      how,
    ]);
    // 3: after the first unlock, 1: while unlocked; both on this device only.
    expect(Object.fromEntries(access)).toEqual({
      'kontor.push/demo/anna': 3,
      'kontor.push-token/demo/anna': 1,
      'kontor.token/demo/anna': 1,
    });
  });

  test('tells of presses from before anybody listened', async () => {
    const { push, alarms } = await phone();
    const data = { instanceName: 'demo', aggregateId: '{"x":1}', kind: 'item', tag: 'item:task:1' };
    bridge.emit('PushNotifications', 'pushNotificationActionPerformed', { actionId: 'tap', notification: { data } });
    const extra = { account: 'demo/anna', type: 'task', id: 4, at: 9, moduleName: 'task', aggregateId: '{}' };
    bridge.emit('LocalNotifications', 'localNotificationActionPerformed', { actionId: 'ok', notification: { extra } });
    const taps: Pushed[] = [];
    const actions: unknown[] = [];
    const stops = [push.onTap((pushed) => taps.push(pushed)), alarms.onAction((...given) => actions.push(given))];
    await expect.poll(() => taps.length + actions.length).toBe(2);
    expect(taps).toEqual([{ account: undefined, ...data }]);
    expect(actions).toEqual([['ok', extra]]);
    for (const stop of stops) stop();
    await soon();
  });

  test('rings while it sleeps, and has buttons', async () => {
    const { alarms } = await phone('ios');
    await alarms.setButtons([{ id: 'ok', title: 'OK' }]);
    const extra = { account: 'a', type: 'task', id: 4, at: 1_800_000_000, moduleName: 'task', aggregateId: '{}' };
    await alarms.schedule([{ id: 17, title: 'Angebot', body: 'fällig', extra }]);
    expect(callsOf('LocalNotifications', 'registerActionTypes')).toEqual([
      { types: [{ id: 'alarms', actions: [{ id: 'ok', title: 'OK', foreground: false }] }] },
    ]);
    expect(callsOf('LocalNotifications', 'schedule')).toMatchObject([
      { notifications: [{ id: 17, actionTypeId: 'alarms', schedule: { allowWhileIdle: true }, extra }] },
    ]);
    expect(alarms.limits).toEqual({ pending: 64, days: 14 });
  });

  test('posts where it is told to with a token that is good for that, and nowhere else', async () => {
    const { fences } = await phone();
    await fences.postTo({ url: 'https://demo.example/userstatus/userstatus/geofence', token: 'fence' });
    await fences.postTo(undefined);
    const [first, second] = callsOf('BackgroundGeolocation', 'setupGeofencing');
    expect(first).toMatchObject({
      url: 'https://demo.example/userstatus/userstatus/geofence',
      headers: { Authorization: 'Bearer fence' },
      notifyOnEntry: true,
      notifyOnExit: true,
    });
    expect(second).not.toHaveProperty('url');
    expect(second).not.toHaveProperty('headers');
    expect(await fences.position()).toEqual({ latitude: 54.3233, longitude: 10.1228 });
  });

  test('takes over what other apps share, by names that are safe', async () => {
    const { share } = await phone();
    const shared: Shared[] = [];
    const stop = share.onShared((one) => shared.push(one));
    await soon();
    const uri = `data:text/plain,${'x'.repeat(5)}`;
    bridge.emit('CapacitorShareTarget', 'shareReceived', {
      title: 'Fotos',
      texts: ['https://example.com'],
      files: [
        { uri, name: '../../etc/passwd', mimeType: 'text/plain' },
        { uri, name: 'passwd', mimeType: 'text/plain' },
        { uri: 'content://nobody/knows', name: 'weg.pdf', mimeType: 'application/pdf' },
      ],
    });
    await expect.poll(() => shared.length).toBe(1);
    const [one] = shared;
    expect(one?.files.map(({ name, size }) => [name, size])).toEqual([
      ['passwd', 5],
      ['passwd (2)', 5],
    ]);
    expect(one).toMatchObject({ title: 'Fotos', texts: ['https://example.com'], unread: ['weg.pdf'] });
    stop();
  });

  test('says that a background fetch is done, though that failed', async () => {
    const { backgroundFetch } = await phone();
    const stop = await backgroundFetch.start(5, () => Promise.reject(new Error('no network')));
    expect(callsOf('BackgroundFetch', 'configure')).toMatchObject([{ options: { minimumFetchInterval: 15 } }]);
    bridge.emit('BackgroundFetch', 'fetch', { taskId: 'one', timeout: false });
    await expect.poll(() => callsOf('BackgroundFetch', 'finish')).toEqual([{ taskId: 'one' }]);
    stop();
  });

  test('goes back until there is nothing left, then is put aside', async () => {
    const { links } = await phone();
    let left = 1;
    const stop = links.onBack(() => left-- > 0);
    await soon();
    bridge.emit('App', 'backButton', { canGoBack: true });
    expect(callsOf('App', 'minimizeApp')).toEqual([]);
    bridge.emit('App', 'backButton', { canGoBack: true });
    await expect.poll(() => callsOf('App', 'minimizeApp').length).toBe(1);
    stop();
    const opened: string[] = [];
    const close = links.onOpened((...link) => opened.push(link.join(' ')));
    await soon();
    bridge.emit('App', 'appUrlOpen', { url: 'https://demo.example/task/7/inbox/view?tab=a' });
    expect(opened).toEqual(['https://demo.example /task/7/inbox/view?tab=a']);
    close();
  });

  test('has the icon that was chosen, and changes it once', async () => {
    const { icon } = await phone();
    await icon.show('blue');
    await icon.show('night');
    await icon.show('night');
    expect(callsOf('AppIcon', 'change')).toMatchObject([{ name: 'night', suppressNotification: true }]);
  });
});
