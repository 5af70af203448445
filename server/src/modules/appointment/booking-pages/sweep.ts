import type { Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { forgetGuests, releaseHolds } from './store/holds.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** How long the link of what came to nothing says so, and that of a booking after its time; the appointment stays as others do. */
const KEPT_MS = { released: DAY_MS, over: 30 * DAY_MS } as const;

/** Takes away holds that nobody has confirmed, and bookings that have long been over, every ten minutes. */
export async function startBookingSweep(tools: Platform & ServiceTools): Promise<Service> {
  let running: Promise<void> | undefined;
  let closed = false;
  const sweep = async (): Promise<void> => {
    for (const { id } of await tools.directory.all()) {
      if (closed) return;
      const db = tools.database.forInstance(id);
      const now = tools.now();
      await releaseHolds(db, id, new Date(now));
      await forgetGuests(db, id, { released: new Date(now - KEPT_MS.released), over: new Date(now - KEPT_MS.over) });
    }
  };
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => tools.log.warn({ err: error }, 'old holds cannot be swept'));
  }, EVERY_MS);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
