import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { ModuleManifest } from '../../../platform/operation/manifest.ts';
import { sweepEach } from '../../../platform/operation/sweeping.ts';
import { readCalls } from '../store/calls.ts';
import { Coalescer } from './coalescing.ts';
import { fileJobs } from './files.ts';
import { concernedBy, emitRinging, type FollowParts } from './following.ts';
import { arrivalRoutes, type ArrivalParts } from './routes.ts';
import { forgetEvents } from './store.ts';

export { directionOf, isObject, momentOf, numberText, objectIn, withPlus, type PhoneEvent } from './events.ts';
export { yeastarOutcome } from './adapters/yeastar.ts';
export { isHouseNumber, readEvent } from './numbers.ts';
export { noteFault, noteSaid } from './routes.ts';
export { noteEvent, type LineOf } from './store.ts';
export { takeEvents } from './taking.ts';
export { talkingAmong } from './talking.ts';
export { silenceForgotten, type FollowParts } from './following.ts';

const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;

export interface ArrivingParts extends ArrivalParts, Omit<FollowParts, 'coalescer'> {
  readonly phonePolicy: EgressPolicy;
  readonly filePorts?: readonly number[] | undefined;
}

/** What telephone systems say: its routes, jobs and services, and what else takes events in. */
export function openArriving(
  parts: ArrivingParts,
): Required<Pick<ModuleManifest, 'routes' | 'jobs' | 'services'>> & { readonly follow: FollowParts } {
  const coalescer = new Coalescer(async (ctx, activityId, userIds) => {
    const [call] = await readCalls(ctx.db, ctx.instance.id, [activityId]);
    if (call === undefined) return;
    const concerned = await concernedBy(ctx, call, userIds);
    emitRinging(
      ctx,
      call,
      concerned.filter((id) => userIds.includes(id)),
    );
  });
  const follow: FollowParts = { ...parts, coalescer };
  return {
    follow,
    routes: (http) => arrivalRoutes(http, parts, follow),
    jobs: fileJobs(parts),
    services: [
      async ({ change }) => {
        coalescer.open(change);
        return coalescer;
      },
      async ({ database, directory, now, log }) =>
        sweepEach(
          { instances: directory.all, everyMs: SWEEP_MS, log, complaint: 'events of telephone systems not forgotten' },
          (instance) => forgetEvents(database.forInstance(instance.id), instance.id, new Date(now() - DAY_MS)),
        ),
    ],
  };
}
