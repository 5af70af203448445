import { useRef, useState, type RefObject } from 'react';

/** What is chosen: a picture for the text, or any files to attach. */
type Picks = 'file' | 'picture';

/** A chooser of files, and how it is opened. */
export interface Choosing {
  readonly chooser: RefObject<HTMLInputElement | null>;
  readonly picks: Picks;
  readonly pick: (what: Picks) => void;
}

/** Returns what a `FileChooser` is shown with; `pick` opens it. */
export function useFileChooser(): Choosing {
  const chooser = useRef<HTMLInputElement>(null);
  const [picks, setPicks] = useState<Picks>('file');
  const pick = (what: Picks): void => {
    setPicks(what);
    requestAnimationFrame(() => chooser.current?.click());
  };
  return { chooser, picks, pick };
}

/** The field, out of sight, by which files of the device are chosen. */
export function FileChooser({
  choosing: { chooser, picks },
  onChosen,
}: {
  choosing: Choosing;
  onChosen: (files: readonly File[], isAttached: boolean) => void;
}) {
  return (
    <input
      ref={chooser}
      type="file"
      multiple
      hidden
      {...(picks === 'picture' ? { accept: 'image/*' } : {})}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        event.currentTarget.value = '';
        onChosen(files, picks === 'file');
      }}
    />
  );
}
