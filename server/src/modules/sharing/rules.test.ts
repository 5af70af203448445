import { describe, expect, test } from 'vitest';
import { directionOf, endingOf, mayEnd, notesOfEnd, notesOfPut, stateOf, stillOf } from './rules.ts';
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

describe('which shares end', () => {
  const giver = (activity_id: number, by_user: number, by_right = true) => ({ activity_id, by_user, by_right });
  const who = (byRight: readonly number[], beside: readonly (readonly [number, readonly number[]])[] = []) => ({
    userId: 9,
    byRight: new Set(byRight),
    beside: new Map(beside.map(([id, people]) => [id, new Set(people)])),
  });
  test.each([
    ['one’s own, of an item that one does not see any more', giver(1, 9, false), who([]), null],
    ['those of others: with oneself alone', giver(1, 2), who([1], [[1, [2]]]), 9],
    ['what was passed on, by who has the right', giver(1, 2, false), who([1], [[1, [2]]]), null],
    ['what was passed on, by who has none', giver(1, 2, false), who([], [[1, [2]]]), 9],
    ['what was passed on by somebody of whom one is not told', giver(1, 2, false), who([1]), 9],
    ['what was passed on by somebody of whom one is told at another item', giver(1, 2, false), who([1], [[2, [2]]]), 9],
  ])('%s', (_, one, taker, onlyTo) => {
    const { activity_id, by_user } = one;
    expect(endingOf([one], taker)).toEqual([{ activity_id, by_user, only_to: onlyTo }]);
  });
});

test('who has an item by somebody else, too, has it still; what did not end is no matter', () => {
  const ended = [
    { activityIds: [1, 2], userIds: [5, 6], message: '' },
    { activityIds: [3], userIds: [7], message: 'Bitte' },
  ];
  const left = [
    [1, 5],
    [2, 7],
    [3, 5],
    [3, 7],
    [4, 6],
  ].map(([activity_id = 0, user_id = 0]) => ({ activity_id, user_id, by_user: 2 }));
  expect(stillOf(ended, left).map((row) => [row.activity_id, row.user_id])).toEqual([
    [1, 5],
    [3, 7],
  ]);
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
    expect(notesOfEnd([{ activityIds: [1, 2], userIds: [5, 7], message: 'Bitte' }], names)).toEqual([
      { activityIds: [1, 2], before: { userIds: [5, 7], names: ['Carla', ''], message: 'Bitte' }, after: null },
    ]);
  });
});
