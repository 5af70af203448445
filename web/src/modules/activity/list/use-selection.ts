import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { scrollPositionsOf } from './scroll-positions.ts';
import { NO_SELECTION, settle, type Selection } from './selection.ts';

/** A list's selection, and what changes it. */
export type ShownSelection = readonly [Selection, (next: Selection | ((current: Selection) => Selection)) => void];

/**
 * The selection of a list and the position of its keys, remembered under `positionKey`. Both follow the list as it changes. With another
 * list they begin anew, and `onOther` is called.
 */
export function useSelection(
  source: string,
  ids: readonly string[],
  positionKey: string,
  onOther: () => void,
): ShownSelection {
  const scrollPositions = scrollPositionsOf(useClient().env);
  const begin = (): Selection => ({ ...NO_SELECTION, active: scrollPositions.get(positionKey)?.active });
  const [selection, setSelection] = useState(begin);
  const before = useRef(ids);
  // Before anything is drawn, so that the next key press already finds the next item.
  useLayoutEffect(() => {
    const old = before.current;
    before.current = ids;
    if (old !== ids) setSelection((current) => settle(current, old, ids));
  }, [ids]);
  const [shown, setShown] = useState(source);
  if (shown !== source) {
    setShown(source);
    setSelection(begin);
    onOther();
  }
  useEffect(() => {
    const left = scrollPositions.get(positionKey);
    if (left !== undefined) scrollPositions.keep(positionKey, { ...left, active: selection.active });
  }, [scrollPositions, positionKey, selection.active]);
  return [selection, setSelection];
}
