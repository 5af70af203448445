import { alarmCommands, alarmQueries, type Alarm } from '@kontor/contract/alarm';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import type { Client } from '../../client/client.ts';
import type { QueuedCommand } from '../../client/core/command.ts';
import { createValue, type Value } from '../../client/value.ts';
import { withActs, nameOf, type Act } from './rules.ts';

/** What takes a confirmation, or a delay, back: it rings again at once, on all devices. */
const AT_ONCE_S = 1;

/** When an alarm is to ring again: by a duration from now, or at a moment, in seconds since 1970. */
export type Until = { readonly minutes: number } | { readonly at: number };

type Params = Pick<Alarm, 'type' | 'id'> & { readonly duration?: number; readonly timestamp?: number };

/** What a command that waits does to the alarm that rings at `on`; undefined for what takes something back. */
function actOf({ name, params, createdAt }: QueuedCommand, on: number): Act | undefined {
  const { type, id, duration, timestamp } = params as Params;
  const alarm = nameOf({ type, id });
  if (name === alarmCommands.snooze.name) return { name: alarm, on, to: null };
  if (duration === AT_ONCE_S) return undefined;
  return { name: alarm, on, to: timestamp ?? Math.floor(createdAt / 1000) + (duration ?? 0) };
}

const isOfAlarms = ({ name }: QueuedCommand): boolean =>
  name === alarmCommands.snooze.name || name === alarmCommands.delay.name;

/**
 * What was done to alarms, in any page of this device, as long as what the server has said may not know it yet: an act is of one time, and
 * an answer with another one makes it idle. What was refused, or taken back, is none.
 */
export interface Acts {
  readonly all: Value<readonly Act[]>;
  /** Takes what the server has said: what waits may be about that. */
  readonly know: (alarms: readonly Alarm[]) => void;
  /** Forgets what was done to an alarm. */
  readonly takeBack: (name: string) => void;
  readonly close: () => void;
}

export function watchActs(client: Client): Acts {
  const known = new Map<string, Act>();
  const ended = new Set<string>();
  const all = createValue<readonly Act[]>([]);
  let alarms: readonly Alarm[] = [];
  const timeOf = (name: string): number | undefined =>
    withActs(alarms, [...known.values()]).find((alarm) => nameOf(alarm) === name)?.userAlarmTimestamp;
  /** What is as before is not told: whoever hears of it looks at all alarms anew. */
  const say = (): void => {
    const acts = [...known.values()];
    if (JSON.stringify(acts) !== JSON.stringify(all.get())) all.set(acts);
  };
  const take = (command: QueuedCommand): void => {
    const { processId } = command;
    if (command.state === 'refused') {
      known.delete(processId);
      ended.delete(processId);
    } else if (!known.has(processId) && !ended.has(processId)) {
      const on = timeOf(nameOf(command.params as Params));
      const act = on === undefined ? undefined : actOf(command, on);
      if (act !== undefined) known.set(processId, act);
    }
  };
  let waiting = new Set<string>();
  const update = (): void => {
    const commands = client.waiting.get().filter(isOfAlarms);
    commands.forEach(take);
    const now = new Set(commands.map(({ processId }) => processId));
    const gone = [...waiting].filter((processId) => !now.has(processId));
    waiting = now;
    const done = new Set(client.queue.done().map(({ processId }) => processId));
    for (const processId of gone) if (!done.has(processId)) known.delete(processId);
    // The server tells who did it nothing.
    if (gone.length > 0) client.ask.refresh(alarmQueries.unconfirmed, {});
    say();
  };
  const stop = client.waiting.subscribe(update);
  update();
  return {
    all,
    know: (said) => {
      alarms = said;
      update();
    },
    takeBack: (name) => {
      for (const [processId, act] of known) {
        if (act.name !== name) continue;
        known.delete(processId);
        ended.add(processId);
      }
      say();
    },
    close: stop,
  };
}

const keysOf = ({ aggregateId }: Pick<Alarm, 'aggregateId'>): string[] => {
  const id = parseAggregateId(aggregateId);
  return id === undefined ? [] : [itemKey(id)];
};

/** Confirms an alarm: it is silent on all devices. */
export const confirm = (client: Client, { type, id, ...alarm }: Pick<Alarm, 'type' | 'id' | 'aggregateId'>) =>
  client.enqueue(alarmCommands.snooze, { type, id, action: 'ok' }, { patches: [], keys: keysOf(alarm) });

/** Puts an alarm off, on all devices. */
export function delay(
  client: Client,
  { type, id, ...alarm }: Pick<Alarm, 'type' | 'id' | 'aggregateId'>,
  until: Until,
): Promise<string> {
  const about = { patches: [], keys: keysOf(alarm) };
  // A duration counts from when it comes to the server: what is sent late does not lie in the past.
  return 'at' in until
    ? client.enqueue(alarmCommands.delay, { type, id, timestamp: until.at }, about)
    : client.enqueue(alarmCommands.delay, { type, id, duration: until.minutes * 60 }, about);
}

/** Takes back what was done to an alarm: it rings again, on all devices. */
export function ringAgain(client: Client, acts: Acts, alarm: Pick<Alarm, 'type' | 'id' | 'aggregateId'>): void {
  acts.takeBack(nameOf(alarm));
  const { type, id } = alarm;
  void client.enqueue(alarmCommands.delay, { type, id, duration: AT_ONCE_S }, { patches: [], keys: keysOf(alarm) });
}
