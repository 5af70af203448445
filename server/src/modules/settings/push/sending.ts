import { formatAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import type { PushMessage } from '@kontor/contract/settings';
import { postBytes, type EgressPolicy } from '../../../platform/egress/index.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, Instance, InstanceContext, NewsItem } from '../../../platform/operation/context.ts';
import type { PushOut, PushOutMessage } from '../../../platform/operation/push-out.ts';
import { timeZoneOf } from '../../account/index.ts';
import { tellDevices } from './devices.ts';
import { deviceBinding, keysOf } from './keys.ts';
import { requestTo } from './request.ts';
import {
  TTL_S,
  URGENT_TTL_S,
  outcomeOf,
  quietHoursOf,
  quietUntil,
  retryAfterMs,
  topicOf,
  urgencyOf,
  zoneOf,
  type Outcome,
  type Subscription,
} from './rules.ts';
import {
  MAX_FAILURES,
  deleteDevice,
  noteTry,
  reachedAmong,
  reachedDevices,
  settingsAmong,
  type DeviceRow,
} from './store.ts';

const SEND_JOB = 'push.send';
const DELIVER_JOB = 'push.deliver';
export const COUNT_MESSAGE = { kind: 'count', tag: 'count' } as const satisfies PushOutMessage;

/** What pushing needs of others. */
export interface PushParts {
  readonly policy: EgressPolicy;
  /** Where an instance is reached: push services are told whom they hear from. */
  readonly originOf: (instance: Instance) => string;
  /** Whether an alarm, by the tag of its push, still calls somebody. */
  readonly stillRings: (ctx: InstanceContext, userId: number, tag: string) => Promise<boolean>;
  /** Whether an item that is pushed is still new to who is told of it. */
  readonly isStillNews: (ctx: InstanceContext, item: NewsItem) => Promise<boolean>;
  /** Items that somebody has not finished, for the badge. */
  readonly countUnfinished: (ctx: InstanceContext, userId: number) => Promise<number>;
}

interface ToPerson {
  readonly userId: number;
  readonly messages: readonly PushOutMessage[];
  /** When it was caused, in milliseconds since 1970. */
  readonly at: number;
  /** When the quiet hours end that it was kept for. */
  readonly until?: number;
}

interface ToDevice {
  readonly deviceId: number;
  readonly message: PushOutMessage;
  readonly at: number;
}

/** Pushes messages to somebody, who is reached, with the transaction or not at all. */
export const enqueuePush = (ctx: ChangeContext, userId: number, messages: readonly PushOutMessage[]): Promise<void> =>
  ctx.enqueue(SEND_JOB, { userId, messages, at: ctx.now() } satisfies ToPerson);

/** One job a person, none for who has no device. */
export const pushOut: PushOut = async (ctx, userIds, message) => {
  if (userIds.length === 0) return;
  const reached = await reachedAmong(ctx.db, ctx.instance.id, userIds, new Date(ctx.now()));
  for (const userId of new Set(userIds)) if (reached.has(userId)) await enqueuePush(ctx, userId, [message]);
};

/** Keeps what may not be sent now until the quiet hours are over: alarms as they are, of items one word that there are some. */
async function keepUntil(ctx: ChangeContext, { userId, messages, at }: ToPerson, until: number): Promise<void> {
  const runAt = new Date(until);
  const alarms = messages.filter(({ kind }) => kind === 'alarm');
  if (alarms.length > 0)
    await ctx.enqueue(SEND_JOB, { userId, messages: alarms, at, until } satisfies ToPerson, { runAt });
  if (messages.some(({ kind, isUrgent }) => (kind === 'item' && isUrgent !== true) || kind === 'count')) {
    const held: ToPerson = { userId, messages: [COUNT_MESSAGE], at: until, until };
    await ctx.enqueue(SEND_JOB, held, { runAt, key: `${SEND_JOB}:${ctx.instance.id}:${userId}:${until}` });
  }
}

async function sendToPerson(ctx: ChangeContext, order: ToPerson): Promise<void> {
  const { userId, messages, at, until = 0 } = order;
  const now = Math.max(ctx.now(), until);
  const chosen = (await settingsAmong(ctx.db, ctx.instance.id, [userId], ['quietHours', 'timeZone'])).get(userId);
  const zone = zoneOf(chosen?.get('timeZone'), timeZoneOf(ctx.instance));
  const end = quietUntil(quietHoursOf(chosen?.get('quietHours')), zone, now);
  if (end !== undefined) await keepUntil(ctx, order, end);
  const sent = end === undefined ? messages : messages.filter(({ kind }) => kind === 'silence');
  if (sent.length === 0) return;
  const devices = await reachedDevices(ctx.db, ctx.instance.id, { userId }, new Date(ctx.now()));
  for (const { device_id: deviceId } of devices)
    for (const message of sent)
      await ctx.enqueue(DELIVER_JOB, { deviceId, message, at: Math.max(at, until) } satisfies ToDevice);
}

const ttlOf = ({ isUrgent }: PushOutMessage): number => (isUrgent === true ? URGENT_TTL_S : TTL_S);

/** What goes out, before it is encrypted: numbers, and the name of the instance. */
function payloadOf(
  instance: Instance,
  userId: number,
  { kind, module, entryId, tag }: PushOutMessage,
  badge: number,
): PushMessage {
  const item: { module: ItemKindName; entryId: number } | undefined =
    module === undefined || entryId === undefined ? undefined : { module, entryId };
  const aggregateId = item === undefined ? null : formatAggregateId({ ...item, userId });
  return { instanceName: instance.name, aggregateId, kind, tag, badge };
}

async function post(
  ctx: JobContext,
  parts: PushParts,
  device: DeviceRow,
  message: PushOutMessage,
): Promise<{ readonly outcome: Outcome; readonly waitMs: number | undefined }> {
  const binding = deviceBinding(ctx.instance.id, device.session_id);
  const subscription = JSON.parse(ctx.secrets.open(device.sealed_subscription, binding)) as Subscription;
  const origin = parts.originOf(ctx.instance);
  const badge = await parts.countUnfinished(ctx, device.user_id);
  const payload = JSON.stringify(payloadOf(ctx.instance, device.user_id, message, badge));
  const { headers, body } = await requestTo(subscription, payload, {
    keys: await keysOf(ctx),
    subject: origin.startsWith('https:') ? origin : 'mailto:postmaster@localhost',
    ttl: ttlOf(message),
    urgency: urgencyOf(message),
    topic: topicOf(message.tag),
    now: ctx.now(),
  });
  try {
    const { status, retryAfter } = await postBytes(subscription.endpoint, headers, body, parts.policy);
    return { outcome: outcomeOf(status), waitMs: retryAfterMs(retryAfter, ctx.now()) };
  } catch {
    // Not a word of the address, which whoever reads the log could push to.
    return { outcome: 'failed', waitMs: undefined };
  }
}

/** Notes how a try ended; what was gone is forgotten. Returns whether the device is pushed to any more. */
async function conclude(ctx: ChangeContext, device: DeviceRow, outcome: Outcome): Promise<boolean> {
  const { device_id: id, user_id: userId } = device;
  if (outcome === 'gone') await deleteDevice(ctx.db, ctx.instance.id, id);
  else if (outcome === 'busy') return true;
  else if ((await noteTry(ctx.db, ctx.instance.id, id, outcome === 'sent')) < MAX_FAILURES) return true;
  tellDevices(ctx, userId);
  return false;
}

async function deliver(ctx: JobContext, parts: PushParts, order: ToDevice): Promise<void> {
  const { deviceId, message, at } = order;
  if (ctx.now() > at + ttlOf(message) * 1000) return;
  const [device] = await reachedDevices(ctx.db, ctx.instance.id, { deviceId }, new Date(ctx.now()));
  if (device === undefined) return;
  if (message.kind === 'alarm' && !(await parts.stillRings(ctx, device.user_id, message.tag))) return;
  const { kind, module, entryId } = message;
  if (kind === 'item' && module !== undefined && entryId !== undefined)
    if (!(await parts.isStillNews(ctx, { userId: device.user_id, module, entryId }))) return;
  const { outcome, waitMs } = await post(ctx, parts, device, message);
  if (outcome === 'sent' && device.failures === 0) return;
  const mayGoOn = await ctx.change((change) => conclude(change, device, outcome));
  const isOver = outcome === 'sent' || outcome === 'gone' || outcome === 'refused';
  if (isOver || !mayGoOn) return;
  if (waitMs !== undefined) await ctx.change((change) => change.enqueue(DELIVER_JOB, order, { afterMs: waitMs }));
  else if (!ctx.lastAttempt) throw new Error(`A push service is ${outcome === 'busy' ? 'busy' : 'not reached'}`);
}

export const pushJobs = (parts: PushParts): JobHandlers => ({
  [SEND_JOB]: ({ change }, payload) => change((ctx) => sendToPerson(ctx, payload as unknown as ToPerson)),
  [DELIVER_JOB]: (ctx, payload) => deliver(ctx, parts, payload as unknown as ToDevice),
});
