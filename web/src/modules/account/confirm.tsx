import { useState, type FormEvent, type ReactNode } from 'react';
import { asFailure } from '../../client/failure.ts';
import { useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { FaultNote } from '../../ui/fault-note.tsx';
import { Button } from '../../ui/parts.tsx';
import { confirmTexts } from './confirm-texts.ts';
import { useProblem } from './use-send-once.ts';

/** A question before something is done. `run` does it; what it rejects with is shown in the dialog, which stays open then. */
export function Confirm({
  title,
  children,
  action,
  danger = false,
  run,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action: string;
  danger?: boolean;
  run: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useTexts(confirmTexts);
  const problem = useProblem();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await run();
    } catch (error) {
      setFault(problem(asFailure(error)));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} closeLabel={t.close} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        {children}
        <FaultNote text={fault} />
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" aria-disabled={busy}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
