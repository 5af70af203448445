import { expect, test, vi } from 'vitest';
import { Failure } from './failure.ts';
import { QueryCache } from './query-cache.ts';

function setUp() {
  let now = 1000;
  const timers: { ms: number; run: () => void }[] = [];
  const cache = new QueryCache({
    now: () => now,
    later: (ms, then) => {
      const timer = { ms, run: then };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  return { cache, timers, pass: (ms: number) => (now += ms) };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const nothing = (): void => undefined;

test('one request for all that ask the same; fresh answers are not asked for again', async () => {
  const { cache, pass } = setUp();
  const fetcher = vi.fn<() => Promise<number>>(async () => 7);
  cache.watch('a', fetcher, nothing);
  cache.watch('a', fetcher, nothing);
  await settle();
  cache.watch('a', fetcher, nothing);
  expect(fetcher).toHaveBeenCalledOnce();
  expect(cache.peek('a')).toMatchObject({ data: 7, isFetching: false });
  pass(20_000);
  cache.revive();
  expect(fetcher).toHaveBeenCalledTimes(2);
});

test('an invalid answer is asked for again at once where it is shown, else when it is shown', async () => {
  const { cache } = setUp();
  const shown = vi.fn<() => Promise<number>>(async () => 1);
  const hidden = vi.fn<() => Promise<number>>(async () => 2);
  cache.watch('shown', shown, nothing);
  cache.watch('hidden', hidden, nothing)();
  await settle();
  cache.invalidate();
  await settle();
  expect([shown.mock.calls.length, hidden.mock.calls.length]).toEqual([2, 1]);
  cache.watch('hidden', hidden, nothing);
  expect(hidden).toHaveBeenCalledTimes(2);
});

test('a request that nobody waits for any more is called off', async () => {
  const { cache, timers } = setUp();
  let aborted = false;
  const stop = cache.watch(
    'a',
    (signal) => new Promise(() => signal.addEventListener('abort', () => (aborted = true))),
    nothing,
  );
  stop();
  expect(aborted).toBe(false);
  timers[0]?.run();
  expect(aborted).toBe(true);
});

test('a failure keeps the data that is known', async () => {
  const { cache } = setUp();
  let requests = 0;
  cache.watch('a', () => ((requests += 1) === 1 ? Promise.resolve(1) : Promise.reject(new Error('x'))), nothing);
  await settle();
  cache.refetch('a');
  await settle();
  expect(cache.peek('a')).toMatchObject({ data: 1, failure: { kind: 'shape' } });
});

test('what was kept is shown until there is an answer, and stays with its age where there is none', async () => {
  const { cache } = setUp();
  const forget = vi.fn<() => void>();
  const keeping = { load: async () => ({ data: 1, at: 7 }), forget };
  cache.watch('a', () => Promise.reject(new Error('x')), nothing, keeping);
  await settle();
  expect(cache.peek('a')).toMatchObject({ data: 1, at: 7, failure: { kind: 'shape' } });
  cache.watch('b', async () => 2, nothing, keeping);
  await settle();
  expect(cache.peek('b')).toMatchObject({ data: 2, at: 1000, failure: undefined });
  expect(forget).not.toHaveBeenCalled();
});

test('what the server says is not there is not shown from the device either', async () => {
  const { cache } = setUp();
  const forget = vi.fn<() => void>();
  const gone = new Failure('problem', 'gone', { status: 404 });
  cache.watch('a', () => Promise.reject(gone), nothing, { load: async () => ({ data: 1, at: 7 }), forget });
  await settle();
  expect(cache.peek('a')).toMatchObject({ data: undefined, failure: gone });
  expect(forget).toHaveBeenCalledOnce();
});

test('what is put out of date while its answer is on the way is asked for once more, not called off for ever', async () => {
  const { cache } = setUp();
  const answers: (() => void)[] = [];
  let aborted = 0;
  const fetcher = (signal: AbortSignal): Promise<number> => {
    signal.addEventListener('abort', () => (aborted += 1));
    return new Promise((resolve) => answers.push(() => resolve(answers.length)));
  };
  cache.watch('a', fetcher, nothing);
  for (let n = 0; n < 100; n += 1) cache.invalidate();
  expect([answers.length, aborted]).toEqual([1, 0]);
  answers[0]?.();
  await settle();
  expect(answers.length).toBe(2);
  expect(cache.peek('a')).toMatchObject({ data: 1, isFetching: true });
  answers[1]?.();
  await settle();
  expect(cache.peek('a')).toMatchObject({ data: 2, isFetching: false });
  expect(answers.length).toBe(2);
});

test('what is put out of date before its answer comes, with nobody watching, is asked for again when it is shown', async () => {
  const { cache } = setUp();
  const first = Promise.withResolvers<number>();
  const fetcher = vi.fn<() => Promise<number>>(async () => 2).mockReturnValueOnce(first.promise);
  cache.prepare('a', fetcher);
  cache.invalidate();
  first.resolve(1);
  await settle();
  expect(fetcher).toHaveBeenCalledOnce();
  cache.watch('a', fetcher, nothing);
  await settle();
  expect(fetcher).toHaveBeenCalledTimes(2);
  expect(cache.peek('a')).toMatchObject({ data: 2, isFetching: false });
});

test('what is shown again before its request was called off for good is asked for again', async () => {
  const { cache, timers } = setUp();
  const fetcher = vi
    .fn<(signal: AbortSignal) => Promise<number>>(async () => 2)
    .mockImplementationOnce(
      (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => void setTimeout(() => reject(new Failure('aborted', 'x')), 0)),
        ),
    );
  cache.watch('a', fetcher, nothing)();
  timers[0]?.run();
  cache.watch('a', fetcher, nothing);
  await settle();
  await settle();
  expect(cache.peek('a')).toMatchObject({ data: 2, isFetching: false });
});

test('an answer says when it was asked for, for what was heard since may be newer', async () => {
  const { cache, pass } = setUp();
  let answer = (_value: number): void => undefined;
  cache.watch('a', () => new Promise<number>((resolve) => (answer = resolve)), nothing);
  pass(300);
  answer(1);
  await settle();
  expect(cache.peek('a')).toMatchObject({ data: 1, requestedAt: 1000, at: 1300 });
});
