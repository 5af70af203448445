import { useCallback } from 'react';
import { useClient } from '../../client/react.tsx';
import { useShell, useTexts } from '../../shell/index.ts';
import { act, undo, type Action } from './actions.ts';
import { texts } from './texts.ts';

/** Does something to items and says so, with a way back. Answers how many it changed. */
export function useAct(): (action: Action, keys: readonly string[]) => number {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(texts);
  return useCallback(
    (action, keys) => {
      const before = act(client, action, keys);
      if (before.length === 0) return 0;
      notices.done(t.done[action](before.length), t.undo, () => undo(client, action, before), client.queue.stored());
      return before.length;
    },
    [client, notices, t],
  );
}
