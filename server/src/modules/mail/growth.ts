import type { Database } from '../../platform/db/database.ts';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { countAnew, knownRows } from './store/growth.ts';

/** New mails after which it is looked at whether the planner knows of them, and the share of what it knows that is news to it. */
const LEAST = 100;
const SHARE = 0.5;

interface Growth {
  added: number;
  /** New mails from which on it is looked at again. */
  next: number;
  isBusy: boolean;
}
const growthOf = new WeakMap<Database, Growth>();

/**
 * Lets the planner know of mails that came at once. PostgreSQL counts once a minute by itself, and until then it plans lists of some
 * thousand rows as if they had none: each page then takes longer than the last, up to half a second.
 */
export function noteGrowth(ctx: InstanceContext, count: number): void {
  const growth = growthOf.get(ctx.database) ?? { added: 0, next: LEAST, isBusy: false };
  growthOf.set(ctx.database, growth);
  growth.added += count;
  if (growth.isBusy || growth.added < growth.next) return;
  growth.isBusy = true;
  const { owner } = ctx.database;
  const look = async (): Promise<void> => {
    const added = growth.added;
    const known = await knownRows(owner);
    if (added >= known * SHARE) {
      await countAnew(owner);
      growth.added -= added;
      growth.next = Math.max(LEAST, (await knownRows(owner)) * SHARE);
    } else growth.next = known * SHARE;
  };
  look()
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'the planner was not told of new mails'))
    .finally(() => (growth.isBusy = false));
}
