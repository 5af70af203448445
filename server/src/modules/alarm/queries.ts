import { MAX_ALARMS, type Alarm, type alarmQueries } from '@kontor/contract/alarm';
import { kindNumber } from '@kontor/contract/kernel';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { namesFor } from '../account/index.ts';
import { heardModules } from './access.ts';
import { openAlarms } from './store/own.ts';
import { toAlarm } from './views.ts';

const DAY_MS = 86_400_000;

async function alarmsOf(ctx: QueryContext, until: Date | null): Promise<Alarm[]> {
  const { db, instance, person } = ctx;
  const modules = heardModules(person.rights).map(kindNumber);
  const rows = await openAlarms(db, {
    instanceId: instance.id,
    userId: person.id,
    modules,
    until,
    most: MAX_ALARMS,
  });
  const others = rows.flatMap(({ set_by: id }) => (id === null || id === person.id ? [] : [id]));
  const names = await namesFor(ctx, [...new Set(others)]);
  return rows.map((row) => toAlarm(row, person.id, names));
}

export const queryHandlers: QueryHandlers<typeof alarmQueries> = {
  unconfirmed: (ctx) => alarmsOf(ctx, null),
  background: (ctx) => alarmsOf(ctx, new Date(ctx.now() + DAY_MS)),
};
