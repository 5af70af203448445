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
  /**
   * What is kept in the shell: `secure` by its whole name, alarms by number, regions by name, files by name, the badge, and what the plugin of the
   * shells' own has, by account. `faults`: why a distributor gives no address.
   */
  readonly kept: {
    secure: Record<string, string>;
    alarms: Record<string, Record<string, unknown>>;
    regions: Record<string, Record<string, unknown>>;
    files: Record<string, string>;
    badge: number;
    icon: string | null;
    /** The screen lock of the phone: whether there is one, how its question is answered, and what the page has said. */
    lock: { isReady: boolean; answer: 'open' | 'refused'; isHidden: boolean; isLocked: boolean };
    push: {
      hasGoogle: boolean;
      distributors: { id: string; name: string }[];
      faults: Record<string, string>;
      keys: Record<string, { p256dh: string; auth: string }>;
      registrations: Record<string, { distributor: string; endpoint?: string }>;
      counts: Record<string, number>;
      /** What it was said that the system rings, and what pushes have told of, as text. */
      planned: string;
      told: string;
    };
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
  const noPush = {
    hasGoogle: true,
    distributors: [],
    faults: {},
    keys: {},
    registrations: {},
    counts: {},
    planned: '',
    told: '',
  };
  const empty: FakeBridge['kept'] = {
    secure: {},
    alarms: {},
    regions: {},
    files: {},
    badge: 0,
    icon: null,
    lock: { isReady: true, answer: 'open', isHidden: false, isLocked: false },
    push: noPush,
  };
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
      // What came while nobody listened is shown by the phone itself.
      if (plugin === 'KontorPush' && event === 'pushed') return;
      const earlier = waiting.get(`${plugin} ${event}`) ?? [];
      waiting.set(`${plugin} ${event}`, [...earlier, data]);
    } else for (const listener of own.values()) listener(data);
  };
  const isIos = (): boolean => 'webkit' in world;
  const only = (here: 'android' | 'ios'): void => {
    if (isIos() !== (here === 'ios')) throw Object.assign(new Error('not implemented'), { code: 'UNIMPLEMENTED' });
  };
  const encode = (bytes: Uint8Array): string =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
  const newKeys = async (): Promise<{ p256dh: string; auth: string }> => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    return { p256dh: encode(point), auth: encode(crypto.getRandomValues(new Uint8Array(16))) };
  };
  const sumUp = (): { badge: number } => {
    kept.badge = Math.min(
      99,
      Object.values(kept.push.counts).reduce((sum, count) => sum + count, 0),
    );
    return { badge: kept.badge };
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
    'KontorPush.keys': async ({ account }: { account: string }) => (kept.push.keys[account] ??= await newKeys()),
    'KontorPush.forget': ({ account }: { account: string }) => {
      delete kept.push.keys[account];
      delete kept.push.registrations[account];
      delete kept.push.counts[account];
      if (isIos()) sumUp();
    },
    'KontorPush.distributors': () =>
      isIos() ? { distributors: [] } : { distributors: kept.push.distributors, google: kept.push.hasGoogle },
    'KontorPush.register': ({ account, distributor }: { account: string; distributor: string }) => {
      only('android');
      const { distributors, faults, registrations } = kept.push;
      if (!distributors.some(({ id }) => id === distributor))
        throw Object.assign(new Error('There is no such distributor on this phone'), { code: 'NO_DISTRIBUTOR' });
      const before = registrations[account];
      const own = before?.distributor === distributor ? before : { distributor };
      registrations[account] = own;
      const reason = faults[distributor];
      if (reason !== undefined) setTimeout(() => emit('KontorPush', 'failed', { account, reason }), 0);
      else {
        own.endpoint ??= `https://${distributor}/${encodeURIComponent(account)}`;
        setTimeout(() => emit('KontorPush', 'endpoint', { account, endpoint: own.endpoint }), 0);
      }
    },
    'KontorPush.registration': ({ account }: { account: string }) => {
      only('android');
      return kept.push.registrations[account];
    },
    'KontorPush.unregister': ({ account }: { account: string }) => {
      only('android');
      delete kept.push.registrations[account];
    },
    'KontorPush.count': ({ account, count }: { account: string; count: number }) => {
      only('ios');
      kept.push.counts[account] = count;
      return sumUp();
    },
    'KontorPush.planAlarms': ({ planned }: { planned: string }) => {
      kept.push.planned = planned;
    },
    'KontorPush.toldAlarms': () => ({ told: kept.push.told }),
    'KontorLock.state': () => ({ isReady: kept.lock.isReady }),
    'KontorLock.ask': () => ({ answer: kept.lock.isReady ? kept.lock.answer : 'none' }),
    'KontorLock.hide': ({ isHidden }: { isHidden: boolean }) => {
      kept.lock.isHidden = isHidden;
    },
    'KontorLock.setLocked': ({ isLocked }: { isLocked: boolean }) => {
      kept.lock.isLocked = isLocked;
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
    KontorPush: 'keys forget distributors register registration unregister count planAlarms toldAlarms',
    KontorLinks: 'browse',
    KontorLock: 'state ask hide setLocked',
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
