import type { ChangeWay, FieldDefinition, Value } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { changedValue, faultsOfChange } from './changing.ts';

const base = { isRequired: false, isTitle: false };
const city: FieldDefinition = { ...base, key: 'city', label: 'Ort', kind: 'textField', actionIcons: [] };
const amount: FieldDefinition = { ...city, key: 'amount', isNumber: true };
const tags: FieldDefinition = { ...base, key: 'tags', label: 'Merkmale', kind: 'multiplechoice', choices: ['A', 'B'] };
const state: FieldDefinition = {
  ...base,
  key: 'state',
  label: 'Status',
  kind: 'singleChoiceSelect',
  choices: ['neu', 'alt'],
  isRequired: true,
};
const fields = [city, amount, tags, state];
const ALL = new Set(fields.map(({ key }) => key));

describe('what a field holds after a change', () => {
  test.each<[FieldDefinition, ChangeWay, Value, Value, Value]>([
    [city, 'set', 'Kiel', ' Ulm ', 'Ulm'],
    [city, 'set', 'Kiel', '', ''],
    [amount, 'set', '', '1.200,50', '1200.5'],
    [tags, 'set', ['A'], ['B', 'B'], ['B']],
    [tags, 'add', ['A'], ['B', 'A'], ['A', 'B']],
    [tags, 'add', '', ['B'], ['B']],
    [tags, 'remove', ['A', 'B'], ['A'], ['B']],
    [tags, 'remove', ['A'], ['A', 'B'], []],
    [tags, 'remove', [], ['A'], []],
  ])('%#', (field, way, now, given, expected) => expect(changedValue(field, way, now, given)).toEqual(expected));
});

describe('what is wrong with a change, whichever record it is of', () => {
  test.each<[string, ChangeWay, Value, string | undefined]>([
    ['city', 'set', 'Ulm', undefined],
    ['city', 'set', '', undefined],
    ['city', 'add', 'Ulm', 'choice'],
    ['amount', 'set', 'viel', 'number'],
    ['state', 'set', 'krumm', 'choice'],
    ['state', 'set', '', 'required'],
    ['tags', 'set', ['C'], 'choice'],
    ['tags', 'add', ['C'], 'choice'],
    ['tags', 'remove', ['C'], undefined],
    ['tags', 'add', [], 'choice'],
    ['tags', 'remove', [], 'choice'],
    ['nirgends', 'set', 'x', 'unknown'],
    ['nirgends', 'add', ['x'], 'unknown'],
  ])('%s %s %o: %s', (key, way, value, expected) =>
    expect(faultsOfChange(fields, { key, way, value }, ALL)[0]?.why).toBe(expected),
  );

  test.each<ChangeWay>(['set', 'add', 'remove'])('%s of what one may only read', (way) =>
    expect(faultsOfChange(fields, { key: 'tags', way, value: ['A'] }, new Set())).toEqual([
      { key: 'tags', why: 'right' },
    ]),
  );
});
