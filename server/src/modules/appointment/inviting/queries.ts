import type { invitationQueries } from '@kontor/contract/appointment';
import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import { addressKey } from '../../../platform/address-key.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { QueryHandlers } from '../../../platform/operation/manifest.ts';
import { localTimeOf } from '../../../platform/recurrence/index.ts';
import { timeZoneOf } from '../../account/index.ts';
import { requireSeeing, seenOf, type Seen } from '../access.ts';
import { toProposal } from '../proposing/rules.ts';
import { edgeOf, rangeOf, readRange, toSpan } from '../reading.ts';
import { appointmentsByUid, type AppointmentRow } from '../store/appointments.ts';
import { readProposals } from '../store/proposals.ts';
import { KINDS } from '../store/spans.ts';
import { realMoments } from '../times.ts';
import { idOf } from '../views.ts';
import { guestReplyBy } from './guests.ts';
import { originalNamed } from './naming.ts';
import { nearbyOf } from './nearby.ts';

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

/** What somebody has said to an appointment which the person decides of, without being invited. */
async function guestOf(ctx: QueryContext, { row, mayWrite }: Seen, address: string) {
  const reply = mayWrite && row.organiser === null ? await guestReplyBy(ctx, row.appointment_id, address) : undefined;
  if (reply === undefined) return null;
  const { name, state, comment } = reply;
  return { address: reply.address, name, state, comment };
}

/** What else is in a calendar at a time, and beside that on its days. `own`: appointments that are not looked at. */
async function aroundTime(
  ctx: QueryContext,
  time: NonNullable<Params['time']>,
  own: ReadonlySet<number>,
): Promise<ResultOf<typeof invitationQueries.ofInvitation>['nearby']> {
  const about = rangeOf(ctx, { ...time, calendars: [time.calendarId] });
  const day = (ms: number, isEnd: boolean): number =>
    edgeOf(localTimeOf(new Date(ms).toISOString(), about.zone).slice(0, 10), about.zone, isEnd);
  const days = { ...about, from: day(about.from, false), to: day(Math.max(about.from, about.to - 1), true) };
  const { seen } = await readRange(ctx, days);
  const near = seen.flatMap((one) =>
    own.has(one.span.appointment_id) || one.span.kind === KINDS.free
      ? []
      : [{ what: toSpan(one, about.zone), moments: realMoments(one.slot, about.zone) }],
  );
  return nearbyOf(near, { start: about.from, end: about.to }).map(({ what, collides }) => ({
    aggregateId: what.appointmentId === null ? null : idOf(what.appointmentId, ctx.person.id, what.original),
    title: what.title,
    start: what.start,
    end: what.end,
    kind: what.kind,
    collides,
  }));
}

/** What calendars know of a mail about an appointment. */
async function ofInvitation(
  ctx: QueryContext,
  { uid, recurrence, address, time }: Params,
): Promise<ResultOf<typeof invitationQueries.ofInvitation>> {
  requireSeeing(ctx);
  const all = await appointmentsByUid(ctx.db, ctx.instance.id, uid);
  const rows = all.filter((row) => row.cancelled_at === null);
  const row = meantBy(rows, recurrence, timeZoneOf(ctx.instance));
  const [seen] = row === undefined ? [] : await seenOf(ctx, [row]);
  return {
    appointment:
      seen === undefined
        ? null
        : { aggregateId: idOf(seen.row.appointment_id, ctx.person.id), writepermission: seen.mayWrite },
    proposal: seen === undefined ? null : await proposalOf(ctx, seen, address),
    guest: seen === undefined ? null : await guestOf(ctx, seen, address),
    nearby: time === null ? [] : await aroundTime(ctx, time, new Set(all.map((one) => one.appointment_id))),
  };
}

export const invitationQueryHandlers: QueryHandlers<typeof invitationQueries> = { ofInvitation };
