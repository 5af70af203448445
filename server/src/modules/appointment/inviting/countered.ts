import { addressKey } from '../../../platform/address-key.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { lockItems } from '../../activity/index.ts';
import type { IcalEvent } from '../icalendar/model.ts';
import type { KindParts } from '../parts.ts';
import { writeDeclined, writeProposal } from '../proposing/noting.ts';
import { isDeclinedBy, isThere, slotIn } from '../proposing/rules.ts';
import { slotOf } from '../rules.ts';
import { appointmentsByUid, holdUid, type AppointmentRow } from '../store/appointments.ts';
import { readPersons, type PersonRow } from '../store/persons.ts';
import { readProposals, type ProposalRow } from '../store/proposals.ts';
import { isRightSlot } from '../times.ts';
import { eventsOf, type CalendarPart } from './arriving.ts';
import { noteGuestReply } from './guests.ts';
import { counts, dueOf, isSame, writeReplied } from './replied.ts';

async function lockUid(ctx: ChangeContext, uid: string): Promise<readonly AppointmentRow[]> {
  await holdUid(ctx.db, ctx.instance.id, uid);
  const rows = await appointmentsByUid(ctx.db, ctx.instance.id, uid);
  await lockItems(
    ctx,
    rows.map(({ appointment_id: id }) => id),
  );
  return rows;
}

const proposalBy = async (ctx: ChangeContext, person: PersonRow): Promise<ProposalRow | undefined> =>
  (await readProposals(ctx.db, ctx.instance.id, [person.appointment_id])).find(
    (one) => one.member_id === person.member_id,
  );

/**
 * Takes the times that participants outside propose by mail for appointments of ours. What counts of answers counts of them. Running twice changes nothing. Returns
 * whether somebody proposes one who is not invited.
 */
export async function takeCounters(
  ctx: ChangeContext,
  parts: KindParts,
  { calendar, sender }: CalendarPart,
): Promise<boolean> {
  let isUninvited = false;
  for (const event of eventsOf(ctx, calendar)) {
    // Programs name others, too: what counts is who has written it.
    const said = event.people.find(({ address }) => isSame(address, sender));
    if (said === undefined) continue;
    const rows = await lockUid(ctx, event.uid);
    const persons = await readPersons(
      ctx.db,
      ctx.instance.id,
      rows.flatMap((row) => (row.organiser === null ? [row.appointment_id] : [])),
    );
    if (persons.length > 0 && !persons.some((one) => isSame(one.address, sender))) {
      isUninvited = true;
      await noteGuestReply(ctx, rows, event, { ...said, address: sender, comment: event.comment });
    }
    const due = await dueOf(ctx, parts, event, sender);
    if (due === undefined) continue;
    const { person } = due;
    const { row } = due.invited;
    const before = await proposalBy(ctx, person);
    const slot = slotIn(event.slot, slotOf(row));
    const isNew = event.stampedAt > (before?.stamp ?? 0) && isRightSlot(slot) && !isThere(slot, slotOf(row));
    if (!isNew || !counts(event, { ...due, sequence: row.sequence })) continue;
    const { comment } = event;
    const state = said.state === 'none' ? 'tentative' : said.state;
    await writeReplied(ctx, due, { state, comment: person.comment, stampedAt: event.stampedAt });
    // A clock that is fast does not keep what is said later from counting.
    const stamp = Math.min(event.stampedAt, ctx.now());
    await writeProposal(ctx, parts, { row, person }, { slot, comment, stamp });
  }
  return isUninvited;
}

/** Whose proposals a mail declines: of those whom it names, else of all. */
const isMeant = ({ people }: IcalEvent, { user_id: userId, invited_as: invitedAs }: PersonRow): boolean =>
  userId !== null &&
  (people.length === 0 || people.some(({ address }) => addressKey(address) === addressKey(invitedAs)));

/** Takes what an organiser outside says to times that people of ours have proposed: it stays as it is. Running twice changes nothing. */
export async function takeDeclined(
  ctx: ChangeContext,
  parts: KindParts,
  { calendar, sender }: CalendarPart,
): Promise<void> {
  const { db, instance } = ctx;
  for (const event of eventsOf(ctx, calendar)) {
    const rows = (await lockUid(ctx, event.uid)).filter(
      (row) => row.organiser !== null && isSame(row.organiser.address, sender) && row.original_local === event.original,
    );
    for (const row of rows) {
      const persons = await readPersons(db, instance.id, [row.appointment_id]);
      for (const proposal of await readProposals(db, instance.id, [row.appointment_id])) {
        const person = persons.find((one) => one.member_id === proposal.member_id);
        if (person === undefined || !isMeant(event, person) || !isDeclinedBy(proposal, event.stampedAt)) continue;
        await writeDeclined(ctx, parts, { row, person }, { proposal, answer: event.comment });
      }
    }
  }
}
