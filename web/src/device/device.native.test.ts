import { describe, expect, test } from 'vitest';
import type { Pushed, Shared } from './device.ts';
import { linkIn } from './phone-values.ts';
import { deviceContract } from './testing/device-contract.ts';
import { bridge, callsOf, nativePhone as phone } from './testing/native-phone.ts';

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

  test('no page has what pushes are opened with, and tokens can be read behind the lock screen, on this device only', async () => {
    const { push, secure } = await phone('ios');
    await push.register('demo/anna', 'key');
    await secure?.set('token/demo/anna', 'x');
    const access = callsOf('SecureStorage', 'internalSetItem').map(({ prefixedKey, access: how }) => [
      prefixedKey,
      how,
    ]);
    // 3: after the first unlock, on this device only.
    expect(Object.fromEntries(access)).toEqual({
      'kontor.readable': 3,
      'kontor.push-token/demo/anna': 3,
      'kontor.token/demo/anna': 3,
    });
    const kept = JSON.parse((await push.token('demo/anna')) ?? '') as { keys: unknown };
    expect(kept.keys).toEqual(bridge.kept.push.keys['demo/anna']);
    // A new installation takes away what it finds, whatever it is called.
    await secure?.remove('push-token/demo/anna');
    expect(bridge.kept.push.keys).toEqual({});
  });

  test('what an earlier version kept for an unlocked phone is written anew, once and only where it can be read', async () => {
    const earlier = { 'kontor.seal': '"s"', 'kontor.token/demo/anna': '"t"' };
    const read = bridge.answers['SecureStorage.internalGetItem'];
    const written = async () => {
      const { secure } = await phone('ios', bridge.kept.secure);
      expect(await secure?.keys()).toEqual(['seal', 'token/demo/anna']);
      return callsOf('SecureStorage', 'internalSetItem').map(({ prefixedKey, data, access }) => [
        prefixedKey,
        data,
        access,
      ]);
    };
    bridge.kept.secure = earlier;
    bridge.answers['SecureStorage.internalGetItem'] = () => ({ data: null });
    expect(await written()).toEqual([]);
    if (read !== undefined) bridge.answers['SecureStorage.internalGetItem'] = read;
    expect(await written()).toEqual([
      ['kontor.seal', '"s"', 3],
      ['kontor.token/demo/anna', '"t"', 3],
      ['kontor.readable', '"1"', 3],
    ]);
    expect(await written()).toEqual([]);
  });

  test('a keychain that names nothing is tried: a locked one is not an empty one', async () => {
    const { secure } = await phone('ios');
    bridge.kept.secure = {};
    const write = bridge.answers['SecureStorage.internalSetItem'];
    bridge.answers['SecureStorage.internalSetItem'] = () => {
      throw new Error('interaction is not allowed');
    };
    await expect(secure?.keys()).rejects.toThrow();
    if (write !== undefined) bridge.answers['SecureStorage.internalSetItem'] = write;
    expect(await secure?.keys()).toEqual([]);
    expect(bridge.kept.secure).toEqual({});
  });

  test.each([
    ['android', 'KontorPush', 'opened'],
    ['ios', 'PushNotifications', 'pushNotificationActionPerformed'],
  ] as const)('tells of presses from before anybody listened: %s', async (platform, plugin, event) => {
    const { push, alarms } = await phone(platform);
    const said = { instanceName: 'demo', aggregateId: '{"x":1}', kind: 'item', tag: 'item:task:1' };
    const message = JSON.stringify({ ...said, badge: 3 });
    const inNotice = (actionId: string, data: unknown) => ({ actionId, notification: { data } });
    if (plugin === 'KontorPush') {
      bridge.emit(plugin, event, { account: 'demo/anna', message: 'of another app' });
      bridge.emit(plugin, event, { account: 'demo/anna', message });
    } else {
      bridge.emit(plugin, event, inNotice('tap', { body: 'sealed, and not opened' }));
      bridge.emit(plugin, event, inNotice('dismiss', { kontorAccount: 'demo/anna', kontorMessage: message }));
      bridge.emit(plugin, event, inNotice('tap', { kontorAccount: 'demo/anna', kontorMessage: message }));
    }
    const extra = { account: 'demo/anna', type: 'task', id: 4, at: 9, moduleName: 'task', aggregateId: '{}' };
    bridge.emit('LocalNotifications', 'localNotificationActionPerformed', { actionId: 'ok', notification: { extra } });
    const taps: Pushed[] = [];
    const actions: unknown[] = [];
    const stops = [push.onTap((pushed) => taps.push(pushed)), alarms.onAction((...given) => actions.push(given))];
    await expect.poll(() => taps.length + actions.length).toBe(2);
    expect(taps).toEqual([{ account: 'demo/anna', ...said }]);
    expect(actions).toEqual([['ok', extra]]);
    for (const stop of stops) stop();
    await soon();
  });

  test('hears what comes while it is looked at, once', async () => {
    const { push } = await phone('ios');
    const heard: Pushed[] = [];
    const stop = push.onPush((pushed) => heard.push(pushed));
    await soon();
    const message = (tag: string) =>
      JSON.stringify({ instanceName: 'demo', aggregateId: null, kind: 'of tomorrow', tag, badge: null });
    bridge.emit('KontorPush', 'pushed', { account: 'demo/anna', message: message('silent') });
    bridge.emit('PushNotifications', 'pushNotificationReceived', {
      data: { kontorAccount: 'demo/ben', kontorMessage: message('shown') },
    });
    expect(heard.map(({ account, tag }) => [account, tag])).toEqual([
      ['demo/anna', 'silent'],
      ['demo/ben', 'shown'],
    ]);
    stop();
    await soon();
    bridge.emit('KontorPush', 'pushed', { account: 'demo/anna', message: message('later') });
    expect(heard).toHaveLength(2);
  });

  test('takes away the notices of who signs out, and those of no other', async () => {
    const { push } = await phone();
    const notice = (tag: string | null) => ({ id: 1, tag, title: 'Neues' });
    bridge.answers['PushNotifications.getDeliveredNotifications'] = () => ({
      notifications: [notice('demo/anna item:task:1'), notice('demo/annabel item:task:1'), notice(null)],
    });
    await push.end('demo/anna');
    bridge.answers['PushNotifications.getDeliveredNotifications'] = () => ({ notifications: [] });
    expect(callsOf('PushNotifications', 'removeDeliveredNotifications')).toEqual([
      { notifications: [notice('demo/anna item:task:1')] },
    ]);
  });

  test('iOS adds up itself what is unfinished, each account once', async () => {
    const { badge, push } = await phone('ios');
    await push.register('demo/anna', 'key');
    await badge.show(
      7,
      new Map([
        ['demo/anna', 3],
        ['demo/ben', 4],
      ]),
    );
    expect(bridge.kept.push.counts).toEqual({ 'demo/anna': 3, 'demo/ben': 4 });
    expect(bridge.kept.badge).toBe(7);
    await badge.show(4, new Map([['demo/ben', 4]]));
    expect(bridge.kept.badge).toBe(4);
    expect(callsOf('Badge', 'set')).toEqual([]);
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

  test('says what it rings, and hears what pushes have told of', async () => {
    const { alarms } = await phone('android');
    await alarms.setHanded([
      { account: 'demo/anna', name: 'task:7', id: 17, at: 1_795_219_200 },
      { account: 'demo/ben b', name: 'task:8', id: 18, at: 1_795_219_260 },
    ]);
    expect(bridge.kept.push.planned).toBe('demo/anna\ttask:7\t17\t1795219200\ndemo/ben b\ttask:8\t18\t1795219260');
    bridge.kept.push.told = 'demo/ben b\ttask:8\t1795219260\nwhat is that\n';
    expect(await alarms.pushed()).toEqual([{ account: 'demo/ben b', name: 'task:8', at: 1_795_219_260 }]);
  });

  test('a push that has taken the place of an alarm on iOS has its buttons, and is pressed as that', async () => {
    const { alarms, push } = await phone('ios');
    const extra = { account: 'demo/anna', type: 'task', id: 4, at: 9, moduleName: 'task', aggregateId: '{}' };
    const message = JSON.stringify({ instanceName: 'demo', aggregateId: null, kind: 'alarm', tag: 'alarm:task:4' });
    const data = { kontorAccount: 'demo/anna', kontorMessage: message };
    const heard: unknown[] = [];
    const stops = [
      push.onTap(({ tag }) => heard.push(tag)),
      alarms.onAction((action, { id }) => heard.push([action, id])),
    ];
    await soon();
    const press = (actionId: string, more: object) =>
      bridge.emit('PushNotifications', 'pushNotificationActionPerformed', {
        actionId,
        notification: { data: { ...data, ...more } },
      });
    press('snooze:15', { cap_extra: extra });
    press('tap', { cap_extra: extra });
    press('tap', {});
    expect(heard).toEqual([['snooze:15', 4], ['tap', 4], 'alarm:task:4']);
    for (const stop of stops) stop();
    await soon();
  });

  test('takes away what pushes have shown of some things, by their tags', async () => {
    const { push } = await phone();
    const notice = (tag: string) => ({ id: 1, tag, title: 'Erinnerung' });
    bridge.answers['PushNotifications.getDeliveredNotifications'] = () => ({
      notifications: [
        notice('demo/anna alarm:task:1'),
        notice('demo/anna alarm:task:2'),
        notice('demo/ben alarm:task:1'),
      ],
    });
    await push.dismiss('demo/anna', ['alarm:task:1', 'alarms']);
    bridge.answers['PushNotifications.getDeliveredNotifications'] = () => ({ notifications: [] });
    expect(callsOf('PushNotifications', 'removeDeliveredNotifications')).toEqual([
      { notifications: [notice('demo/anna alarm:task:1')] },
    ]);
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

  test.each([
    [true, 'open', 'open'],
    [true, 'refused', 'refused'],
    [false, 'open', 'unset'],
  ] as const)('a screen lock that is there (%s), and answered by %s: %s', async (isReady, answer, expected) => {
    const { lock } = await phone('ios');
    Object.assign(bridge.kept.lock, { isReady, answer });
    expect(await lock.state()).toBe(isReady ? 'ready' : 'unset');
    expect(await lock.ask('Kontor', 'unlock')).toBe(expected);
    expect(callsOf('KontorLock', 'ask')).toEqual([{ title: 'Kontor', reason: 'unlock' }]);
    await lock.hide(true);
    await lock.setLocked(true);
    expect(bridge.kept.lock).toMatchObject({ isHidden: true, isLocked: true });
  });

  test('a question that cannot be put is not answered', async () => {
    const { lock } = await phone('android');
    const before = bridge.answers['KontorLock.ask'];
    bridge.answers['KontorLock.ask'] = () => {
      throw new Error('there is no window');
    };
    expect(await lock.ask('Kontor', 'unlock')).toBe('refused');
    if (before !== undefined) bridge.answers['KontorLock.ask'] = before;
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

  test.each([
    ['https://demo.example/task/7/inbox/view?tab=a#below', 'https://demo.example', '/task/7/inbox/view?tab=a#below'],
    ['https://demo.example', 'https://demo.example', '/'],
    ['https://demo.example:8443/#x', 'https://demo.example:8443', '/#x'],
    ['de.kontor.app://demo.example/task/7?tab=a#below', 'https://demo.example', '/task/7?tab=a#below'],
    ['de.kontor.app://demo.example:8443', 'https://demo.example:8443', '/'],
  ])('a link is of an origin, and leads somewhere there: %s', (url, origin, address) =>
    expect(linkIn(url)).toEqual({ origin, address }),
  );
  test.each(['de.kontor.app://share', 'de.kontor.app:/task/7', 'no link', ''])('what is no link: %s', (url) =>
    expect(linkIn(url)).toBeUndefined(),
  );

  test('shows pages in the browser of the phone, and is opened by its own scheme', async () => {
    const { links } = await phone('ios');
    await links.browse('https://demo.example/login#redirect=x');
    expect(callsOf('KontorLinks', 'browse')).toEqual([{ url: 'https://demo.example/login#redirect=x' }]);
    expect(await links.scheme()).toBe('app.kontor');
  });

  test('has the icon that was chosen, and changes it once', async () => {
    const { icon } = await phone();
    await icon.show('blue');
    await icon.show('night');
    await icon.show('night');
    expect(callsOf('AppIcon', 'change')).toMatchObject([{ name: 'night', suppressNotification: true }]);
  });
});
