import { describe, expect, test } from 'vitest';
import { movedTo } from '../../../ui/moved-to.ts';
import { begunWith, faultOf, savedAs } from './rules.ts';

const named = (...names: string[]) => names.map((name, id) => ({ key: String(id), id, kept: name, name }));

describe('a list of kinds of conversation', () => {
  test.each([
    [named('Telefonat', 'Besuch'), undefined],
    [[], { why: 'none' }],
    [named('Telefonat', '  '), { why: 'name' }],
    [named('Messe', ' messe'), { why: 'twice', name: 'messe' }],
  ])('%j: %j', (list, fault) => expect(faultOf(list)).toEqual(fault));

  test.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [7, 0, ['a', 'b', 'c']],
  ])('moves the one at %d to %d', (from, to, moved) => expect(movedTo(['a', 'b', 'c'], from, to)).toEqual(moved));

  const kept = [{ id: 1, communicationType: 'Telefonat' }];
  const fair = { id: 9, communicationType: 'Messe' };
  const upper = (name: string) => name.toUpperCase();
  const added = { key: 'new', id: null, kept: '', name: 'Messe' };

  test('begins with what is kept, under the keys that it had', () => {
    const { list, base, known } = begunWith([...kept, fair], upper, [{ ...added, id: 9 }]);
    expect(list).toEqual([
      { key: '1', id: 1, kept: 'Telefonat', name: 'TELEFONAT' },
      { key: 'new', id: 9, kept: 'Messe', name: 'MESSE' },
    ]);
    expect(base).toBe(list);
    expect(known).toEqual([...kept, fair]);
  });

  test('that was saved has its numbers, and nothing left to save', () => {
    const begun = begunWith(kept, upper);
    const sent = [...begun.list, added];
    const { list, base, known } = savedAs({ ...begun, list: sent }, sent, [...kept, fair]);
    expect(list).toEqual([...begun.list, { ...added, id: 9, kept: 'Messe' }]);
    expect(base).toBe(list);
    expect(known).toEqual([...kept, fair]);
  });

  test('that was edited while it was saved has its numbers too, and the edits are left to save', () => {
    const begun = begunWith(kept, upper);
    const other = { ...added, key: 'other', name: 'Gespräch' };
    const now = [{ ...added, name: 'Messebesuch' }, other];
    const { list, base } = savedAs({ ...begun, list: now }, [...begun.list, added], [...kept, fair]);
    expect(list).toEqual([{ key: 'new', id: 9, kept: 'Messe', name: 'Messebesuch' }, other]);
    expect(base).not.toBe(list);
    expect(base).toEqual([...begun.list, { ...added, id: 9, kept: 'Messe' }]);
  });
});
