import type { Instance, Platform } from '../../platform/operation/context.ts';
import type { Service } from '../../platform/operation/manifest.ts';
import { sweepEach } from '../../platform/operation/sweeping.ts';
import { sweepInstance } from './store/sweep.ts';

/** Sweeps every instance every ten minutes. */
export const startSweep = ({ database, log, now }: Platform, instances: () => Promise<readonly Instance[]>): Service =>
  sweepEach({ instances, everyMs: 10 * 60_000, log, complaint: 'old sign-ins cannot be swept' }, ({ id }) =>
    sweepInstance(database.forInstance(id), id, now()),
  );
