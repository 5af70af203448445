import { useState, type FormEvent, type ReactNode } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { FaultNote } from '../../ui/fault-note.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Button } from '../../ui/parts.tsx';
import { useTexts } from '../context.tsx';
import { formTexts } from './form-texts.ts';

export interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly danger?: boolean;
  /** Does it, and closes the question. What it rejects with is shown in the dialog, which stays open then. */
  readonly run: () => Promise<void>;
  /** The sentence for a failure. */
  readonly say: (failure: Failure) => string | undefined;
  readonly onClose: () => void;
}

/** A question before something is done. */
export function Confirm({ title, children, action, danger = false, run, say, onClose }: ConfirmProps) {
  const t = useTexts(formTexts);
  const [failed, setFailed] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailed(undefined);
    try {
      await run();
    } catch (error) {
      setFailed(say(asFailure(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} closeLabel={t.close} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        {children}
        <FaultNote text={failed} />
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" aria-disabled={isBusy}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
