import { expect, test } from 'vitest';
import { Matches } from './matches.ts';

const match = (entryId: number, text = 'x') => ({ entryId, field: 'body' as const, text });

test('what a later answer says of an entry takes the place of what an earlier one said', () => {
  const matches = new Matches();
  let calls = 0;
  const stop = matches.subscribe(() => (calls += 1));
  matches.put('a', [1, 2, 3], []);
  expect(calls).toBe(0);
  matches.put('a', [1, 2, 3], [match(1), match(2)]);
  matches.put('a', [4], [match(4)]);
  expect([...matches.of('a').keys()]).toEqual([1, 2, 4]);
  matches.put('a', [1, 2], [match(2, 'y')]);
  expect([...matches.of('a').values()].map(({ text }) => text).toSorted()).toEqual(['x', 'y']);
  expect([matches.of('a').has(1), matches.of('b').size, calls]).toEqual([false, 0, 3]);
  stop();
  matches.put('a', [4], []);
  expect([calls, matches.of('a').size]).toEqual([3, 1]);
});

test('lists that were not asked for in a while are forgotten', () => {
  const matches = new Matches();
  for (let n = 0; n < 30; n += 1) matches.put(`list ${n}`, [1], [match(1)]);
  expect([matches.of('list 0').size, matches.of('list 29').size]).toEqual([0, 1]);
});
