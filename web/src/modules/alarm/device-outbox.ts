import * as v from 'valibot';
import { ALARM_TYPES } from '@kontor/contract/alarm';
import type { Client } from '../../client/client.ts';
import type { TextStorage } from '../../client/environment.ts';
import type { AlarmExtra } from '../../device/device.ts';
import { confirm, delay } from './acts.ts';
import { isConfirmedByOpening } from './rules.ts';

const KEY = 'kontor.alarmOutbox';
const PREFIX = 'snooze:';
/** What was pressed so lately, in milliseconds, is put off by a duration: clocks of device and server may differ. */
const LATELY_MS = 60_000;

const PressSchema = v.object({
  account: v.string(),
  type: v.picklist(ALARM_TYPES),
  id: v.number(),
  aggregateId: v.string(),
  /** Minutes that it is put off by; null where it is confirmed. */
  minutes: v.nullable(v.number()),
  /** Milliseconds since 1970. */
  pressedAt: v.number(),
});
/** A press on an alarm that no server knows yet. */
export type AlarmPress = v.InferOutput<typeof PressSchema>;

export const snoozeAction = (minutes: number): string => `${PREFIX}${minutes}`;

/** Returns what a press on an alarm, or on one of its buttons, does; undefined where it only opens what the alarm is about. */
export function pressOf(
  action: string,
  { account, type, id, aggregateId }: AlarmExtra,
  now: number,
): AlarmPress | undefined {
  const known = ALARM_TYPES.find((one) => one === type);
  if (known === undefined) return undefined;
  const press = { account, type: known, id, aggregateId, pressedAt: now };
  if (action === 'ok') return { ...press, minutes: null };
  const minutes = action.startsWith(PREFIX) ? Number(action.slice(PREFIX.length)) : Number.NaN;
  if (minutes > 0) return { ...press, minutes };
  return action === 'tap' && isConfirmedByOpening(known) ? { ...press, minutes: null } : undefined;
}

/** Presses that were not handed to a queue yet: they outlive the app, which the system may end at any moment. */
export function createOutbox(storage: TextStorage) {
  const read = (): readonly AlarmPress[] => {
    try {
      const all: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
      return Array.isArray(all) ? all.filter((one): one is AlarmPress => v.is(PressSchema, one)) : [];
    } catch {
      return [];
    }
  };
  const write = (all: readonly AlarmPress[]): void =>
    all.length === 0 ? storage.removeItem(KEY) : storage.setItem(KEY, JSON.stringify(all));
  const isSame = (one: AlarmPress, other: AlarmPress): boolean =>
    one.account === other.account &&
    one.type === other.type &&
    one.id === other.id &&
    one.pressedAt === other.pressedAt;
  return {
    all: read,
    add: (press: AlarmPress): void => write([...read(), press]),
    /** Hands the presses of an account to its queue, which keeps and sends them. */
    async hand(client: Client): Promise<void> {
      for (const press of read()) {
        if (press.account !== client.key) continue;
        await queued(client, press);
        write(read().filter((one) => !isSame(one, press)));
      }
    },
    forget: (account: string): void => write(read().filter((press) => press.account !== account)),
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

async function queued(client: Client, press: AlarmPress): Promise<unknown> {
  const { minutes, pressedAt } = press;
  if (minutes === null) return confirm(client, press);
  const now = client.env.now();
  if (now - pressedAt < LATELY_MS) return delay(client, press, { minutes });
  // It was to ring by when it was pressed, not by when that could be told; what is past rings in a moment.
  const at = Math.floor(pressedAt / 1000) + minutes * 60;
  return delay(client, press, { at: Math.max(at, Math.floor(now / 1000) + 60) });
}
