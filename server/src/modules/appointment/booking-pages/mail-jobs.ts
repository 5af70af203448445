import type { JobHandler, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import { findUser } from '../../account/index.ts';
import { aboutOf } from './about.ts';
import { bookedMail, cancelledMail, confirmMail, hostMail } from './mail-texts.ts';
import { BOOKING_MAILS, BOOKING_MAIL_JOB, boundTo, type BookingMail } from './mailing.ts';
import type { BookingParts } from './parts.ts';
import { readHold, type HoldRow } from './store/holds.ts';

/** The address at which a guest confirms or cancels. */
const linkTo = (
  ctx: InstanceContext,
  parts: BookingParts,
  kind: 'confirm' | 'cancel',
  sealed: unknown,
  holdId: number,
) => {
  const token = ctx.secrets.open(String(sealed), boundTo(ctx.instance.id, holdId));
  return `${parts.originOf(ctx.instance)}/book/${ctx.instance.name}/${kind}/${token}`;
};

async function toGuest(
  ctx: InstanceContext,
  parts: BookingParts,
  hold: HoldRow,
  { kind, sealed }: { readonly kind: BookingMail; readonly sealed: unknown },
): Promise<void> {
  const about = await aboutOf(ctx, hold, hold.language);
  if (about === undefined) return;
  const to = { name: '', address: hold.guest_address };
  const send = (mail: { readonly subject: string; readonly text: string }) => parts.mailer.send({ to, ...mail });
  if (kind === 'cancelled') return send(cancelledMail(about));
  if (kind === 'booked') {
    const host = await findUser(ctx.db, ctx.instance.id, hold.host_id);
    const name = host === undefined ? '' : `${host.first_name} ${host.last_name}`.trim() || host.user_name;
    return send(bookedMail(about, linkTo(ctx, parts, 'cancel', sealed, hold.hold_id), name));
  }
  // Nobody can use the link of a hold that is over.
  if (!hold.is_held || hold.releases_at.getTime() <= ctx.now()) return;
  return send(confirmMail(about, linkTo(ctx, parts, 'confirm', sealed, hold.hold_id), hold.releases_at.getTime()));
}

async function toHost(ctx: InstanceContext, parts: BookingParts, hold: HoldRow, isCancelled: boolean): Promise<void> {
  const host = await findUser(ctx.db, ctx.instance.id, hold.host_id);
  if (host?.email == null || !host.is_active) return;
  const about = await aboutOf(ctx, hold, await parts.languageOf(ctx, hold.host_id));
  if (about === undefined) return;
  const guest = { name: hold.guest_name, address: hold.guest_address, words: hold.words };
  const to = { name: `${host.first_name} ${host.last_name}`.trim(), address: host.email };
  await parts.mailer.send({ to, ...hostMail(about, guest, isCancelled) });
}

/** Writes and sends a mail about a booking; nothing where there is no mail server, or the booking is not there any more. */
const mailJob =
  (parts: BookingParts): JobHandler =>
  async (ctx, payload) => {
    const kind = BOOKING_MAILS.find((one) => one === payload['kind']);
    const hold = await readHold(ctx.db, ctx.instance.id, Number(payload['holdId']));
    if (!parts.mailer.isOn || hold === undefined || kind === undefined) return;
    if (kind === 'hostBooked' || kind === 'hostCancelled') await toHost(ctx, parts, hold, kind === 'hostCancelled');
    else await toGuest(ctx, parts, hold, { kind, sealed: payload['sealed'] });
  };

export const bookingJobs = (parts: BookingParts): JobHandlers => ({ [BOOKING_MAIL_JOB]: mailJob(parts) });
