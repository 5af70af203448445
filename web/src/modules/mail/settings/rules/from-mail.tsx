import type { MailDetail } from '@kontor/contract/mail';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { Dialog } from '../../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../../ui/parts.tsx';
import { draftFromMail } from './draft.ts';
import { RuleForm } from './form.tsx';
import { texts } from './texts.ts';
import { useSurroundings } from './use-names.ts';

/** The editor of a rule that begins with the sender of a mail. */
export function RuleDialog({ mail, onClose }: { mail: MailDetail; onClose: () => void }) {
  const t = useTexts(texts);
  const { data: around, failure, retry } = useSurroundings();
  const { unsaved } = useShell();
  const leave = (): void => void unsaved.leave(({ title }) => title === t.fromMailTitle, onClose);
  const { senderRealName, senderAddress } = mail;
  return (
    <Dialog title={t.fromMailTitle} closeLabel={t.close} size="l" onClose={leave}>
      {around !== undefined ? (
        <RuleForm
          begun={{
            rule: undefined,
            accountId: null,
            draft: draftFromMail(t.fromMailName(senderRealName || senderAddress), senderAddress),
          }}
          title={t.fromMailTitle}
          around={around}
          onClose={onClose}
        />
      ) : failure === undefined ? (
        <SkeletonBlock width="100%" height={200} />
      ) : (
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {t.notLoaded}
        </Callout>
      )}
    </Dialog>
  );
}
