import { describe, expect, test } from 'vitest';
import { Failure } from '../failure.ts';
import { memoryStorage } from '../testing/queue.ts';
import { OWN_REFUSALS, type QueuedCommand } from './command.ts';
import { MOST_DONE } from './book.ts';
import { CommandQueue } from './queue.ts';
import type { QueueMessage } from './queue-events.ts';
import type { Known } from './sender.ts';

const offline = (): Failure => new Failure('offline', 'no answer');
const problem = (status: number, code = 'SOME_CODE'): Failure =>
  new Failure('problem', 'no', { status, problem: { type: 'about:blank', title: 'no', status, code } });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const DAY = 24 * 3_600_000;

const left = (processId: string, part: Partial<QueuedCommand> = {}): QueuedCommand => ({
  processId,
  name: 'activity.archive',
  params: {},
  keys: ['email:1'],
  patches: [],
  createdAt: 0,
  order: 1,
  kept: 'stored',
  state: 'queued',
  revision: 0,
  attempts: 0,
  ...part,
});

/** Pages of one person; they hear each other at once. */
function setUp(stored: readonly QueuedCommand[] = [], pages = 1) {
  const storage = memoryStorage(new Map(stored.map((command) => [command.processId, command])));
  const sent: string[] = [];
  const asked: string[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const answers = new Map<string, () => Promise<unknown>>();
  const known = new Map<string, Known>();
  const world = { now: 1000, online: true, full: false, deaf: false };
  const all = Array.from({ length: pages }, () => {
    const log: string[] = [];
    const queue: CommandQueue = new CommandQueue(
      {
        storage: {
          ...storage,
          add: (commands) => (world.full ? Promise.reject(new Error('full')) : storage.add(commands)),
          remove: (processIds) => (world.full ? Promise.reject(new Error('full')) : storage.remove(processIds)),
        },
        now: () => world.now,
        random: () => 0.5,
        online: () => world.online,
        send: async (command) => {
          sent.push(command.processId);
          return answers.get(command.processId)?.();
        },
        ask: async (processId) => {
          asked.push(processId);
          return known.get(processId) ?? { state: 'absent' };
        },
        later: (ms, then) => {
          const timer = { ms, run: then };
          timers.push(timer);
          return () => void timers.splice(timers.indexOf(timer), 1);
        },
        post: (message) => {
          for (const other of all) if (other.queue !== queue && !world.deaf) other.queue.hear(structuredClone(message));
        },
      },
      {
        onAdded: (command) => log.push(`added ${command.processId}`),
        onPlaced: () => undefined,
        onApplied: (command) => log.push(`applied ${command.processId}`),
        onRefused: (command) => log.push(`refused ${command.processId}`),
        onDiscarded: (command) => log.push(`discarded ${command.processId}`),
        onLost: (command) => log.push(`lost ${command.processId}`),
        onChange: () => undefined,
      },
    );
    const add = (processId: string, keys: readonly string[] = ['email:1']) =>
      queue.add({
        processId,
        name: 'activity.archive',
        params: {},
        keys,
        patches: keys.map((key) => [key, { archived: true }] as const),
      });
    return { queue, add, log };
  });
  const [first] = all;
  if (first === undefined) throw new Error('no page');
  const states = () => first.queue.all().map(({ processId, state }) => `${processId} ${state}`);
  return { ...first, all, sent, asked, timers, answers, known, world, kept: storage.kept, states };
}

describe('order', () => {
  test('is stored before it is sent, and kept as done when it is answered', async () => {
    const { queue, add, sent, kept, states } = setUp();
    await add('a');
    expect(kept.get('a')).toMatchObject({ state: 'queued', order: 1 });
    expect(sent).toEqual([]);
    await queue.lead(true);
    await settle();
    expect(sent).toEqual(['a']);
    expect(states()).toEqual([]);
    expect(kept.get('a')).toMatchObject({ state: 'done', settledAt: 1000 });
    expect(queue.done()).toMatchObject([{ processId: 'a' }]);
  });

  test('commands about one item wait for each other, others do not', async () => {
    const { queue, add, sent, answers } = setUp();
    const first = Promise.withResolvers<void>();
    answers.set('a', () => first.promise);
    await queue.lead(true);
    await add('a', ['email:1']);
    await add('b', ['email:1', 'email:2']);
    await add('c', ['email:2']);
    await add('d', ['email:9']);
    await settle();
    expect(sent).toEqual(['a', 'd']);
    first.resolve();
    await settle();
    await settle();
    expect(sent).toEqual(['a', 'd', 'b', 'c']);
  });

  test('only the page that leads sends, not while nobody is signed in, and not while the browser is offline', async () => {
    const { queue, add, sent, world } = setUp();
    await add('a');
    queue.hold(true);
    await queue.lead(true);
    await settle();
    expect(sent).toEqual([]);
    world.online = false;
    queue.hold(false);
    await settle();
    expect(sent).toEqual([]);
    world.online = true;
    queue.wake();
    await settle();
    expect(sent).toEqual(['a']);
  });

  test('the last fifty that are done are listed, and no more are kept', async () => {
    const { queue, add, kept, world } = setUp();
    await queue.lead(true);
    for (let n = 0; n < MOST_DONE + 5; n += 1) {
      world.now += 1;
      await add(`c${n}`, [`email:${n}`]);
      await settle();
    }
    expect(queue.done()).toHaveLength(MOST_DONE);
    expect(queue.done()[0]?.processId).toBe(`c${MOST_DONE + 4}`);
    expect(kept.size).toBe(MOST_DONE);
  });
});

describe('failures', () => {
  test.each([
    ['unknown', offline()],
    ['unknown', problem(500)],
    ['unknown', new Failure('shape', 'a page of somebody else')],
    ['queued', problem(503)],
    ['queued', problem(429)],
    ['queued', problem(401)],
  ])('%s, and sent again with the same id, after %s', async (state, failure) => {
    const { queue, add, sent, answers, timers, log, states } = setUp();
    let fails = 3;
    answers.set('a', async () => {
      if ((fails -= 1) > 0) throw failure;
    });
    await queue.lead(true);
    await add('a');
    await settle();
    expect(states()).toEqual([`a ${state}`]);
    expect(timers.map(({ ms }) => ms)).toEqual([1000]);
    timers[0]?.run();
    await settle();
    expect(timers.map(({ ms }) => ms)).toEqual([2000]);
    queue.wake();
    await settle();
    expect(sent).toEqual(['a', 'a', 'a']);
    expect(log).toEqual(['added a', 'applied a']);
    expect(states()).toEqual([]);
  });

  test.each([400, 403, 404, 409, 422])(
    'a refusal with %d is undone and kept until somebody decides',
    async (status) => {
      const { queue, add, answers, log, kept, sent } = setUp();
      answers.set('a', () => Promise.reject(problem(status)));
      await queue.lead(true);
      await add('a');
      await add('b');
      await settle();
      await settle();
      expect(log).toEqual(['added a', 'added b', 'refused a', 'applied b']);
      expect(queue.all()).toMatchObject([{ processId: 'a', state: 'refused', refusal: { status } }]);
      expect(kept.get('a')?.state).toBe('refused');
      answers.delete('a');
      await queue.retry(['a']);
      await settle();
      expect(sent).toEqual(['a', 'b', 'a']);
      expect(queue.all()).toEqual([]);
    },
  );

  test('what is discarded is not sent', async () => {
    const { queue, add, log, kept, sent } = setUp();
    await add('a');
    await queue.discard(['a']);
    await queue.lead(true);
    await settle();
    expect(sent).toEqual([]);
    expect(kept.size).toBe(0);
    expect(log).toEqual(['added a', 'discarded a']);
  });

  test('what is discarded on its way is read anew, for it may take effect', async () => {
    const { queue, add, log, answers } = setUp();
    answers.set('a', () => new Promise(() => undefined));
    await queue.lead(true);
    await add('a');
    await settle();
    await queue.discard(['a']);
    expect(log).toEqual(['added a', 'discarded a', 'lost a']);
  });
});

describe('what cannot be sent any more', () => {
  test('older than 90 days: the person is asked, and may say yes', async () => {
    const { queue, sent, world, states } = setUp([left('a'), left('b', { order: 2, createdAt: 60 * DAY })]);
    world.now = 100 * DAY;
    await queue.lead(true);
    await settle();
    expect(sent).toEqual(['b']);
    expect(queue.all()).toMatchObject([{ state: 'refused', refusal: { code: OWN_REFUSALS.tooOld } }]);
    await queue.retry(['a']);
    await settle();
    expect([sent, states()]).toEqual([['b', 'a'], []]);
  });

  test.each([
    ['done', 'applied a', []],
    ['absent', 'refused a', ['a refused']],
    ['queued', 'added a', ['a unknown']],
  ] as const)('older than 90 days and sent before: the server says %s', async (state, last, states) => {
    const world = setUp([left('a', { state: 'sending', attempts: 1 })]);
    world.known.set('a', { state });
    world.world.now = 100 * DAY;
    await world.queue.lead(true);
    await settle();
    expect([world.asked, world.sent, world.log.at(-1), world.states()]).toEqual([['a'], [], last, states]);
  });

  test('a command that this version does not know waits for the person', async () => {
    const { queue, add, answers } = setUp();
    answers.set('a', () => Promise.reject(new Failure('unsupported', 'no such command')));
    await queue.lead(true);
    await add('a');
    await settle();
    expect(queue.all()).toMatchObject([{ state: 'refused', refusal: { code: OWN_REFUSALS.unsupported } }]);
  });
});

describe('a storage that refuses', () => {
  test('is said at once, and the change is sent from memory', async () => {
    const { queue, add, sent, world, timers, kept } = setUp();
    world.full = true;
    await add('a');
    expect(queue.all()).toMatchObject([{ kept: 'memory' }]);
    world.full = false;
    timers[0]?.run();
    await settle();
    expect(kept.get('a')).toMatchObject({ order: 1 });
    expect(queue.all()).toMatchObject([{ kept: 'stored' }]);
    world.full = true;
    await add('b', ['email:2']);
    await queue.lead(true);
    await settle();
    expect(sent).toEqual(['a', 'b']);
  });

  test('another page sends what this one cannot store, in the order in which it was given', async () => {
    const { all, sent, world } = setUp([], 2);
    const [first, second] = all;
    world.full = true;
    await second?.add('a');
    await second?.add('b');
    await first?.queue.lead(true);
    await settle();
    await settle();
    expect(sent).toEqual(['a', 'b']);
    expect(second?.queue.all()).toEqual([]);
  });

  test('what comes to be stored while it is on its way goes before what was given later, when it is tried again', async () => {
    const { all, sent, answers, world, timers } = setUp([], 2);
    const [first, second] = all;
    const answer = Promise.withResolvers<void>();
    answers.set('a', () => answer.promise);
    await first?.queue.lead(true);
    world.full = true;
    await second?.add('a');
    await settle();
    world.full = false;
    await second?.add('b');
    answers.delete('a');
    answer.reject(offline());
    await settle();
    for (const { ms, run } of [...timers]) if (ms < 5000) run();
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
    const { queue, log, sent, states } = setUp([
      left('b', { order: 2 }),
      left('a', { order: 1, state: 'sending', attempts: 1 }),
      left('r', { order: 3, state: 'refused' }),
    ]);
    await queue.refresh();
    expect(log).toEqual(['added a', 'added b']);
    await queue.lead(true);
    expect(states()).toEqual(['a sending', 'b queued', 'r refused']);
    await settle();
    await settle();
    expect(sent).toEqual(['a', 'b']);
    expect(states()).toEqual(['r refused']);
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
    const { all, sent, answers, world } = setUp([], 2);
    const [first, second] = all;
    answers.set('refused', () => Promise.reject(problem(422)));
    const news = ['done', 'refused', 'gone'].map((processId) =>
      left(processId, { kept: 'memory', state: 'sending', keys: [processId], attempts: 1, revision: 1 }),
    );
    for (const page of all) page.queue.hear({ kind: 'commands', commands: news });
    world.deaf = true;
    await first?.queue.discard(['gone']);
    await first?.queue.lead(true);
    for (let turn = 0; turn < 4; turn += 1) await settle();
    expect(second?.queue.all().map(({ state }) => state)).toEqual(['sending', 'sending', 'sending']);
    world.deaf = false;
    await second?.queue.refresh();
    await settle();
    expect(second?.queue.all().map(({ processId, state }) => `${processId} ${state}`)).toEqual(['refused refused']);
    expect(second?.queue.done().map(({ processId }) => processId)).toEqual(['done']);
    expect(sent).toEqual(['done', 'refused']);
  });

  test('learn once more what is discarded when the storage, which would not, has removed it', async () => {
    const { all, world, timers, kept } = setUp([left('a', { state: 'refused' })], 2);
    const [first, second] = all;
    await first?.queue.refresh();
    world.full = true;
    world.deaf = true;
    await first?.queue.discard(['a']);
    world.deaf = false;
    // A page that opens now finds it still.
    await second?.queue.refresh();
    expect(second?.queue.all()).toHaveLength(1);
    world.full = false;
    for (const { run } of [...timers]) run();
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
