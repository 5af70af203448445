import { describe, expect, test } from 'vitest';
import { left, offline, openPages as setUp, problem, settle } from '../testing/queue.ts';
import { MAX_DONE } from './command-ledger.ts';
import type { QueuedCommand } from './command.ts';
import type { QueueMessage } from './queue-events.ts';

describe('a storage that refuses', () => {
  test('is said at once, and the change is sent from memory', async () => {
    const { queue, add, sent, deps, timers, kept } = setUp();
    deps.full = true;
    await add('a');
    expect(queue.all()).toMatchObject([{ kept: 'memory' }]);
    deps.full = false;
    timers[0]?.run();
    await settle();
    expect(kept.get('a')).toMatchObject({ order: 1 });
    expect(queue.all()).toMatchObject([{ kept: 'stored' }]);
    deps.full = true;
    await add('b', ['email:2']);
    await queue.lead(true);
    await settle();
    expect(sent).toEqual(['a', 'b']);
  });

  test('what waits behind it is as little stored, and is said to be so', async () => {
    const { queue, add, deps } = setUp();
    deps.full = true;
    await Promise.all([add('a'), add('b')]);
    expect(queue.all().map(({ kept }) => kept)).toEqual(['memory', 'memory']);
  });

  test('another page sends what this one cannot store, in the order in which it was given', async () => {
    const { all, sent, deps } = setUp([], 2);
    const [first, second] = all;
    deps.full = true;
    await second?.add('a');
    await second?.add('b');
    await first?.queue.lead(true);
    await settle();
    await settle();
    expect(sent).toEqual(['a', 'b']);
    expect(second?.queue.all()).toEqual([]);
  });

  test('what comes to be stored while it is on its way goes before what was given later, when it is tried again', async () => {
    const { all, sent, answers, deps, timers } = setUp([], 2);
    const [first, second] = all;
    const answer = Promise.withResolvers<void>();
    answers.set('a', () => answer.promise);
    await first?.queue.lead(true);
    deps.full = true;
    await second?.add('a');
    await settle();
    deps.full = false;
    await second?.add('b');
    answers.delete('a');
    answer.reject(offline());
    await settle();
    for (const { ms, run } of timers.slice()) if (ms < 5000) run();
    for (let turn = 0; turn < 4; turn += 1) await settle();
    expect(sent).toEqual(['a', 'a', 'b']);
  });

  test('what was refused and is in the memory of pages alone is stored by the one that sends, whenever it hears of it', async () => {
    const { queue, kept } = setUp();
    const refused = (processId: string): QueueMessage => ({
      kind: 'commands',
      commands: [left(processId, { kept: 'memory', state: 'refused', revision: 2 })],
    });
    queue.hear(refused('a'));
    await settle();
    expect(kept.size).toBe(0);
    await queue.lead(true);
    queue.hear(refused('b'));
    await settle();
    expect([...kept.values()].map(({ processId, state }) => `${processId} ${state}`)).toEqual([
      'a refused',
      'b refused',
    ]);
  });
});

