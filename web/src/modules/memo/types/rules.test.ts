import { describe, expect, test } from 'vitest';
import { movedTo } from '../../../ui/moved-to.ts';
import { faultOf } from './rules.ts';

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
});
