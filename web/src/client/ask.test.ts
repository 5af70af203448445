import { sessionQueries } from '@kontor/contract/account';
import { describe, expect, test, vi } from 'vitest';
import { createAsk, queryKey } from './ask.ts';
import { createGather } from './gather.ts';

/** A clock that calls back what was put off when its time has come. */
function clock() {
  let now = 10_000;
  let timers: { at: number; run: () => void }[] = [];
  const later = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return () => void (timers = timers.filter((other) => other !== timer));
  };
  const pass = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      now = next.at;
      next.run();
    }
    now = until;
  };
  return { now: () => now, later, pass };
}

test('a storm of events reloads no more often than three times a second, a single event at once', async () => {
  const time = clock();
  const ask = createAsk(undefined as never, time);
  const fetcher = vi.fn<() => Promise<number>>(async () => 1);
  ask.cache.watch('list', fetcher, () => undefined);
  ask.note('list', ['list:email']);
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  await settle();
  expect(fetcher).toHaveBeenCalledTimes(1);
  ask.touch(['list:email']);
  time.pass(80);
  await settle();
  expect(fetcher).toHaveBeenCalledTimes(2);
  time.pass(5000);
  fetcher.mockClear();
  for (let n = 0; n < 1000; n += 1) {
    ask.touch(['list:email']);
    time.pass(5);
    if (n % 10 === 0) await settle();
  }
  expect(fetcher.mock.calls.length).toBeGreaterThan(10);
  expect(fetcher.mock.calls.length).toBeLessThanOrEqual(16);
  ask.close();
});

test('what comes within a frame is handed on together, in its order, and what comes after one of rest at once', () => {
  const time = clock();
  const taken: (readonly number[])[] = [];
  const gather = createGather<number>(time, (items) => taken.push(items));
  for (let n = 0; n < 5; n += 1) gather.add(n);
  time.pass(0);
  expect(taken).toEqual([[0, 1, 2, 3, 4]]);
  time.pass(5);
  gather.add(5);
  time.pass(5);
  gather.add(6);
  expect(taken).toHaveLength(1);
  time.pass(6);
  expect(taken).toEqual([
    [0, 1, 2, 3, 4],
    [5, 6],
  ]);
  time.pass(100);
  gather.add(7);
  time.pass(0);
  expect(taken.at(-1)).toEqual([7]);
  gather.add(8);
  gather.close();
  time.pass(20);
  expect(taken).toHaveLength(3);
});

test('a clock that is put back keeps back for a frame at most what comes', () => {
  let now = 1_000_000;
  const waits: { ms: number; run: () => void }[] = [];
  const later = (ms: number, run: () => void) => {
    waits.push({ ms, run });
    return () => undefined;
  };
  const gather = createGather<number>({ now: () => now, later }, () => undefined);
  gather.add(1);
  waits[0]?.run();
  now = 0;
  gather.add(2);
  expect(waits.map(({ ms }) => ms)).toEqual([0, 16]);
});

describe('an event while an answer is on its way', () => {
  function setUp() {
    const time = clock();
    const answers: PromiseWithResolvers<unknown>[] = [];
    const query = () => {
      const answer = Promise.withResolvers<unknown>();
      answers.push(answer);
      return answer.promise;
    };
    const ask = createAsk({ query } as never, time);
    const { user } = sessionQueries;
    ask.cache.watch(
      queryKey(user, {}),
      (signal) => ask.run(user, {}, signal),
      () => undefined,
    );
    const hear = (key: string): void => {
      ask.touch([key]);
      time.pass(80);
    };
    const answer = async (...keys: string[]): Promise<void> => {
      answers.at(-1)?.resolve({ results: {}, keys });
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    return { ask, answers, hear, answer, pass: time.pass };
  }

  test('the first answer is asked for once more where it was read from what the event names', async () => {
    const { answers, hear, answer } = setUp();
    hear('user:1');
    await answer('user:1');
    expect(answers).toHaveLength(2);
    await answer('user:1');
    expect(answers).toHaveLength(2);
  });

  test('and stays as it is where it was not, or the event came before it was asked for', async () => {
    const { ask, answers, hear, answer } = setUp();
    hear('user:2');
    await answer('user:1');
    expect(answers).toHaveLength(1);
    hear('user:2');
    ask.cache.refetch(queryKey(sessionQueries.user, {}));
    await answer('user:2');
    expect(answers).toHaveLength(2);
  });

  test('what a newer answer was read from for the first time counts too', async () => {
    const { ask, answers, hear, answer } = setUp();
    await answer('user:1');
    ask.cache.refetch(queryKey(sessionQueries.user, {}));
    hear('user:2');
    await answer('user:1', 'user:2');
    expect(answers).toHaveLength(3);
  });

  test('names that were forgotten count as put out of date', async () => {
    const { ask, answers, answer, hear, pass } = setUp();
    hear('user:1');
    for (let n = 0; n < 2; n += 1) {
      ask.touch(Array.from({ length: 3000 }, (_, index) => `email:${index}`));
      pass(1000);
    }
    await answer('user:1');
    expect(answers).toHaveLength(2);
  });
});
