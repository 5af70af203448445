import { use, useEffect } from 'react';
import { useShell } from '../context.tsx';
import { TabKeyContext } from './tab-key.ts';

/** What the tab is called in which it stands, where that is no item whose name is known; undefined as long as nobody can say. */
export function useTabTitle(title: string | undefined): void {
  const { tabs } = useShell();
  const tabKey = use(TabKeyContext);
  useEffect(() => {
    if (title !== undefined) tabs.setTitle(tabKey, title);
  }, [tabs, tabKey, title]);
}
