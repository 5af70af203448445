import type { FieldDefinition } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { beginningOf, isNumbered } from './beginnings.ts';
import { faultsOf } from './values.ts';

const BEGINNER = { today: '2026-12-01', me: 'Anna Berger' };
const field = (more: Partial<FieldDefinition>): FieldDefinition =>
  ({ key: 'a', label: 'A', kind: 'textarea', isRequired: true, isTitle: false, ...more }) as FieldDefinition;

test.each([
  [undefined, undefined],
  ['Neu', 'Neu'],
  [
    ['rot', 'blau'],
    ['rot', 'blau'],
  ],
  [{ kind: 'today' }, '2026-12-01'],
  [{ kind: 'me' }, 'Anna Berger'],
  [{ kind: 'number' }, undefined],
] as const)('a field that begins with %j begins with %j', (begins, value) => {
  const one = field(begins === undefined ? {} : { default: begins as NonNullable<FieldDefinition['default']> });
  expect(beginningOf(one, BEGINNER)).toEqual(value);
});

test('a number is the server’s to give', () => {
  expect(
    [{ kind: 'number' }, { kind: 'today' }, 'Neu'].map((one) => isNumbered(field({ default: one as never }))),
  ).toEqual([true, false, false]);
});

test('of what the person may not write, or is computed, nothing is demanded', () => {
  const missing = (more: Partial<FieldDefinition>) => faultsOf([field(more)], () => '').length;
  expect([{}, { isReadOnly: true }, { kind: 'computed' as const }, { isRequired: false }].map(missing)).toEqual([
    1, 0, 0, 0,
  ]);
});
