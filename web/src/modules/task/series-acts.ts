import type { EntryRow } from '@kontor/contract/activity';
import { taskCommands } from '@kontor/contract/task';
import { rowKey } from '../../client/core/entity-store.ts';
import type { ItemTools } from '../../shell/index.ts';
import { act, undo } from '../activity/index.tsx';
import { idOf, rowsOf, watchApplied } from './acts.ts';
import { removalTexts } from './removal-texts.ts';
import { texts } from './texts.ts';

interface Step {
  /** Process id of what was done, once it is stored. */
  readonly processId: Promise<string>;
  readonly back: () => Promise<string>;
}

/** Takes steps back, the last one first. What was not sent yet is not sent at all, and what was refused was never done. */
async function takeBack({ client }: Pick<ItemTools, 'client'>, steps: readonly Step[]): Promise<void> {
  for (const { processId, back } of steps.toReversed()) {
    const id = await processId;
    const state = client.waiting.get().find(({ processId }) => processId === id)?.state;
    if (state === 'queued') await client.queue.discard([id]);
    else if (state !== 'refused') await back();
  }
}

/** Leaves this occurrence of tasks out, with a way back. */
export function skip(given: ItemTools, keys: readonly string[]): void {
  const { client, notices, language } = given;
  watchApplied(client);
  const steps = rowsOf(client, keys).map((row): Step => {
    const aggregateId = idOf(client, row);
    const enqueue = (takesBack: boolean) =>
      client.enqueue(taskCommands.skip, { aggregateId, takesBack }, { patches: [], keys: [rowKey(row)] });
    return { processId: enqueue(false), back: () => enqueue(true) };
  });
  const t = texts[language];
  const said = Promise.resolve({ text: t.skipped(steps.length), undo: t.undo });
  notices.done(() => void takeBack(given, steps), said);
}

/**
 * Throws away tasks that repeat, with those to come or all of their series, and other items with them, with one way back for all.
 * `others`: keys.
 */
export function destroySeries(
  given: ItemTools,
  rows: readonly EntryRow[],
  saveType: 'thisAndFollowing' | 'all',
  others: readonly string[] = [],
): void {
  const { client, notices, language } = given;
  watchApplied(client);
  const steps = rows.map((row): Step => {
    const aggregateId = idOf(client, row);
    const { snoozedUntil } = row;
    const enqueue = (takesBack: boolean) =>
      client.enqueue(
        taskCommands.destroy,
        { aggregateId, saveType, takesBack },
        {
          patches: [
            [rowKey(row), takesBack ? { trashed: false, snoozedUntil } : { trashed: true, snoozedUntil: null }],
          ],
        },
      );
    return { processId: enqueue(false), back: () => enqueue(true) };
  });
  const { before } = act(client, 'delete', others);
  const back = (): void => {
    void takeBack(given, steps);
    undo(client, 'delete', before);
  };
  const text = removalTexts[language].done[saveType](rows.length, before.length);
  notices.done(back, Promise.resolve({ text, undo: texts[language].undo }));
}
