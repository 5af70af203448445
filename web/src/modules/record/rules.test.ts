import { recordQueries, type FieldDefinition, type Link, type RecordInstance } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { isReflected, linkedByHand, nameOfAddress, withPending, type Pending } from './links.ts';
import {
  addressesIn,
  afterNews,
  afterSaving,
  changesOf,
  faultsOf,
  isDirty,
  isSame,
  openable,
  partsOfName,
  prefilled,
  titleOf,
  defaultKind,
  valueOf,
  withEdit,
  type Edits,
} from './fields/values.ts';

const link = (idoId: number, part: Partial<Link> = {}): Link => ({
  idoId,
  idoInstanceId: 1,
  displayName: `Werft ${idoId}`,
  instanceTitle: 'Kunden',
  instanceColor: '#2f6f4f',
  isSuggested: false,
  reason: 'hand',
  detail: 'Ben',
  at: 1,
  ...part,
});
const suggested = (idoId: number): Link => link(idoId, { isSuggested: true, reason: 'address', at: null });
const said = (links: readonly Link[]): string[] =>
  links.map(({ idoId, isSuggested }) => `${isSuggested ? '?' : ''}${idoId}`);
const mine = (idoId: number): Link => linkedByHand(link(idoId), 'Anna', 5);

describe('links that are on their way', () => {
  const stored = [link(1), suggested(2), suggested(3)];
  const cases: readonly (readonly [string, readonly Pending[], readonly string[]])[] = [
    ['nothing', [], ['1', '?2', '?3']],
    ['what was suggested is linked, and stands behind what is', [{ to: 'linked', link: mine(3) }], ['1', '3', '?2']],
    ['what was looked for is linked', [{ to: 'linked', link: mine(9) }], ['1', '9', '?2', '?3']],
    ['what is linked already', [{ to: 'linked', link: mine(1) }], ['1', '?2', '?3']],
    ['a link is taken away', [{ to: 'unlinked', link: link(1) }], ['?2', '?3']],
    ['a suggestion is taken away', [{ to: 'dismissed', link: suggested(2) }], ['1', '?3']],
    [
      'one after the other',
      [
        { to: 'unlinked', link: link(1) },
        { to: 'linked', link: mine(2) },
      ],
      ['2', '?3'],
    ],
  ];
  test.each(cases)('%s', (_name, pending, shown) => {
    expect(said(withPending(stored, pending))).toEqual(shown);
  });
  test.each([
    ['linked', mine(1), true],
    ['linked', mine(2), false],
    ['unlinked', link(1), false],
    // It may be suggested from now on.
    ['unlinked', link(2), true],
    ['dismissed', suggested(2), false],
    ['dismissed', suggested(8), true],
  ] as const)('%s is in the answer: %o', (to, of, is) => {
    expect(isReflected(stored, { to, link: of })).toBe(is);
  });
  test('an address is called as its person is', () => {
    const people = [
      { address: 'Paul@Werft.example', name: 'Paul Neumann' },
      { address: 'x@y.example', name: '' },
    ];
    expect(nameOfAddress('paul@werft.example', people)).toBe('Paul Neumann');
    expect(nameOfAddress('x@y.example', people)).toBe('x@y.example');
  });
});

const text = (key: string, part: Partial<FieldDefinition> = {}): FieldDefinition =>
  ({
    key,
    label: key,
    kind: 'textField',
    actionIcons: [],
    isRequired: false,
    isTitle: false,
    ...part,
  }) as FieldDefinition;
const tags: FieldDefinition = {
  key: 'tags',
  label: 'Tags',
  kind: 'checkboxgroup',
  choices: ['a', 'b'],
  isRequired: false,
  isTitle: false,
};

