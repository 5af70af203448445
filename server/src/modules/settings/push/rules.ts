import { createHash } from 'node:crypto';
import { SETTINGS, isZone, type PushMessage, type QuietHours } from '@kontor/contract/settings';
import { kindOf, type ItemKindName } from '@kontor/contract/kernel';
import * as v from 'valibot';

const SECOND_MS = 1000;
/** How long a push service keeps a message for a device that is away, in seconds. */
export const TTL_S = 86_400;

const bytes = (count: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+={0,2}$/),
    v.check((text) => Buffer.from(text, 'base64url').length === count),
  );

/** How long it rings, about, in seconds. */
export const URGENT_TTL_S = 30;

/** A browser's subscription: an uncompressed point on P-256, and a secret. */
const SubscriptionSchema = v.object({
  endpoint: v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  ),
  keys: v.object({ p256dh: bytes(65), auth: bytes(16) }),
});
export type Subscription = v.InferOutput<typeof SubscriptionSchema>;

/** Reads what a browser gives as its subscription, as JSON; undefined where it is none. */
export function readSubscription(token: string): Subscription | undefined {
  try {
    const { output, success } = v.safeParse(SubscriptionSchema, JSON.parse(token));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}

export const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

/** What replaces each other at a push service: at most 32 signs of base64url (RFC 8030, 5.4), which say nothing. */
export const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

export const urgencyOf = ({
  kind,
  isUrgent,
}: {
  readonly kind: PushMessage['kind'];
  readonly isUrgent?: true;
}): 'high' | 'normal' => (kind === 'alarm' || isUrgent === true ? 'high' : 'normal');

/** What a push service's answer means for the device and the message. */
export type Outcome = 'sent' | 'gone' | 'busy' | 'failed' | 'refused';

/** `busy`, `failed`: may be tried again; `refused`: not with this message. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429) return 'busy';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}

/** Milliseconds that a service wants to be left alone for, from its header: seconds, or a date; at most a day. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return Number.isNaN(ms) || ms <= 0 ? undefined : Math.min(ms, TTL_S * SECOND_MS);
}

/** The zone that a person's quiet hours are in; which one a device is in is known to nobody here. */
export const zoneOf = (chosen: unknown, ofInstance: string): string =>
  typeof chosen === 'string' && chosen !== 'auto' && chosen !== 'device' && isZone(chosen) ? chosen : ofInstance;

/** The quiet hours that were chosen, or the usual ones. */
export function quietHoursOf(chosen: unknown): QuietHours {
  const { output, success } = v.safeParse(SETTINGS.quietHours.schema, chosen);
  return success ? output : SETTINGS.quietHours.default;
}

/** When the quiet hours end that hold at a moment, both in milliseconds since 1970; undefined where none do. */
export function quietUntil({ isOn, from, to, days }: QuietHours, zone: string, now: number): number | undefined {
  if (!isOn) return undefined;
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const at = (date: Temporal.PlainDate, time: string) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  const ends = [today.subtract({ days: 1 }), today].flatMap((date) => {
    if (days[date.dayOfWeek - 1] !== true) return [];
    const end = at(to > from ? date : date.add({ days: 1 }), to);
    return at(date, from) <= now && now < end ? [end] : [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Whether somebody who has chosen this is told of new items of a kind. */
export function isWanted(module: ItemKindName, chosen: ReadonlyMap<string, unknown> | undefined): boolean {
  const { notices } = kindOf(module);
  if (module === 'phonecall' && chosen?.get('phonePush') === 'none') return false;
  const value = notices && chosen?.get(notices.setting);
  return typeof value === 'boolean' ? value : notices !== undefined && notices.isOn !== false;
}

/** Items that are new to one person at once and are pushed one by one; of more, one push says that there are some. */
const MAX_PUSHED = 3;
export const isBundled = (count: number): boolean => count > MAX_PUSHED;
