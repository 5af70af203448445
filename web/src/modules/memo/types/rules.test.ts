import { describe, expect, test } from 'vitest';
import { movedTo } from '../../../ui/moved-to.ts';
import { begunWith, faultOf, followed, isChanged, savedAs } from './rules.ts';

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

  test('that nobody edits is what is stored anew, under the keys that it had', () => {
    const begun = begunWith(kept, upper);
    const draft = { ...begun, list: [...begun.list, { ...added, id: 9, kept: 'Messe', name: 'MESSE' }] };
    const { list, known } = followed(draft, draft, begunWith([...kept, fair], upper));
    expect(list).toEqual([
      { key: '1', id: 1, kept: 'Telefonat', name: 'TELEFONAT' },
      { key: 'new', id: 9, kept: 'Messe', name: 'MESSE' },
    ]);
    expect(known).toEqual([...kept, fair]);
  });

  test('that is edited stays as it is, with what was known when it was begun', () => {
    const begun = begunWith(kept, upper);
    const draft = { ...begun, list: [...begun.list, added] };
    expect(followed(draft, begun, begunWith([...kept, fair], upper))).toBe(draft);
  });

  test('that was saved has its numbers, and nothing left to save', () => {
    const begun = begunWith(kept, upper);
    const sent = { ...begun, list: [...begun.list, added] };
    const saved = savedAs(sent, sent, [...kept, fair]);
    expect(saved).toEqual({ list: [...begun.list, { ...added, id: 9, kept: 'Messe' }], known: [...kept, fair] });
    expect(isChanged(saved, savedAs(sent, sent, [...kept, fair]))).toBe(false);
  });

  test('that was edited while it was saved has its numbers too, and the edits are left to save', () => {
    const begun = begunWith(kept, upper);
    const sent = { ...begun, list: [...begun.list, added] };
    const other = { ...added, key: 'other', name: 'Gespräch' };
    const now = { ...begun, list: [{ ...added, name: 'Messebesuch' }, other] };
    const saved = savedAs(now, sent, [...kept, fair]);
    expect(saved.list).toEqual([{ key: 'new', id: 9, kept: 'Messe', name: 'Messebesuch' }, other]);
    expect(isChanged(savedAs(sent, sent, [...kept, fair]), saved)).toBe(true);
  });
});
