import type { invitationQueries } from '@kontor/contract/appointment';
import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import { addressKey } from '../../../platform/address-key.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { QueryHandlers } from '../../../platform/operation/manifest.ts';
import { timeZoneOf } from '../../account/index.ts';
import { requireSeeing, seenOf, type Seen } from '../access.ts';
import { toProposal } from '../proposing/rules.ts';
import { appointmentsByUid, type AppointmentRow } from '../store/appointments.ts';
import { readProposals } from '../store/proposals.ts';
import { idOf } from '../views.ts';
import { originalNamed } from './naming.ts';

type Params = ParamsOf<typeof invitationQueries.ofInvitation>;

/** The appointment that a mail is about, else the series that it is an occurrence of. */
function meantBy(rows: readonly AppointmentRow[], recurrence: string, zone: string): AppointmentRow | undefined {
  const whole = rows.find((row) => row.original_local === null);
  if (recurrence === '') return whole ?? rows[0];
  const named = rows.find(
    (row) => row.original_local !== null && row.original_local === originalNamed(recurrence, whole ?? row, zone),
  );
  return named ?? whole;
}

/** The time that somebody proposes for an appointment which the person decides of. */
async function proposalOf({ db, instance }: QueryContext, { row, persons, mayWrite }: Seen, address: string) {
  if (!mayWrite || row.organiser !== null || address === '') return null;
  const person = persons.find((one) => one.address !== '' && addressKey(one.address) === addressKey(address));
  const proposals = await readProposals(db, instance.id, [row.appointment_id]);
  const found = proposals.find((one) => one.member_id === person?.member_id && one.declined_at === null);
  return found === undefined || person === undefined ? null : toProposal(found, person, new Map());
}

/** What calendars know of a mail about an appointment. */
async function ofInvitation(
  ctx: QueryContext,
  { uid, recurrence, address }: Params,
): Promise<ResultOf<typeof invitationQueries.ofInvitation>> {
  requireSeeing(ctx);
  const rows = (await appointmentsByUid(ctx.db, ctx.instance.id, uid)).filter((row) => row.cancelled_at === null);
  const row = meantBy(rows, recurrence, timeZoneOf(ctx.instance));
  const [seen] = row === undefined ? [] : await seenOf(ctx, [row]);
  return {
    appointment:
      seen === undefined
        ? null
        : { aggregateId: idOf(seen.row.appointment_id, ctx.person.id), writepermission: seen.mayWrite },
    proposal: seen === undefined ? null : await proposalOf(ctx, seen, address),
  };
}

export const invitationQueryHandlers: QueryHandlers<typeof invitationQueries> = { ofInvitation };
