import type { Instance, Platform } from '../../platform/operation/context.ts';
import type { Service } from '../../platform/operation/manifest.ts';
import { sweepInstance } from './store/sweep.ts';

const EVERY_MS = 10 * 60_000;
/** Sweeps every instance every ten minutes. */
export function startSweep(platform: Platform, instances: () => Promise<readonly Instance[]>): Service {
  let running: Promise<void> | undefined;
  let closed = false;
  const sweep = async (): Promise<void> => {
    for (const { id } of await instances()) {
      if (closed) return;
      await sweepInstance(platform.database.forInstance(id), id, platform.now());
    }
  };
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => platform.log.warn({ err: error }, 'old sign-ins cannot be swept'));
  }, EVERY_MS);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
