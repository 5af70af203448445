import { expect, test, vi } from 'vitest';
import type { QueryResult } from '../../client/react.tsx';
import { Failure } from '../../client/failure.ts';
import { bothOf } from './both-of.ts';

const answer = <T>(given: Partial<QueryResult<T>> = {}): QueryResult<T> => ({
  data: undefined,
  failure: undefined,
  isFetching: false,
  at: 0,
  requestedAt: 0,
  retry: () => undefined,
  ...given,
});

test('two answers are one once both are there, as old as the older', () => {
  const names = answer({ data: ['Anna'], at: 200, requestedAt: 150 });
  expect(bothOf(names, answer({ isFetching: true }))).toMatchObject({ data: undefined, isFetching: true });
  expect(bothOf(names, answer({ data: 3, at: 100, requestedAt: 90 }))).toMatchObject({
    data: [['Anna'], 3],
    isFetching: false,
    at: 100,
    requestedAt: 90,
  });
});

test('where one has failed, both are asked again', () => {
  const failure = new Failure('offline', 'no answer');
  const [first, second] = [vi.fn(), vi.fn()];
  const both = bothOf(answer({ data: 1, retry: first }), answer({ failure, retry: second }));
  expect(both.failure).toBe(failure);
  both.retry();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
});