describe('pages', () => {
  test('take up what was left, in its order, with the same process ids', async () => {
    const { queue, log, sent, answers, states } = setUp([
      left('b', { order: 2 }),
      left('a', { order: 1, state: 'sending', attempts: 1 }),
      left('r', { order: 3, state: 'refused' }),
    ]);
    await queue.refresh();
    expect(log).toEqual(['added a', 'added b']);
    const first = Promise.withResolvers<void>();
    answers.set('a', () => first.promise);
    await queue.lead(true);
    expect(states()).toEqual(['a sending', 'b queued', 'r refused']);
    first.resolve();
    await settle();
    await settle();
    expect(sent).toEqual(['a', 'b']);
    expect(states()).toEqual(['r refused']);
  });

  test('know what was left once they have asked for it, though it was being read already', async () => {
    const { queue, states } = setUp([left('a', { state: 'refused' })]);
    void queue.refresh();
    await queue.refresh();
    expect(states()).toEqual(['a refused']);
  });

  test('are settled once what became of a command is written, though it is known before', async () => {
    const { queue, add, answers, kept, states } = setUp();
    answers.set('a', () => Promise.reject(problem(422)));
    await queue.lead(true);
    await add('a');
    await expect.poll(states, { interval: 0 }).toEqual(['a refused']);
    await queue.settled();
    expect(kept.get('a')).toMatchObject({ state: 'refused' });
  });

  test('agree on one order for what both give at the same time', async () => {
    const { all, sent } = setUp([], 2);
    const [first, second] = all;
    await Promise.all([first?.add('a'), second?.add('b'), first?.add('c')]);
    const orders = all.map(({ queue }) => queue.all().map(({ processId }) => processId));
    expect(orders[0]).toEqual(orders[1]);
    await second?.queue.lead(true);
    for (let turn = 0; turn < 4; turn += 1) await settle();
    expect(sent).toEqual(orders[0]);
    expect(first?.log.filter((line) => line.startsWith('applied'))).toHaveLength(3);
    expect(all.map(({ queue }) => queue.done().length)).toEqual([3, 3]);
  });

  test('do not believe old news', async () => {
    const { queue, log, states } = setUp();
    const message = (command: QueuedCommand): QueueMessage => ({ kind: 'commands', commands: [command] });
    queue.hear(message(left('a', { state: 'done', revision: 2 })));
    queue.hear(message(left('a')));
    queue.hear(message(left('b', { state: 'refused', revision: 2 })));
    queue.hear(message(left('b', { state: 'sending', revision: 1 })));
    queue.hear({ kind: 'discarded', processIds: ['c'] });
    queue.hear(message(left('c')));
    expect([log, states()]).toEqual([[], ['b refused']]);
  });

  test('learn from the storage what they were not told', async () => {
    const { queue, add, kept, log, states } = setUp();
    await add('a');
    await add('b');
    await add('c');
    kept.delete('b');
    kept.set('a', left('a', { state: 'done', revision: 2 }));
    await queue.refresh();
    expect(log.slice(3)).toEqual(['applied a', 'lost b']);
    expect(states()).toEqual(['c queued']);
  });

  test('learn from the page that sends what became of a command that no storage holds', async () => {
    const { all, sent, answers, deps } = setUp([], 2);
    const [first, second] = all;
    answers.set('refused', () => Promise.reject(problem(422)));
    const news = ['done', 'refused', 'gone'].map((processId) =>
      left(processId, { kept: 'memory', state: 'sending', keys: [processId], attempts: 1, revision: 1 }),
    );
    for (const page of all) page.queue.hear({ kind: 'commands', commands: news });
    deps.deaf = true;
    await first?.queue.discard(['gone']);
    await first?.queue.lead(true);
    for (let turn = 0; turn < 4; turn += 1) await settle();
    expect(second?.queue.all().map(({ state }) => state)).toEqual(['sending', 'sending', 'sending']);
    deps.deaf = false;
    await second?.queue.refresh();
    await settle();
    expect(second?.queue.all().map(({ processId, state }) => `${processId} ${state}`)).toEqual(['refused refused']);
    expect(second?.queue.done().map(({ processId }) => processId)).toEqual(['done']);
    expect(sent).toEqual(['done', 'refused']);
  });

  test('keep no more of what is done than is listed, though the page that should have removed it is gone', async () => {
    const done = (count: number, from: number, part: Partial<QueuedCommand> = {}): QueuedCommand[] =>
      Array.from({ length: count }, (_, index) =>
        left(`d${from + index}`, { state: 'done', settledAt: from + index, revision: 1, order: from + index, ...part }),
      );
    const { queue, kept } = setUp(done(MAX_DONE, 1));
    await queue.refresh();
    // What no storage holds is listed, too.
    queue.hear({ kind: 'commands', commands: done(2, 100, { kept: 'memory' }) });
    expect(kept.size).toBe(MAX_DONE);
    await queue.lead(true);
    await settle();
    const listed = new Set(queue.done().map(({ processId }) => processId));
    expect([listed.size, kept.size, [...kept.keys()].every((id) => listed.has(id))]).toEqual([
      MAX_DONE,
      MAX_DONE - 2,
      true,
    ]);
  });

  test('learn once more what is discarded when the storage, which would not, has removed it', async () => {
    const { all, deps, timers, kept } = setUp([left('a', { state: 'refused' })], 2);
    const [first, second] = all;
    await first?.queue.refresh();
    deps.full = true;
    deps.deaf = true;
    await first?.queue.discard(['a']);
    deps.deaf = false;
    // A page that opens now finds it still.
    await second?.queue.refresh();
    expect(second?.queue.all()).toHaveLength(1);
    deps.full = false;
    for (const { run } of timers.slice()) run();
    await settle();
    expect([kept.size, second?.queue.all()]).toEqual([0, []]);
  });

  test('nothing is sent while an earlier place is not known', async () => {
    const { queue, sent, kept } = setUp();
    await queue.lead(true);
    kept.set('a', left('a', { order: 1 }));
    kept.set('b', left('b', { order: 2 }));
    queue.hear({ kind: 'commands', commands: [left('b', { order: 2 })] });
    for (let turn = 0; turn < 4; turn += 1) await settle();
    expect(sent).toEqual(['a', 'b']);
  });
});
