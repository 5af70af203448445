import { useShell } from '../context.tsx';
import { Confirm, type ConfirmProps } from './confirm.tsx';
import type { EditedRows } from './edited-list.tsx';

/** The question before a row of a page of administration goes. Gone, that is said, and the focus is where the next thing is done. */
export function RemoveRow({
  rows: { onChanged, onRemoved },
  run,
  done,
  onClose,
  ...question
}: Omit<ConfirmProps, 'danger' | 'run'> & {
  rows: Pick<EditedRows<object>, 'onChanged' | 'onRemoved'>;
  /** Removes it. What it rejects with is shown in the question. */
  run: () => Promise<unknown>;
  /** What is said once it is gone. */
  done: string;
}) {
  const { notices } = useShell();
  const remove = async (): Promise<void> => {
    await run();
    onClose();
    notices.show({ text: done });
    onChanged();
    onRemoved();
  };
  return <Confirm {...question} danger run={remove} onClose={onClose} />;
}
