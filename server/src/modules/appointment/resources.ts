import {
  MAX_COLLISIONS,
  MAX_RESOURCES,
  RESOURCES_KEY,
  appointmentEvents,
  calendarKey,
  resourceCalendar,
  type calendarSettingCommands,
} from '@kontor/contract/appointment';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireAdministrator, timeZoneOf } from '../account/index.ts';
import { lockItems, noteEdit } from '../activity/index.ts';
import { calendarPeople } from './announcing.ts';
import { refuseTaken } from './collisions.ts';
import type { KindParts } from './parts.ts';
import { hardenBookings, readDouble } from './store/bookings.ts';
import {
  countResources,
  insertResource,
  leaveResource,
  resourcesAmong,
  updateResource,
  type ResourceRow,
  type ResourceValues,
} from './store/resources.ts';
import { holdCalendars } from './store/spans.ts';
import { tellOrganisers } from './telling.ts';

/** Tells those who see calendars that the resources are others; `calendarId`: of which the times are, too. */
async function announce(ctx: CommandContext, calendarId?: number): Promise<void> {
  const people = await calendarPeople(ctx);
  const audience = { users: people.map(({ userId }) => userId), isQuiet: true };
  const cause = { processIds: [], aggregateIds: [] };
  ctx.emit(appointmentEvents.resourcesChanged, audience, { ...cause, keys: [RESOURCES_KEY] });
  if (calendarId === undefined) return;
  const keys = [calendarKey(calendarId)];
  ctx.emit(appointmentEvents.spansChanged, audience, { ...cause, keys, calendars: [calendarId], weeks: [] });
}

/** Takes the calendar of a resource for this transaction. Fails with NOT_FOUND where it is not there. */
async function takeResource(ctx: CommandContext, id: number): Promise<ResourceRow> {
  const isThere = async () => (await resourcesAmong(ctx.db, ctx.instance.id, [id])).get(id);
  if ((await isThere())?.is_there !== true) return fail('NOT_FOUND');
  await holdCalendars(ctx.db, [resourceCalendar(id)]);
  const row = await isThere();
  return row?.is_there === true ? row : fail('NOT_FOUND');
}

async function change(ctx: CommandContext, id: number, values: ResourceValues): Promise<void> {
  const { db, instance } = ctx;
  const now = ctx.now();
  const before = await takeResource(ctx, id);
  if (before.is_hard !== values.isHard) {
    const met = values.isHard ? await readDouble(db, instance.id, id, { now, most: MAX_COLLISIONS }) : [];
    if (met.length > 0) return refuseTaken(ctx, met, timeZoneOf(instance));
    await hardenBookings(db, instance.id, id, { isHard: values.isHard, now });
  }
  await updateResource(db, instance.id, id, values);
}

async function make(ctx: CommandContext, values: ResourceValues): Promise<number> {
  const { db, instance } = ctx;
  if ((await countResources(db, instance.id)) >= MAX_RESOURCES)
    return fail('TOO_MANY_RESOURCES', { data: { max: MAX_RESOURCES } });
  return insertResource(db, instance.id, values);
}

/** What administrators do with what appointments take up. */
export const resourceHandlers = (
  parts: KindParts,
): Pick<CommandHandlers<typeof calendarSettingCommands>, 'saveResource' | 'removeResource'> => ({
  async saveResource(ctx, { id, ...values }) {
    requireAdministrator(ctx);
    if (id !== null) await change(ctx, id, values);
    const saved = id ?? (await make(ctx, values));
    await announce(ctx);
    return { id: saved };
  },

  async removeResource(ctx, { id }) {
    requireAdministrator(ctx);
    const { name } = await takeResource(ctx, id);
    const left = await leaveResource(ctx.db, ctx.instance.id, id, ctx.now());
    const activityIds = left.map((one) => one.appointment_id);
    if (activityIds.length > 0) {
      await lockItems(ctx, activityIds);
      await noteEdit(ctx, { activityIds, userId: ctx.person.id, field: 'resourceRemoved', before: name, after: null });
      await tellOrganisers(ctx, parts, left);
    }
    await announce(ctx, resourceCalendar(id));
    return {};
  },
});
