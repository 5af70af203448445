import type { Client } from '../../../client/client.ts';
import type { Language, Notices } from '../../../shell/index.ts';
import type { Acted, Action } from '../actions.ts';
import { bulkTexts } from './bulk-texts.ts';
import { doneTexts } from './done-texts.ts';

/** How long a change may take before it is said how far it has come, in milliseconds. */
const LONG_MS = 1000;

/** What is said of so many items that were changed, and what leads back. */
export const say = (language: Language, action: Action, count: number): { text: string; undo: string } => ({
  text: doneTexts[language].done[action](count),
  undo: doneTexts[language].undo,
});

/**
 * Says how far a change of many items has come, where it takes long, and lets the person stop what is not on its way yet. Without a
 * connection nothing is said: the bar tells what waits.
 */
export async function followProgress(
  client: Client,
  notices: Notices,
  told: Acted['told'],
  language: Language,
): Promise<void> {
  const words = bulkTexts[language];
  const ids = new Set(await Promise.all(told));
  const left = () => client.waiting.get().filter(({ processId, state }) => ids.has(processId) && state !== 'refused');
  const items = (commands: readonly { readonly keys: readonly string[] }[]): number =>
    commands.reduce((sum, { keys }) => sum + keys.length, 0);
  const all = items(client.waiting.get().filter(({ processId }) => ids.has(processId)));
  await client.env.sleep(LONG_MS);
  if (left().length === 0 || !client.connection.get().online) return;
  const stop = (): void => {
    const queued = left().filter(({ state }) => state === 'queued');
    end();
    notices.show({ text: words.stopped(all - items(queued), all) });
    void client.queue.discard(queued.map(({ processId }) => processId));
  };
  const said = (): string => words.progress(all - items(left()), all);
  const notice = notices.show({ text: said(), action: { label: words.stop, run: stop }, lasts: true });
  const unsubscribe = client.waiting.subscribe(() => (left().length === 0 ? end() : notices.reword(notice, said())));
  function end(): void {
    unsubscribe();
    notices.hide(notice);
  }
}
