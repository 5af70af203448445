import type { EntryRow } from '@kontor/contract/activity';
import { expect, test } from 'vitest';
import type { ItemTools } from '../../shell/index.ts';
import { removalTexts } from './removal-texts.ts';
import { destroySeries, skip } from './series-acts.ts';

const rowOf = (entryId: number): EntryRow =>
  ({ moduleName: 'task', entryId, extras: {}, snoozedUntil: null, trashed: false }) as unknown as EntryRow;

/** A page whose commands are only written down; `states`: of those that wait, by process id. */
function pageWith(states: Readonly<Record<string, string>>) {
  const sent: string[] = [];
  const discarded: string[] = [];
  const rows = new Map([1, 2, 3].map((id) => [`task:${id}`, rowOf(id)]));
  let undo = (): void => undefined;
  const given = {
    language: 'de',
    notices: { done: (back: () => void) => (undo = back) },
    client: {
      user: { get: () => ({ id: 1 }) },
      store: { get: (key: string) => rows.get(key), tx: (run: () => void) => run() },
      followApplied: () => undefined,
      waiting: { get: () => Object.entries(states).map(([processId, state]) => ({ processId, state })) },
      queue: { discard: async (ids: readonly string[]) => void discarded.push(...ids) },
      async enqueue(
        { name }: { name: string },
        { aggregateId, takesBack }: { aggregateId: string; takesBack: boolean },
      ) {
        const { entryId } = JSON.parse(aggregateId) as { entryId: number };
        sent.push(`${name} ${entryId}${takesBack ? ' back' : ''}`);
        return `p${entryId}`;
      },
    },
  } as unknown as ItemTools;
  return { given, sent, discarded, undo: () => undo() };
}

test('what was skipped is taken back, the last one first', async () => {
  const { given, sent, undo } = pageWith({});
  skip(given, ['task:1', 'task:2']);
  undo();
  await expect.poll(() => sent).toEqual(['task.skip 1', 'task.skip 2', 'task.skip 2 back', 'task.skip 1 back']);
});

test('what was not sent is not sent, and what was refused was never done', async () => {
  const { given, sent, discarded, undo } = pageWith({ p1: 'queued', p2: 'refused' });
  destroySeries(given, [rowOf(1), rowOf(2), rowOf(3)], 'all');
  undo();
  await expect.poll(() => discarded).toEqual(['p1']);
  expect(sent).toEqual(['task.destroy 1', 'task.destroy 2', 'task.destroy 3', 'task.destroy 3 back']);
});

test.each<['thisAndFollowing' | 'all', number, number, string, string]>([
  ['all', 1, 0, 'Serie mit allen Aufgaben gelöscht.', 'Series deleted with all of its tasks.'],
  ['all', 2, 0, '2 Serien mit allen Aufgaben gelöscht.', '2 series deleted with all tasks.'],
  [
    'thisAndFollowing',
    1,
    3,
    'Eine Serie beendet, die folgenden Aufgaben und alles Ausgewählte gelöscht.',
    'One series ended, the following tasks and all that was selected deleted.',
  ],
])('%s of %i series with %i others is said so', (saveType, count, others, de, en) => {
  expect([removalTexts.de, removalTexts.en].map((t) => t.done[saveType](count, others))).toEqual([de, en]);
});
