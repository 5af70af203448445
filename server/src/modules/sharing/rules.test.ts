import { describe, expect, test } from 'vitest';
import { directionOf, leftAfter, mayEnd, notesOfEnd, notesOfPut, stateOf } from './rules.ts';
import type { ShareRow } from './store.ts';

const share = (activity_id: number, by_user: number, to_user: number, more: Partial<ShareRow> = {}): ShareRow => ({
  activity_id,
  by_user,
  to_user,
  group_id: 0,
  message: '',
  shared_seconds: 0,
  by_right: true,
  ...more,
});

test.each([
  ['nobody', [], 'uninvolved', 'notGlobalized'],
  ['others among themselves', [share(1, 2, 3)], 'uninvolved', 'globalized'],
  ['with the reader', [share(1, 2, 9, { message: 'Bitte' })], 'globalizedForTheUser', 'globalizedWithMessage'],
  ['by the reader', [share(1, 9, 2)], 'globalizedThroughTheUser', 'globalized'],
  [
    'by and with the reader',
    [share(1, 9, 2), share(1, 2, 9, { message: 'x' })],
    'globalizedForAndThroughTheUser',
    'globalizedWithMessage',
  ],
] as const)('shared by %s', (_, shares, direction, state) => {
  expect(directionOf(shares, 9)).toBe(direction);
  expect(stateOf(shares)).toBe(state);
});

test.each([
  ['one’s own', share(1, 9, 2), false, true],
  ['one with oneself', share(1, 2, 9), false, true],
  ['one of others', share(1, 2, 3), false, false],
  ['one of others who have the item by right', share(1, 2, 3), true, false],
  ['one that was passed on, by who has the right', share(1, 2, 3, { by_right: false }), true, true],
  ['one that was passed on, by who has none', share(1, 2, 3, { by_right: false }), false, false],
])('who may end a share: %s', (_, one, byRight, may) => {
  expect(mayEnd(one, { userId: 9, byRight })).toBe(may);
});

test('who has an item by two people loses it with the second', () => {
  const [first, second, other] = [share(1, 2, 5), share(1, 3, 5), share(1, 2, 6)];
  const shares = [first, second, other];
  expect(leftAfter(shares, new Set([first]))).toEqual({
    without: [],
    others: [{ activity_id: 1, user_id: 5, by_user: second.by_user }],
    unshared: [],
  });
  expect(leftAfter([second, other], new Set([second]))).toEqual({
    without: [{ activity_id: 1, user_id: 5 }],
    others: [],
    unshared: [],
  });
  expect(leftAfter(shares, new Set(shares))).toEqual({
    without: [
      { activity_id: 1, user_id: 5 },
      { activity_id: 1, user_id: 6 },
    ],
    others: [],
    unshared: [1],
  });
});

describe('the history', () => {
  const names = new Map([
    [5, 'Carla'],
    [6, 'Dora'],
  ]);
  test('says the same of items that the same became of in one line', () => {
    const put = [1, 2].flatMap((activity_id) => [5, 6].map((to_user) => ({ activity_id, to_user, was: null })));
    const after = { userIds: [5, 6], names: ['Carla', 'Dora'], message: 'Bitte' };
    expect(notesOfPut(put, 'Bitte', names)).toEqual([{ activityIds: [1, 2], before: null, after }]);
  });
  test('tells what is new from what says something else', () => {
    const put = [
      { activity_id: 1, to_user: 5, was: 'Alt' },
      { activity_id: 1, to_user: 6, was: null },
    ];
    expect(notesOfPut(put, 'Neu', names)).toEqual([
      {
        activityIds: [1],
        before: { userIds: [5], names: ['Carla'], message: 'Alt' },
        after: { userIds: [5], names: ['Carla'], message: 'Neu' },
      },
      { activityIds: [1], before: null, after: { userIds: [6], names: ['Dora'], message: 'Neu' } },
    ]);
  });
  test('keeps what was said with what ended', () => {
    expect(notesOfEnd([share(1, 2, 5, { message: 'Bitte' })], names)).toEqual([
      { activityIds: [1], before: { userIds: [5], names: ['Carla'], message: 'Bitte' }, after: null },
    ]);
  });
});