describe('values', () => {
  test('each kind of field has its own', () => {
    expect(valueOf({ ...text('name'), value: 'Werft' })).toBe('Werft');
    expect(valueOf({ ...tags, selectedValues: ['a'] })).toEqual(['a']);
    expect(valueOf({ ...tags, kind: 'singleChoiceSelect', selectedValue: null })).toBe('');
    expect(valueOf(tags)).toEqual([]);
  });
  test('the order of what is chosen says nothing', () => {
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(isSame(['a'], ['a', 'b'])).toBe(false);
    expect(isSame('a', 'a')).toBe(true);
    expect(isSame('', [])).toBe(false);
  });
  test.each([
    ['info@werft.example', ['info@werft.example']],
    ['a@x.example; b@x.example,\nc@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
    ['keine', []],
  ])('addresses in %j', (value, found) => {
    expect(addressesIn(value)).toEqual(found);
  });
  test.each([
    ['https://werft.example/a', 'https://werft.example/a'],
    ['http://werft.example', 'http://werft.example/'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['www.werft.example', undefined],
    ['', undefined],
  ])('%j is opened as %j', (value, address) => {
    expect(openable(value)).toBe(address);
  });
  test.each([
    ['Paul Neumann', 'Paul', 'Neumann'],
    ['Anna Maria Berg', 'Anna Maria', 'Berg'],
    ['Neumann, Paul', 'Paul', 'Neumann'],
    ['Werft', '', 'Werft'],
  ])('the parts of %j', (name, firstName, lastName) => {
    expect(partsOfName(name)).toEqual({ firstName, lastName });
  });
});

describe('edits', () => {
  test('name what stood there before, and are none where it stands there again', () => {
    let edits: Edits = withEdit({}, 'name', 'Werft', 'Werft N');
    edits = withEdit(edits, 'name', 'Werft', ' Werft Neumann ');
    expect(changesOf(edits)).toEqual([{ key: 'name', before: 'Werft', value: 'Werft Neumann' }]);
    expect(isDirty(edits)).toBe(true);
    expect(withEdit(edits, 'name', 'Werft', 'Werft')).toEqual({});
  });
  test('somebody else having changed the field meanwhile does not change what was seen', () => {
    const edits = withEdit({}, 'name', 'Werft', 'Meine');
    expect(withEdit(edits, 'name', 'Andere', 'Meine!')).toEqual({ name: { before: 'Werft', value: 'Meine!' } });
  });
  test('what is saved is shown until the server tells of it, and what was written meanwhile goes on from there', () => {
    const saved = withEdit(withEdit({}, 'name', 'A', 'B '), 'city', 'Kiel', 'Köln');
    const now = withEdit(saved, 'city', 'Kiel', 'Bonn');
    const after = afterSaving(now, saved);
    expect(after).toEqual({ name: { before: 'B', value: 'B' }, city: { before: 'Köln', value: 'Bonn' } });
    expect(isDirty(after)).toBe(true);
    expect(afterNews(after)).toEqual({ city: { before: 'Köln', value: 'Bonn' } });
  });
  test('a required field that is left empty is a fault', () => {
    const fields = [text('name', { isRequired: true }), text('city'), { ...tags, isRequired: true }];
    const values: Record<string, string | string[]> = { name: '  ', tags: ['a'] };
    expect(faultsOf(fields, (key) => values[key] ?? '')).toEqual([{ key: 'name', why: 'required' }]);
  });
});

describe('a new record', () => {
  const company = [text('name', { isTitle: true }), text('email')];
  const person = [text('firstName', { isTitle: true }), text('lastName', { isTitle: true }), text('email')];
  const about = { name: 'Paul Neumann', email: 'paul@werft.example' };
  test.each([
    [company, '', about, { name: 'Paul Neumann', email: 'paul@werft.example' }],
    [company, 'Werft', about, { name: 'Werft', email: 'paul@werft.example' }],
    [company, 'info@werft.example', about, { name: 'Paul Neumann', email: 'info@werft.example' }],
    [person, '', about, { firstName: 'Paul', lastName: 'Neumann', email: 'paul@werft.example' }],
    [[text('number')], 'Werft', about, {}],
    [company, 'Werft', undefined, { name: 'Werft' }],
  ])('begins with what is known of it', (fields, typed, of, values) => {
    expect(prefilled(fields, typed, of)).toEqual(values);
  });
  test('is called by its titles, else by its first text', () => {
    const values: Record<string, string> = { firstName: 'Paul', lastName: 'Neumann', email: 'p@x' };
    expect(titleOf(person, (key) => values[key] ?? '')).toBe('Paul Neumann');
    expect(titleOf(person, (key) => (key === 'email' ? 'p@x' : ''))).toBe('p@x');
    expect(titleOf(person, () => '')).toBe('');
  });
  test('is of the kind that was made last', () => {
    const [first] = recordQueries.instances.example.result as readonly RecordInstance[];
    if (first === undefined) throw new Error('There is no example');
    const other = { ...first, ID: 2, IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo: false };
    expect(defaultKind([other, first])).toBe(first);
    expect(defaultKind([other])).toBe(other);
    expect(defaultKind([])).toBeUndefined();
  });
});
