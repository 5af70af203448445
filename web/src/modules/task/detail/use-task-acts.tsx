import { taskCommands, type TaskDetail } from '@kontor/contract/task';
import { itemKey, type CommandDefinition, type Schema } from '@kontor/contract/kernel';
import { useState } from 'react';
import type * as v from 'valibot';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { skip } from '../series-acts.ts';
import type { Task } from './fields.ts';
import { detailTexts } from './texts.ts';
import { WaitDialog } from './wait-dialog.tsx';

/** What is done with a task or note beside writing in it. `isFixed`: it cannot be written in. */
export function useTaskActs(
  details: TaskDetail | undefined,
  task: Task | undefined,
  isFixed: boolean,
  onWrite: (part: Partial<Task>) => void,
) {
  const t = useTexts(detailTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const [isWaitDialogOpen, setWaitDialogOpen] = useState(false);
  const [favored, setFavored] = useState<boolean>();
  async function send<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<boolean> {
    try {
      await client.sendNow(definition, params);
      return true;
    } catch {
      const run = (): void => void send(definition, params);
      notices.show({ text: t.actFailed, tone: 'fault', action: { label: t.retry, run } });
      return false;
    }
  }
  if (details === undefined)
    return { favor: undefined, isFavored: false, items: [], dialog: null, takeOver: undefined } as const;
  const { aggregateId, favoriteButton, lockConfig, repetitionConfig } = details;
  const own = details.entry.entryId;
  const isFavored = favored ?? favoriteButton.favored;
  const favor = (): void => {
    setFavored(!isFavored);
    void send(taskCommands.favor, { aggregateId, favored: !isFavored }).then((isDone) =>
      isDone ? undefined : setFavored(undefined),
    );
  };
  const lockItem: MenuItem = lockConfig.locked
    ? {
        key: 'unlock',
        label: t.unlock,
        icon: 'lock-simple-open',
        onSelect: () => void send(taskCommands.unlock, { aggregateId }),
      }
    : {
        key: 'lock',
        label: t.lock,
        icon: 'lock-simple',
        onSelect: () => void send(taskCommands.lock, { aggregateId }),
      };
  const items: readonly MenuItem[] = isFixed
    ? []
    : [
        lockItem,
        ...(details.moduleLayout === 'task'
          ? [{ key: 'wait', label: t.waitsFor, icon: 'hourglass' as const, onSelect: () => setWaitDialogOpen(true) }]
          : []),
        ...(repetitionConfig === null
          ? []
          : [
              {
                key: 'skip',
                label: t.skip,
                icon: 'fast-forward' as const,
                onSelect: () =>
                  skip({ client, notices, language }, [itemKey({ module: details.moduleLayout, entryId: own })]),
              },
            ]),
      ];
  const dialog =
    isWaitDialogOpen && task !== undefined ? (
      <WaitDialog
        known={[own, ...task.waitsFor]}
        onTake={({ id }) => onWrite({ waitsFor: [...task.waitsFor, id] })}
        onClose={() => setWaitDialogOpen(false)}
      />
    ) : null;
  const takeOver = (): void => void send(taskCommands.lock, { aggregateId, takesOver: true });
  return { favor, isFavored, items, dialog, takeOver } as const;
}
