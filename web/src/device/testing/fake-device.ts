import type {
  AlarmExtra,
  Device,
  FenceTarget,
  LocationPermission,
  LockAnswer,
  LockState,
  NamedAlarm,
  Permission,
  Platform,
  Pushed,
  PushService,
  PushTrouble,
  Region,
  ScheduledAlarm,
  Shared,
  Stop,
} from '../device.ts';
import { PushFailure } from '../device.ts';
import { accountOfRegion } from '../region-names.ts';

/** What a test may say of a phone, and what it sees of it. */
export interface FakePhone {
  readonly device: Device;
  /** What the system has to ring, and what was dismissed. */
  readonly alarms: Map<number, ScheduledAlarm>;
  readonly regions: Map<string, Region>;
  readonly secrets: Map<string, string>;
  readonly saved: { readonly name: string; readonly text: string }[];
  /** What was said that the system rings, and what pushes have told of. */
  handed: readonly (NamedAlarm & { readonly id: number })[];
  pushed: readonly NamedAlarm[];
  /** What else was asked of the phone, in its order. */
  readonly done: string[];
  readonly may: {
    notices: Permission;
    exact: Permission;
    location: LocationPermission;
    position: 'here' | 'unavailable';
    lock: LockState;
  };
  /** How the device's question is answered, and whether it was said that the page shows nothing. */
  answer: LockAnswer;
  isLocked: boolean;
  target: FenceTarget | undefined;
  badge: number;
  /** What can bring pushes, and why an attempt with it fails, by the name of a service. */
  services: PushService[];
  readonly troubles: Map<string, PushTrouble>;
  /** The phone's address has changed by itself. */
  change: (account: string) => void;
  press: (action: string, extra: AlarmExtra) => void;
  tap: (pushed: Pushed) => void;
  arrive: (pushed: Pushed) => void;
  share: (shared: Shared) => void;
  cross: (region: string, hasEntered: boolean) => void;
  open: (origin: string, address: string) => void;
  /** Returns whether the app had something to go back from. */
  back: () => boolean;
  /** The system wakes the app. */
  wake: () => Promise<void>;
}

/** A channel that tells who listens, and keeps what is said before anybody does. */
function channel<A extends readonly unknown[], R>(): {
  readonly listen: (listener: (...given: A) => R) => Stop;
  readonly say: (...given: A) => R | undefined;
} {
  const listeners = new Set<(...given: A) => R>();
  const waiting: A[] = [];
  return {
    listen: (listener) => {
      listeners.add(listener);
      for (const given of waiting.splice(0)) setTimeout(() => listener(...given), 0);
      return () => listeners.delete(listener);
    },
    say: (...given) => {
      if (listeners.size === 0) waiting.push(given);
      let answer: R | undefined;
      for (const listener of listeners) answer = listener(...given);
      return answer;
    },
  };
}

