import type { Db } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { sweepEach } from '../../../platform/operation/sweeping.ts';
import { forgetGuests, releaseHolds } from './store/holds.ts';

const DAY_MS = 86_400_000;
/** How long the link of what came to nothing says so, and that of a booking after its time; the appointment stays as others do. */
const KEPT_MS = { released: DAY_MS, over: 30 * DAY_MS } as const;

/** Lets go of what was not confirmed in time, and forgets guests of long ago. */
export async function sweepInstance(db: Db, instanceId: number, now: number): Promise<void> {
  await releaseHolds(db, instanceId, new Date(now));
  const before = { released: new Date(now - KEPT_MS.released), over: new Date(now - KEPT_MS.over) };
  await forgetGuests(db, instanceId, before);
}

/** Takes away holds that nobody has confirmed, and bookings that have long been over, every ten minutes. */
export const startBookingSweep = async ({ directory, database, log, now }: Platform & ServiceTools): Promise<Service> =>
  sweepEach({ instances: directory.all, everyMs: 10 * 60_000, log, complaint: 'old holds cannot be swept' }, ({ id }) =>
    sweepInstance(database.forInstance(id), id, now()),
  );
