import { sealForJob } from '../../../platform/jobs/sealed.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';

export const BOOKING_MAIL_JOB = 'appointment.bookingMail';
/** About five hours, with the job queue's growing waits. */
const ATTEMPTS = 12;

/** What mails about bookings say: to guests, and (`host…`) to those in whose calendars they are. */
export const BOOKING_MAILS = ['confirm', 'booked', 'cancelled', 'hostBooked', 'hostCancelled'] as const;
export type BookingMail = (typeof BOOKING_MAILS)[number];

/** What the token of a link is sealed for. */
export const boundTo = (instanceId: number, holdId: number): string => `booking ${instanceId} ${holdId}`;

/** Has a mail about a booking sent. The token is sealed meanwhile: whoever reads the jobs cannot use it. */
export const mailBooking = (ctx: ChangeContext, kind: BookingMail, holdId: number, token?: string): Promise<void> =>
  ctx.enqueue(
    BOOKING_MAIL_JOB,
    {
      kind,
      holdId,
      ...(token === undefined ? {} : { sealed: sealForJob(ctx, token, boundTo(ctx.instance.id, holdId)) }),
    },
    { maxAttempts: ATTEMPTS },
  );
