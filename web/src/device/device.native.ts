// The only file that names what the app uses of a phone. It is in none of the browser's files.
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import { AppIcon as Icons } from '@capacitor-community/app-icon';
import { App } from '@capacitor/app';
import { Capacitor, registerPlugin } from '@capacitor/core';
import { Directory, Filesystem } from '@capacitor/filesystem';
import { Geolocation } from '@capacitor/geolocation';
import { Keyboard } from '@capacitor/keyboard';
import { LocalNotifications } from '@capacitor/local-notifications';
import { PushNotifications } from '@capacitor/push-notifications';
import { Badge } from '@capawesome/capacitor-badge';
import { BackgroundGeolocation } from '@capgo/background-geolocation';
import { CapacitorShareTarget } from '@capgo/capacitor-share-target';
import { APP_ICONS } from '@kontor/contract/settings';
import { BackgroundFetch } from '@transistorsoft/capacitor-background-fetch';
import type {
  AlarmExtra,
  Device,
  DeviceAlarms,
  DeviceFences,
  LocationPermission,
  Permission,
  Platform,
} from './device.ts';
import { PushFailure } from './device.ts';
import { listen, type KontorPush as KontorPushPlugin } from './kontor-push.ts';
import type { KontorLinks as KontorLinksPlugin } from './kontor-links.ts';
import { createNativeLock, type KontorLock as KontorLockPlugin } from './native-lock.ts';
import { createNativeSecure, type SecureTexts } from './native-secure.ts';
import { createNativePush, withPushKeys, type SystemPush } from './native-push.ts';
import { alarmIn, base64Of, extraOf, faultOf, linkIn, namedIn, permissionOf, takeFiles } from './phone-values.ts';
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
/** What places are posted with, an account each. */
const FENCE_TOKEN = 'fence/';

/** The plugins of our own. */
const KontorPush = registerPlugin<KontorPushPlugin>('KontorPush');
const KontorLinks = registerPlugin<KontorLinksPlugin>('KontorLinks');
const KontorLock = registerPlugin<KontorLockPlugin>('KontorLock');

const { whenUnlockedThisDeviceOnly, afterFirstUnlockThisDeviceOnly } = KeychainAccess;

/** The tokens of this device. */
const secureTexts = (): SecureTexts => ({
  begin: () => SecureStorage.setKeyPrefix('kontor.').then(() => SecureStorage.setSynchronize(false)),
  async get(key) {
    const found = await SecureStorage.get(key, false);
    return typeof found === 'string' ? found : undefined;
  },
  set: (key, text, when) =>
    SecureStorage.set(
      key,
      text,
      false,
      false,
      when === 'unlocked' ? whenUnlockedThisDeviceOnly : afterFirstUnlockThisDeviceOnly,
    ),
  async remove(key) {
    await SecureStorage.remove(key);
  },
  keys: () => SecureStorage.keys(),
});

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

/** Google's or Apple's push service. */
const systemPush: SystemPush = {
  permission: async () => permissionOf((await PushNotifications.checkPermissions()).receive),
  ask: async () => permissionOf((await PushNotifications.requestPermissions()).receive),
  app: async () => (await App.getInfo()).id,
  device: nameDevice,
  async takeAway(isMeant) {
    const delivered = await PushNotifications.getDeliveredNotifications();
    const notifications = delivered.notifications.filter(isMeant);
    if (notifications.length > 0) await PushNotifications.removeDeliveredNotifications({ notifications });
  },
  onPress: (listener) =>
    listen(
      PushNotifications.addListener('pushNotificationActionPerformed', ({ actionId, notification }) => {
        // One that has taken the place of an alarm is pressed as that.
        if (actionId === 'tap' && alarmIn(notification.data) === undefined) listener(notification.data);
      }),
    ),
  onArrival: (listener) =>
    listen(PushNotifications.addListener('pushNotificationReceived', ({ data }) => listener(data))),
};

/** Shows the number on the sign of the app. iOS adds up what pushes bring while no page runs, and so has to know what it is the sum of. */
function createBadge(platform: Platform): Device['badge'] {
  const reported = new Set<string>();
  return {
    async show(count, of) {
      if (platform === 'ios') {
        for (const account of of.keys()) reported.add(account);
        for (const account of reported) await KontorPush.count({ account, count: of.get(account) ?? 0 });
      } else if ((await Badge.isSupported()).isSupported) await (count > 0 ? Badge.set({ count }) : Badge.clear());
    },
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
    async setHanded(handed) {
      if (platform === 'web') return;
      const lines = handed.map(({ account, name, id, at }) => [account, name, id, at].join('\t'));
      await KontorPush.planAlarms({ planned: lines.join('\n') });
    },
    pushed: async () => (platform === 'web' ? [] : namedIn((await KontorPush.toldAlarms()).told)),
    onAction(listener) {
      const hear = (actionId: string, extra: AlarmExtra | undefined): void => {
        if (extra !== undefined) listener(actionId, extra);
      };
      const stops = [
        listen(
          LocalNotifications.addListener('localNotificationActionPerformed', ({ actionId, notification }) =>
            hear(actionId, extraOf(notification.extra)),
          ),
        ),
      ];
      // On iOS a push takes the place of an alarm, with its words and its buttons.
      if (platform === 'ios')
        stops.push(
          listen(
            PushNotifications.addListener('pushNotificationActionPerformed', ({ actionId, notification }) =>
              hear(actionId, alarmIn(notification.data)),
            ),
          ),
        );
      return () => {
        for (const stop of stops) stop();
      };
    },
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
  const secure = withPushKeys(createNativeSecure(platform, secureTexts()), KontorPush);
  const push = createNativePush(platform, { secure, own: KontorPush, system: systemPush });
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
    badge: createBadge(platform),
    secure,
    fences,
    lock: createNativeLock(platform, KontorLock),
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
      scheme: async () => (platform === 'web' ? undefined : (await App.getInfo()).id.toLowerCase()),
      browse: (url) => KontorLinks.browse({ url }),
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
