import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useClient } from '../../client/react.tsx';
import { placesOf } from './places.ts';
import { NO_SELECTION, settle, type Selection } from './selection.ts';

/**
 * What is selected in a list, and where its keys are: remembered with its `place`. It follows what becomes of the list; another one begins
 * anew, of which `onOther` hears.
 */
export function useSelection(
  source: string,
  ids: readonly string[],
  place: string,
  onOther: () => void,
): readonly [Selection, (next: Selection | ((current: Selection) => Selection)) => void] {
  const places = placesOf(useClient().env);
  const begin = (): Selection => ({ ...NO_SELECTION, active: places.get(place)?.active });
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
    const left = places.get(place);
    if (left !== undefined) places.keep(place, { ...left, active: selection.active });
  }, [places, place, selection.active]);
  return [selection, setSelection];
}
