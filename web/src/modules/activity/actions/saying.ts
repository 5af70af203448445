import type { Client } from '../../../client/client.ts';
import type { QueuedCommand } from '../../../client/core/command.ts';
import { createFormats } from '../../../shell/formats.ts';
import type { Language, Notices } from '../../../shell/index.ts';
import type { Acted, Action, SnoozeEnd, Snoozing } from './choices.ts';
import { bulkTexts } from './bulk-texts.ts';
import { doneTexts } from './done-texts.ts';
import { snoozeTexts } from './snooze-texts.ts';

/** How long a change may take before it is said how far it has come, in milliseconds. */
const LONG_MS = 1000;

/** What is said of so many items that were changed, and what leads back. */
export const say = (language: Language, action: Action, count: number): { text: string; undo: string } => ({
  text: doneTexts[language].done[action](count),
  undo: doneTexts[language].undo,
});

/** What is said of so many items that were put off, or brought back, and what leads back. `zone` is an IANA zone. */
export function saySnoozing(
  language: Language,
  zone: string,
  { choice, count, end }: { readonly choice: Snoozing; readonly count: number; readonly end: SnoozeEnd | undefined },
): { readonly text: string; readonly undo: string } {
  const t = snoozeTexts[language];
  const { undo } = doneTexts[language];
  if (choice === 'wake' || end === undefined) return { text: t.woken(count), undo };
  if (end.until === null) return { text: t.putOffUntilAnswered(count), undo };
  const time = createFormats(language, zone).full(Date.parse(end.until) / 1000);
  return { text: end.untilAnswered ? t.putOffUntilBoth(count, time) : t.putOffUntil(count, time), undo };
}

const itemsOf = (commands: readonly QueuedCommand[]): number =>
  commands.reduce((sum, { keys }) => sum + keys.length, 0);

/**
 * Calls `onRefused` with the keys of items whose change the server refused, each time that more are refused. It ends with the answer to the
 * last command.
 */
export async function followRefusals(
  client: Client,
  processIds: Acted['processIds'],
  onRefused: (keys: readonly string[]) => void,
): Promise<void> {
  const open = new Set(await Promise.all(processIds));
  let unsubscribe = (): void => undefined;
  const check = (): void => {
    const mine = client.waiting.get().filter(({ processId }) => open.has(processId));
    const refused = mine.filter(({ state }) => state === 'refused');
    for (const { processId } of refused) open.delete(processId);
    if (refused.length === mine.length) unsubscribe();
    if (refused.length > 0) onRefused(refused.flatMap(({ keys }) => keys));
  };
  unsubscribe = client.waiting.subscribe(check);
  check();
}

/** Says how many items of a change were not refused. */
export const sayPart = (language: Language, done: number, all: number): string =>
  bulkTexts[language].progress(done, all);

/**
 * Says how far a change of many items has come, where it takes long, and lets the person stop what is not on its way yet. Without a
 * connection nothing is said: the bar tells what waits.
 */
export async function followProgress(
  client: Client,
  notices: Notices,
  processIds: Acted['processIds'],
  language: Language,
): Promise<void> {
  const words = bulkTexts[language];
  const ids = new Set(await Promise.all(processIds));
  const mine = () => client.waiting.get().filter(({ processId }) => ids.has(processId));
  const left = () => mine().filter(({ state }) => state !== 'refused');
  const all = itemsOf(mine());
  /** What is neither refused nor among these. */
  const done = (others: readonly QueuedCommand[]): number =>
    all - itemsOf(others) - itemsOf(mine().filter(({ state }) => state === 'refused'));
  await client.env.sleep(LONG_MS);
  if (left().length === 0 || !client.connection.get().online) return;
  const stop = (): void => {
    const queued = left().filter(({ state }) => state === 'queued');
    end();
    notices.show({ text: words.stopped(done(queued), all) });
    void client.queue.discard(queued.map(({ processId }) => processId));
  };
  const said = (): string => words.progress(done(left()), all);
  const notice = notices.show({ text: said(), action: { label: words.stop, run: stop }, lasts: true });
  const unsubscribe = client.waiting.subscribe(() => (left().length === 0 ? end() : notices.reword(notice, said())));
  function end(): void {
    unsubscribe();
    notices.hide(notice);
  }
}
