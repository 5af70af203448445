import { BEAT_MS, presenceCommands, presenceEvents } from '@kontor/contract/presence';
import type { Client } from '../../../client/client.ts';

/**
 * Hears who is there for as long as the page is in the foreground, until the returned function is called. Whoever hears it is there themselves: the
 * server knows by it who is at a device. Where it does not see that, it is told.
 */
export function followWhileVisible(client: Client): () => void {
  let stop: (() => void) | undefined;
  const look = (): void => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible) stop ??= beThere(client);
    else {
      stop?.();
      stop = undefined;
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop?.();
  };
}

/** Is there until the returned function is called. */
function beThere(client: Client): () => void {
  const unfollow = client.follow(presenceEvents.presenceChanged.type);
  const { connection, transport } = client;
  const beat = (isInForeground: boolean): void => void transport.report(presenceCommands.beat, { isInForeground });
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    const { isUnseen, realtime } = connection.get();
    if (!isUnseen || realtime !== 'live' || timer !== undefined) return;
    beat(true);
    timer = setInterval(() => beat(true), BEAT_MS);
  };
  const stopLooking = connection.subscribe(look);
  look();
  return () => {
    stopLooking();
    unfollow();
    if (timer === undefined) return;
    clearInterval(timer);
    beat(false);
  };
}
