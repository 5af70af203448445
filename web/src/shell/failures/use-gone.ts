import { use, useEffect } from 'react';
import { useShell } from '../context.tsx';
import { TabKeyContext } from '../tabs/tab-key.ts';

/** Says, for as long as it is shown, that what the tab was about is not there any more. */
export function useGone(): void {
  const { tabs } = useShell();
  const tabKey = use(TabKeyContext);
  useEffect(() => {
    tabs.setGone(tabKey, true);
    return () => tabs.setGone(tabKey, false);
  }, [tabs, tabKey]);
}
