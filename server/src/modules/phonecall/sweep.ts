import { activityEvents } from '@kontor/contract/activity';
import { RUNNING_CALLS_KEY } from '@kontor/contract/phonecall';
import type { ChangeContext, Instance } from '../../platform/operation/context.ts';
import type { ModuleManifest, ServiceTools } from '../../platform/operation/manifest.ts';
import { sweepEach } from '../../platform/operation/sweeping.ts';
import { deleteItems, lockItems, viewersOf } from '../activity/index.ts';
import { silenceForgotten, type FollowParts } from './arriving/index.ts';
import { countCall } from './book/store.ts';
import { changeCall } from './making.ts';
import { sweepSaidNames } from './naming/said-names.ts';
import { MAX_CALL_MS } from './store/calls.ts';
import { someListForgets } from './store/lists.ts';
import { callsGoingOn, callsToForget } from './store/sweeping.ts';

const EVERY_MS = 10 * 60_000;
/** Few enough that nobody who changes a call waits for them. */
const AT_ONCE = 200;

/** Whom it is told that a call is over. */
export type SweepParts = Pick<FollowParts, 'pushOut' | 'wantRinging' | 'tellTalking'>;

/** Ends calls that nobody has said the end of for four hours, some of them. Returns how many. */
async function endForgotten(ctx: ChangeContext, parts: SweepParts): Promise<number> {
  const { db, instance } = ctx;
  const before = new Date(ctx.now() - MAX_CALL_MS);
  const calls = await callsGoingOn(db, instance.id, before, AT_ONCE);
  for (const call of calls) {
    const id = call.activity_id;
    await changeCall(ctx, id, { outcome: 'unknown', ended_at: new Date(ctx.now()) });
    ctx.emit(
      activityEvents.activityChanged,
      { users: await viewersOf(ctx, [id]) },
      { keys: [RUNNING_CALLS_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
    );
    await silenceForgotten(ctx, parts, call);
  }
  const talkers = calls.flatMap((call) => (call.outcome === 'talking' ? (call.received_by ?? []) : []));
  if (talkers.length > 0) await parts.tellTalking(ctx, [...new Set(talkers)]);
  return calls.length;
}

/** Takes away calls that are Done with all who see them and older than their list keeps calls, some of them. Returns how many. */
async function deleteOld(ctx: ChangeContext): Promise<number> {
  const { db, instance } = ctx;
  if (!(await someListForgets(db, instance.id))) return 0;
  const calls = await callsToForget(db, instance.id, new Date(ctx.now()), AT_ONCE);
  const ids = calls.map((call) => call.activity_id);
  await lockItems(ctx, ids);
  await deleteItems(ctx, 'phonecall', ids);
  for (const { number, started_at: at } of calls) if (number !== null) await countCall(db, instance.id, number, at, -1);
  return ids.length;
}

/** Does to one instance what is done to all of them every ten minutes. */
export async function sweepCalls(change: ServiceTools['change'], instance: Instance, parts: SweepParts): Promise<void> {
  const end = (ctx: ChangeContext): Promise<number> => endForgotten(ctx, parts);
  const forget = (ctx: ChangeContext): Promise<number> => sweepSaidNames(ctx, AT_ONCE);
  for (const work of [end, deleteOld, forget]) {
    let done = AT_ONCE;
    while (done === AT_ONCE) done = await change(instance, work);
  }
}

export const startSweep =
  (parts: SweepParts): NonNullable<ModuleManifest['services']>[number] =>
  async ({ change, directory, log }) =>
    sweepEach({ instances: directory.all, everyMs: EVERY_MS, log, complaint: 'calls cannot be swept' }, (instance) =>
      sweepCalls(change, instance, parts),
    );
