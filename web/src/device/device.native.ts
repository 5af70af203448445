// The only file that names what the app uses of a phone. It is in none of the browser's files.
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import { AppIcon as Icons } from '@capacitor-community/app-icon';
import { App } from '@capacitor/app';
import { Capacitor, type PluginListenerHandle } from '@capacitor/core';
import { Directory, Filesystem } from '@capacitor/filesystem';
import { Geolocation } from '@capacitor/geolocation';
import { Keyboard } from '@capacitor/keyboard';
import { LocalNotifications } from '@capacitor/local-notifications';
import { PushNotifications, type PushNotificationSchema } from '@capacitor/push-notifications';
import { Badge } from '@capawesome/capacitor-badge';
import { BackgroundGeolocation } from '@capgo/background-geolocation';
import { CapacitorShareTarget } from '@capgo/capacitor-share-target';
import { APP_ICONS } from '@kontor/contract/settings';
import { BackgroundFetch } from '@transistorsoft/capacitor-background-fetch';
import type {
  Device,
  DeviceAlarms,
  DeviceFences,
  DevicePush,
  DeviceSecure,
  LocationPermission,
  Permission,
  Platform,
  Pushed,
  Stop,
} from './device.ts';
import { PushFailure } from './device.ts';
import { newPushKeys, pushedIn, type PushKeys } from './sealed-push.ts';
import { linkIn, base64Of, extraOf, faultOf, permissionOf, takeFiles } from './phone-values.ts';
import { accountOfRegion } from './region-names.ts';
import { freeName, safeName } from './file-names.ts';

/** How long the push service of the phone may take to name the device, in milliseconds. */
const MAX_REGISTERING_MS = 20_000;
/** What iOS keeps of alarms to come, and how far ahead they are planned, in days. */
const ALARM_LIMITS = {
  ios: { pending: 64, days: 14 },
  android: { pending: 400, days: 14 },
  web: { pending: 0, days: 0 },
};
/** iOS watches 20 regions of an app, of which two are left to the system's own use; Android 100. */
const MAX_FENCES = { ios: 18, android: 90, web: 0 } as const;
/** Android shows three buttons, the first of which confirms; iOS as many as there are. */
const SNOOZE_MINUTES = { ios: [5, 15, 30, 60, 120, 240, 1440], android: [15, 1440], web: [] } as const;
const MAX_POSITION_MS = 15_000;
const ALARMS = 'alarms';
const PUSH_KEYS = 'push/';
/** What places are posted with, an account each. */
const FENCE_TOKEN = 'fence/';
const PUSH_TOKEN = 'push-token/';

/** Listens to a plugin, which says later how that is ended. */
function listen(begun: Promise<PluginListenerHandle>): Stop {
  begun.catch(() => undefined);
  return () => void begun.then((handle) => handle.remove()).catch(() => undefined);
}

/** The tokens and keys of this device. What a push is opened with has to be readable while the device is locked, and all else has not. */
function createSecure(): DeviceSecure {
  const access = (key: string): KeychainAccess =>
    key.startsWith(PUSH_KEYS)
      ? KeychainAccess.afterFirstUnlockThisDeviceOnly
      : KeychainAccess.whenUnlockedThisDeviceOnly;
  const ready = SecureStorage.setKeyPrefix('kontor.').then(() => SecureStorage.setSynchronize(false));
  ready.catch(() => undefined);
  return {
    async get(key) {
      await ready;
      const found = await SecureStorage.get(key, false);
      return typeof found === 'string' ? found : undefined;
    },
    async set(key, text) {
      await ready;
      await SecureStorage.set(key, text, false, false, access(key));
    },
    async remove(key) {
      await ready;
      await SecureStorage.remove(key);
    },
    async keys() {
      await ready;
      return SecureStorage.keys();
    },
  };
}

const noticePermissions = {
  permission: async (): Promise<Permission> => permissionOf((await LocalNotifications.checkPermissions()).display),
  ask: async (): Promise<Permission> => permissionOf((await LocalNotifications.requestPermissions()).display),
};

