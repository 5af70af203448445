import { useCallback } from 'react';
import { useClient } from '../../client/react.tsx';
import { useLanguage, useShell } from '../../shell/index.ts';
import { act, undo, type Action } from './actions.ts';

/** What is said of what was done. Loaded once the first screen stands; without it, it is done all the same. */
export const loadSaying = () => import('./lazy/saying.ts');

/** Does something to items and says so, with a way back. Answers how many it changed. */
export function useAct(): (action: Action, keys: readonly string[]) => number {
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  return useCallback(
    (action, keys) => {
      const { before, told } = act(client, action, keys);
      if (before.length === 0) return 0;
      const saying = Promise.all([loadSaying(), client.queue.stored()]).then(([{ say }]) => say);
      notices.done(
        () => undo(client, action, before),
        saying.then((say) => say(language, action, before.length)),
      );
      if (told.length > 1)
        void loadSaying()
          .then(({ followProgress }) => followProgress(client, notices, told, language))
          .catch(() => undefined);
      return before.length;
    },
    [client, notices, language],
  );
}
