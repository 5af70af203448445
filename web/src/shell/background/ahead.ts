import { fetchAhead } from '../../client/cache/index.ts';
import type { Client } from '../../client/client.ts';
import type { Manifest } from '../manifest.ts';

const FIRST_MS = 3000;
const EVERY_MS = 15 * 60_000;
const MAX_WAIT_MS = 5000;
const LOCK = 'kontor-ahead';

interface Saving {
  readonly connection?: { readonly saveData?: boolean };
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
    else setTimeout(resolve, 200);
  });

/** Fetches ahead what the modules want to have on the device, round after round, in one page at a time. Returns the function that stops it. */
export function keepAhead(client: Client, modules: readonly Manifest[]): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goesOn = (): boolean => !stopped && client.connection.get().online && client.cache.get() !== undefined;
  const isShown = (): boolean => document.visibilityState === 'visible';
  const saves = (navigator as Saving).connection?.saveData === true;

  const round = async (): Promise<void> => {
    const parts = await Promise.all(modules.flatMap(({ ahead }) => ahead?.() ?? []));
    const run = () =>
      fetchAhead(
        client,
        parts.map((part) => part(client)),
        { now: client.env.now, idle, goesOn, isShown },
      );
    if (navigator.locks === undefined) await run();
    else
      await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await run();
      });
  };
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // What could not be fetched is fetched in the next round; nobody waits for it.
      void (goesOn() && !saves ? round() : Promise.resolve())
        .catch(() => undefined)
        .then(() => stopped || wait(EVERY_MS));
    }, ms);
  };
  wait(FIRST_MS);
  const stopWaking = client.env.onWake(() => wait(FIRST_MS));
  return () => {
    stopped = true;
    clearTimeout(timer);
    stopWaking();
  };
}
