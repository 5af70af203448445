import { useRef, type RefObject } from 'react';
import { useValue } from '../../../client/react.tsx';
import { useShell, type HowOpened } from '../../../shell/index.ts';
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx';
import { extend, move } from './selection.ts';
import { useOpen } from './use-open.ts';
import { usePrepare } from './use-prepare.ts';
import type { ShownSelection } from './use-selection.ts';
import type { ShownRows } from './use-shown-rows.ts';

/** Wait before the reader follows the keys, in milliseconds, so that what is only passed by is not opened. */
const FOLLOW_MS = 140;

interface OpeningOptions {
  readonly rows: ShownRows;
  readonly selected: ShownSelection;
  readonly handle: RefObject<VirtualListHandle | null>;
  /** What a detail is told about where it was opened from. */
  readonly from: string;
  /** Whether the reader stands beside the list. */
  readonly wide: boolean;
}

export type Opening = ReturnType<typeof useOpening>;

/** What opens the rows of a list, and goes from one to the next, with the reader behind. */
export function useOpening({ rows: { list, used }, selected, handle, from, wide }: OpeningOptions) {
  const [selection, setSelection] = selected;
  const show = useOpen(from);
  const open = useValue(useShell().openItem);
  const prepare = usePrepare();
  const follow = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const openKey = (key: string, how?: HowOpened): void => {
    clearTimeout(follow.current);
    if (show(key, how)) setSelection((current) => ({ ...current, active: key, anchor: key }));
  };
  const step = (by: number, range = false): void => {
    const key = move(selection, by, list.ids);
    if (key === undefined) return;
    setSelection(range ? extend(selection, key, list.ids) : { ...selection, active: key, anchor: key });
    handle.current?.reveal(key);
    handle.current?.focus();
    prepare(key);
    if (Math.max(list.ids.indexOf(key), 0) + 50 > list.ids.length) used.more();
    clearTimeout(follow.current);
    if (wide && open !== undefined && !range) follow.current = setTimeout(() => openKey(key), FOLLOW_MS);
  };
  /** The reader stays with what it shows. */
  const stay = (): void => clearTimeout(follow.current);
  return { open, openKey, step, stay, prepare };
}
