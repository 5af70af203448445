import { use, useEffect } from 'react';
import { useShell } from './context.tsx';
import { PlaceContext } from './place.ts';

/** Says, for as long as it is shown, that what the tab was about is not there any more. */
export function useGone(): void {
  const { tabs } = useShell();
  const place = use(PlaceContext);
  useEffect(() => {
    tabs.setGone(place, true);
    return () => tabs.setGone(place, false);
  }, [tabs, place]);
}