/** Asks the phone's push service what the device is called there. Rejects with a `PushFailure`. */
async function nameDevice(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const handles = [
    PushNotifications.addListener('registration', ({ value }) => resolve(value)),
    PushNotifications.addListener('registrationError', () => reject(new PushFailure('unreached'))),
  ];
  const timer = setTimeout(() => reject(new PushFailure('unreached')), MAX_REGISTERING_MS);
  try {
    await Promise.all(handles);
    await PushNotifications.register();
    return await promise;
  } catch (error) {
    throw error instanceof PushFailure ? error : new PushFailure('missing');
  } finally {
    clearTimeout(timer);
    for (const handle of handles) listen(handle)();
  }
}

function createPush(platform: Platform, secure: DeviceSecure): DevicePush {
  const service = platform === 'ios' ? 'apns' : 'fcm';
  const keysOf = async (): Promise<ReadonlyMap<string, PushKeys>> => {
    const names = (await secure.keys()).filter((name) => name.startsWith(PUSH_KEYS));
    const all = await Promise.all(
      names.map(async (name) => [name.slice(PUSH_KEYS.length), await secure.get(name)] as const),
    );
    return new Map(all.flatMap(([account, text]) => (text ? [[account, JSON.parse(text) as PushKeys]] : [])));
  };
  const hear =
    (listener: (pushed: Pushed) => void) =>
    async ({ data }: Pick<PushNotificationSchema, 'data'>): Promise<void> => {
      const pushed = await pushedIn((data ?? {}) as Record<string, unknown>, keysOf);
      if (pushed !== undefined) listener(pushed);
    };
  return {
    isPossible: platform !== 'web',
    service,
    permission: async () => permissionOf((await PushNotifications.checkPermissions()).receive),
    ask: async () => permissionOf((await PushNotifications.requestPermissions()).receive),
    token: (account) => secure.get(PUSH_TOKEN + account),
    async register(account) {
      const [token, { id }] = await Promise.all([nameDevice(), App.getInfo()]);
      const known = await secure.get(PUSH_KEYS + account);
      const keys = known === undefined ? await newPushKeys() : (JSON.parse(known) as PushKeys);
      await secure.set(PUSH_KEYS + account, JSON.stringify(keys));
      const { p256dh, auth } = keys;
      const isSandbox = import.meta.env['VITE_APNS_SANDBOX'] === 'true';
      const environment = platform === 'ios' ? { environment: isSandbox ? 'sandbox' : 'production' } : {};
      const text = JSON.stringify({ kind: service, token, app: id, ...environment, keys: { p256dh, auth } });
      await secure.set(PUSH_TOKEN + account, text);
      return text;
    },
    async isCurrent(account) {
      const known = await secure.get(PUSH_TOKEN + account);
      if (known === undefined) return false;
      return (JSON.parse(known) as { readonly token: string }).token === (await nameDevice());
    },
    async end(account) {
      await Promise.all([secure.remove(PUSH_TOKEN + account), secure.remove(PUSH_KEYS + account)]);
      const { notifications } = await PushNotifications.getDeliveredNotifications();
      const own = notifications.filter(({ data }) => (data as { account?: string } | undefined)?.account === account);
      if (own.length > 0) await PushNotifications.removeDeliveredNotifications({ notifications: own });
    },
    onTap: (listener) =>
      listen(
        PushNotifications.addListener(
          'pushNotificationActionPerformed',
          ({ notification }) => void hear(listener)(notification).catch(() => undefined),
        ),
      ),
    onPush: (listener) =>
      listen(
        PushNotifications.addListener(
          'pushNotificationReceived',
          (notification) => void hear(listener)(notification).catch(() => undefined),
        ),
      ),
  };
}

