/** One call of the app into the shell of the phone. */
export interface BridgeCall {
  readonly plugin: string;
  readonly method: string;
  readonly options: Record<string, unknown>;
}

/** What the shell answers, by `Plugin.method`; what it throws is a rejection. */
export type BridgeAnswers = Record<string, (options: Record<string, never>) => unknown>;

export interface FakeBridge {
  readonly calls: BridgeCall[];
  /** What is kept in the shell: `secure` by its whole name, alarms by number, regions by name, files by name, and the badge. */
  readonly kept: {
    secure: Record<string, string>;
    alarms: Record<string, Record<string, unknown>>;
    regions: Record<string, Record<string, unknown>>;
    files: Record<string, string>;
    badge: number;
    icon: string | null;
  };
  readonly answers: BridgeAnswers;
  /** The shell tells something, as that an alarm was pressed. Nobody may listen yet: then it is told once somebody does. */
  emit(plugin: string, event: string, data: unknown): void;
}

/**
 * Puts the shell of a phone into this page, or process, before the app's plugins are loaded: all that they ask is recorded, and answered as
 * a phone would on which everything is allowed. It stands alone, so that it can be handed into a browser as text. `isKept`: what the shell
 * keeps outlives the page.
 */
export function installFakeBridge({
  platform,
  isKept = false,
}: {
  platform: 'android' | 'ios';
  isKept?: boolean;
}): FakeBridge {
  const STORE = 'fake-bridge';
  type Callback = (data: unknown) => void;
  const world = globalThis as unknown as Record<string, unknown>;
  const empty: FakeBridge['kept'] = { secure: {}, alarms: {}, regions: {}, files: {}, badge: 0, icon: null };
  const stored = isKept ? (JSON.parse(localStorage.getItem(STORE) ?? 'null') as FakeBridge['kept'] | null) : null;
  const kept = stored ?? empty;
  const keep = (): void => {
    if (isKept) localStorage.setItem(STORE, JSON.stringify(kept));
  };
  const calls: BridgeCall[] = [];
  const listeners = new Map<string, Map<string, Callback>>();
  const waiting = new Map<string, unknown[]>();
  let nextId = 1;

  const emit: FakeBridge['emit'] = (plugin, event, data) => {
    const own = listeners.get(`${plugin} ${event}`);
    if (own === undefined || own.size === 0) {
      const earlier = waiting.get(`${plugin} ${event}`) ?? [];
      waiting.set(`${plugin} ${event}`, [...earlier, data]);
    } else for (const listener of own.values()) listener(data);
  };
  const granted = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'granted']));
  const answers = {
    'SecureStorage.internalGetItem': ({ prefixedKey }: { prefixedKey: string }) => ({
      data: kept.secure[prefixedKey] ?? null,
    }),
    'SecureStorage.internalSetItem': ({ prefixedKey, data }: { prefixedKey: string; data: string }) => {
      kept.secure[prefixedKey] = data;
    },
    'SecureStorage.internalRemoveItem': ({ prefixedKey }: { prefixedKey: string }) => ({
      success: delete kept.secure[prefixedKey],
    }),
    'SecureStorage.internalGetPrefixedKeys': ({ prefix }: { prefix: string }) => ({
      keys: Object.keys(kept.secure).filter((key) => key.startsWith(prefix)),
    }),
    'LocalNotifications.checkPermissions': () => granted('display'),
    'LocalNotifications.requestPermissions': () => granted('display'),
    'LocalNotifications.checkExactNotificationSetting': () => granted('exact_alarm'),
    'LocalNotifications.getPending': () => ({ notifications: Object.values(kept.alarms) }),
    'LocalNotifications.schedule': ({ notifications }: { notifications: { id: number }[] }) => {
      for (const one of notifications) kept.alarms[String(one.id)] = { ...one };
      return { notifications };
    },
    'LocalNotifications.cancel': ({ notifications }: { notifications: { id: number }[] }) => {
      for (const { id } of notifications) delete kept.alarms[String(id)];
    },
    'PushNotifications.checkPermissions': () => granted('receive'),
    'PushNotifications.requestPermissions': () => granted('receive'),
    'PushNotifications.register': () => {
      setTimeout(() => emit('PushNotifications', 'registration', { value: `${platform}-token` }), 0);
    },
    'PushNotifications.getDeliveredNotifications': () => ({ notifications: [] }),
    'App.getInfo': () => ({ name: 'Kontor', id: 'app.kontor', build: '1', version: '1.0' }),
    'Badge.isSupported': () => ({ isSupported: true }),
    'Badge.set': ({ count }: { count: number }) => {
      kept.badge = count;
    },
    'Badge.clear': () => {
      kept.badge = 0;
    },
    'AppIcon.isSupported': () => ({ value: true }),
    'AppIcon.getName': () => ({ value: kept.icon }),
    'AppIcon.change': ({ name }: { name: string }) => {
      kept.icon = name;
    },
    'BackgroundGeolocation.checkPermissions': () => ({ location: 'granted', backgroundLocation: 'always' }),
    'BackgroundGeolocation.requestPermissions': () => ({ location: 'granted', backgroundLocation: 'always' }),
    'BackgroundGeolocation.getMonitoredGeofences': () => ({ regions: Object.keys(kept.regions) }),
    'BackgroundGeolocation.addGeofence': (region: { identifier: string }) => {
      kept.regions[region.identifier] = { ...region };
    },
    'BackgroundGeolocation.removeGeofence': ({ identifier }: { identifier: string }) => {
      delete kept.regions[identifier];
    },
    'BackgroundGeolocation.removeAllGeofences': () => {
      for (const identifier of Object.keys(kept.regions)) delete kept.regions[identifier];
    },
    'Geolocation.getCurrentPosition': () => ({ timestamp: 0, coords: { latitude: 54.3233, longitude: 10.1228 } }),
    'BackgroundFetch.configure': () => ({ status: 2 }),
    'Filesystem.readdir': () => ({ files: Object.keys(kept.files).map((name) => ({ name })) }),
    'Filesystem.writeFile': ({ path, data }: { path: string; data: string }) => {
      kept.files[path] = data;
      return { uri: `file:///documents/${path}` };
    },
  } as unknown as BridgeAnswers;

  const methods: Record<string, string> = {
    SecureStorage:
      'setSynchronizeKeychain internalGetItem internalSetItem internalRemoveItem internalClearItemsWithPrefix internalGetPrefixedKeys',
    LocalNotifications:
      'checkPermissions requestPermissions checkExactNotificationSetting changeExactNotificationSetting registerActionTypes getPending schedule cancel removeDeliveredNotificationsById',
    PushNotifications:
      'checkPermissions requestPermissions register unregister getDeliveredNotifications removeDeliveredNotifications',
    App: 'getInfo minimizeApp exitApp getLaunchUrl',
    Badge: 'isSupported set clear get',
    AppIcon: 'isSupported getName change reset',
    BackgroundGeolocation:
      'checkPermissions requestPermissions openSettings setupGeofencing addGeofence removeGeofence removeAllGeofences getMonitoredGeofences stop updateHeaders',
    Geolocation: 'getCurrentPosition checkPermissions requestPermissions',
    BackgroundFetch: 'configure start stop status finish',
    CapacitorShareTarget: 'getPluginVersion',
    Filesystem: 'readdir writeFile readFile stat mkdir',
    Keyboard: 'hide show',
  };
  const nativePromise = async (plugin: string, method: string, options: Record<string, unknown> = {}) => {
    calls.push({ plugin, method, options });
    // What crosses a bridge is text: nothing on the other side changes with what is here.
    const crossed = JSON.parse(JSON.stringify(options)) as Record<string, never>;
    const answer = (await answers[`${plugin}.${method}`]?.(crossed)) ?? {};
    keep();
    return answer;
  };
  const nativeCallback = (plugin: string, method: string, options: Record<string, unknown>, callback: Callback) => {
    calls.push({ plugin, method, options });
    const name = `${plugin} ${String(options['eventName'])}`;
    if (method === 'removeListener') {
      listeners.get(name)?.delete(String(options['callbackId']));
      return '';
    }
    const id = String(nextId);
    nextId += 1;
    listeners.set(name, (listeners.get(name) ?? new Map<string, Callback>()).set(id, callback));
    const earlier = waiting.get(name) ?? [];
    waiting.delete(name);
    for (const data of earlier) setTimeout(() => callback(data), 0);
    return id;
  };
  if (platform === 'android') world['androidBridge'] = {};
  else world['webkit'] = { messageHandlers: { bridge: {} } };
  world['Capacitor'] = {
    PluginHeaders: Object.entries(methods).map(([name, own]) => ({
      name,
      methods: [
        ...own.split(' ').map((method) => ({ name: method, rtype: 'promise' })),
        { name: 'addListener', rtype: 'callback' },
        { name: 'removeListener', rtype: 'callback' },
      ],
    })),
    nativePromise,
    nativeCallback,
    convertFileSrc: (path: string) => path,
  };
  const bridge: FakeBridge = { calls, kept, answers, emit };
  world['fakeBridge'] = bridge;
  return bridge;
}
