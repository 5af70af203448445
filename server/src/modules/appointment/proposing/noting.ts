import type { Difference } from '@kontor/contract/activity';
import { STATES } from '@kontor/contract/activity';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { edits, editItems, noteChange, setStatusFromOutside } from '../../activity/index.ts';
import { announceAppointment } from '../announcing.ts';
import type { KindParts } from '../parts.ts';
import type { AppointmentRow } from '../store/appointments.ts';
import type { PersonRow } from '../store/persons.ts';
import { putProposal, type ProposalRow } from '../store/proposals.ts';
import { tellOrganisers } from '../telling.ts';
import { wireTime, type Slot } from '../times.ts';
import { slotOfProposal } from './rules.ts';

/** A proposal as the history says it. */
const shown = (slot: Slot, { name, address, user_id: userId }: PersonRow) => ({
  name: userId === null ? name || address : '',
  startDate: wireTime(slot, slot.start),
  endDate: wireTime(slot, slot.end),
});

const difference = (before: Difference['before'], after: Difference['after']): Difference => ({
  field: 'proposedTime',
  before,
  after,
  isHtml: false,
});

/** What somebody proposes. */
export interface Proposing {
  readonly slot: Slot;
  readonly comment: string;
  /** When the mail was written that says so; 0 for none. */
  readonly stamp: number;
}

/** Writes what a participant proposes for an appointment, which was taken for this transaction. Its organiser has it New, where that is one of ours. */
export async function writeProposal(
  ctx: ChangeContext,
  parts: KindParts,
  { row, person }: { readonly row: AppointmentRow; readonly person: PersonRow },
  { slot, comment, stamp }: Proposing,
): Promise<void> {
  const id = row.appointment_id;
  await putProposal(ctx.db, ctx.instance.id, {
    appointment_id: id,
    member_id: person.member_id,
    time_mode: slot.timeMode,
    starts_local: slot.start,
    ends_local: slot.end,
    zone: slot.zone,
    comment,
    proposed_at: ctx.now(),
    stamp,
    declined_at: null,
    answer: '',
  });
  await noteChange(ctx, id, [difference(null, shown(slot, person))]);
  if (row.organiser === null) await tellOrganisers(ctx, parts, [row]);
  await announceAppointment(ctx, row);
}

/** Notes that the organiser stays with the time there is. Who proposed another one has it New, where that is one of ours. */
export async function writeDeclined(
  ctx: ChangeContext,
  parts: KindParts,
  { row, person }: { readonly row: AppointmentRow; readonly person: PersonRow },
  { proposal, answer }: { readonly proposal: ProposalRow; readonly answer: string },
): Promise<void> {
  const { appointment_id: id } = row;
  await putProposal(ctx.db, ctx.instance.id, { ...proposal, declined_at: ctx.now(), answer });
  await noteChange(ctx, id, [difference(shown(slotOfProposal(proposal), person), null)]);
  if (person.user_id !== null) {
    await editItems(ctx, parts.itemKinds(), person.user_id, [id], edits.wake());
    const onlyFrom = [STATES.seen, STATES.ready];
    await setStatusFromOutside(ctx, [{ activityId: id, userIds: [person.user_id], status: STATES.unseen, onlyFrom }]);
  }
  await announceAppointment(ctx, row);
}
