import type { AppIcon } from '@kontor/contract/settings';

/** What the app runs on: a browser, or the shell of a phone. */
export type Platform = 'web' | 'android' | 'ios';

/** What the person lets the app do. `default`: they were not asked yet; `missing`: this device has no such thing. */
export type Permission = 'granted' | 'denied' | 'default' | 'missing';

/** How far the app may know where the device is: not at all, while it is open, or always. */
export type LocationPermission = Exclude<Permission, 'granted'> | 'whileOpen' | 'always';

/** Ends what a function has begun to listen to. */
export type Stop = () => void;

/**
 * Why a device cannot be pushed to. `missing`: it has nothing for it; `denied`: the person has said no; `unreached`: it reaches no push
 * service; `unready`: the service wants something of the person first, in its own app; `unserved`: its server has no way to that service.
 */
export type PushTrouble = 'missing' | 'denied' | 'unreached' | 'unready' | 'unserved';

export class PushFailure extends Error {
  override readonly name = 'PushFailure';
  readonly trouble: PushTrouble;

  constructor(trouble: PushTrouble) {
    super(`This device cannot be pushed to: ${trouble}`);
    this.trouble = trouble;
  }
}

/** What a push says; `account` is its key where the push could be opened for one. */
export interface Pushed {
  readonly account: string | undefined;
  readonly instanceName: string;
  readonly aggregateId: string | null;
  readonly kind: string;
  readonly tag: string;
}

/** What brings pushes to the device: the service of its system, or a distributor, which is another app. */
export interface PushService {
  readonly id: string;
  /** As the person knows it. */
  readonly name: string;
  readonly kind: 'apns' | 'fcm' | 'unifiedpush';
}

/** How the device is reached while the app is not open. */
export interface DevicePush {
  readonly isPossible: boolean;
  permission(): Promise<Permission>;
  /** Asks the person, where the system has not done so yet. */
  ask(): Promise<Permission>;
  /** What can bring pushes here, the one to propose first; none where the device leaves no choice, as a browser does. */
  services(): Promise<readonly PushService[]>;
  /** The service that brings an account's pushes; undefined where none does, or there is none to choose. */
  service(account: string): Promise<string | undefined>;
  /** What an account is pushed to by, as it is registered with its server; undefined where it is not. */
  token(account: string): Promise<string | undefined>;
  /**
   * Makes what an account is pushed to by, and returns it for its server. `publicKey`: the key that the server signs with, base64url. `service`: the
   * one that is to bring the pushes; without it the first there is. Rejects with a `PushFailure`.
   */
  register(account: string, publicKey: string, service?: string): Promise<string>;
  /** Whether what the account is pushed to by is good for this key still. */
  isCurrent(account: string, publicKey: string): Promise<boolean>;
  /** Takes away what pushes of these tags have shown. */
  dismiss(account: string, tags: readonly string[]): Promise<void>;
  /** Ends that an account is pushed to, and takes away what was told of it. Its server has to be told before. */
  end(account: string): Promise<void>;
  /** A push was pressed. */
  onTap(listener: (pushed: Pushed) => void): Stop;
  /** A push came while the app was running. */
  onPush(listener: (pushed: Pushed) => void): Stop;
  /** What an account is pushed to by has changed by itself: its server has to be told. */
  onChange(listener: (account: string) => void): Stop;
}

/** What stands with an alarm that the system rings, and comes back with its button. */
export interface AlarmExtra {
  readonly account: string;
  readonly type: string;
  readonly id: number;
  /** When it rings, in seconds since 1970. */
  readonly at: number;
  readonly moduleName: string;
  readonly aggregateId: string;
}

/** An alarm for the system to ring. `id` is a whole number from 1 to 2^31 - 1. */
export interface ScheduledAlarm {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly extra: AlarmExtra;
}

/** An alarm of an account, with the moment for which it was set, in seconds since 1970: by both a push about it is known. */
export interface NamedAlarm {
  readonly account: string;
  /** Its type and its number: `task:17`. */
  readonly name: string;
  readonly at: number;
}

export interface AlarmButton {
  readonly id: string;
  readonly title: string;
}

/** Alarms that the system rings though the app is not open. */
export interface DeviceAlarms {
  /** How many the system keeps, and for how many days; none where `pending` is 0. */
  readonly limits: { readonly pending: number; readonly days: number };
  /** By how many minutes an alarm can be put off by its buttons. */
  readonly snoozeMinutes: readonly number[];
  permission(): Promise<Permission>;
  ask(): Promise<Permission>;
  /** Whether alarms ring to the minute; `missing` where the system has no such switch. */
  exact(): Promise<Permission>;
  /** Shows the page of the system on which that is allowed. */
  openExact(): Promise<void>;
  /** Says which buttons alarms have, in the person's language. */
  setButtons(buttons: readonly AlarmButton[]): Promise<void>;
  /** What the system is to ring, by `id`. */
  pending(): Promise<readonly { readonly id: number; readonly extra: AlarmExtra | undefined }[]>;
  schedule(alarms: readonly ScheduledAlarm[]): Promise<void>;
  cancel(ids: readonly number[]): Promise<void>;
  /** Takes alarms that have rung away from what the system shows. */
  dismiss(ids: readonly number[]): Promise<void>;
  /**
   * Says which alarms the system has to ring, by `id`, in the place of all that was said before: a push about one of them does not show it a second
   * time. To be said of an alarm after it was handed over, and taken back before it is cancelled: a push about one that is said is held back.
   */
  setHanded(alarms: readonly (NamedAlarm & { readonly id: number })[]): Promise<void>;
  /** Alarms that pushes have shown, or rung, at the moments for which they were set. */
  pushed(): Promise<readonly NamedAlarm[]>;
  /** An alarm was pressed (`tap`), or one of its buttons. Presses from before the app was running are told, too. */
  onAction(listener: (action: string, extra: AlarmExtra) => void): Stop;
}

