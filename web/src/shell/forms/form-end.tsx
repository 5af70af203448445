import type { ReactNode } from 'react';
import { FaultNote } from '../../ui/fault-note.tsx';
import { Button } from '../../ui/parts.tsx';
import { useTexts } from '../context.tsx';
import { formTexts } from './form-texts.ts';
import type { Form } from './use-form.ts';

export interface FormEndProps<D, N> {
  readonly form: Pick<Form<D, N>, 'fault' | 'isBusy' | 'isSaving' | 'isDirty'>;
  /** There is no such thing yet, or what is there may be saved as it stands. */
  readonly isNew: boolean;
  /** A field says already why it was not taken. */
  readonly isSaidAbove?: boolean;
  /** What the button of a new one says. Left out: that it is made. */
  readonly create?: string;
  /** What the button says while it is saved. Left out: the same. */
  readonly saving?: string;
  /** What else can be done with it: buttons at the other side. */
  readonly tools?: ReactNode;
  readonly onCancel?: (() => void) | undefined;
}

/** The end of a form on a page: why it was not taken, and its buttons. What is there already is saved once something of it was changed. */
export function FormEnd<D, N>({
  form: { fault, isBusy, isSaving, isDirty },
  isNew,
  isSaidAbove = false,
  create,
  saving,
  tools,
  onCancel,
}: FormEndProps<D, N>) {
  const t = useTexts(formTexts);
  const save = isNew ? (create ?? t.create) : t.save;
  return (
    <>
      <FaultNote text={isSaidAbove ? undefined : fault?.text} />
      <footer className="form-buttons">
        {tools === undefined ? null : (
          <>
            {tools}
            <span className="grow" />
          </>
        )}
        {onCancel === undefined ? null : <Button onClick={onCancel}>{t.cancel}</Button>}
        <Button kind="primary" type="submit" aria-disabled={isBusy} disabled={!isNew && !isDirty}>
          {isSaving ? (saving ?? save) : save}
        </Button>
      </footer>
    </>
  );
}
