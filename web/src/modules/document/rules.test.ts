import { describe, expect, test } from 'vitest';
import { changedFields, isSame, mergeEdits, noBoxOf, type Fields } from './rules.ts';

const before: Fields = {
  title: 'Vertrag',
  filename: 'Vertrag.pdf',
  buzzwords: 'Werft',
  categories: [1, 2],
  postboxId: 5,
};

test('neither blanks around a text nor the order of categories are changes', () => {
  expect(isSame('title', before, { ...before, title: 'Vertrag ' })).toBe(true);
  expect(changedFields(before, { ...before, title: ' Vertrag', categories: [2, 1] })).toEqual([]);
  expect(changedFields(before, { ...before, categories: [1, 3], postboxId: 0 })).toEqual(['postboxId', 'categories']);
});

describe('two edits of the same document', () => {
  test('of different fields come together', () => {
    const { merged, conflicts } = mergeEdits(before, { ...before, title: 'Mein' }, { ...before, buzzwords: 'Kai' });
    expect(merged).toEqual({ ...before, title: 'Mein', buzzwords: 'Kai' });
    expect(conflicts).toEqual([]);
  });

  test('to the same are none to be asked about', () => {
    const same = { ...before, title: 'Neu' };
    expect(mergeEdits(before, same, same)).toEqual({ merged: same, conflicts: [] });
  });

  test('of the same field are asked about', () => {
    const mine = { ...before, title: 'Mein', categories: [1] };
    const theirs = { ...before, title: 'Ihr', postboxId: 7 };
    expect(mergeEdits(before, mine, theirs)).toEqual({
      merged: { ...before, title: 'Mein', categories: [1], postboxId: 7 },
      conflicts: ['title'],
    });
  });
});

test.each([
  ['own', { userId: 1, fullName: 'Anna' }, false, 1],
  ['shared', { userId: 1, fullName: 'Anna' }, true, 1],
  ['others', { userId: 2, fullName: 'Ben' }, true, 1],
  ['unknown', { userId: 2, fullName: '' }, true, 1],
  ['unknown', undefined, false, 1],
  ['unknown', { userId: 1, fullName: 'Anna' }, false, undefined],
] as const)('a document in no box is %s', (whose, owner, globalized, userId) => {
  expect(noBoxOf({ owner, entry: { globalized } }, userId)).toBe(whose);
});
