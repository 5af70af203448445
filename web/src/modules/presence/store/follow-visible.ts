import { presenceEvents } from '@kontor/contract/presence';
import type { Client } from '../../../client/client.ts';

/**
 * Hears who is there for as long as the page is in the foreground, until the returned function is called. Whoever hears it is there themselves: the
 * server knows by it who is at a device.
 */
export function followWhileVisible(client: Client): () => void {
  let stop: (() => void) | undefined;
  const look = (): void => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible) stop ??= client.follow(presenceEvents.presenceChanged.type);
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
