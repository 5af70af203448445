import { describe, expect, test } from 'vitest';
import { CommandQueue, type QueuedCommand } from './queue.ts';
import { Failure } from '../failure.ts';

const offline = (): Failure => new Failure('offline', 'no answer');
const refusal = (status: number): Failure => new Failure('problem', 'no', { status });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(stored: QueuedCommand[] = []) {
  const kept = new Map(stored.map((command) => [command.processId, command]));
  const sent: string[] = [];
  const log: string[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const answers = new Map<string, () => Promise<unknown>>();
  const queue = new CommandQueue(
    {
      storage: {
        load: async () => [...kept.values()],
        put: async (command) => void kept.set(command.processId, command),
        remove: async (id) => void kept.delete(id),
      },
      now: () => 1000,
      random: () => 0.5,
      send: async (command) => {
        sent.push(command.processId);
        return answers.get(command.processId)?.();
      },
      later: (ms, then) => {
        const timer = { ms, run: then };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    {
      onAdded: (command) => log.push(`added ${command.processId}`),
      onApplied: (command) => log.push(`applied ${command.processId}`),
      onRefused: (command) => log.push(`refused ${command.processId}`),
      onDiscarded: (command) => log.push(`discarded ${command.processId}`),
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
  return { queue, add, sent, log, kept, timers, answers };
}

describe('order', () => {
  test('is stored before it is sent, and forgotten when it is answered', async () => {
    const { queue, add, sent, kept } = setUp();
    await add('a');
    expect(kept.has('a')).toBe(true);
    expect(sent).toEqual([]);
    queue.lead(true);
    await settle();
    expect(sent).toEqual(['a']);
    expect(kept.size).toBe(0);
  });

  test('commands about one item wait for each other, others do not', async () => {
    const { queue, add, sent, answers } = setUp();
    const first = Promise.withResolvers<void>();
    answers.set('a', () => first.promise);
    queue.lead(true);
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

  test('only the page that leads sends, and nothing while nobody is signed in', async () => {
    const { queue, add, sent } = setUp();
    await add('a');
    queue.hold(true);
    queue.lead(true);
    await settle();
    expect(sent).toEqual([]);
    queue.hold(false);
    await settle();
    expect(sent).toEqual(['a']);
  });
});

describe('failures', () => {
  test.each([offline(), refusal(500), refusal(503), refusal(429), refusal(401)])(
    'waits and sends again after %s',
    async (failure) => {
      const { queue, add, sent, answers, timers, log, kept } = setUp();
      let fails = 3;
      answers.set('a', async () => {
        if ((fails -= 1) > 0) throw failure;
      });
      queue.lead(true);
      await add('a');
      await settle();
      expect(timers.map(({ ms }) => ms)).toEqual([1000]);
      timers[0]?.run();
      await settle();
      expect(timers.map(({ ms }) => ms)).toEqual([2000]);
      queue.wake();
      await settle();
      expect(sent).toEqual(['a', 'a', 'a']);
      expect(log).toEqual(['added a', 'applied a']);
      expect(kept.size).toBe(0);
    },
  );

  test.each([400, 403, 404, 409, 422])(
    'a refusal with %d is undone and kept until somebody decides',
    async (status) => {
      const { queue, add, answers, log, kept, sent } = setUp();
      answers.set('a', () => Promise.reject(refusal(status)));
      queue.lead(true);
      await add('a');
      await add('b');
      await settle();
      await settle();
      expect(log).toEqual(['added a', 'added b', 'refused a', 'applied b']);
      expect(queue.all()).toMatchObject([{ processId: 'a', state: 'refused', refusal: { status } }]);
      expect(kept.get('a')?.state).toBe('refused');
      answers.delete('a');
      await queue.retry('a');
      await settle();
      expect(sent).toEqual(['a', 'b', 'a']);
      expect(queue.all()).toEqual([]);
    },
  );

  test('what is discarded is not sent', async () => {
    const { queue, add, log, kept, sent } = setUp();
    await add('a');
    await queue.discard('a');
    queue.lead(true);
    await settle();
    expect(sent).toEqual([]);
    expect(kept.size).toBe(0);
    expect(log).toEqual(['added a', 'discarded a']);
  });

  test('a storage that does not work loses nothing', async () => {
    const { queue, sent } = setUp();
    const broken = setUp();
    broken.kept.set = () => {
      throw new Error('full');
    };
    broken.queue.lead(true);
    await broken.add('a');
    await settle();
    expect(broken.sent).toEqual(['a']);
    expect([queue.all(), sent]).toEqual([[], []]);
  });
});

describe('reload', () => {
  const left = (processId: string, part: Partial<QueuedCommand>): QueuedCommand => ({
    processId,
    name: 'activity.archive',
    params: {},
    keys: ['email:1'],
    patches: [],
    createdAt: 500,
    order: 0,
    state: 'queued',
    attempts: 0,
    ...part,
  });

  test('takes up what was left, in its order, with the same process ids', async () => {
    const { queue, log, sent } = setUp([
      left('b', { order: 2 }),
      left('a', { order: 1, state: 'sending' }),
      left('r', { state: 'refused' }),
    ]);
    await queue.load();
    expect(log).toEqual(['added a', 'added b']);
    queue.lead(true);
    await settle();
    await settle();
    expect(sent).toEqual(['a', 'b']);
    expect(queue.all().map(({ processId }) => processId)).toEqual(['r']);
  });

  test('a command that another page has had answered is settled here', async () => {
    const { queue, log } = setUp();
    queue.adopt(left('a', {}));
    queue.adopt(left('a', {}));
    queue.settle('a');
    expect(log).toEqual(['added a', 'applied a']);
  });
});