/** A phone in memory, on which everything is allowed until a test says otherwise. */
export function createFakePhone(platform: Exclude<Platform, 'web'> = 'android'): FakePhone {
  const pressed = channel<[string, AlarmExtra], void>();
  const tapped = channel<[Pushed], void>();
  const arrived = channel<[Pushed], void>();
  const changed = channel<[string], void>();
  const shared = channel<[Shared], void>();
  const crossed = channel<[string, boolean], void>();
  const opened = channel<[string, string], void>();
  const back = channel<[], boolean>();
  let task: (() => Promise<void>) | undefined;
  const alarms = new Map<number, ScheduledAlarm>();
  const regions = new Map<string, Region>();
  const secrets = new Map<string, string>();
  const done: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const tokens = new Map<string, string>();
  const services = new Map<string, string>();
  const phone: FakePhone = {
    alarms,
    regions,
    secrets,
    saved,
    done,
    handed: [],
    pushed: [],
    may: { notices: 'granted', exact: 'granted', location: 'always', position: 'here', lock: 'ready' },
    answer: 'open',
    isLocked: false,
    target: undefined,
    badge: 0,
    services: [{ id: 'google', name: 'Google', kind: 'fcm' }],
    troubles: new Map(),
    change: changed.say,
    press: pressed.say,
    tap: tapped.say,
    arrive: arrived.say,
    share: shared.say,
    cross: crossed.say,
    open: opened.say,
    back: () => back.say() === true,
    wake: async () => task?.(),
    device: {
      platform,
      leave: async (account) => {
        for (const [id, { extra }] of alarms) if (extra.account === account) alarms.delete(id);
        for (const name of regions.keys()) if (accountOfRegion(name) === account) regions.delete(name);
        tokens.delete(account);
      },
      push: {
        isPossible: true,
        permission: async () => phone.may.notices,
        ask: async () => {
          if (phone.may.notices === 'default') phone.may.notices = 'granted';
          return phone.may.notices;
        },
        services: async () => phone.services,
        service: async (account) => services.get(account),
        token: async (account) => tokens.get(account),
        dismiss: async (account, tags) => void done.push(`dismissPushes ${account} ${tags.join(' ')}`),
        register: async (account, _publicKey, wanted) => {
          const service = wanted === undefined ? phone.services[0] : phone.services.find(({ id }) => id === wanted);
          const trouble = service === undefined ? 'missing' : phone.troubles.get(service.id);
          if (service === undefined || trouble !== undefined) throw new PushFailure(trouble ?? 'missing');
          const token = JSON.stringify({ kind: service.kind, token: `token-of-${account}`, app: 'app.kontor' });
          tokens.set(account, token);
          services.set(account, service.id);
          return token;
        },
        isCurrent: async (account) => tokens.has(account),
        end: async (account) => void tokens.delete(account),
        onTap: tapped.listen,
        onPush: arrived.listen,
        onChange: changed.listen,
      },
      alarms: {
        limits: { pending: 64, days: 14 },
        snoozeMinutes: platform === 'ios' ? [5, 15, 30, 60, 120, 240, 1440] : [15, 1440],
        permission: async () => phone.may.notices,
        ask: async () => phone.may.notices,
        exact: async () => phone.may.exact,
        openExact: async () => void done.push('openExact'),
        setButtons: async (buttons) => void done.push(`buttons ${buttons.map(({ title }) => title).join(', ')}`),
        pending: async () => [...alarms.values()].map(({ id, extra }) => ({ id, extra })),
        schedule: async (all) => {
          for (const alarm of all) alarms.set(alarm.id, alarm);
        },
        cancel: async (ids) => {
          for (const id of ids) alarms.delete(id);
        },
        dismiss: async (ids) => {
          if (ids.length > 0) done.push(`dismiss ${ids.length}`);
        },
        setHanded: async (handed) => {
          phone.handed = handed;
        },
        pushed: async () => phone.pushed,
        onAction: pressed.listen,
      },
      badge: {
        show: async (count) => {
          phone.badge = count;
        },
      },
      secure: {
        get: async (key) => secrets.get(key),
        set: async (key, text) => void secrets.set(key, text),
        remove: async (key) => void secrets.delete(key),
        keys: async () => [...secrets.keys()],
      },
      fences: {
        max: 18,
        permission: async () => phone.may.location,
        ask: async () => {
          const next = { default: 'whileOpen', whileOpen: 'always' } as const;
          const { location } = phone.may;
          if (location === 'default' || location === 'whileOpen') phone.may.location = next[location];
          return phone.may.location;
        },
        openSettings: async () => void done.push('openSettings'),
        watched: async () => [...regions.keys()],
        postTo: async (target) => {
          phone.target = target;
        },
        add: async (region) => void regions.set(region.id, region),
        remove: async (ids) => {
          for (const id of ids) regions.delete(id);
        },
        stop: async () => {
          regions.clear();
          done.push('stopWatching');
        },
        position: async () => {
          if (phone.may.position !== 'here') throw phone.may.position;
          return { latitude: 54.3233, longitude: 10.1228 };
        },
        onTransition: crossed.listen,
      },
      lock: {
        state: async () => phone.may.lock,
        ask: async (title) => {
          done.push(`ask ${title}`);
          return phone.may.lock === 'ready' ? phone.answer : 'unset';
        },
        hide: async (isHidden) => void done.push(`hide ${isHidden}`),
        setLocked: async (isLocked) => {
          phone.isLocked = isLocked;
        },
      },
      share: { onShared: shared.listen },
      files: {
        save: async (bytes, name) => {
          saved.push({ name, text: await bytes.text() });
          return true;
        },
      },
      icon: { show: async (icon) => void done.push(`icon ${icon}`) },
      backgroundFetch: {
        isPossible: true,
        start: async (_minutes, given) => {
          task = given;
          return () => {
            task = undefined;
          };
        },
      },
      links: {
        scheme: async () => 'de.kontor.app',
        browse: async (address) => void done.push(`browse ${address}`),
        onOpened: opened.listen,
        onBack: back.listen,
      },
    },
  };
  return phone;
}
