import type { ReactNode } from 'react';
import { TabKeyContext } from './tab-key.ts';
import { useTop } from './use-top.ts';

/** Stands around a detail, which is where it was scrolled to when it is shown again. */
export function DetailFrame({ tabKey, children }: { tabKey: string; children: ReactNode }) {
  return (
    <TabKeyContext value={tabKey}>
      <div className="screen" {...useTop(tabKey)}>
        {children}
      </div>
    </TabKeyContext>
  );
}
