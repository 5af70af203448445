import type { AppIcon } from '@kontor/contract/settings';
import { forgetAccount, scopeOf } from '../service-worker/accounts.ts';
import { takeKept } from '../service-worker/shared.ts';
import { tagWithin } from '../service-worker/notices.ts';
import { iconFile } from './app-icon.ts';
import { PushFailure, type Device, type DevicePush, type Permission, type PositionFault, type Stop } from './device.ts';

const nothing: Stop = () => undefined;

const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/** The registration by which an account is pushed to, where there is one. */
async function registrationOf(account: string): Promise<ServiceWorkerRegistration | undefined> {
  const found = await workers()?.getRegistration(scopeOf(account));
  // Where there is none of its own, the browser names that of the pages.
  return found !== undefined && new URL(found.scope).pathname === scopeOf(account) ? found : undefined;
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0);

function isSameKey(buffer: ArrayBuffer | null | undefined, key: string): boolean {
  if (buffer == null) return false;
  const [known, wanted] = [new Uint8Array(buffer), bytesOf(key)];
  return known.length === wanted.length && known.every((byte, index) => byte === wanted[index]);
}

/** The worker that takes pushes for an account, once it runs. */
async function workerOf(account: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/sw.js', {
    scope: scopeOf(account),
    updateViaCache: 'none',
  });
  const worker = registration.installing ?? registration.waiting;
  if (registration.active === null && worker !== null) {
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.addEventListener('statechange', () => (worker.state === 'activated' ? resolve() : undefined));
    await promise;
  }
  return registration;
}

const tokenOf = (subscription: PushSubscription): string => JSON.stringify(subscription.toJSON());

const notices = {
  permission: async (): Promise<Permission> =>
    typeof Notification === 'undefined' ? 'missing' : Notification.permission,
  ask: async (): Promise<Permission> =>
    typeof Notification === 'undefined' ? 'missing' : Notification.requestPermission(),
};

const push: DevicePush = {
  ...notices,
  // A browser has one push service, and says nothing of it.
  services: async () => [],
  service: async () => undefined,
  get isPossible() {
    return import.meta.env.PROD && workers() !== undefined && 'PushManager' in window && 'Notification' in window;
  },
  async token(account) {
    const subscription = await (await registrationOf(account))?.pushManager.getSubscription();
    return subscription == null ? undefined : tokenOf(subscription);
  },
  async register(account, publicKey) {
    const { pushManager } = await workerOf(account).catch(() => {
      throw new PushFailure('missing');
    });
    const known = await pushManager.getSubscription();
    const isCurrent = isSameKey(known?.options.applicationServerKey, publicKey);
    // A browser keeps one subscription, under one key.
    if (known !== null && !isCurrent) await known.unsubscribe();
    const subscription =
      known !== null && isCurrent
        ? known
        : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }).catch(() => {
            throw new PushFailure(Notification.permission === 'denied' ? 'denied' : 'unreached');
          });
    return tokenOf(subscription);
  },
  async isCurrent(account, publicKey) {
    const registration = await registrationOf(account);
    void registration?.update().catch(() => undefined);
    const subscription = await registration?.pushManager.getSubscription();
    return isSameKey(subscription?.options.applicationServerKey, publicKey);
  },
  // Pages close what the service worker has shown.
  dismiss: async () => undefined,
  async end(account) {
    const registration = await registrationOf(account);
    for (const one of (await workers()?.getRegistrations()) ?? [])
      for (const notification of await one.getNotifications())
        if (tagWithin(account, notification.tag) !== undefined) notification.close();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    await registration?.unregister();
  },
  // The service worker shows a push, and leads to a page itself.
  onTap: () => nothing,
  onPush: () => nothing,
  onChange: () => nothing,
};

/** How long the device may take to say where it is, in milliseconds. */
const MAX_POSITION_MS = 15_000;
const FAULTS: Readonly<Record<number, PositionFault>> = { 1: 'denied', 2: 'unavailable', 3: 'slow' };

/** What a page says of its icon, by the relation of the link that says it. */
const ICON_LINKS = { icon: 'icon.svg', 'apple-touch-icon': 'icon-192.png', manifest: 'manifest.webmanifest' } as const;

/** Names the icon to who installs the app, and to the browser's tab. */
async function showIcon(icon: AppIcon): Promise<void> {
  for (const [relation, file] of Object.entries(ICON_LINKS)) {
    const link = document.querySelector<HTMLLinkElement>(`link[rel="${relation}"]`);
    const address = iconFile(icon, file);
    // A browser that is told the same again loads it again.
    if (link !== null && link.getAttribute('href') !== address) link.setAttribute('href', address);
  }
}

/** How long the browser may take to begin with a file, in milliseconds. */
const BEGIN_MS = 60_000;

/** A browser: what it cannot do while the app is not open it says it cannot. */
export const webDevice: Device = {
  platform: 'web',
  leave: (account) => Promise.allSettled([push.end(account), forgetAccount(account)]),
  push,
  alarms: {
    ...notices,
    // No browser rings by itself: the page does, and the server pushes.
    limits: { pending: 0, days: 0 },
    snoozeMinutes: [],
    exact: async () => 'missing',
    openExact: async () => undefined,
    setButtons: async () => undefined,
    pending: async () => [],
    schedule: async () => undefined,
    cancel: async () => undefined,
    dismiss: async () => undefined,
    setHanded: async () => undefined,
    pushed: async () => [],
    onAction: () => nothing,
  },
  badge: {
    // Whoever has not installed the app has no badge.
    show: async (count) => window.navigator.setAppBadge?.(count).catch(() => undefined),
  },
  secure: undefined,
  fences: {
    max: 0,
    async permission() {
      if (!('geolocation' in navigator)) return 'missing';
      const state = await navigator.permissions?.query({ name: 'geolocation' }).then(
        (found) => found.state,
        () => 'prompt' as const,
      );
      return state === 'granted' ? 'whileOpen' : state === 'denied' ? 'denied' : 'default';
    },
    async ask() {
      await this.position().catch(() => undefined);
      return this.permission();
    },
    openSettings: async () => undefined,
    watched: async () => [],
    postTo: async () => undefined,
    add: async () => undefined,
    remove: async () => undefined,
    stop: async () => undefined,
    position: () =>
      new Promise((resolve, reject: (fault: PositionFault) => void) => {
        if (!('geolocation' in navigator)) return reject('unavailable');
        navigator.geolocation.getCurrentPosition(
          ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
          ({ code }) => reject(FAULTS[code] ?? 'unavailable'),
          { enableHighAccuracy: true, timeout: MAX_POSITION_MS, maximumAge: 0 },
        );
      }),
    onTransition: () => nothing,
  },
  lock: {
    // Who has a browser open sees its page.
    state: async () => 'missing',
    ask: async () => 'unset',
    hide: async () => undefined,
    setLocked: async () => undefined,
  },
  share: {
    // What is shared with the installed app its service worker keeps until a page takes it.
    onShared: (listener) => {
      let isOver = false;
      void takeKept(Date.now()).then(
        (shared) => {
          if (shared !== undefined && !isOver) listener(shared);
        },
        () => undefined,
      );
      return () => {
        isOver = true;
      };
    },
  },
  files: {
    save: async (bytes, name) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(bytes);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), BEGIN_MS);
      return false;
    },
  },
  icon: { show: showIcon },
  backgroundFetch: { isPossible: false, start: async () => nothing },
  // A browser leads its links to the page, and its way back is the history's.
  links: {
    scheme: async () => undefined,
    browse: async (address) => window.location.assign(address),
    onOpened: () => nothing,
    onBack: () => nothing,
  },
};
