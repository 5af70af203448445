import { STATES } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { edits, editItems, noteChange, setStatusFromOutside } from '../activity/index.ts';
import type { BookedBeside } from './booking.ts';
import type { KindParts } from './parts.ts';
import type { Standing } from './settling.ts';
import type { LeftAppointment } from './store/resources.ts';
import { resourcesAmong } from './store/resources.ts';

/** Has appointments, which were taken for this transaction, be New with those whose calendars they are in. */
export async function tellOrganisers(
  ctx: ChangeContext,
  parts: KindParts,
  appointments: readonly LeftAppointment[],
): Promise<void> {
  for (const [userId, own] of Map.groupBy(appointments, (one) => one.calendar_id)) {
    const ids = own.map((one) => one.appointment_id);
    await editItems(ctx, parts.itemKinds(), userId, ids, edits.wake());
  }
  const onlyFrom = [STATES.seen, STATES.ready];
  await setStatusFromOutside(
    ctx,
    appointments.map((one) => ({
      activityId: one.appointment_id,
      userIds: [one.calendar_id],
      status: STATES.unseen,
      onlyFrom,
    })),
  );
}

/** Tells the organiser of a series that its resources are booked beside something else; its history says when. */
export async function tellTaken(
  ctx: ChangeContext,
  parts: KindParts,
  { row }: Pick<Standing, 'row'>,
  beside: BookedBeside,
): Promise<void> {
  if (beside.length === 0) return;
  const ids = beside.map((one) => one.resource_id);
  const resources = await resourcesAmong(ctx.db, ctx.instance.id, ids);
  const after = beside.map((one) => ({
    name: resources.get(one.resource_id)?.name ?? '',
    start: one.starts_at.toISOString(),
    end: one.ends_at.toISOString(),
  }));
  await noteChange(ctx, row.appointment_id, [{ field: 'resourceTaken', before: null, after, isHtml: false }]);
  await tellOrganisers(ctx, parts, [row]);
}
