import { useCallback } from 'react';
import type { EntryRow } from '@kontor/contract/activity';
import { rowKey } from '../../client/core/entity-store.ts';
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
      const refused = new Set<string>();
      const isDone = (row: EntryRow): boolean => !refused.has(rowKey(row));
      const done = notices.done(
        () => undo(client, action, before.filter(isDone)),
        saying.then((say) => say(language, action, before.length)),
      );
      const follow = async (): Promise<void> => {
        const { followProgress, followRefusals, sayPart } = await loadSaying();
        const onRefused = (keys: readonly string[]): void => {
          for (const key of keys) refused.add(key);
          const count = before.filter(isDone).length;
          if (count === 0) done.takeBack();
          else done.reword(sayPart(language, count, before.length));
        };
        await Promise.all([
          followRefusals(client, told, onRefused),
          told.length > 1 ? followProgress(client, notices, told, language) : undefined,
        ]);
      };
      follow().catch(() => undefined);
      return before.length;
    },
    [client, notices, language],
  );
}
