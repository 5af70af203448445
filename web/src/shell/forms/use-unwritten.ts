import { use, useLayoutEffect, useRef } from 'react';
import { useClient } from '../../client/react.tsx';
import { useShell } from '../context.tsx';
import { TabKeyContext } from '../tabs/tab-key.ts';

/** Says whether something new was begun here in which nothing is written yet: with being left its tab ends, and `forget` is called. */
export function useUnwritten(isUnwritten: boolean, forget: () => void): void {
  const { tabs } = useShell();
  const account = useClient().key;
  const tabKey = use(TabKeyContext);
  const latest = useRef(forget);
  useLayoutEffect(() => {
    latest.current = forget;
  });
  // Hidden it counts as left, and is told of by the tabs themselves; taken down otherwise, it is nobody's any more.
  useLayoutEffect(
    () => tabs.setUnwritten(account, tabKey, isUnwritten ? () => latest.current() : undefined),
    [tabs, account, tabKey, isUnwritten],
  );
}