function createAlarms(platform: Platform): DeviceAlarms {
  return {
    ...noticePermissions,
    limits: ALARM_LIMITS[platform],
    snoozeMinutes: SNOOZE_MINUTES[platform],
    async exact() {
      if (platform !== 'android') return 'missing';
      return permissionOf((await LocalNotifications.checkExactNotificationSetting()).exact_alarm);
    },
    async openExact() {
      if (platform === 'android') await LocalNotifications.changeExactNotificationSetting();
    },
    async setButtons(buttons) {
      if (platform === 'web') return;
      const actions = buttons.map(({ id, title }) => ({ id, title, foreground: false }));
      await LocalNotifications.registerActionTypes({ types: [{ id: ALARMS, actions }] });
    },
    async pending() {
      const { notifications } = await LocalNotifications.getPending();
      return notifications.map(({ id, extra }) => ({ id, extra: extraOf(extra) }));
    },
    async schedule(alarms) {
      if (alarms.length === 0 || platform === 'web') return;
      await LocalNotifications.schedule({
        notifications: alarms.map(({ id, title, body, extra }) => ({
          id,
          title,
          body,
          extra,
          actionTypeId: ALARMS,
          schedule: { at: new Date(extra.at * 1000), allowWhileIdle: true },
        })),
      });
    },
    async cancel(ids) {
      if (ids.length > 0) await LocalNotifications.cancel({ notifications: ids.map((id) => ({ id })) });
    },
    async dismiss(ids) {
      if (ids.length > 0) await LocalNotifications.removeDeliveredNotificationsById({ ids: [...ids] });
    },
    onAction: (listener) =>
      listen(
        LocalNotifications.addListener('localNotificationActionPerformed', ({ actionId, notification }) => {
          const extra = extraOf(notification.extra);
          if (extra !== undefined) listener(actionId, extra);
        }),
      ),
  };
}

function createFences(platform: Platform): DeviceFences {
  const permission = async (): Promise<LocationPermission> => {
    const { location, backgroundLocation } = await BackgroundGeolocation.checkPermissions();
    if (backgroundLocation === 'granted' || backgroundLocation === 'always') return 'always';
    if (location === 'granted' || backgroundLocation === 'when_in_use') return 'whileOpen';
    return location === 'denied' ? 'denied' : 'default';
  };
  const fences: DeviceFences = {
    max: MAX_FENCES[platform],
    permission,
    async ask() {
      const step = (await permission()) === 'whileOpen' ? 'backgroundLocation' : 'location';
      await BackgroundGeolocation.requestPermissions({ permissions: [step] });
      return permission();
    },
    openSettings: () => BackgroundGeolocation.openSettings(),
    watched: async () => (await BackgroundGeolocation.getMonitoredGeofences()).regions,
    postTo: (target) =>
      BackgroundGeolocation.setupGeofencing({
        notifyOnEntry: true,
        notifyOnExit: true,
        backgroundLocation: true,
        requestPermissions: false,
        ...(target === undefined
          ? {}
          : { url: target.url, headers: { Authorization: `Bearer ${target.token}`, 'X-Platform': 'App' } }),
      }),
    async add({ id: identifier, latitude, longitude, radius, payload }) {
      const region = { identifier, latitude, longitude, radius, payload, notifyOnEntry: true, notifyOnExit: true };
      await BackgroundGeolocation.addGeofence(region).catch((error: unknown) => {
        throw faultOf(error);
      });
    },
    async remove(ids) {
      for (const identifier of ids) await BackgroundGeolocation.removeGeofence({ identifier });
    },
    async stop() {
      await BackgroundGeolocation.removeAllGeofences();
      await fences.postTo(undefined);
      await BackgroundGeolocation.stop();
    },
    async position() {
      const options = { enableHighAccuracy: true, timeout: MAX_POSITION_MS, maximumAge: 0 };
      const { coords } = await Geolocation.getCurrentPosition(options).catch((error: unknown) => {
        throw faultOf(error);
      });
      return { latitude: coords.latitude, longitude: coords.longitude };
    },
    onTransition: (listener) =>
      listen(
        BackgroundGeolocation.addListener('geofenceTransition', ({ identifier, enter }) => listener(identifier, enter)),
      ),
  };
  return fences;
}

