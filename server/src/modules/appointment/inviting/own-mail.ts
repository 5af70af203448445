import type { Mailer } from '../../../platform/mailsend/index.ts';
import { sealForJob } from '../../../platform/jobs/sealed.ts';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, Instance, InstanceContext } from '../../../platform/operation/context.ts';
import { rightsToBits } from '@kontor/contract/account';
import { findUser, peopleAmong } from '../../account/index.ts';
import { announceAppointment } from '../announcing.ts';
import type { Invitation, InvitationLetter, Organiser } from '../parts.ts';
import { readAppointments } from '../store/appointments.ts';
import { markOwnMail } from '../store/links.ts';

/** What those outside are written to by where an organiser has no mailbox, and where they answer. */
export interface GuestParts {
  readonly mailer: Mailer;
  /** Where an instance's pages are reached: scheme, host, port. Never taken from a request. */
  readonly originOf: (instance: Instance) => string;
  readonly languageOf: (ctx: Pick<InstanceContext, 'db' | 'instance'>, userId: number) => Promise<'de' | 'en'>;
}

const OWN_MAIL_JOB = 'appointment.ownInvitation';
/** About five hours, with the job queue's growing waits. */
const ATTEMPTS = 12;

/** What is kept of such a mail until it is sent, sealed. */
interface Sealed {
  readonly to: { readonly name: string; readonly address: string };
  readonly organiser: Organiser;
  readonly letter: InvitationLetter;
}

/** One mail to somebody: which one it is, by the hash of its link. */
interface Meant {
  readonly appointmentId: number;
  readonly memberId: number;
  readonly tokenHash: Buffer | null;
}

const boundTo = (instanceId: number, { appointmentId, memberId }: Meant): string =>
  `invitation ${instanceId} ${appointmentId} ${memberId}`;

/**
 * Has the instance send an invitation for somebody who has no mailbox; answers go to their own address, where they have one. Returns false, and sends nothing, where the instance
 * has no mail server, or they may write to nobody.
 */
export async function sendFromInstance(
  ctx: ChangeContext,
  { mailer, languageOf }: GuestParts,
  { userId, to, write }: Invitation,
  meant: Meant,
): Promise<boolean> {
  const { db, instance } = ctx;
  const maySend = (await peopleAmong(db, instance.id, [userId], rightsToBits(['createMail']))).get(userId) === true;
  const user = await findUser(db, instance.id, userId);
  if (!mailer.isOn || !maySend || user === undefined) return false;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.user_name;
  const organiser = { name, address: user.email ?? mailer.from };
  const letter = write(organiser, await languageOf(ctx, userId));
  const sealed = sealForJob(
    ctx,
    JSON.stringify({ to, organiser, letter } satisfies Sealed),
    boundTo(instance.id, meant),
  );
  const { appointmentId, memberId, tokenHash } = meant;
  const payload = { appointmentId, memberId, tokenHash: tokenHash?.toString('hex') ?? '', sealed };
  await ctx.enqueue(OWN_MAIL_JOB, payload, { maxAttempts: ATTEMPTS });
  return true;
}

export const ownMailJobs = ({ mailer }: GuestParts): JobHandlers => ({
  async [OWN_MAIL_JOB](ctx, payload) {
    const hash = String(payload['tokenHash']);
    const meant: Meant = {
      appointmentId: Number(payload['appointmentId']),
      memberId: Number(payload['memberId']),
      tokenHash: hash === '' ? null : Buffer.from(hash, 'hex'),
    };
    const mark = (state: 'sent' | 'failed'): Promise<void> =>
      ctx.change(async (change) => {
        const { appointmentId: id, memberId, tokenHash } = meant;
        const row = { appointment_id: id, member_id: memberId, token_hash: tokenHash };
        if (!(await markOwnMail(change.db, change.instance.id, row, state))) return;
        const [appointment] = await readAppointments(change.db, change.instance.id, [id]);
        if (appointment !== undefined) await announceAppointment(change, appointment);
      });
    const opened = ctx.secrets.open(String(payload['sealed']), boundTo(ctx.instance.id, meant));
    const { to, organiser, letter } = JSON.parse(opened) as Sealed;
    const { subject, html, calendar } = letter;
    try {
      await mailer.send({
        to,
        subject: subject.slice(0, 998).trim(),
        html,
        calendar,
        fromName: organiser.name,
        ...(organiser.address === mailer.from ? {} : { replyTo: organiser }),
      });
    } catch (error) {
      if (ctx.lastAttempt) await mark('failed');
      throw error;
    }
    await mark('sent');
  },
});
