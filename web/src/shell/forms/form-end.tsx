import { FaultNote } from '../../ui/fault-note.tsx';
import { Button } from '../../ui/parts.tsx';
import { useTexts } from '../context.tsx';
import { formTexts } from './form-texts.ts';
import type { Form } from './use-form.ts';

/** The end of a form on a page: why it was not taken, and its buttons. What is there already is saved once something of it was changed. */
export function FormEnd<D, N>({
  form: { fault, isBusy, isDirty },
  isNew,
  isSaidAbove = false,
  create,
  onCancel,
}: {
  form: Pick<Form<D, N>, 'fault' | 'isBusy' | 'isDirty'>;
  isNew: boolean;
  /** A field says already why it was not taken. */
  isSaidAbove?: boolean;
  /** What the button of a new one says. Left out: that it is made. */
  create?: string;
  onCancel?: (() => void) | undefined;
}) {
  const t = useTexts(formTexts);
  return (
    <>
      <FaultNote text={isSaidAbove ? undefined : fault?.text} />
      <footer className="form-buttons">
        {onCancel === undefined ? null : <Button onClick={onCancel}>{t.cancel}</Button>}
        <Button kind="primary" type="submit" aria-disabled={isBusy} disabled={!isNew && !isDirty}>
          {isNew ? (create ?? t.create) : t.save}
        </Button>
      </footer>
    </>
  );
}
