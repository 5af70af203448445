import type { Access, FieldDefinition, FieldRights } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { accessOf, openFields } from './rights.ts';

const field = (key: string, rights?: FieldRights, formula?: string): FieldDefinition => {
  const base = {
    key,
    label: key,
    isRequired: false,
    isTitle: false,
    ...(rights === undefined ? {} : { rights }),
  };
  return formula === undefined
    ? { ...base, kind: 'textField', actionIcons: [] }
    : { ...base, kind: 'computed', formula, result: 'number' };
};
const rights = (others: Access, ...groups: readonly [number, Access][]): FieldRights => ({
  others,
  groups: groups.map(([groupId, access]) => ({ groupId, access })),
});
const ALL = [
  field('open'),
  field('read', rights('read', [1, 'write'])),
  field('hidden', rights('none', [1, 'read'], [2, 'write'])),
  field('notThem', rights('write', [3, 'none'])),
  field('sum', undefined, 'open + hidden * 2'),
  field('more', undefined, 'round(sum)'),
  field('plain', undefined, 'open * 2'),
  field('own', rights('none', [2, 'read']), 'open'),
  field('ring', undefined, 'ring + hidden'),
];

test.each<[string, readonly number[], boolean, readonly string[], readonly string[]]>([
  ['nobody in a group', [], false, ['open', 'read', 'notThem', 'plain'], ['open', 'notThem']],
  [
    'group 1',
    [1],
    false,
    ['open', 'read', 'hidden', 'notThem', 'sum', 'more', 'plain', 'ring'],
    ['open', 'read', 'notThem'],
  ],
  ['the most of two groups', [1, 2], false, ALL.map(({ key }) => key), ['open', 'read', 'hidden', 'notThem']],
  ['group 3', [3], false, ['open', 'read', 'plain'], ['open']],
  ['an administrator', [], true, ALL.map(({ key }) => key), ['open', 'read', 'hidden', 'notThem']],
])('%s', (_who, groups, isAdministrator, reads, writes) => {
  const asker = { id: 1, isAdministrator, groupIds: new Set(groups) };
  const keys = (least: readonly Access[]) =>
    ALL.filter((one) => least.includes(accessOf(one, ALL, asker))).map(({ key }) => key);
  expect(keys(['read', 'write'])).toEqual(reads);
  expect(keys(['write'])).toEqual(writes);
});

test('what not everybody reads, or is made of it, is not open', () => {
  expect(openFields(ALL).map(({ key }) => key)).toEqual(['open', 'read', 'plain']);
});
