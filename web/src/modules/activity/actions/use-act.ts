import { useCallback } from 'react';
import type { EntryRow } from '@kontor/contract/activity';
import { rowKey } from '../../../client/core/entity-store.ts';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { act, isSnoozing, undo } from './actions.ts';
import { type Acted, type Choice, type SnoozeEnd } from './choices.ts';
import { loadSaying } from './load-saying.ts';
import { loadSnoozing } from './load-snoozing.ts';
import { actTexts } from './use-act-texts.ts';

/** How what was done is undone, and what is said of it. */
interface DoneNotice {
  readonly undo: (before: readonly EntryRow[]) => void;
  readonly say: (count: number) => Promise<{ readonly text: string; readonly undo: string }>;
}

/** Does something to items and says so, with a way back. What puts items off needs the `end`. */
export function useAct(): (action: Choice, keys: readonly string[], end?: SnoozeEnd) => void {
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const zone = useZone();
  const { notDone } = useTexts(actTexts);
  return useCallback(
    (action, keys, end) => {
      const announce = ({ before, processIds }: Acted, { undo: undoAll, say }: DoneNotice): void => {
        if (before.length === 0) return;
        const saying = Promise.all([say(before.length), client.queue.stored()]).then(([said]) => said);
        const refused = new Set<string>();
        const isDone = (row: EntryRow): boolean => !refused.has(rowKey(row));
        const done = notices.done(() => undoAll(before.filter(isDone)), saying);
        const follow = async (): Promise<void> => {
          const { followProgress, followRefusals, sayPart } = await loadSaying();
          const onRefused = (keys: readonly string[]): void => {
            for (const key of keys) refused.add(key);
            const count = before.filter(isDone).length;
            if (count === 0) done.takeBack();
            else done.reword(sayPart(language, count, before.length));
          };
          await Promise.all([
            followRefusals(client, processIds, onRefused),
            processIds.length > 1 ? followProgress(client, notices, processIds, language) : undefined,
          ]);
        };
        follow().catch(() => undefined);
      };
      if (!isSnoozing(action)) {
        announce(act(client, action, keys), {
          undo: (before) => undo(client, action, before),
          say: async (count) => (await loadSaying()).say(language, action, count),
        });
        return;
      }
      const later = async (): Promise<void> => {
        const { snoozing, undoSnoozing } = await loadSnoozing();
        announce(snoozing(client, action, keys, end), {
          undo: (before) => undoSnoozing(client, before),
          say: async (count) => (await loadSaying()).saySnoozing(language, zone, { choice: action, count, end }),
        });
      };
      later().catch(() => notices.show({ text: notDone, tone: 'fault' }));
    },
    [client, notices, language, zone, notDone],
  );
}
