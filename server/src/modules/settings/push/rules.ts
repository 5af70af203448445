import { createHash, createHmac } from 'node:crypto';
import {
  PUSH_TEST_STEPS,
  SETTINGS,
  isZone,
  type PushMessage,
  type PushTestProblem,
  type PushTestStep,
  type QuietHours,
} from '@kontor/contract/settings';
import { kindOf, type ItemKindName } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { ServiceDeviceSchema, type Outcome, type ServiceDevice } from '../../../platform/push/index.ts';

const bytes = (count: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+={0,2}$/),
    v.check((text) => Buffer.from(text, 'base64url').length === count),
  );

/** How long it rings, about, in seconds. */
export const URGENT_TTL_S = 30;

/** What a device encrypts by: an uncompressed point on P-256, and a secret. */
const KeysSchema = v.object({ p256dh: bytes(65), auth: bytes(16) });
const EndpointSchema = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
);

/** A subscription at a push service of the web: a browser's own, or that of a distributor on a phone. */
const WebSchema = v.object({
  kind: v.optional(v.picklist(['browser', 'unifiedpush']), 'browser'),
  endpoint: EndpointSchema,
  keys: KeysSchema,
});
const PhoneSchema = v.intersect([ServiceDeviceSchema, v.object({ keys: KeysSchema })]);
export type WebSubscription = v.InferOutput<typeof WebSchema>;
export type PhoneSubscription = ServiceDevice & { readonly keys: WebSubscription['keys'] };
export type Subscription = WebSubscription | PhoneSubscription;

export const isWeb = (subscription: Subscription): subscription is WebSubscription => 'endpoint' in subscription;

/** Reads what a device gives as its subscription, as JSON; undefined where it is none. */
export function readSubscription(token: string): Subscription | undefined {
  try {
    const given: unknown = JSON.parse(token);
    const web = v.safeParse(WebSchema, given);
    if (web.success) return web.output;
    const phone = v.safeParse(PhoneSchema, given);
    return phone.success ? phone.output : undefined;
  } catch {
    return undefined;
  }
}

/** What is the same for the same device, whenever it registers. */
export const addressOf = (subscription: Subscription): string =>
  isWeb(subscription) ? subscription.endpoint : `${subscription.kind} ${subscription.app} ${subscription.token}`;

export const hashOf = (address: string): Buffer => createHash('sha256').update(address).digest();

/**
 * Returns what replaces each other at a push service: at most 32 signs of base64url (RFC 8030, 5.4), which say nothing to who has not the device's
 * secret, and are other signs for every account of a device.
 */
export const topicOf = (tag: string, { keys }: Pick<Subscription, 'keys'>): string =>
  createHmac('sha256', Buffer.from(keys.auth, 'base64url')).update(tag).digest('base64url').slice(0, 32);

/** Whether a message is of use for half a minute. */
export const isShort = ({
  kind,
  isUrgent,
}: {
  readonly kind: PushMessage['kind'];
  readonly isUrgent?: true;
}): boolean => isUrgent === true || kind === 'test';

export function urgencyOf(
  message: { readonly kind: PushMessage['kind']; readonly isUrgent?: true },
  subscription: Subscription,
): 'high' | 'normal' | 'low' {
  if (message.kind === 'alarm' || isShort(message)) return 'high';
  // Services of phones take it for what shows nothing.
  return message.kind === 'silence' && !isWeb(subscription) ? 'low' : 'normal';
}

/** Returns what a device is told that a message is about: apps on phones ring by themselves, pages do as with any item. */
export const kindFor = (
  { kind, isUrgent }: { readonly kind: PushMessage['kind']; readonly isUrgent?: true },
  { kind: device }: Pick<Subscription, 'kind'>,
): PushMessage['kind'] => (isUrgent === true && device !== 'browser' ? 'call' : kind);

/** `busy`, `failed`: may be tried again; `refused`: not with this message. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429) return 'busy';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
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

/** How far a test has come, as it is stored. */
export interface TestRow {
  /** Whether it goes by a relay. */
  readonly relayed: boolean;
  readonly begun_at: Date;
  readonly sent_at: Date | null;
  readonly relay_at: Date | null;
  readonly service_at: Date | null;
  readonly arrived_at: Date | null;
  readonly problem: PushTestProblem | null;
}

/** At which station each problem is. */
const STATION_OF: Readonly<Record<PushTestProblem, PushTestStep>> = {
  paused: 'token',
  noService: 'server',
  relayUnreached: 'relay',
  relayBusy: 'relay',
  relayRefused: 'relay',
  unreached: 'service',
  busy: 'service',
  refused: 'service',
  gone: 'service',
  notArrived: 'arrived',
};

/** Returns the stations of a test in their order. What a service took, and no device spoke of in its time, has not arrived. */
export function stepsOf(
  row: TestRow,
  now: number,
): { step: PushTestStep; at: number | null; problem: PushTestProblem | null }[] {
  const moments: Readonly<Record<PushTestStep, Date | null>> = {
    token: row.begun_at,
    server: row.sent_at,
    relay: row.relay_at,
    service: row.service_at,
    arrived: row.arrived_at,
  };
  const isLost = row.arrived_at === null && now > row.begun_at.getTime() + URGENT_TTL_S * 1000;
  const problem = row.arrived_at === null ? (row.problem ?? (isLost ? 'notArrived' : null)) : null;
  return PUSH_TEST_STEPS.filter((step) => step !== 'relay' || row.relayed).map((step) => ({
    step,
    at: moments[step]?.getTime() ?? null,
    problem: problem !== null && STATION_OF[problem] === step ? problem : null,
  }));
}
