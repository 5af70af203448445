import type { Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service } from '../../../platform/operation/manifest.ts';
import { sweepEach } from '../../../platform/operation/sweeping.ts';
import { forgetChanges } from '../store/changes.ts';
import { CHANGES_MS } from './objects.ts';

/** Forgets what has left the calendars long ago, four times a day. */
export const startForgetting = (
  { database, log, now }: Platform,
  instances: () => Promise<readonly Instance[]>,
): Service =>
  sweepEach({ instances, everyMs: 6 * 3_600_000, log, complaint: 'old changes cannot be forgotten' }, ({ id }) =>
    forgetChanges(database.forInstance(id), id, new Date(now() - CHANGES_MS)),
  );
