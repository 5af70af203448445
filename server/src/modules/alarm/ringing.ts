import { bitsToRights } from '@kontor/contract/account';
import { ALARMS_KEY, ALARM_TYPES, alarmEvents, type AlarmType } from '@kontor/contract/alarm';
import { formatAggregateId, itemKey, kindNameOf, type ItemKindName } from '@kontor/contract/kernel';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext, InstanceContext } from '../../platform/operation/context.ts';
import type { ModuleManifest } from '../../platform/operation/manifest.ts';
import type { PushOut } from '../../platform/operation/push-out.ts';
import { mayHear } from './access.ts';
import { BUNDLE_TAG, alarmOfTag, isBundled, namesOf, tagOf } from './rules.ts';
import { RING_JOB, SILENCE_JOB, type Silenced } from './setting.ts';
import { isAnyRinging, isAnythingDue, markRung, takeDue, type DueAlarm } from './store/ringing.ts';

/** Alarms that ring in one transaction. */
const AT_ONCE = 500;

type Ringing = DueAlarm & { readonly moduleName: ItemKindName };

/**
 * Lets ring what is due at a moment, at most 500: that it has rung is written with the event and the pushes, so that it does so once, whoever
 * is killed when. Returns whether there may be more.
 */
async function ringDue(ctx: ChangeContext, pushOut: PushOut, now: Date): Promise<boolean> {
  const due = await takeDue(ctx, now, AT_ONCE);
  if (due.length === 0) return false;
  await markRung(
    ctx,
    due.map((row) => ({ id: row.alarm_id, passed: !row.is_seen })),
  );
  const heard = due
    .map((row) => ({ ...row, moduleName: kindNameOf(row.module) }))
    .filter((row) => row.is_seen && row.may_sign_in && mayHear(bitsToRights(row.rights), row.moduleName));
  const byPerson = [...Map.groupBy(heard, (row) => row.user_id)];
  for (const [userId, rows] of byPerson) tellRang(ctx, userId, rows);
  await push(ctx, pushOut, byPerson);
  return due.length === AT_ONCE;
}

function tellRang(ctx: ChangeContext, userId: number, rows: readonly Ringing[]): void {
  const items = rows.map(({ moduleName: module, activity_id: entryId }) => ({ module, entryId }));
  ctx.emit(
    alarmEvents.alarmRang,
    { users: [userId] },
    {
      keys: [ALARMS_KEY, ...new Set(items.map(itemKey))],
      processIds: [...ctx.processIds],
      aggregateIds: [...new Set(items.map((item) => formatAggregateId({ ...item, userId })))],
      alarms: rows.map(({ type, activity_id: id, rings_at: at }) => ({
        type,
        id,
        userAlarmTimestamp: Math.floor(at.getTime() / 1000),
      })),
    },
  );
}

async function push(
  ctx: ChangeContext,
  pushOut: PushOut,
  byPerson: readonly (readonly [userId: number, rows: readonly Ringing[]])[],
): Promise<void> {
  for (const [userId, rows] of byPerson)
    if (isBundled(rows.length)) await pushOut(ctx, [userId], { kind: 'alarm', tag: BUNDLE_TAG, ...named(rows) });
  const single = byPerson.filter(([, rows]) => !isBundled(rows.length)).flatMap(([, rows]) => rows);
  for (const rows of Map.groupBy(single, (row) => namesOf([namedOf(row)])).values()) {
    const [row] = rows as [Ringing];
    const { moduleName: module, activity_id: entryId, type } = row;
    await pushOut(
      ctx,
      rows.map(({ user_id: userId }) => userId),
      { kind: 'alarm', module, entryId, tag: tagOf(type, entryId), ...named([row]) },
    );
  }
}

const namedOf = ({ type, activity_id: activityId, rings_at: at }: Ringing) => ({ type, activityId, at });

/** Which alarms a push is about, where they are not too many to name. */
function named(rows: readonly Ringing[]): { readonly alarms?: string } {
  const alarms = namesOf(rows.map(namedOf));
  return alarms === undefined ? {} : { alarms };
}

const isAlarmType = (value: unknown): value is AlarmType => ALARM_TYPES.some((type) => type === value);

export const ringingJobs = (pushOut: PushOut): JobHandlers => ({
  async [RING_JOB]({ change }, { until }) {
    const ringOn = () => change((ctx) => ringDue(ctx, pushOut, new Date(Math.max(ctx.now(), Number(until)))));
    while (await ringOn());
  },

  async [SILENCE_JOB]({ change }, { alarms }) {
    await change(async (ctx) => {
      for (const { userId, activityId: id, type, at, hasRung } of alarms as readonly Partial<Silenced>[]) {
        if (!isAlarmType(type)) continue;
        const activityId = Number(id);
        // Of one that has not rung yet browsers show nothing.
        const only = hasRung === false ? { isForPhones: true as const } : {};
        const about = at === undefined ? {} : { alarms: namesOf([{ type, activityId, at: new Date(at) }]) ?? '' };
        await pushOut(ctx, [Number(userId)], { kind: 'silence', tag: tagOf(type, activityId), ...about, ...only });
      }
    });
  },
});

/** Whether what a push was about, by its tag, still calls somebody. */
export const stillRings = ({ db, instance }: InstanceContext, userId: number, tag: string): Promise<boolean> =>
  isAnyRinging(db, instance.id, userId, alarmOfTag(tag));

/** What was due while no server ran rings when one starts. */
export const startRinging: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
  now,
}) => {
  for (const instance of await directory.all()) {
    if (await isAnythingDue(database.forInstance(instance.id), instance.id, new Date(now())))
      await change(instance, (ctx) =>
        ctx.enqueue(RING_JOB, { until: ctx.now() }, { key: `${RING_JOB}:${ctx.instance.id}:missed` }),
      );
  }
  return { close: async () => {} };
};
