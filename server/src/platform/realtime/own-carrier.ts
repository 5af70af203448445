import * as v from 'valibot';
import type { Logger } from '../log/logger.ts';
import { openLongSignals } from '../processes/long-signals.ts';
import type { Signals } from '../processes/signals.ts';
import type { Bus } from './bus.ts';
import type { CarryTransient } from './transient.ts';

/** Under this name server processes hand transient events to each other. */
const SIGNAL = 'transient';

const SignalSchema = v.tuple([v.number(), v.array(v.object({ topic: v.string(), body: v.string() }))]);

/** Carries transient events to the connections of this process at once, and by signals to the other processes for theirs. */
export function carryByOwn({
  bus,
  signals,
  log,
}: {
  readonly bus: Pick<Bus, 'publish'>;
  readonly signals: Pick<Signals, 'sendInOrder' | 'on'>;
  readonly log: Logger;
}): CarryTransient {
  const deliver: CarryTransient = ({ id: instanceId }, messages) => {
    for (const { topic, body } of messages) bus.publish({ instanceId, topic, body });
  };
  const others = openLongSignals(signals, SIGNAL, (text) => {
    const [id, messages] = v.parse(SignalSchema, JSON.parse(text));
    deliver({ id, name: '' }, messages);
  });
  return (instance, messages) => {
    deliver(instance, messages);
    if (!others.send(JSON.stringify([instance.id, messages])))
      log.warn({ instance: instance.name }, 'a transient event is too long for other processes');
  };
}
