import type { MailDetail } from '@kontor/contract/mail';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Attachments } from '../parts/attachments.tsx';
import { MailBody } from '../parts/body.tsx';
import { isBlank } from '../parts/sanitise.ts';
import { Unreadable } from '../parts/unreadable.tsx';
import { Warnings } from '../parts/warnings.tsx';
import { texts } from '../texts.ts';
import { Answered, SubstituteFor, ReportOf } from './answered.tsx';
import { InvitationBar } from './invitation.tsx';
import { AlteredSignature } from './origin.tsx';
import { SendingBanner } from './sending.tsx';

/** Everything of one mail, from its warnings to its text. `head` stands between what is said of it and what it says itself. */
export function MailContent({
  mail,
  head,
  onPrint,
  onEdit,
}: {
  mail: MailDetail;
  head: ReactNode;
  onPrint: () => void;
  /** Opens it as a new mail. */
  onEdit: () => void;
}) {
  const t = useTexts(texts);
  const { aggregateId, readableContentHTML: html } = mail;
  return (
    <>
      <Warnings warnings={mail.warnings} />
      <AlteredSignature mail={mail} />
      <SendingBanner mail={mail} onEdit={onEdit} />
      <ReportOf mail={mail} />
      {head}
      <SubstituteFor mail={mail} />
      <Answered mail={mail} />
      <InvitationBar mail={mail} />
      <Attachments
        aggregateId={aggregateId}
        attachments={mail.mailModelAttachments.filter((file) => file['content-disposition'] === 'attachment')}
      />
      {mail.unreadable ? <Unreadable key={aggregateId} mail={mail} /> : null}
      {mail.unreadable && html === '' ? null : isBlank(html) ? (
        <p className="quiet">{t.noContent}</p>
      ) : (
        <MailBody
          key={aggregateId}
          aggregateId={aggregateId}
          html={html}
          externalImages={mail.externalImages}
          title={t.body}
          sender={mail.warnings.length === 0 ? mail.senderAddress.toLowerCase() : ''}
          onPrint={onPrint}
        />
      )}
    </>
  );
}
