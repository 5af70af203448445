import './writing.css';
import { useShell, useTexts } from '../../shell/index.ts';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { Button } from '../../ui/parts.tsx';
import type { LostEdit } from '../open-edits.ts';
import { writingTexts } from './writing-texts.ts';

/** Says once of what was written that there is nothing to save it in any more, with the text; after that the device keeps it no more. */
export function LostDialog({ lost, onSeen }: { lost: LostEdit; onSeen: () => void }) {
  const t = useTexts(writingTexts);
  const { notices } = useShell();
  const close = (): void => {
    lost.giveUp();
    onSeen();
  };
  return (
    <Dialog title={t.lostTitle} closeLabel={t.close} onClose={close}>
      <p>{t.lostHint}</p>
      <div className="written-side written-lost">{lost.text}</div>
      <div className="written-lost-actions">
        <Button
          autoFocus
          onClick={() =>
            void copyText(lost.text).then((isCopied) => notices.show({ text: isCopied ? t.copied : t.notCopied }))
          }
        >
          {t.copy}
        </Button>
        <Button kind="plain" onClick={close}>
          {t.lostClose}
        </Button>
      </div>
    </Dialog>
  );
}
