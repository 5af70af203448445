import type { Proposal } from '@kontor/contract/appointment';
import { instantOf } from '../../../platform/recurrence/index.ts';
import type { PersonRow } from '../store/persons.ts';
import type { ProposalRow } from '../store/proposals.ts';
import { daysLater, isWhole, toLocal, wireTime, type Slot } from '../times.ts';

/** When somebody would rather have an appointment. */
export const slotOfProposal = (row: ProposalRow): Slot => ({
  timeMode: row.time_mode,
  start: row.starts_local,
  end: row.ends_local,
  zone: row.zone,
});

/** What names a proposal. */
export const proposedAt = (row: ProposalRow): string => new Date(row.proposed_at).toISOString();

/** A proposal as the wire says it. `names`: of people, by their numbers. */
export function toProposal(row: ProposalRow, person: PersonRow, names: ReadonlyMap<number, string>): Proposal {
  const slot = slotOfProposal(row);
  return {
    memberId: row.member_id,
    userId: person.user_id,
    name: person.user_id === null ? person.name : (names.get(person.user_id) ?? ''),
    address: person.address,
    startDate: wireTime(slot, slot.start),
    endDate: wireTime(slot, slot.end),
    allDay: isWhole(slot),
    zone: slot.zone,
    comment: row.comment,
    proposedAt: proposedAt(row),
    isDeclined: row.declined_at !== null,
    answer: row.answer,
  };
}

/** The same slot by the clock of the appointment that it is proposed for. */
export function slotIn(slot: Slot, standing: Slot): Slot {
  if (isWhole(slot)) return isWhole(standing) ? { ...slot, timeMode: standing.timeMode, zone: standing.zone } : slot;
  const { zone } = standing;
  if (isWhole(standing) || zone === null || slot.zone === null || slot.zone === zone) return slot;
  const local = (time: string) => toLocal(instantOf(time, slot.zone ?? zone), zone);
  return { ...slot, zone, start: local(slot.start), end: local(slot.end) };
}

/** Whether a slot is where an appointment is already. */
export const isThere = (slot: Slot, standing: Slot): boolean =>
  isWhole(slot) === isWhole(standing) && slot.start === standing.start && slot.end === standing.end;

/** Clocks of others may be behind ours by so much. */
const CLOCK_MS = 600_000;

/** Whether a mail that declines what was proposed is about this proposal, and not about one before it. */
export const isDeclinedBy = (row: ProposalRow, stampedAt: number): boolean =>
  row.declined_at === null && stampedAt + CLOCK_MS >= row.proposed_at;

/** A time that is proposed, as events have it: instants, or days, of which the last one is not part of it. */
export interface CounterTimes {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly allDay: boolean;
}

/** The same as a slot, by the clock of the appointment that it is proposed for. */
export function slotOfCounter(
  { startDate, endDate, allDay }: CounterTimes,
  standing: Slot,
  instanceZone: string,
): Slot {
  const end = endDate ?? startDate;
  if (allDay) {
    const last = daysLater(toLocal(end, instanceZone), -1);
    const start = toLocal(startDate, instanceZone);
    const timeMode = isWhole(standing) ? standing.timeMode : 'allDay';
    return { timeMode, zone: null, start, end: last < start ? start : last };
  }
  const zone = standing.zone ?? instanceZone;
  return { timeMode: 'fixedTime', zone, start: toLocal(startDate, zone), end: toLocal(end, zone) };
}