/** Reads what another app has handed over: names are made safe, and what is too much or cannot be read is named. */
const share: Device['share'] = {
  onShared: (listener) =>
    listen(
      CapacitorShareTarget.addListener('shareReceived', async ({ title, texts, files: given }) => {
        const { files, unread } = await takeFiles(given, (uri) => fetch(Capacitor.convertFileSrc(uri)));
        listener({ title: title ?? '', texts: texts ?? [], files, unread });
      }),
    ),
};

/** Puts a file beside those that the person has in the folder of documents already. */
async function saveFile(bytes: Blob, given: string): Promise<boolean> {
  const directory = Directory.Documents;
  const [data, { files }] = await Promise.all([
    base64Of(bytes),
    Filesystem.readdir({ path: '', directory }).catch(() => ({ files: [] })),
  ]);
  const path = freeName(
    safeName(given),
    files.map(({ name }) => name),
  );
  await Filesystem.writeFile({ path, data, directory, recursive: true });
  return true;
}

/** The keyboard takes room from the page: what scrolls is told so. */
function watchKeyboard(): void {
  const say = (isShown: boolean) => (): void => {
    document.documentElement.toggleAttribute('data-keyboard', isShown);
  };
  listen(Keyboard.addListener('keyboardWillShow', say(true)));
  listen(Keyboard.addListener('keyboardWillHide', say(false)));
}

/** A phone, as its shell has it. */
export function createNativeDevice(): Device {
  const platform = Capacitor.getPlatform() as Platform;
  const secure = createSecure();
  const push = createPush(platform, secure);
  const alarms = createAlarms(platform);
  const fences = createFences(platform);
  if (platform !== 'web') watchKeyboard();

  async function silence(account: string): Promise<void> {
    const own = (await alarms.pending()).filter(({ extra }) => extra?.account === account);
    await alarms.cancel(own.map(({ id }) => id));
  }
  async function unwatch(account: string): Promise<void> {
    const watched = await fences.watched();
    const own = watched.filter((id) => accountOfRegion(id) === account);
    await (own.length > 0 && own.length === watched.length ? fences.stop() : fences.remove(own));
    await secure.remove(`${FENCE_TOKEN}${account}`);
  }
  return {
    platform,
    leave: (account) => Promise.allSettled([push.end(account), silence(account), unwatch(account)]),
    push,
    alarms,
    badge: {
      show: async (count) => {
        if ((await Badge.isSupported()).isSupported) await (count > 0 ? Badge.set({ count }) : Badge.clear());
      },
    },
    secure,
    fences,
    share,
    files: { save: saveFile },
    icon: {
      async show(icon) {
        if (platform === 'web' || !(await Icons.isSupported()).value) return;
        // Android has an entry for each, all others of which are to be off.
        const disable = APP_ICONS.filter((other) => other !== icon);
        const current = (await Icons.getName()).value ?? 'blue';
        if (current !== icon) await Icons.change({ name: icon, disable, suppressNotification: true });
      },
    },
    backgroundFetch: {
      isPossible: platform !== 'web',
      async start(minutes, task) {
        let isOver = false;
        await BackgroundFetch.configure(
          { minimumFetchInterval: Math.max(15, minutes), stopOnTerminate: false, startOnBoot: true },
          async (taskId) => {
            // The system stops what does not say that it is done.
            await (isOver ? Promise.resolve() : task().catch(() => undefined));
            await BackgroundFetch.finish(taskId);
          },
          async (taskId) => BackgroundFetch.finish(taskId),
        );
        return () => {
          isOver = true;
        };
      },
    },
    links: {
      onOpened: (listener) =>
        listen(
          App.addListener('appUrlOpen', ({ url }) => {
            const link = linkIn(url);
            if (link !== undefined) listener(link.origin, link.address);
          }),
        ),
      onBack: (listener) =>
        listen(
          App.addListener('backButton', () => {
            if (!listener()) void App.minimizeApp();
          }),
        ),
    },
  };
}
