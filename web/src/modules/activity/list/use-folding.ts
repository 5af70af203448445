import { useEffect, useState } from 'react';
import { matchPath, useShell } from '../../../shell/index.ts';

const NONE: ReadonlySet<string> = new Set();

/** The groups of a list that are folded away, the one that was folded last at the end. */
export function useFolding(): {
  readonly folded: ReadonlySet<string>;
  /** Folds a group away, or shows it again. */
  readonly fold: (group: string) => void;
  readonly unfoldAll: () => void;
} {
  const { navigator } = useShell();
  const [folded, setFolded] = useState(NONE);
  // Another entry of the menu shows all groups again; the reader in the list's place does not.
  useEffect(
    () => () => {
      if (matchPath(navigator.path.get())?.params['activityListLocation'] === undefined) setFolded(NONE);
    },
    [navigator],
  );
  const fold = (group: string): void => {
    const next = new Set(folded);
    if (!next.delete(group)) next.add(group);
    setFolded(next);
  };
  return { folded, fold, unfoldAll: () => setFolded(NONE) };
}
