import { expect, test } from 'vitest';
import { foldThreads } from './threads.ts';

const rows: Readonly<Record<string, { timestamp: number; extras: Record<string, unknown> }>> = {
  a: { timestamp: 50, extras: { threadId: 1 } },
  b: { timestamp: 40, extras: { threadId: 2 } },
  c: { timestamp: 30, extras: { threadId: 1 } },
  d: { timestamp: 20, extras: {} },
  e: { timestamp: 10, extras: { threadId: 1 } },
  f: { timestamp: 60, extras: { threadId: null } },
  g: { timestamp: 60, extras: { threadId: null } },
};
const fold = (ids: readonly string[]) => foldThreads(ids, (key) => rows[key]);

test.each([
  ['the newest stands for those of its thread', 'a b c d e', 'a b d', { a: ['c', 'e'] }],
  ['whatever the order, it stays where it stands', 'e d c b a', 'd b a', { a: ['e', 'c'] }],
  ['rows without a thread stand for themselves', 'f d g', 'f d g', {}],
  ['what is not known stands for itself', 'x a y', 'x a y', {}],
])('%s', (_name, ids, shown, under) => {
  const folded = fold(ids.split(' '));
  expect([folded.ids.join(' '), Object.fromEntries(folded.under)]).toEqual([shown, under]);
});

test('a list without threads is the list that it was', () => {
  const ids = ['a', 'b', 'd'];
  expect(fold(ids).ids).toBe(ids);
});
