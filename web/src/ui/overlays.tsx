import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from './parts.tsx';

/**
 * Modal dialog of the platform: focus stays inside, Escape closes, and focus goes back to where it was. `full` takes the whole window;
 * `tools` stand in its head; `onKey` hears the keys that are pressed in it.
 */
export function Dialog({
  title,
  closeLabel,
  size,
  tools,
  onKey,
  onClose,
  children,
}: {
  title: string;
  closeLabel: string;
  size?: 'l' | 'full';
  tools?: ReactNode;
  onKey?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // What is in it comes when it is open: in a closed dialog no field could ask for the focus.
  const [isOpen, setOpen] = useState(false);
  const isThere = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current;
    isThere.current = true;
    if (dialog && !dialog.open) dialog.showModal();
    // oxlint-disable-next-line react/set-state-in-effect -- the platform opens a dialog by a call alone
    setOpen(true);
    // Before it is taken out of the page: the focus could not go back then.
    return () => {
      isThere.current = false;
      dialog?.close();
    };
  }, []);
  // A second Escape closes a dialog without asking; one that is to stay is opened again.
  const closed = (): void => {
    if (!isThere.current || ref.current?.open === true) return;
    onClose();
    setTimeout(() => {
      if (isThere.current && ref.current?.open === false) ref.current.showModal();
    }, 0);
  };
  return (
    <dialog
      ref={ref}
      className="dialog"
      data-size={size}
      aria-labelledby={id}
      onKeyDown={onKey}
      // What is closed over it, drawn by what is in it, is heard here as well.
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
      onClose={(event) => event.target === event.currentTarget && closed()}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {tools === undefined ? null : <div className="dialog-tools">{tools}</div>}
        <IconButton icon="x" label={closeLabel} onClick={onClose} />
      </header>
      <div className="content">{isOpen ? children : null}</div>
    </dialog>
  );
}
