import type { Logger } from '../../log/logger.ts';
import type { CarryTransient } from '../transient.ts';
import type { BrokerPublisher } from './publisher.ts';

/** How long nothing is tried after the broker has not taken something, in milliseconds: what is true only now need not be tried again. */
const AGAIN_MS = 2000;
/** Events of an instance that may be on their way to the broker at once; what comes beyond them is dropped. */
const MAX_WAITING = 200;

/** Carries transient events to the broker, past the outbox: each process those that it says itself. */
export function carryByBroker({
  publisher,
  vhostOf,
  log,
  now,
}: {
  readonly publisher: Pick<BrokerPublisher, 'publish'>;
  readonly vhostOf: (instance: { readonly id: number; readonly name: string }) => string;
  readonly log: Logger;
  readonly now: () => number;
}): CarryTransient {
  const waiting = new Map<string, number>();
  const failedAt = new Map<string, number>();
  return (instance, messages) => {
    const vhost = vhostOf(instance);
    const before = waiting.get(vhost) ?? 0;
    const failed = failedAt.get(vhost);
    if (before >= MAX_WAITING || (failed !== undefined && now() - failed < AGAIN_MS)) return;
    waiting.set(vhost, before + 1);
    publisher
      .publish(vhost, messages)
      .then(() => void failedAt.delete(vhost))
      .catch((error: unknown) => {
        // A virtual host that nobody has asked for is not there: nobody listens.
        log.debug({ err: error, vhost }, 'the broker takes no transient events');
        failedAt.set(vhost, now());
      })
      .finally(() => {
        const left = (waiting.get(vhost) ?? 1) - 1;
        if (left > 0) waiting.set(vhost, left);
        else waiting.delete(vhost);
      });
  };
}
