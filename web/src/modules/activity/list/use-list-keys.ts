import type { KeyboardEvent } from 'react';
import { useKeys, useShell } from '../../../shell/index.ts';
import type { Choice } from '../actions/choices.ts';
import { useActionKeys } from '../actions/use-action-keys.ts';
import { useItemKeys } from '../actions/use-item-actions.ts';
import { toggle } from './selection.ts';
import type { Marks } from './use-marks.ts';
import type { Opening } from './use-opening.ts';
import type { ShownSelection } from './use-selection.ts';
import type { ShownRows } from './use-shown-rows.ts';

/** The keys that move about a list. */
function useMoves(step: (by: number, range?: boolean) => void): void {
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    J: () => step(1, true),
    K: () => step(-1, true),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    'Shift+ArrowDown': () => step(1, true),
    'Shift+ArrowUp': () => step(-1, true),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
    PageDown: () => step(10),
    PageUp: () => step(-10),
  });
}

interface ListKeysOptions {
  readonly rows: ShownRows;
  readonly selected: ShownSelection;
  readonly marks: Marks;
  readonly opening: Opening;
  readonly doTo: (action: Choice, keys: readonly string[]) => void;
  readonly trash: boolean;
}

/** The keys of a list. Returns the keys of the items that an action is about, what selects all, and what the list itself hears. */
export function useListKeys({ rows, selected, marks, opening, doTo, trash }: ListKeysOptions) {
  const { list, threads, groups, folded, fold } = rows;
  const [selection, setSelection] = selected;
  const { open, openKey, step } = opening;
  const { tabs } = useShell();
  const targets = (): readonly string[] => {
    if (selection.selected.size > 0) return list.ids.filter((key) => selection.selected.has(key));
    const key = open ?? selection.active;
    return key === undefined ? [] : [threads.top(key)];
  };
  const isHere = (key: string | undefined): key is string => key !== undefined && list.ids.includes(key);
  const hasTargets = selection.selected.size > 0 || open !== undefined || isHere(selection.active);
  const activeGroup = (): string | undefined =>
    selection.active === undefined ? undefined : groups.groupOf(selection.active);
  const toggleActive = (): void => {
    if (isHere(selection.active)) setSelection(toggle(selection, selection.active));
  };
  const marking = {
    x: toggleActive,
    X: () => {
      const group = activeGroup();
      if (group !== undefined) marks.mark(group);
    },
  };
  useActionKeys(hasTargets, targets, doTo, trash);
  useItemKeys(hasTargets ? () => threads.whole(targets()) : undefined);
  useMoves(step);
  useKeys({
    ArrowLeft: () => {
      const group = activeGroup();
      if (group !== undefined && !folded.has(group)) fold(group);
    },
    ArrowRight: () => {
      const last = [...folded].at(-1);
      if (last !== undefined) fold(last);
    },
    Enter: () => {
      if (isHere(selection.active)) openKey(selection.active, selection.active === open ? 'keep' : 'preview');
    },
    'Ctrl+Enter': () => {
      if (isHere(selection.active)) openKey(selection.active, 'beside');
    },
    Escape: () => {
      if (selection.selected.size > 0) setSelection({ ...selection, selected: new Set() });
      else tabs.leave();
    },
    ...(hasTargets ? marking : {}),
  });

  const selectAll = (): void => setSelection({ ...selection, selected: new Set(list.ids) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ') {
      event.preventDefault();
      toggleActive();
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selectAll();
    }
  };
  return { targets, selectAll, onKeyDown };
}
