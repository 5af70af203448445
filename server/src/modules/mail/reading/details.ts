import type { MailDetail } from '@kontor/contract/mail';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { avatarAddress } from '../../account/index.ts';
import { relatedItems } from '../../activity/index.ts';
import { knownCertificates } from '../checks/store.ts';
import { invitedAs, toInvitation } from '../invitations/rules.ts';
import { linksOfMails } from '../linking/linking.ts';
import { appointmentStates, ownAddresses, picturesOf, unsubscribed } from '../store/details.ts';
import type { MailRow } from '../store/mails.ts';
import { wayOf } from '../unsubscribing/rules.ts';

/** What a mail's details say beside its content. */
export type Found = Pick<
  MailDetail,
  'contactPicture' | 'threadId' | 'authentication' | 'signature' | 'invitation' | 'unsubscribe' | 'links' | 'related'
>;

const senderOf = ({ people }: MailRow): string => (people.from[0] ?? people.sender)?.address ?? '';

/** What is known of mails, which the person sees, beside their content. */
export async function findDetails(ctx: QueryContext, mails: readonly MailRow[]): Promise<(mail: MailRow) => Found> {
  const { db, instance, person } = ctx;
  const idsOf = (has: (mail: MailRow) => boolean): number[] => mails.filter(has).map((mail) => mail.mail_id);
  const invited = idsOf(({ invitation }) => invitation !== null);
  const offered = idsOf(({ unsubscribe }) => unsubscribe !== null);
  const signed = idsOf(({ signature }) => signature?.checked !== undefined);
  const senders = [...new Set(mails.map((mail) => senderOf(mail).toLowerCase()))].filter(Boolean);
  const known = await knownCertificates(db, instance.id, signed);
  const own = invited.length === 0 ? [] : await ownAddresses(db, instance.id, person.id);
  const states = invited.length === 0 ? new Map() : await appointmentStates(db, instance.id, person.id, invited);
  const unsubscribeRequests = offered.length === 0 ? new Map() : await unsubscribed(db, instance.id, offered);
  const pictures = new Map(
    (await picturesOf(db, instance.id, senders)).map((row) => [row.address, avatarAddress(row)]),
  );
  const links = await linksOfMails(ctx, mails);
  const related = await relatedItems(
    ctx,
    mails.map((mail) => mail.mail_id),
  );
  return (mail) => {
    const checked = mail.signature?.checked;
    const isForged = mail.warnings.length > 0;
    return {
      // Whoever only claims to be a colleague does not get their face.
      contactPicture: isForged ? null : (pictures.get(senderOf(mail).toLowerCase()) ?? null),
      threadId: mail.thread_id,
      authentication: mail.authentication,
      signature: checked === undefined ? null : { ...checked, isKnown: known.has(mail.mail_id) },
      invitation: invitationOf(mail),
      unsubscribe: offerOf(mail),
      links: [...(links.get(mail.mail_id) ?? [])],
      related: related.get(mail.mail_id) ?? [],
    };
  };

  function invitationOf(mail: MailRow): Found['invitation'] {
    const { invitation: event } = mail;
    if (event === null) return null;
    const state = states.get(mail.mail_id) ?? { answer: null, isOutdated: false, isCancelled: false };
    const about = {
      me: invitedAs(event, own),
      answer: state.answer,
      isOutdated: state.isOutdated,
      sender: senderOf(mail),
    };
    const shown = toInvitation(event, instance, about);
    return { ...shown, isCancelled: shown.isCancelled || state.isCancelled };
  }

  function offerOf(mail: MailRow): Found['unsubscribe'] {
    const { unsubscribe: offer } = mail;
    if (offer === null) return null;
    const way = wayOf(offer);
    const { state = null, at = null } = unsubscribeRequests.get(mail.mail_id) ?? {};
    return way === undefined ? null : { way: way.way, host: way.host, state, at };
  }
}
