import type { FormEvent, ReactNode } from 'react';
import { Dialog } from './overlays.tsx';
import { Button } from './parts.tsx';

/** Who opens a form wants to write: the first field has the focus, unless something else in it has asked for it. */
const focusFirst = (form: HTMLFormElement | null): void => {
  if (form?.contains(document.activeElement) === false)
    form.querySelector<HTMLElement>('input:not(:disabled), select:not(:disabled), textarea:not(:disabled)')?.focus();
};

/**
 * A small form in a dialog: fields, then what can be done. Enter takes what was typed, Escape leaves it; the first field has the
 * focus, which goes back to where it was.
 */
export function FormDialog({
  title,
  texts,
  className = 'form',
  clear,
  onTake,
  onWrong,
  onClose,
  children,
}: {
  title: string;
  texts: { readonly close: string; readonly cancel: string; readonly take: string };
  className?: string;
  /** What takes away what was set. Left out where nothing is. */
  clear?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** Returns false where what was typed cannot be taken. */
  onTake: () => boolean;
  /** Something was to be taken that cannot be: a field of the form says what. */
  onWrong?: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A form may stand within another one, which is not meant.
    event.stopPropagation();
    if (onTake()) onClose();
    else onWrong?.();
  };
  return (
    <Dialog title={title} closeLabel={texts.close} onClose={onClose}>
      <form ref={focusFirst} className={className} noValidate onSubmit={submit}>
        {children}
        <footer className="form-buttons">
          {clear === undefined ? null : (
            <Button
              kind="plain"
              onClick={() => {
                clear.onSelect();
                onClose();
              }}
            >
              {clear.label}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit">
            {texts.take}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
