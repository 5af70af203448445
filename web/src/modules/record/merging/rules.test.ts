import type { FieldDefinition, MergePreview, SimilarRecord } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import {
  allOf,
  changedSince,
  choicesAfter,
  firstChoices,
  firstKept,
  mergeParams,
  rowsOf,
  standingValue,
} from './merge-rules.ts';
import { searchValues, byField } from './similar-rules.ts';

const text = (key: string, more: object = {}): FieldDefinition =>
  ({ key, label: key, kind: 'textField', actionIcons: [], ...more }) as unknown as FieldDefinition;
const notes = { key: 'notes', label: 'notes', kind: 'textarea' } as FieldDefinition;
const tags = { key: 'tags', label: 'tags', kind: 'multiplechoiceTag', choices: [] } as unknown as FieldDefinition;
const sum = { key: 'sum', label: 'sum', kind: 'computed', formula: '', result: 'text' } as unknown as FieldDefinition;
type Side = MergePreview['records'][number];
const record = (idoId: number, values: Side['values'], more: Partial<Side> = {}): Side => ({
  idoId,
  displayName: `Nr. ${idoId}`,
  lastKnownChangeTimestamp: 100 - idoId,
  createdAt: idoId,
  links: 0,
  values,
  ...more,
});
const preview = (fields: readonly FieldDefinition[], ...records: Side[]): MergePreview => ({
  fields: [...fields],
  records,
  contactPersons: [],
  links: 0,
});

test.each([
  ['of several minds', ['Kiel', 'Husum'], 'odds'],
  ['blanks around it say nothing', ['Kiel ', 'Kiel'], 'same'],
  ['known to one alone', ['', 'Kiel'], 'fills'],
  ['known to two of three, who say the same', ['Kiel', '', 'Kiel'], 'fills'],
  ['known to nobody', ['', ''], undefined],
])('how records stand to each other in a field: %s', (_name, values, standing) => {
  const records = values.map((city, at) => record(at + 1, city === '' ? {} : { city }));
  expect(rowsOf(preview([text('city')], ...records))[0]?.standing).toBe(standing);
});

test('what is worked out is not chosen, nor what may only be read', () => {
  const both = [record(1, { city: 'Kiel', sum: '1' }), record(2, { city: 'Husum', sum: '2' })];
  const rows = rowsOf(preview([text('city', { isReadOnly: true }), sum], ...both));
  expect(rows).toMatchObject([{ field: { key: 'city' }, standing: 'odds', isOpen: false }]);
  expect(firstChoices(preview([text('city', { isReadOnly: true }), sum], ...both)).size).toBe(0);
});

test('the order of what is chosen in a list makes no difference', () => {
  const rows = rowsOf(preview([tags], record(1, { tags: ['a', 'b'] }), record(2, { tags: ['b', 'a'] })));
  expect(rows[0]?.standing).toBe('same');
});

describe('what is chosen first', () => {
  test.each([
    ['what was written last', text('city'), ['Kiel', 'Husum'], 1],
    ['what is filled, though it is older', text('city'), ['', 'Husum'], 2],
    ['all of a list', tags, [['a'], ['b']], 'all'],
    ['all of a long text', notes, ['eins', 'zwei'], 'all'],
    ['one long text where there is but one', notes, ['', 'zwei'], 2],
  ] as const)('%s', (_name, field, values, choice) => {
    const records = values.map((value, at) => record(at + 1, { [field.key]: value as string }));
    expect(firstChoices(preview([field], ...records)).get(field.key)).toBe(choice);
  });

  test.each([
    ['most linked items', [record(1, { city: 'Kiel' }), record(2, {}, { links: 3 })], 2],
    ['most that is filled in', [record(1, {}), record(2, { city: 'Kiel' })], 2],
    ['the eldest', [record(5, {}, { createdAt: 9 }), record(6, {}, { createdAt: 3 })], 6],
  ])('kept is the one with %s', (_name, records, kept) => {
    expect(firstKept(preview([text('city')], ...records))).toBe(kept);
  });
});

test('what was chosen stays chosen when the records are read anew, as far as it can', () => {
  const fields = [text('city'), text('zip')];
  const now = preview(fields, record(1, { city: 'Kiel', zip: '1' }), record(2, { city: 'Husum', zip: '2' }));
  const before = new Map([
    ['city', 2],
    ['zip', 7],
    ['gone', 1],
  ]);
  expect([...choicesAfter(before, now)]).toEqual([
    ['city', 2],
    ['zip', 1],
  ]);
});

test('where nobody chooses stands what the kept one says, else the first that is said', () => {
  const both = [record(1, { city: 'Kiel' }), record(2, { city: 'Husum', zip: '2' })];
  expect(standingValue(text('city'), both, 2)).toBe('Husum');
  expect(standingValue(text('zip'), both, 1)).toBe('2');
});

test('all together is said once each', () => {
  const of = (key: string, ...values: (string | string[])[]) => values.map((value, at) => record(at, { [key]: value }));
  expect(allOf(tags, of('tags', ['a', 'b'], ['b', 'c']))).toEqual(['a', 'b', 'c']);
  expect(allOf(notes, of('notes', 'eins', 'zwei', 'eins'))).toBe('eins\n\nzwei');
});

test('records that were changed since, or are gone, are named', () => {
  const shown = preview([], record(1, {}), record(2, {}), record(3, {}));
  const now = preview([], record(1, {}), record(2, {}, { lastKnownChangeTimestamp: 999 }));
  expect(changedSince(shown, now)).toEqual(['Nr. 2', 'Nr. 3']);
  expect(changedSince(shown, shown)).toEqual([]);
});

test('the kept one is sent first, the others in their order', () => {
  const all = preview([], record(1, {}), record(2, {}), record(3, {}));
  const { keep, others, values } = mergeParams(4, all, 2, new Map([['city', 'all']]));
  expect([keep.idoId, others.map(({ idoId }) => idoId), values]).toEqual([2, [1, 3], { city: 'all' }]);
});

describe('what is asked with while somebody types', () => {
  const fields = [text('name'), notes, tags, { key: 'kind', label: '', kind: 'singleChoiceSelect' } as FieldDefinition];
  test.each([
    ['texts without blanks around them', { name: ' Werft ' }, { name: 'Werft' }],
    ['no long texts and no tags', { name: 'Werft', notes: 'lang', tags: ['a'] }, { name: 'Werft' }],
    ['choices beside texts', { name: 'Werft', kind: 'A' }, { name: 'Werft', kind: 'A' }],
    ['nothing where no text stands', { name: '  ', kind: 'A' }, undefined],
  ])('%s', (_name, values, params) => expect(searchValues(fields, values)).toEqual(params));
});

test('records that were called others are told of no more', () => {
  const found = [
    { idoId: 1, key: 'name' },
    { idoId: 2, key: 'name' },
    { idoId: 3, key: 'email' },
  ] as SimilarRecord[];
  expect([...byField(found, new Set([2, 3]))].map(([key, all]) => [key, all.map(({ idoId }) => idoId)])).toEqual([
    ['name', [1]],
  ]);
});
