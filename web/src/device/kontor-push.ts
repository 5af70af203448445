import type { Stop } from './device.ts';

/** Public halves of what the pushes of an account are sealed with, each as base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** A push that the phone has opened: the account whose key it was sealed for, and what it says, as JSON. */
export interface OpenedPush {
  readonly account: string;
  readonly message: string;
}

/** Why a distributor gives no address, or takes one back. */
export type DistributorFault =
  | 'NETWORK'
  | 'ACTION_REQUIRED'
  | 'VAPID_REQUIRED'
  | 'INTERNAL_ERROR'
  | 'UNREGISTERED'
  | 'TEMP_UNAVAILABLE';

interface Events {
  /** A push came while a page runs. */
  readonly pushed: OpenedPush;
  /** A notice was pressed, on Android; kept until somebody listens. Another app can say so, too. */
  readonly opened: OpenedPush;
  readonly endpoint: { readonly account: string; readonly endpoint: string };
  readonly failed: { readonly account: string; readonly reason: DistributorFault };
}

interface OfAccount {
  readonly account: string;
}

/** The plugin of the shells' own: docs/native.md says what each method and event does. */
export interface KontorPush {
  keys(of: OfAccount): Promise<PushKeys>;
  forget(of: OfAccount): Promise<void>;
  /** `google`: whether the app was built for Google's service; there on Android alone. */
  distributors(): Promise<{
    readonly distributors: readonly { readonly id: string; readonly name: string }[];
    readonly google?: boolean;
  }>;
  /** On Android alone, as the next two. */
  register(of: OfAccount & { readonly distributor: string; readonly vapid: string }): Promise<void>;
  registration(of: OfAccount): Promise<{ readonly endpoint?: string; readonly distributor?: string }>;
  unregister(of: OfAccount): Promise<void>;
  /** On iOS alone. */
  count(of: OfAccount & { readonly count: number }): Promise<{ readonly badge: number }>;
  /** What the system was handed to ring: account, `type:id`, number and moment of each, with tabs between, a line each. */
  planAlarms(of: { readonly planned: string }): Promise<void>;
  /** What pushes have told of: account, `type:id` and moment, with tabs between, a line each. */
  toldAlarms(): Promise<{ readonly told: string }>;
  addListener<Name extends keyof Events>(
    event: Name,
    listener: (told: Events[Name]) => void,
  ): Promise<{ remove(): Promise<void> }>;
}

/** Listens to a plugin, which says later how that is ended. */
export function listen(begun: Promise<{ remove(): Promise<void> }>): Stop {
  begun.catch(() => undefined);
  return () => void begun.then((handle) => handle.remove()).catch(() => undefined);
}
