import type { KeyboardEvent, RefObject } from 'react';
import { useKeys, useShell, type HowOpened } from '../../../shell/index.ts';
import type { GridProps } from './grid-props.ts';
import type { GridCells } from './use-grid-cells.ts';
import type { GridMoves } from './use-grid-moves.ts';

/** The keys of a grid. Returns what is done with those that are pressed while it has the focus. */
export function useGridKeys(
  { rows, size, selection, onOpen, onAll, onRemove }: GridProps,
  { sight, head, count, at, activeKey, setActiveKey, go, step, side, chosenAt }: GridMoves,
  { editable, edit }: GridCells,
  grid: RefObject<HTMLElement | null>,
): (event: KeyboardEvent) => void {
  const { tabs } = useShell();
  const toggle = (): void => {
    const one = at === undefined ? undefined : chosenAt(at);
    if (one !== undefined && at !== undefined) selection.toggle(one, at);
  };
  const open = (how?: HowOpened): void => {
    const row = at === undefined ? undefined : rows.rowAt(at);
    if (row !== undefined) onOpen(row, how);
  };
  const page = Math.max(1, Math.floor((sight.height - head) / size) - 1);
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    J: () => step(1, true),
    K: () => step(-1, true),
    // Wherever the focus is, as with the other keys: it is in the grid only once somebody was there.
    'Ctrl+a': onAll,
    ...(at === undefined ? {} : { x: toggle }),
    ...(onRemove === undefined ? {} : { '#': onRemove, Delete: onRemove }),
    Escape: () => (selection.chosen.size > 0 ? selection.clear() : tabs.leave()),
  });
  return (event) => {
    if (event.target !== grid.current) return;
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const ctrl = ctrlKey || metaKey;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1, shiftKey),
      ArrowUp: () => step(-1, shiftKey),
      ArrowRight: () => side(1),
      ArrowLeft: () => side(-1),
      PageDown: () => step(page, shiftKey),
      PageUp: () => step(-page, shiftKey),
      Home: () => go(0),
      End: () => go(count - 1),
      F2: () => edit(at, activeKey),
      Enter: () =>
        activeKey !== undefined && editable(activeKey) !== undefined && !ctrl
          ? edit(at, activeKey)
          : open(ctrl ? 'beside' : 'preview'),
      ' ': toggle,
    };
    const own: (() => void) | undefined =
      ctrl && key === 'a'
        ? onAll
        : key === 'Escape' && activeKey !== undefined
          ? () => setActiveKey(undefined)
          : ctrl && key !== 'Enter' && key !== 'Home' && key !== 'End'
            ? undefined
            : keys[key];
    if (own === undefined || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    own();
  };
}
