import { originalTime, type Scope } from '@kontor/contract/appointment';
import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import { editItems, edits, lockItems, noteChange } from '../activity/index.ts';
import { seenOf, takeAppointment, type Seen, type Taken } from './access.ts';
import { askAgain, writeAnswer } from './answering.ts';
import { cancel, putBack } from './cancelling.ts';
import type { KindParts } from './parts.ts';
import { changedOf, detach, occurrenceMeant } from './series.ts';
import { minutesOf } from './series-rules.ts';
import { settle, type Settling } from './settling.ts';
import { markAppointment, readAppointments, seriesOfGroup, type AppointmentRow } from './store/appointments.ts';
import { readPersons } from './store/persons.ts';
import { deleteSpansFrom, type Touched } from './store/spans.ts';

/** What is removed of an appointment, or brought back. */
interface Removal {
  readonly aggregateId: AggregateId;
  readonly scope: Scope;
}

/**
 * Removes an appointment. Who may write in it calls it off for all, or takes the occurrences that are meant out of its series; who takes part alone declines. Fails
 * with RIGHT_MISSING where the person does neither.
 */
export async function removeAppointment(
  ctx: CommandContext,
  parts: KindParts,
  { aggregateId, scope }: Removal,
): Promise<void> {
  const taken = await takeAppointment(ctx, aggregateId);
  // What others organise is off where they say so.
  if (taken.mayWrite && taken.row.organiser === null) return callOff(ctx, taken, scope);
  if (taken.own === undefined) return fail('RIGHT_MISSING');
  const { row } = taken;
  if (row.rule === null || scope === 'all') return withdraw(ctx, parts, row);
  const original = await occurrenceMeant(ctx, taken);
  const { id } = await detach(ctx, parts, taken, { given: {}, original, accepted: true });
  const [one] = await readAppointments(ctx.db, ctx.instance.id, [id]);
  if (one !== undefined) await withdraw(ctx, parts, one);
}

/** Declines for the person who asks, in whose lists it is in the trash then. */
async function withdraw(ctx: CommandContext, parts: KindParts, row: AppointmentRow): Promise<void> {
  const { db, instance, person } = ctx;
  const id = row.appointment_id;
  const own = (await readPersons(db, instance.id, [id])).find((one) => one.user_id === person.id);
  if (own !== undefined) await writeAnswer(ctx, row, own, { state: 'declined', comment: own.comment, isRemoved: true });
  await editItems(ctx, parts.itemKinds(), person.id, [id], edits.trash(new Date(ctx.now())));
}

async function callOff(ctx: CommandContext, taken: Taken, scope: Scope): Promise<void> {
  const { row } = taken;
  if (row.rule === null || scope === 'all') return cancel(ctx, row);
  const original = await occurrenceMeant(ctx, taken);
  if (scope === 'one') return exclude(ctx, row, original);
  if (original === row.starts_local) return cancel(ctx, row);
  for (const one of await changedOf(ctx, row))
    if ((one.original_local ?? '') > original) {
      await lockItems(ctx, [one.appointment_id]);
      await cancel(ctx, one);
    }
  await noteChange(ctx, row.appointment_id, [{ field: 'ends', before: row.cut_local, after: original, isHtml: false }]);
  const at = { min: minutesOf(original), isAlone: false };
  await mark(ctx, row, { cut_local: original }, await deleteSpansFrom(ctx.db, ctx.instance.id, row.appointment_id, at));
}

/** Takes an occurrence out of its series. */
async function exclude(ctx: CommandContext, row: AppointmentRow, original: LocalTime): Promise<void> {
  const excluded = [...row.excluded, original].toSorted();
  await noteChange(ctx, row.appointment_id, [
    { field: 'excluded', before: row.excluded, after: excluded, isHtml: false },
  ]);
  const at = { min: minutesOf(original), isAlone: true };
  await mark(ctx, row, { excluded }, await deleteSpansFrom(ctx.db, ctx.instance.id, row.appointment_id, at));
}

