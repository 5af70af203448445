import type { ChangeContext } from '../../platform/operation/context.ts';
import { editItems, edits, viewersOf, type ItemKindHooks, type ItemKinds } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import { settle } from './settling.ts';
import { markAppointment, readAppointments, type AppointmentRow } from './store/appointments.ts';

/** Appointments as what stands alike with all who take part: what is off is off for everybody. */
const ALIKE: ItemKinds = new Map([
  [
    'appointment',
    {
      module: 'appointment',
      extras: (stored) => stored,
      isOne: true,
      onChanged: holdAlarms,
    } satisfies ItemKindHooks,
  ],
]);

/** Has what is off of an occurrence taken out of its series, or brings it back there. */
async function markInSeries(ctx: ChangeContext, row: AppointmentRow, isOff: boolean): Promise<void> {
  const { series_id: seriesId, original_local: original } = row;
  if (seriesId === null || original === null) return;
  const [series] = await readAppointments(ctx.db, ctx.instance.id, [seriesId]);
  if (series === undefined) return;
  const rest = series.excluded.filter((one) => one !== original);
  await markAppointment(ctx.db, ctx.instance.id, seriesId, { excluded: isOff ? [...rest, original].toSorted() : rest });
}

/** Calls an appointment off for all, who have it in their trash then. It must have been taken for this transaction. */
export async function cancel(ctx: ChangeContext, row: AppointmentRow): Promise<void> {
  if (row.cancelled_at !== null) return;
  const id = row.appointment_id;
  await markAppointment(
    ctx.db,
    ctx.instance.id,
    id,
    { cancelled_at: ctx.now(), sequence: row.sequence + 1 },
    { isEdit: true },
  );
  await markInSeries(ctx, row, true);
  await editAll(ctx, id, edits.trash(new Date(ctx.now())));
  await settle(ctx, id, { accepted: true });
}

/** Puts an appointment back that was called off, for all. It collides with what it did before. */
export async function putBack(ctx: ChangeContext, row: AppointmentRow): Promise<void> {
  if (row.cancelled_at === null) return;
  const id = row.appointment_id;
  await markAppointment(
    ctx.db,
    ctx.instance.id,
    id,
    { cancelled_at: null, sequence: row.sequence + 1 },
    { isEdit: true },
  );
  await markInSeries(ctx, row, false);
  await editAll(ctx, id, edits.restore());
  await settle(ctx, id, { accepted: true });
}

async function editAll(ctx: ChangeContext, id: number, edit: Parameters<typeof editItems>[4]): Promise<void> {
  const viewers = await viewersOf(ctx, [id], 'right');
  const by = viewers.find((userId) => userId === ctx.person?.id) ?? viewers[0];
  if (by !== undefined) await editItems(ctx, ALIKE, by, [id], edit);
}
