const SECOND_MS = 1000;
/** How long a push service keeps a message for a device that is away, in seconds. */
export const TTL_S = 86_400;

/**
 * What a push service's answer means for the device and the message. `gone`: the service knows the device no more; `busy`: the fault is the service's or
 * the way's, and the message may be tried again; `failed`: may be tried again, and counts against the device; `refused`: not with this message.
 */
export type Outcome = 'sent' | 'gone' | 'busy' | 'failed' | 'refused';

/** Milliseconds that a service wants to be left alone for, from its header: seconds, or a date; at most a day. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return Number.isNaN(ms) || ms <= 0 ? undefined : Math.min(ms, TTL_S * SECOND_MS);
}

/** What became of one try to hand a message to Apple's or Google's service. */
export interface Delivery {
  readonly outcome: Outcome;
  /** Milliseconds after which another try makes sense, where the service says so. */
  readonly waitMs: number | undefined;
  /** `unreached`: no answer came. */
  readonly problem: 'unreached' | 'busy' | 'refused' | 'gone' | null;
}

const PROBLEMS = { sent: null, gone: 'gone', busy: 'busy', failed: 'busy', refused: 'refused' } as const;

export const delivery = (outcome: Outcome, waitMs?: number): Delivery => ({
  outcome,
  waitMs,
  problem: PROBLEMS[outcome],
});

/** Nothing came back, or half of it: whether the message was taken is known to nobody, so it is sent again. */
export const UNREACHED: Delivery = { outcome: 'busy', waitMs: undefined, problem: 'unreached' };

/** A device of a phone, at the service of its maker. */
export type ServiceDevice =
  | {
      readonly kind: 'apns';
      readonly token: string;
      readonly app: string;
      readonly environment: 'production' | 'sandbox';
    }
  | { readonly kind: 'fcm'; readonly token: string; readonly app: string };

/** What goes to a device, as whoever carries it sees it: encrypted bytes, and how to carry them. */
export interface Envelope {
  readonly body: Buffer;
  /** Seconds for which it is of use. */
  readonly ttl: number;
  /** `low`: it shows nothing, and wakes nobody. */
  readonly urgency: 'high' | 'normal' | 'low';
  /** The same for what replaces each other; at most 32 signs of base64url. */
  readonly topic: string;
}
