import type { Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service } from '../../../platform/operation/manifest.ts';
import { forgetChanges } from '../store/changes.ts';
import { CHANGES_MS } from './objects.ts';

const EVERY_MS = 6 * 3_600_000;

/** Forgets what has left the calendars long ago, four times a day. */
export function startForgetting(platform: Platform, instances: () => Promise<readonly Instance[]>): Service {
  let running: Promise<void> | undefined;
  let closed = false;
  const sweep = async (): Promise<void> => {
    for (const { id } of await instances()) {
      if (closed) return;
      await forgetChanges(platform.database.forInstance(id), id, new Date(platform.now() - CHANGES_MS));
    }
  };
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => platform.log.warn({ err: error }, 'old changes cannot be forgotten'));
  }, EVERY_MS);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
