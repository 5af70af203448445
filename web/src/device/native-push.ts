import type {
  DevicePush,
  DeviceSecure,
  Permission,
  Platform,
  Pushed,
  PushService,
  PushTrouble,
  Stop,
} from './device.ts';
import { PushFailure } from './device.ts';
import { listen, type DistributorFault, type KontorPush, type OpenedPush } from './kontor-push.ts';

// Keys are made, and pushes opened, by the plugin of our own: pages see what was opened, and no private key.

/** A notice that the system shows. */
interface ShownNotice {
  readonly tag?: string | null | undefined;
  readonly data?: unknown;
}

/** What is asked of the push service that the system itself has. */
export interface SystemPush {
  permission(): Promise<Permission>;
  ask(): Promise<Permission>;
  /** What the app is called there. */
  app(): Promise<string>;
  /** What the device is called there, at the moment. Rejects with a `PushFailure`. */
  device(): Promise<string>;
  /** Takes notices away that it shows. */
  takeAway(isMeant: (notice: ShownNotice) => boolean): Promise<void>;
  /** A notice was pressed, or a push came while the app was running: what stands with it. */
  onPress(listener: (data: unknown) => void): Stop;
  onArrival(listener: (data: unknown) => void): Stop;
}

const PUSH_TOKEN = 'push-token/';
/** How long a distributor may take to name an address, in milliseconds. */
const MAX_ANSWER_MS = 20_000;
const TROUBLES: Readonly<Record<DistributorFault, PushTrouble>> = {
  NETWORK: 'unreached',
  TEMP_UNAVAILABLE: 'unreached',
  INTERNAL_ERROR: 'unreached',
  ACTION_REQUIRED: 'unready',
  UNREGISTERED: 'unready',
  VAPID_REQUIRED: 'missing',
};
const SYSTEM: Readonly<Record<Exclude<Platform, 'web'>, PushService>> = {
  android: { id: 'google', name: 'Google', kind: 'fcm' },
  ios: { id: 'apple', name: 'Apple', kind: 'apns' },
};