/** A circle that the system watches. `id` is the app's own name of it. */
export interface Region {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly radius: number;
  /** What is posted with entering and leaving. */
  readonly payload: Readonly<Record<string, string | number>>;
}

/** Where the system itself posts that a region was entered or left. `token` is good for nothing else. */
export interface FenceTarget {
  readonly url: string;
  readonly token: string;
}

export interface Position {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Why the device does not say where it is: it must not, it cannot, or it takes too long. */
export type PositionFault = 'denied' | 'unavailable' | 'slow';

/** Places that the system watches though the app is not open. */
export interface DeviceFences {
  /** How many it watches at most; 0 where it watches none. */
  readonly max: number;
  permission(): Promise<LocationPermission>;
  /** Asks for the next step: while the app is open, then always. */
  ask(): Promise<LocationPermission>;
  /** Shows the page of the system on which it is allowed. */
  openSettings(): Promise<void>;
  /** Names of the regions that are watched. */
  watched(): Promise<readonly string[]>;
  /** Says where all regions are posted to; undefined: nowhere, so that the app alone is told. */
  postTo(target: FenceTarget | undefined): Promise<void>;
  /** Watches a region, in the place of one of the same name. Rejects with a `PositionFault`. */
  add(region: Region): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Ends all watching and all that goes on for it. */
  stop(): Promise<void>;
  /** Reads once where the device is. Rejects with a `PositionFault`. */
  position(): Promise<Position>;
  /** A region was entered or left while the app was running. */
  onTransition(listener: (id: string, hasEntered: boolean) => void): Stop;
}

/** What another app hands over. */
export interface Shared {
  readonly title: string;
  /** Texts and links. */
  readonly texts: readonly string[];
  readonly files: readonly File[];
  /** Names of files that could not be read. */
  readonly unread: readonly string[];
}

/** Texts that are kept where no other app and no copy of the device has them. */
export interface DeviceSecure {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/**
 * Whether the person can prove by the device that it is theirs, as they unlock it. `unset`: the device has no screen lock; `missing`: it has no such
 * question.
 */
export type LockState = 'ready' | 'unset' | 'missing';

/** How the device's question was answered. `refused`: wrongly, or not at all. */
export type LockAnswer = 'open' | 'refused' | 'unset';

/** The device's own lock, by finger, face or number, in front of the app. */
export interface DeviceLock {
  state(): Promise<LockState>;
  /** Asks the person; `title` and `reason` are what the device says. Never rejects. */
  ask(title: string, reason: string): Promise<LockAnswer>;
  /** Whether what the app shows is kept out of the list of open apps. */
  hide(isHidden: boolean): Promise<void>;
  /** Says that the page shows nothing of what is in it: what comes meanwhile the system tells of. */
  setLocked(isLocked: boolean): Promise<void>;
}

/** What only the device can do. Modules ask this, and never which platform it is. */
export interface Device {
  readonly platform: Platform;
  /** Nobody is signed in as an account any more: nothing of it comes, rings or is watched from now on. Never rejects. */
  leave(account: string): Promise<unknown>;
  readonly push: DevicePush;
  readonly alarms: DeviceAlarms;
  readonly badge: {
    /**
     * Shows a number on the sign of the app, where there is such a thing; none for 0. `of`: what it is the sum of, by account, for systems that add it
     * up themselves while no page runs.
     */
    show(count: number, of: ReadonlyMap<string, number>): Promise<void>;
  };
  /** Undefined where the device has no such place: a browser keeps what is sealed in its own storage. */
  readonly secure: DeviceSecure | undefined;
  readonly fences: DeviceFences;
  readonly lock: DeviceLock;
  readonly share: {
    /** Another app has handed something over, before the app was running or while it is. */
    onShared(listener: (shared: Shared) => void): Stop;
  };
  readonly files: {
    /** Puts bytes into a file of the person's. Returns whether it lies in the folder of documents, else the browser says where. */
    save(bytes: Blob, name: string): Promise<boolean>;
  };
  readonly icon: {
    /** Gives the app another sign. */
    show(icon: AppIcon): Promise<void>;
  };
  readonly backgroundFetch: {
    readonly isPossible: boolean;
    /** Runs `task` from time to time though nobody looks at the app, not more often than `minutes`. */
    start(minutes: number, task: () => Promise<void>): Promise<Stop>;
  };
  readonly links: {
    /** The scheme of the addresses that open the app, whatever else is open; undefined where there is no such thing, as in a browser. */
    scheme(): Promise<string | undefined>;
    /** Shows a page of the web, which takes the place of this one in a browser; on a phone its browser does, and the app stays. */
    browse(address: string): Promise<void>;
    /** The app was opened by a link that belongs to it: its origin, and its path with the query and what stands behind `#`. */
    onOpened(listener: (origin: string, address: string) => void): Stop;
    /** The button of the system for going back. `listener` returns false where there was nothing to go back from: the app is put aside. */
    onBack(listener: () => boolean): Stop;
  };
}
