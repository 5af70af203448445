import { useId, useState } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { FaultNote } from '../../ui/fault-note.tsx';
import { Button } from '../../ui/parts.tsx';
import { dialogTexts } from './dialog-texts.ts';

/** Asks before something is removed for good, and says what stood in the way. `remove` rejects where it was not. */
export function RemoveDialog({
  title,
  text,
  label,
  remove,
  faultOf,
  hint,
  onClose,
}: {
  title: string;
  text: string;
  label: string;
  remove: () => Promise<void>;
  faultOf: (failure: Failure) => string;
  /** What is known to stand in the way before it is tried. */
  hint?: string | undefined;
  onClose: () => void;
}) {
  const t = useTexts(dialogTexts);
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const fault = failed ?? hint;
  const tryIt = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailed(undefined);
    try {
      await remove();
    } catch (error) {
      setFailed(faultOf(asFailure(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} closeLabel={t.close} onClose={onClose}>
      <p id={id}>{text}</p>
      <FaultNote text={fault} />
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" autoFocus aria-describedby={id} aria-disabled={isBusy} onClick={() => void tryIt()}>
          {label}
        </Button>
      </footer>
    </Dialog>
  );
}