/** Marks a series; `touched`: what it takes no more of calendars, where nothing else is another. */
async function mark(
  ctx: CommandContext,
  row: AppointmentRow,
  marks: Parameters<typeof markAppointment>[3],
  touched?: readonly Touched[],
): Promise<void> {
  await markAppointment(
    ctx.db,
    ctx.instance.id,
    row.appointment_id,
    { ...marks, sequence: row.sequence + 1 },
    { isEdit: true },
  );
  const how: Settling = touched === undefined ? { accepted: true } : { accepted: true, touched, spans: 'none' };
  await settle(ctx, row.appointment_id, how);
}

/** Brings an occurrence back that was taken out of its series. Fails with APPOINTMENT_REPETITION_INVALID for what is none. */
export async function restoreOccurrence(ctx: CommandContext, aggregateId: AggregateId): Promise<void> {
  const { row } = await takeRow(ctx, aggregateId);
  if (row.rule === null || aggregateId.sourceContainerId === 0) return fail('APPOINTMENT_REPETITION_INVALID');
  const original = originalTime(aggregateId.sourceContainerId);
  const changed = (await changedOf(ctx, row)).find((one) => one.original_local === original);
  if (changed !== undefined) {
    await lockItems(ctx, [changed.appointment_id]);
    await putBack(ctx, changed);
    return;
  }
  if (!row.excluded.includes(original)) return fail('APPOINTMENT_REPETITION_INVALID');
  const excluded = row.excluded.filter((one) => one !== original);
  await noteChange(ctx, row.appointment_id, [
    { field: 'excluded', before: row.excluded, after: excluded, isHtml: false },
  ]);
  await mark(ctx, row, { excluded });
}

/** The row that an id names, whatever occurrence of it, taken to write in it. */
async function takeRow(ctx: CommandContext, { module, entryId }: AggregateId): Promise<Seen> {
  await lockItems(ctx, [entryId]);
  const rows = module === 'appointment' ? await readAppointments(ctx.db, ctx.instance.id, [entryId]) : [];
  const [seen] = await seenOf(ctx, rows);
  if (seen === undefined) return fail('NOT_FOUND');
  return seen.mayWrite ? seen : fail('RIGHT_MISSING');
}

/** Undoes what was removed last by the same command. Fails with APPOINTMENT_REPETITION_INVALID where there is nothing to be undone. */
export async function takeBack(ctx: CommandContext, parts: KindParts, { aggregateId, scope }: Removal): Promise<void> {
  const { entryId, sourceContainerId } = aggregateId;
  await lockItems(ctx, [entryId]);
  const [row] = await readAppointments(ctx.db, ctx.instance.id, [entryId]);
  const [seen] = row === undefined ? [] : await seenOf(ctx, [row]);
  if (row === undefined || seen === undefined) return fail('NOT_FOUND');
  if (!seen.mayWrite || row.organiser !== null) return join(ctx, parts, seen);
  if (row.cancelled_at !== null) return putBack(ctx, row);
  if (scope === 'following' && row.cut_local !== null) return goOn(ctx, row, row.cut_local);
  if (sourceContainerId !== 0) return restoreOccurrence(ctx, aggregateId);
  return fail('APPOINTMENT_REPETITION_INVALID');
}

/** Who had declined by throwing it away is asked anew. */
async function join(ctx: CommandContext, parts: KindParts, { row, own }: Seen): Promise<void> {
  if (own?.is_removed !== true) return fail('RIGHT_MISSING');
  await askAgain(ctx, row, own);
  await editItems(ctx, parts.itemKinds(), ctx.person.id, [row.appointment_id], edits.restore());
}

/** A series that was ended goes on, unless another one does from there. */
async function goOn(ctx: CommandContext, row: AppointmentRow, cut: LocalTime): Promise<void> {
  const group = row.group_id === null ? [] : await seriesOfGroup(ctx.db, ctx.instance.id, row.group_id);
  if (group.some((one) => one.appointment_id !== row.appointment_id && one.starts_local >= cut))
    return fail('APPOINTMENT_REPETITION_INVALID');
  await noteChange(ctx, row.appointment_id, [{ field: 'ends', before: cut, after: null, isHtml: false }]);
  await mark(ctx, row, { cut_local: null });
}
