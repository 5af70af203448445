import type { MailDetail } from '@kontor/contract/mail';
import { RelatedItems } from '../../activity/index.tsx';
import { LinkLine } from '../../record/index.tsx';

/** The records of a mail, below its people, and what was made of it. A record that is made here is about who wrote the mail or, of one's own, who got it. */
export function MailLinks({ mail, isKeyed }: { mail: MailDetail; isKeyed: boolean }) {
  const { aggregateId, links, senderAddress, senderRealName, outgoing } = mail;
  const receivers = [...mail.receiverAddressesTo, ...mail.receiverAddressesCC, ...mail.receiverAddressesBCC].map(
    ({ receiver, receiverRealName }) => ({ address: receiver, name: receiverRealName }),
  );
  const sender = { address: senderAddress, name: senderRealName };
  const other = outgoing === null ? sender : (receivers[0] ?? sender);
  return (
    <>
      <LinkLine
        key={aggregateId}
        aggregateId={aggregateId}
        links={links}
        people={[sender, ...receivers]}
        about={{ name: other.name, email: other.address }}
        isKeyed={isKeyed}
      />
      <RelatedItems items={mail.related} />
    </>
  );
}
