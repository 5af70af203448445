import '../settings/rules/rules.css';
import type { MailDetail } from '@kontor/contract/mail';
import { href, useGo, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { readerTexts } from './texts.ts';

/** Says through which mailbox a mail is seen, and which rules had a hand in it. */
export function WhyDialog({ mail, onClose }: { mail: MailDetail; onClose: () => void }) {
  const t = useTexts(readerTexts);
  const { close } = useTexts(texts);
  const go = useGo();
  const { mailbox, firedRules } = mail;
  return (
    <Dialog title={t.why} closeLabel={close} onClose={onClose}>
      <div className="form">
        <p>
          {mailbox.accountId === 0
            ? t.whyNoMailbox
            : mailbox.isShared
              ? t.whyMailbox(mailbox.email)
              : t.whyOwn(mailbox.email)}
        </p>
        <p>{firedRules.length === 0 ? t.whyNoRules : t.whyRules}</p>
        {firedRules.length === 0 ? null : (
          <ul className="rule-reasons">
            {firedRules.map(({ ruleId, name }) => (
              <li key={ruleId}>{name}</li>
            ))}
          </ul>
        )}
        <footer>
          <Button
            icon="funnel"
            onClick={() => {
              onClose();
              go(href('settings', { selectedSettingsTab: 'rules' }));
            }}
          >
            {t.toRules}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {close}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
