import { formatAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import type { PushMessage } from '@kontor/contract/settings';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, Instance, InstanceContext, NewsItem } from '../../../platform/operation/context.ts';
import type { PushOut, PushOutMessage } from '../../../platform/operation/push-out.ts';
import { TTL_S, type Outcome } from '../../../platform/push/index.ts';
import { timeZoneOf } from '../../account/index.ts';
import { tellDevices } from './devices.ts';
import { keysOf, openSubscription } from './keys.ts';
import {
  URGENT_TTL_S,
  isShort,
  kindFor,
  quietHoursOf,
  quietUntil,
  topicOf,
  urgencyOf,
  zoneOf,
  type Subscription,
} from './rules.ts';
import { noteTest } from './self-test-store.ts';
import {
  MAX_FAILURES,
  deleteDevice,
  noteTry,
  reachedAmong,
  reachedDevices,
  settingsAmong,
  type DeviceRow,
} from './store.ts';
import { createBreakers, sendBy, wayTo, type Breakers, type Tried, type Ways } from './way.ts';

const SEND_JOB = 'push.send';
const DELIVER_JOB = 'push.deliver';
export const COUNT_MESSAGE = { kind: 'count', tag: 'count' } as const satisfies PushOutMessage;

/** What pushing needs of others. */
export interface PushParts extends Ways {
  /** Where an instance is reached: push services are told whom they hear from. */
  readonly originOf: (instance: Instance) => string;
  /** Whether an alarm, by the tag of its push, still calls somebody. */
  readonly stillRings: (ctx: InstanceContext, userId: number, tag: string) => Promise<boolean>;
  /** Whether an item that is pushed is still new to who is told of it. */
  readonly isStillNews: (ctx: InstanceContext, item: NewsItem) => Promise<boolean>;
  /** Items that somebody has not finished, for the badge. */
  readonly countUnfinished: (ctx: InstanceContext, userId: number) => Promise<number>;
}

/** What pushing needs, with what it has noticed of who carries messages. */
interface Sender extends PushParts {
  readonly breakers: Breakers;
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

const TEST_TAG = 'test:';

/** Pushes to one device, whose session tries the way to it, whatever the quiet hours say. */
export const enqueueTest = (ctx: ChangeContext, deviceId: number, testId: string): Promise<void> => {
  const message: PushOutMessage = { kind: 'test', tag: `${TEST_TAG}${testId}` };
  return ctx.enqueue(DELIVER_JOB, { deviceId, message, at: ctx.now() } satisfies ToDevice);
};

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

const ttlOf = (message: PushOutMessage): number => (isShort(message) ? URGENT_TTL_S : TTL_S);

/** What goes out, before it is encrypted: numbers, and the name of the instance. */
function payloadOf(
  instance: Instance,
  userId: number,
  message: PushOutMessage,
  { subscription, badge }: { readonly subscription: Subscription; readonly badge: number },
): PushMessage {
  const { module, entryId, tag, alarms } = message;
  const item: { module: ItemKindName; entryId: number } | undefined =
    module === undefined || entryId === undefined ? undefined : { module, entryId };
  const aggregateId = item === undefined ? null : formatAggregateId({ ...item, userId });
  return {
    instanceName: instance.name,
    aggregateId,
    kind: kindFor(message, subscription),
    tag,
    badge,
    ...(alarms === undefined ? {} : { alarms }),
  };
}

/** Sends a message to a device. Undefined where this server has no way to it any more, as after its settings have changed. */
async function post(
  ctx: JobContext,
  parts: Sender,
  device: DeviceRow,
  message: PushOutMessage,
): Promise<Tried | undefined> {
  const subscription = openSubscription(ctx, device);
  if (wayTo(parts, subscription) === undefined) return undefined;
  const origin = parts.originOf(ctx.instance);
  const badge = await parts.countUnfinished(ctx, device.user_id);
  return sendBy(parts, parts.breakers, subscription, {
    payload: JSON.stringify(payloadOf(ctx.instance, device.user_id, message, { subscription, badge })),
    keys: await keysOf(ctx),
    subject: origin.startsWith('https:') ? origin : 'mailto:postmaster@localhost',
    ttl: ttlOf(message),
    urgency: urgencyOf(message, subscription),
    topic: topicOf(message.tag, subscription),
    now: ctx.now(),
  });
}

/** Notes with a test how far a try of it has come, and tells the device's person. */
async function noteTried(
  ctx: JobContext,
  device: DeviceRow,
  { tag }: PushOutMessage,
  { station, problem, begunAt }: Pick<Tried, 'station' | 'problem'> & { readonly begunAt: number },
): Promise<void> {
  const own = { sessionId: device.session_id, testId: tag.slice(TEST_TAG.length) };
  const at = new Date(ctx.now());
  await ctx.change(async (change) => {
    await noteTest(change.db, ctx.instance.id, own, {
      sentAt: new Date(begunAt),
      relayAt: station === 'server' ? null : at,
      serviceAt: station === 'service' ? at : null,
      problem,
    });
    tellDevices(change, device.user_id);
  });
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

/** Whether a device is still to be told of something: nobody has dealt with it meanwhile, and it is of the kind that it is for. */
async function isStillMeant(
  ctx: JobContext,
  { stillRings, isStillNews }: Sender,
  device: DeviceRow,
  { kind, tag, module, entryId, isForPhones }: PushOutMessage,
): Promise<boolean> {
  const { user_id: userId } = device;
  if (kind === 'alarm' && !(await stillRings(ctx, userId, tag))) return false;
  if (isForPhones === true && openSubscription(ctx, device).kind === 'browser') return false;
  return (
    kind !== 'item' || module === undefined || entryId === undefined || isStillNews(ctx, { userId, module, entryId })
  );
}

async function deliver(ctx: JobContext, parts: Sender, order: ToDevice): Promise<void> {
  const { deviceId, message, at } = order;
  if (ctx.now() > at + ttlOf(message) * 1000) return;
  const [device] = await reachedDevices(ctx.db, ctx.instance.id, { deviceId }, new Date(ctx.now()));
  if (device === undefined) return;
  if (!(await isStillMeant(ctx, parts, device, message))) return;
  const { kind } = message;
  const begunAt = ctx.now();
  const tried = await post(ctx, parts, device, message);
  if (kind === 'test')
    await noteTried(ctx, device, message, { ...(tried ?? { station: 'server', problem: 'noService' }), begunAt });
  if (tried === undefined) return;
  const { outcome, waitMs } = tried;
  if (outcome === 'sent' && device.failures === 0) return;
  const mayGoOn = await ctx.change((change) => conclude(change, device, outcome));
  const isOver = outcome === 'sent' || outcome === 'gone' || outcome === 'refused';
  if (isOver || !mayGoOn) return;
  if (waitMs !== undefined) await ctx.change((change) => change.enqueue(DELIVER_JOB, order, { afterMs: waitMs }));
  else if (!ctx.lastAttempt) throw new Error(`A push service is ${outcome === 'busy' ? 'busy' : 'not reached'}`);
}

export function pushJobs(parts: PushParts): JobHandlers {
  const sender: Sender = { ...parts, breakers: createBreakers() };
  return {
    [SEND_JOB]: ({ change }, payload) => change((ctx) => sendToPerson(ctx, payload as unknown as ToPerson)),
    [DELIVER_JOB]: (ctx, payload) => deliver(ctx, sender, payload as unknown as ToDevice),
  };
}
