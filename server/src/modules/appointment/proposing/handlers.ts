import type { proposalCommands } from '@kontor/contract/appointment';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import type { ParamsOf } from '@kontor/contract/kernel';
import { timeZoneOf } from '../../account/index.ts';
import { takeAppointment, takeToWrite, type Taken } from '../access.ts';
import { writeAnswer } from '../answering.ts';
import { declineCounter } from '../inviting/declining.ts';
import { sendCounter } from '../inviting/replying.ts';
import { ownOccurrence } from '../occurring.ts';
import type { KindParts, SendingParts } from '../parts.ts';
import { slotOf } from '../rules.ts';
import { writeSaying } from '../series.ts';
import { readAppointments } from '../store/appointments.ts';
import { readPersons, type PersonRow } from '../store/persons.ts';
import { forgetProposals, readProposals, type ProposalRow } from '../store/proposals.ts';
import { isRightSlot, isWhole, toSlot, wireTime, type Slot } from '../times.ts';
import { writeDeclined, writeProposal } from './noting.ts';
import { isThere, proposedAt, slotOfProposal } from './rules.ts';

type Parts = KindParts & SendingParts;

/** The slot that is proposed in place of another. Fails with APPOINTMENT_TIMES_INVALID, PROPOSAL_UNCHANGED. */
function slotProposed(
  standing: Slot,
  {
    startDate,
    endDate,
    allDay,
  }: Pick<ParamsOf<typeof proposalCommands.proposeTime>, 'startDate' | 'endDate' | 'allDay'>,
  instanceZone: string,
): Slot {
  const isDays = allDay ?? isWhole(standing);
  const timeMode = isDays ? (isWhole(standing) ? standing.timeMode : 'allDay') : 'fixedTime';
  // What had no hours had no zone either.
  const zone = isDays ? null : isWhole(standing) ? instanceZone : standing.zone;
  const slot = toSlot({ startDate, endDate, timeMode, zone }, instanceZone);
  if (!isRightSlot(slot)) return fail('APPOINTMENT_TIMES_INVALID');
  return isThere(slot, standing) ? fail('PROPOSAL_UNCHANGED') : slot;
}

/** Proposes another time to the organiser. */
async function propose(
  ctx: CommandContext,
  parts: Parts,
  { aggregateId, comment, ...times }: ParamsOf<typeof proposalCommands.proposeTime>,
): Promise<void> {
  const taken = await takeAppointment(ctx, aggregateId);
  if (taken.row.cancelled_at !== null) return fail('NOT_FOUND');
  // Whose word counts moves it.
  if (taken.row.organiser === null && taken.row.calendar_id === ctx.person.id) return fail('RIGHT_MISSING');
  const { row, own } = await ownOccurrence(ctx, parts, taken);
  const slot = slotProposed(slotOf(row), times, timeZoneOf(ctx.instance));
  const said = { slot, comment: comment.trim() };
  if (row.organiser !== null && !(await sendCounter(ctx, parts, { row, person: own }, said)))
    return fail('PROPOSAL_NOT_SENDABLE');
  await writeProposal(ctx, parts, { row, person: own }, { ...said, stamp: 0 });
  if (own.state !== 'none') return;
  await writeAnswer(ctx, row, own, { state: 'tentative', comment: own.comment, isTold: true });
}

/** An appointment of ours, and what somebody proposes for it. */
interface Proposed extends Taken {
  readonly proposal: ProposalRow;
  /** Who proposes it. */
  readonly by: PersonRow;
}

/** Takes what is proposed, to decide of it. Fails with PROPOSAL_GONE, ORGANISER_ELSEWHERE, and as `takeToWrite` does. */
async function takeProposed(
  ctx: CommandContext,
  given: Pick<ParamsOf<typeof proposalCommands.acceptProposal>, 'aggregateId' | 'memberId' | 'proposedAt'>,
): Promise<Proposed> {
  const taken = await takeToWrite(ctx, given.aggregateId);
  const { row, persons, original } = taken;
  if (row.organiser !== null) return fail('ORGANISER_ELSEWHERE');
  const proposals = await readProposals(ctx.db, ctx.instance.id, [row.appointment_id]);
  const proposal = proposals.find((one) => one.member_id === given.memberId);
  const by = persons.find((one) => one.member_id === given.memberId);
  const isMeant = proposal?.declined_at === null && proposedAt(proposal) === given.proposedAt;
  if (proposal === undefined || by === undefined || !isMeant || original !== null || row.cancelled_at !== null)
    return fail('PROPOSAL_GONE');
  return { ...taken, proposal, by };
}

/** Moves an appointment to where it was proposed to be. Who proposed that takes part by it; others are asked anew. */
async function accept(
  ctx: CommandContext,
  parts: Parts,
  params: ParamsOf<typeof proposalCommands.acceptProposal>,
): Promise<void> {
  const { db, instance } = ctx;
  const { proposal, by, ...taken } = await takeProposed(ctx, params);
  const slot = slotOfProposal(proposal);
  const given = {
    startDate: wireTime(slot, slot.start),
    endDate: wireTime(slot, slot.end),
    timeMode: slot.timeMode,
    zone: slot.zone,
  };
  const { id } = await writeSaying(ctx, parts, taken, { given, scope: 'all', accepted: params.accepted });
  await forgetProposals(db, instance.id, id);
  const [row] = await readAppointments(db, instance.id, [id]);
  const person = (await readPersons(db, instance.id, [id])).find((one) => one.member_id === by.member_id);
  if (row === undefined || person === undefined || person.user_id === null) return;
  await writeAnswer(ctx, row, person, { state: 'accepted', comment: by.comment, isTold: true });
}

/** Leaves an appointment where it is. Returns whether who proposed another time hears of it. */
async function decline(
  ctx: CommandContext,
  parts: Parts,
  params: ParamsOf<typeof proposalCommands.declineProposal>,
): Promise<boolean> {
  const { row, persons, proposal, by } = await takeProposed(ctx, params);
  const answer = params.comment.trim();
  await writeDeclined(ctx, parts, { row, person: by }, { proposal, answer });
  if (by.user_id !== null) return true;
  return declineCounter(ctx, parts, { row, persons }, { person: by, slot: slotOfProposal(proposal), comment: answer });
}

export const proposalHandlers = (parts: Parts): CommandHandlers<typeof proposalCommands> => ({
  async proposeTime(ctx, params) {
    await propose(ctx, parts, params);
    return {};
  },

  async acceptProposal(ctx, params) {
    await accept(ctx, parts, params);
    return {};
  },

  declineProposal: async (ctx, params) => ({ isTold: await decline(ctx, parts, params) }),
});
