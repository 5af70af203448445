import type { Logger } from '../log/logger.ts';
import type { Instance } from './context.ts';
import type { Service } from './manifest.ts';

/** What is done to every instance again and again. */
export interface Sweeping {
  readonly instances: () => Promise<readonly Instance[]>;
  readonly everyMs: number;
  readonly log: Logger;
  /** What the log says where it fails; the next turn tries again. */
  readonly complaint: string;
}

/** Does `sweep` to every instance, one after the other, each `everyMs`; closing waits for the one that it is at. */
export function sweepEach(
  { instances, everyMs, log, complaint }: Sweeping,
  sweep: (instance: Instance) => Promise<unknown>,
): Service {
  let running: Promise<void> | undefined;
  let closed = false;
  const all = async (): Promise<void> => {
    for (const instance of await instances()) {
      if (closed) return;
      await sweep(instance);
    }
  };
  const timer = setInterval(() => {
    running = all().catch((error: unknown) => log.warn({ err: error }, complaint));
  }, everyMs);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