/** What an account is pushed to by, as its server is told. */
interface DeviceToken {
  readonly kind: PushService['kind'];
  readonly token?: string;
  readonly endpoint?: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads what a push says, of a kind that may be newer than this app; undefined where it is none of ours. */
export function pushedIn({ account, message }: OpenedPush): Pushed | undefined {
  try {
    const { instanceName, aggregateId, kind, tag } = JSON.parse(message) as Record<string, unknown>;
    if (!isText(instanceName) || !isText(kind) || !isText(tag)) return undefined;
    return { account, instanceName, aggregateId: isText(aggregateId) ? aggregateId : null, kind, tag };
  } catch {
    return undefined;
  }
}

/** Reads what the notification service of iOS puts beside a push that it has opened. */
function openedIn(data: unknown): OpenedPush | undefined {
  const { kontorAccount: account, kontorMessage: message } = (data ?? {}) as Record<string, unknown>;
  return isText(account) && isText(message) ? { account, message } : undefined;
}

/** The tag of the push that a notice of an account is of: see `isOf`. */
const tagOf = (account: string, { tag, data }: ShownNotice): string | undefined => {
  const opened = openedIn(data);
  return opened === undefined ? tag?.slice(account.length + 1) : pushedIn(opened)?.tag;
};

/** Whether a notice is of an account: Android names it by account and tag, which has no space in it; on iOS it says so. */
const isOf =
  (account: string) =>
  ({ tag, data }: ShownNotice): boolean =>
    openedIn(data)?.account === account || tag?.replace(/ \S*$/, '') === account;

const isOfTags =
  (account: string, tags: readonly string[]) =>
  (notice: ShownNotice): boolean =>
    isOf(account)(notice) && tags.includes(tagOf(account, notice) ?? '');

/** A place for secrets in which what an account is pushed to by does not go without the keys that belong to it, whoever takes it away. */
export const withPushKeys = (secure: DeviceSecure, own: KontorPush): DeviceSecure => ({
  ...secure,
  async remove(key) {
    await secure.remove(key);
    if (key.startsWith(PUSH_TOKEN)) await own.forget({ account: key.slice(PUSH_TOKEN.length) });
  },
});

/** Has distributors name addresses, and tells of what they say by themselves: another address, or none any more. */
function createDistributors(own: KontorPush, onOther: (account: string, endpoint: string | undefined) => void) {
  const requests = new Map<string, PromiseWithResolvers<string>>();
  // Heard for as long as the app runs: what was told while no page ran is no answer to what is asked later.
  listen(
    own.addListener('endpoint', ({ account, endpoint }) => {
      const asking = requests.get(account);
      if (asking === undefined) onOther(account, endpoint);
      else asking.resolve(endpoint);
    }),
  );
  listen(
    own.addListener('failed', ({ account, reason }) => {
      const asking = requests.get(account);
      if (asking !== undefined) asking.reject(new PushFailure(TROUBLES[reason] ?? 'unreached'));
      else if (reason === 'UNREGISTERED') onOther(account, undefined);
    }),
  );
  return {
    /** Returns the address by which a distributor reaches the account. Rejects with a `PushFailure`. */
    async ask(account: string, distributor: string, vapid: string): Promise<string> {
      const answer = Promise.withResolvers<string>();
      const timer = setTimeout(() => answer.reject(new PushFailure('unreached')), MAX_ANSWER_MS);
      requests.get(account)?.reject(new PushFailure('unreached'));
      requests.set(account, answer);
      try {
        const begun = own.register({ account, distributor, vapid }).catch(() => {
          throw new PushFailure('missing');
        });
        const [endpoint] = await Promise.all([answer.promise, begun]);
        return endpoint;
      } finally {
        clearTimeout(timer);
        if (requests.get(account) === answer) requests.delete(account);
      }
    },
  };
}

const hear = (listener: (pushed: Pushed) => void) => (opened: OpenedPush | undefined) => {
  const pushed = opened === undefined ? undefined : pushedIn(opened);
  if (pushed !== undefined) listener(pushed);
};

/** What is done for accounts that may leave the device while it is being done. `forget` takes away all that was kept for one. */
function createStaying(forget: (account: string) => Promise<void>) {
  const leavings = new Map<string, number>();
  const leavingsOf = (account: string): number => leavings.get(account) ?? 0;
  return {
    /** Does something for an account. Rejects with a `PushFailure` where it has left meanwhile, and nothing of it stays. */
    async during<T>(account: string, work: () => Promise<T>): Promise<T> {
      const before = leavingsOf(account);
      const result = await work();
      if (leavingsOf(account) === before) return result;
      await forget(account);
      throw new PushFailure('unreached');
    },
    async leave(account: string): Promise<void> {
      leavings.set(account, leavingsOf(account) + 1);
      await forget(account);
    },
  };
}

/** How a phone is reached: by the service of its system, or on Android by a distributor of the person's own. */
export function createNativePush(
  platform: Platform,
  { secure, own, system }: { readonly secure: DeviceSecure; readonly own: KontorPush; readonly system: SystemPush },
): DevicePush {
  const changes = new Set<(account: string) => void>();
  const staying = createStaying((account) => secure.remove(PUSH_TOKEN + account));
  const tokenOf = async (account: string): Promise<DeviceToken | undefined> => {
    const text = await secure.get(PUSH_TOKEN + account);
    return text === undefined ? undefined : (JSON.parse(text) as DeviceToken);
  };
  async function tellOther(account: string, endpoint: string | undefined): Promise<void> {
    const known = await tokenOf(account);
    if (known?.kind !== 'unifiedpush' || known.endpoint === endpoint) return;
    // Who has ended it in the distributor is not asked for it again before the next start.
    if (endpoint === undefined) await secure.remove(PUSH_TOKEN + account);
    else for (const listener of changes) listener(account);
  }
  const distributors =
    platform === 'android'
      ? createDistributors(own, (account, endpoint) => void tellOther(account, endpoint).catch(() => undefined))
      : undefined;

  async function services(): Promise<PushService[]> {
    if (platform === 'web') return [];
    if (platform === 'ios') return [SYSTEM.ios];
    const found = await own.distributors();
    const all = found.distributors.map(({ id, name }): PushService => ({ id, name, kind: 'unifiedpush' }));
    return found.google === true ? [...all, SYSTEM.android] : all;
  }

  /** Has a distributor bring the pushes of an account; where it does not, nothing of what it was asked for stays. */
  async function askDistributor(account: string, distributor: string, publicKey: string): Promise<string> {
    if (distributors === undefined) throw new PushFailure('missing');
    const before = await own.registration({ account });
    try {
      return await distributors.ask(account, distributor, publicKey);
    } catch (error) {
      if (before.distributor !== distributor) {
        await own.unregister({ account });
        // The one from before was given up when the other one was asked.
        if ((await tokenOf(account))?.kind === 'unifiedpush') await secure.remove(PUSH_TOKEN + account);
      }
      throw error;
    }
  }

  async function register(account: string, publicKey: string, wanted?: string): Promise<string> {
    const all = await services();
    const service = wanted === undefined ? all[0] : all.find(({ id }) => id === wanted);
    if (service === undefined) throw new PushFailure('missing');
    const { kind } = service;
    const address =
      kind === 'unifiedpush'
        ? { endpoint: await askDistributor(account, service.id, publicKey) }
        : { token: await system.device() };
    // Only after that: who gives up a distributor gives up the keys that belonged to it.
    const [{ p256dh, auth }, app] = await Promise.all([own.keys({ account }), system.app()]);
    const isSandbox = import.meta.env['VITE_APNS_SANDBOX'] === 'true';
    const environment = kind === 'apns' ? { environment: isSandbox ? 'sandbox' : 'production' } : {};
    if (kind === 'fcm') await own.unregister({ account });
    const text = JSON.stringify({ kind, ...address, app, ...environment, keys: { p256dh, auth } });
    await secure.set(PUSH_TOKEN + account, text);
    return text;
  }

  async function isCurrent(account: string, publicKey: string): Promise<boolean> {
    const known = await tokenOf(account);
    if (known === undefined) return false;
    if (known.kind !== 'unifiedpush') return known.token === (await system.device());
    const { distributor, endpoint } = await own.registration({ account });
    if (distributor === undefined) return false;
    // Distributors expect this at each start. One that is not to be reached just now has the address that it had.
    const now = await askDistributor(account, distributor, publicKey).catch((error: unknown) =>
      error instanceof PushFailure && error.trouble === 'unreached' ? endpoint : undefined,
    );
    return now === known.endpoint;
  }

  return {
    isPossible: platform !== 'web',
    permission: system.permission,
    ask: system.ask,
    services,
    async service(account) {
      const known = await tokenOf(account);
      if (known?.kind === 'fcm') return SYSTEM.android.id;
      if (known?.kind === 'apns') return SYSTEM.ios.id;
      return known === undefined ? undefined : (await own.registration({ account })).distributor;
    },
    token: (account) => secure.get(PUSH_TOKEN + account),
    register: (account, publicKey, wanted) => staying.during(account, () => register(account, publicKey, wanted)),
    isCurrent: (account, publicKey) => staying.during(account, () => isCurrent(account, publicKey)),
    async dismiss(account, tags) {
      if (platform !== 'web' && tags.length > 0) await system.takeAway(isOfTags(account, tags));
    },
    async end(account) {
      await staying.leave(account);
      await system.takeAway(isOf(account));
    },
    onTap(listener) {
      const notify = hear(listener);
      return platform === 'ios'
        ? system.onPress((data) => notify(openedIn(data)))
        : listen(own.addListener('opened', notify));
    },
    onPush(listener) {
      const notify = hear(listener);
      const stops = [listen(own.addListener('pushed', notify))];
      // What iOS would show comes by the plugin of its pushes while a page is in front.
      if (platform === 'ios') stops.push(system.onArrival((data) => notify(openedIn(data))));
      return () => stops.forEach((stop) => stop());
    },
    onChange(listener) {
      changes.add(listener);
      return () => changes.delete(listener);
    },
  };
}
