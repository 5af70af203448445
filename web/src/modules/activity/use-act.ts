import { useCallback } from 'react';
import { useClient } from '../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../shell/index.ts';
import { act, undo, type Action } from './actions.ts';
import type { followProgress as FollowProgress } from './lazy/bulk-progress.ts';
import { texts } from './texts.ts';

async function follow(...given: Parameters<typeof FollowProgress>): Promise<void> {
  const { followProgress } = await import('./lazy/bulk-progress.ts');
  await followProgress(...given);
}

/** Does something to items and says so, with a way back. Answers how many it changed. */
export function useAct(): (action: Action, keys: readonly string[]) => number {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(texts);
  const language = useLanguage();
  return useCallback(
    (action, keys) => {
      const { before, told } = act(client, action, keys);
      if (before.length === 0) return 0;
      notices.done(t.done[action](before.length), t.undo, () => undo(client, action, before), client.queue.stored());
      // Without these parts it is done all the same.
      if (told.length > 1) void follow(client, notices, told, language).catch(() => undefined);
      return before.length;
    },
    [client, notices, t, language],
  );
}
