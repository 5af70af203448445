import { expect, test } from 'vitest';
import { createApplied } from './applied.ts';
import type { QueuedCommand } from './core/command.ts';

const named = (processId: string) => ({ processId }) as QueuedCommand;

function heardBy(applied: ReturnType<typeof createApplied>) {
  const heard: string[] = [];
  const stop = applied.follow('somebody', ({ processId }, answer) => heard.push(`${processId} ${String(answer)}`));
  return { heard, stop };
}

test('who begins to follow late hears of what was applied before, and of each command once', () => {
  const applied = createApplied();
  applied.note(named('a'), 1);
  const first = heardBy(applied);
  expect(first.heard).toEqual(['a 1']);
  applied.note(named('b'), 2);
  first.stop();
  applied.note(named('c'), 3);
  expect(first.heard).toEqual(['a 1', 'b 2']);
  expect(heardBy(applied).heard).toEqual(['c 3']);
  expect(heardBy(applied).heard).toEqual([]);
});

test('names hear apart, and who listens hears of nothing that was before', () => {
  const applied = createApplied();
  applied.note(named('a'), 1);
  const listened: string[] = [];
  applied.listen(({ processId }) => listened.push(processId));
  applied.note(named('b'), 2);
  expect(listened).toEqual(['b']);
  expect(heardBy(applied).heard).toEqual(['a 1', 'b 2']);
});

test('of very many the last ones are kept', () => {
  const applied = createApplied();
  for (let n = 1; n <= 150; n += 1) applied.note(named(String(n)), n);
  const { heard } = heardBy(applied);
  expect([heard.length, heard[0], heard.at(-1)]).toEqual([100, '51 51', '150 150']);
});
