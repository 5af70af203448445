import { use, useEffect } from 'react';
import { useShell } from './context.tsx';
import { PlaceContext } from './place.ts';

/** What the tab is called in which it stands, where that is no item whose name is known. */
export function useTabTitle(title: string): void {
  const { tabs } = useShell();
  const place = use(PlaceContext);
  useEffect(() => tabs.setTitle(place, title), [tabs, place, title]);
}
