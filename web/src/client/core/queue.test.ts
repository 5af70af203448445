import { describe, expect, test } from 'vitest';
import { Failure } from '../failure.ts';
import { left, offline, openPages as setUp, problem, settle } from '../testing/queue.ts';
import { MAX_DONE } from './command-ledger.ts';
import { OWN_REFUSALS } from './command.ts';

const DAY = 24 * 3_600_000;

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
    const { queue, add, sent, deps } = setUp();
    await add('a');
    queue.hold(true);
    await queue.lead(true);
    await settle();
    expect(sent).toEqual([]);
    deps.online = false;
    queue.hold(false);
    await settle();
    expect(sent).toEqual([]);
    deps.online = true;
    queue.wake();
    await settle();
    expect(sent).toEqual(['a']);
  });

  test('the last fifty that are done are listed, and no more are kept', async () => {
    const { queue, add, kept, deps } = setUp();
    await queue.lead(true);
    for (let n = 0; n < MAX_DONE + 5; n += 1) {
      deps.now += 1;
      await add(`c${n}`, [`email:${n}`]);
      await settle();
    }
    expect(queue.done()).toHaveLength(MAX_DONE);
    expect(queue.done()[0]?.processId).toBe(`c${MAX_DONE + 4}`);
    expect(kept.size).toBe(MAX_DONE);
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
    const { queue, sent, deps, states } = setUp([left('a'), left('b', { order: 2, createdAt: 60 * DAY })]);
    deps.now = 100 * DAY;
    await queue.lead(true);
    await settle();
    expect(sent).toEqual(['b']);
    expect(queue.all()).toMatchObject([{ state: 'refused', refusal: { code: OWN_REFUSALS.tooOld } }]);
    await queue.retry(['a']);
    await settle();
    expect([sent, states()]).toEqual([['b', 'a'], []]);
  });

  test('longer than it was to wait: the person is asked, and may say yes', async () => {
    const { queue, sent, deps } = setUp([left('a', { asksAfterMs: DAY / 2 }), left('b', { order: 2 })]);
    deps.now = DAY;
    await queue.lead(true);
    await settle();
    expect(sent).toEqual(['b']);
    expect(queue.all()).toMatchObject([{ state: 'refused', refusal: { code: OWN_REFUSALS.waited } }]);
    deps.now = 1.4 * DAY;
    await queue.retry(['a']);
    await settle();
    expect(sent).toEqual(['b', 'a']);
  });

  test.each([
    ['done', 'applied a', []],
    ['absent', 'refused a', ['a refused']],
    ['queued', 'added a', ['a unknown']],
  ] as const)('older than 90 days and sent before: the server says %s', async (state, last, states) => {
    const deps = setUp([left('a', { state: 'sending', attempts: 1 })]);
    deps.known.set('a', { state });
    deps.deps.now = 100 * DAY;
    await deps.queue.lead(true);
    await settle();
    expect([deps.inquiries, deps.sent, deps.log.at(-1), deps.states()]).toEqual([['a'], [], last, states]);
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
