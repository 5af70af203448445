import type { Difference } from '@kontor/contract/activity';
import { describe, expect, it } from 'vitest';
import { editsOfMany, joined, real } from './history-rules.ts';

const difference = (field: string, before: unknown, after: unknown): Difference => ({
  field,
  before,
  after,
  isHtml: false,
});

const written = (before: string, after: string): Difference => ({ field: 'content', before, after, isHtml: true });

describe('differences', () => {
  it.each([
    ['a text', difference('title', 'a', 'b'), 1],
    ['the same text', difference('title', 'a', 'a'), 0],
    ['the same list', difference('tags', ['a', 'b'], ['a', 'b']), 0],
    ['another order', difference('tags', ['a', 'b'], ['b', 'a']), 1],
    ['nothing and something', difference('due', null, '2026-11-24'), 1],
    ['a text that was written as mails are', written('<p style="margin:0 0 10px">a</p>', '<p>a</p>'), 0],
    [
      'the same in a frame',
      written(
        '<blockquote style="margin:0 0 10px;padding:0 0 0 12px;border-left:3px solid #c4c9d2"><ul style="margin:0 0 10px;list-style-type:circle"></ul></blockquote>',
        '<blockquote><ul style="list-style-type:circle"></ul></blockquote>',
      ),
      0,
    ],
    ['the same with another word', written('<p style="margin:0 0 10px">a</p>', '<p>b</p>'), 1],
    ['what only reads like that', difference('title', 'margin:0 0 10px;', ''), 1],
  ])('%s', (_, one, many) => expect(real([one])).toHaveLength(many));

  it.each<[string, Difference[], Difference[], [string, unknown, unknown][]]>([
    ['of one field', [difference('a', 1, 2)], [difference('a', 2, 3)], [['a', 1, 3]]],
    ['of one field and back', [difference('a', 1, 2)], [difference('a', 2, 1)], []],
    [
      'of two fields',
      [difference('a', 1, 2)],
      [difference('b', 1, 2)],
      [
        ['a', 1, 2],
        ['b', 1, 2],
      ],
    ],
    ['of one of two fields', [difference('a', 1, 2), difference('b', 1, 2)], [difference('a', 2, 1)], [['b', 1, 2]]],
  ])('after each other, %s', (_, first, second, expected) =>
    expect(joined(first, second).map(({ field, before, after }) => [field, before, after])).toEqual(expected),
  );
});

describe('edits of many', () => {
  const row = (activity_id: number, user_id: number, was_status: 1 | 2 | 3 = 1) => ({
    activity_id,
    user_id,
    was_status,
    was_archived: false,
    was_trashed: false,
  });
  it('are a line for all that stood alike', () =>
    expect(editsOfMany([row(1, 7), row(2, 7, 2), row(3, 7)], 7, { field: 'state', after: 'ready' })).toMatchObject([
      { activityIds: [1, 3], before: 'unseen', after: 'ready', isPersonal: false },
      { activityIds: [2], before: 'seen' },
    ]));
  it('are nobody else’s business where nobody else’s row changed', () =>
    expect(editsOfMany([row(1, 7), row(2, 7), row(2, 8)], 7, { field: 'trashed', after: true })).toMatchObject([
      { activityIds: [1], isPersonal: true },
      { activityIds: [2], isPersonal: false },
    ]));
  it('say nothing of what was so before', () =>
    expect(editsOfMany([row(1, 7, 3)], 7, { field: 'state', after: 'ready' })).toEqual([]));
});
