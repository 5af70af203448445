import type { InstanceContext } from '../../../platform/operation/context.ts';
import type { Inviting, MailStanding } from '../parts.ts';
import type { ShownMail } from '../people-rules.ts';
import { readLinks, type LinkRow } from '../store/links.ts';
import { readInvitations, type InvitationRow } from '../store/invitations.ts';

const WAITING: ShownMail = { mailState: 'waiting', mailFault: null };

function shown(
  { waits, fault }: InvitationRow,
  standing: MailStanding | undefined,
  ownMail: LinkRow['own_mail'],
): ShownMail | undefined {
  if (waits) return WAITING;
  if (fault !== null) return { mailState: 'failed', mailFault: { reason: fault, answer: '' } };
  if (ownMail !== null)
    return { mailState: ownMail, mailFault: ownMail === 'failed' ? { reason: 'unknown', answer: '' } : null };
  if (standing === undefined) return undefined;
  const { state, reason, answer } = standing;
  return { mailState: state, mailFault: reason === null ? null : { reason, answer } };
}

/** How the mails to those outside who take part in an appointment stand, by their numbers. */
export async function mailsOf(
  ctx: Pick<InstanceContext, 'db' | 'instance'>,
  { standings }: Pick<Inviting, 'standings'>,
  appointmentId: number,
): Promise<ReadonlyMap<number, ShownMail>> {
  const rows = await readInvitations(ctx.db, ctx.instance.id, [appointmentId]);
  if (rows.length === 0) return new Map();
  const own = new Map(
    (await readLinks(ctx.db, ctx.instance.id, appointmentId)).map((one) => [one.member_id, one.own_mail]),
  );
  const found = await standings(
    ctx,
    rows.flatMap(({ outgoing_id: id }) => id ?? []),
  );
  return new Map(
    rows.flatMap((row) => {
      const ownMail = row.outgoing_id === null ? (own.get(row.member_id) ?? null) : null;
      const mail = shown(row, found.get(row.outgoing_id ?? 0), ownMail);
      return mail === undefined ? [] : [[row.member_id, mail]];
    }),
  );
}
