import type { FieldDefinition, WholeKind } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { movedTo } from '../../../ui/moved-to.ts';
import { asStored, designOf, givenOf, newDesign, positionOf, type Design, type ListName } from './design.ts';
import {
  addField,
  addTab,
  asKind,
  beginningOf,
  bringBack,
  changeField,
  duplicateField,
  moveField,
  removeTab,
  renameChoice,
  retireField,
} from './designing.ts';
import { keyFault, keyOf } from './keys.ts';
import { differencesOf, isChanged, layOver } from './merge.ts';
import { goneChoices } from './renaming.ts';
import { begin, redo, take, undo } from './steps.ts';

const text = (key: string, more: Partial<FieldDefinition> = {}): FieldDefinition =>
  ({
    key,
    label: key,
    kind: 'textField',
    actionIcons: [],
    isRequired: false,
    isTitle: false,
    ...more,
  }) as FieldDefinition;
const KIND: WholeKind = {
  idoInstanceId: 1,
  version: 3,
  name: 'Kunden',
  color: '#2f6f4f',
  fields: {
    leftColumn: [text('name', { isTitle: true }), text('city')],
    rightColumn: [text('email')],
    contactPerson: [text('name'), text('phone')],
    retired: [text('fax')],
  },
  columns: [{ key: 'name', label: 'name', isShown: true }],
  tabs: [],
  records: 2,
  following: null,
  changed: null,
};
const design = designOf(KIND);
const keys = ({ lists }: Design, list: ListName): string => lists[list].map(({ field }) => field.key).join(' ');
const about = { choice: 'Wahl', kindId: 1 };
const added = (label: string, list: 'left' | 'right' | 'persons' = 'left', from = design): Design =>
  addField(from, { id: 'n', field: beginningOf('textField', { ...about, key: '', label }), list });

describe('keys', () => {
  test.each([
    ['Name', 'name'],
    ['E-Mail (privat)', 'eMailPrivat'],
    ['Größe in m²', 'groesseInM'],
    ['Élan vital', 'elanVital'],
    ['2. Anschrift', 'field2Anschrift'],
    ['日本', 'field'],
    ['', 'field'],
    ['title', 'title2'],
    ['constructor', 'constructor2'],
    ['If', 'if2'],
    ['Ort', 'ort3'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('%j is %s', (label, key) => expect(keyOf(label, ['ort', 'ort2'])).toBe(key));
  test.each([
    ['Name', 'form'],
    ['a-b', 'form'],
    ['ort', 'taken'],
    ['title', 'reserved'],
    ['strasse', undefined],
  ])('%s by hand: %s', (key, fault) => expect(keyFault(key, ['ort'])).toBe(fault));
});

describe('fields', () => {
  test('all columns and tabs that there can be are there', () => {
    expect(design.columns.map(({ key, isShown }) => [key, isShown])).toEqual([
      ['ID', true],
      ['name', true],
      ['city', false],
      ['email', false],
      ['title', false],
      ['created', false],
      ['changed', false],
    ]);
    expect(design.tabs.filter(({ isShown }) => !isShown).map(({ tab }) => tab)).toEqual(['iframe']);
  });

  test.each<[string, string, ListName, string | undefined, string, string]>([
    ['within a column', 'city', 'left', 'name', 'city name', 'email'],
    ['to the end of the other column', 'name', 'right', undefined, 'city', 'email name'],
    ['before another of the other column', 'name', 'right', 'email', 'city', 'name email'],
    ['before itself', 'name', 'left', 'name', 'name city', 'email'],
    ['not to contact persons', 'name', 'persons', undefined, 'name city', 'email'],
    ['one that is not there', 'nobody', 'left', undefined, 'name city', 'email'],
  ])('moves %s', (_what, id, list, before, left, right) => {
    const next = moveField(design, id, list, before);
    expect([keys(next, 'left'), keys(next, 'right')]).toEqual([left, right]);
  });

  test('a new one has a key of its own, also beside those that were taken out, and a column', () => {
    const next = added('Fax');
    expect(keys(next, 'left')).toBe('name city fax2');
    expect(next.columns.find(({ key }) => key === 'fax2')).toEqual({ key: 'fax2', label: 'Fax', isShown: true });
    expect(keys(added('Name', 'persons'), 'persons')).toBe('name phone name2');
    expect(added('Fax', 'persons').columns).toEqual(design.columns);
  });

  test('its key follows its label until it is written by hand or used; that of a stored one stays', () => {
    const field = (one: Design, id: string) => positionOf(one, id)?.one.field ?? text('x');
    const renamed = changeField(added('Fax'), 'n', { ...field(added('Fax'), 'n'), label: 'Preis' });
    expect([field(renamed, 'n').key, renamed.columns.some(({ key }) => key === 'preis')]).toEqual(['preis', true]);
    const formula = addField(renamed, {
      id: 'f',
      field: {
        ...beginningOf('computed', { ...about, key: '', label: 'Brutto' }),
        formula: 'preis*2',
      } as FieldDefinition,
      list: 'right',
    });
    expect(field(changeField(formula, 'n', { ...field(formula, 'n'), label: 'Netto' }), 'n').key).toBe('preis');
    const byHand = changeField(renamed, 'n', { ...field(renamed, 'n'), key: 'own' });
    expect(field(changeField(byHand, 'n', { ...field(byHand, 'n'), label: 'Netto' }), 'n').key).toBe('own');
    const stored = changeField(design, 'city', { ...field(design, 'city'), key: 'other', label: 'Stadt' });
    expect([field(stored, 'city').key, field(stored, 'city').label]).toEqual(['city', 'Stadt']);
    expect(stored.columns.find(({ key }) => key === 'city')?.label).toBe('Stadt');
  });

  test('one is taken out and comes back, of a record and of a person', () => {
    const out = retireField(design, 'city');
    expect([keys(out, 'left'), keys(out, 'retired')]).toEqual(['name', 'fax city']);
    expect(out.columns.some(({ key }) => key === 'city')).toBe(false);
    const back = bringBack(out, 'city');
    expect([keys(back, 'right'), keys(back, 'retired')]).toEqual(['email city', 'fax']);
    const ofPerson = retireField(design, 'person phone');
    expect([keys(ofPerson, 'persons'), keys(ofPerson, 'retiredOfPersons')]).toEqual(['name', 'phone']);
    expect(keys(bringBack(ofPerson, 'person phone'), 'persons')).toBe('name phone');
    expect(givenOf(out, { idoInstanceId: 1, version: 3 }).fields.leftColumn.map(({ key }) => key)).toEqual(['name']);
  });

  test('one that nobody has stored is gone when it is taken out', () => {
    const next = retireField(added('Fax'), 'n');
    expect(positionOf(next, 'n')).toBeUndefined();
    expect(isChanged(design, next)).toBe(false);
  });

  test('a copy stands behind it, and does not number anew', () => {
    const numbered = changeField(design, 'name', { ...text('name', { isTitle: true }), default: { kind: 'number' } });
    const next = duplicateField(numbered, 'name', { id: 'n', label: 'Name (Kopie)' });
    expect(keys(next, 'left')).toBe('name nameKopie city');
    expect(positionOf(next, 'n')?.one.field.default).toBeUndefined();
  });

  test.each([
    ['choices stay choices', 'singleChoiceSelect', 'multiplechoice', ['A', 'B']],
    ['what has none begins with some', 'textarea', 'singleChoiceRadio', ['Wahl 1', 'Wahl 2']],
  ] as const)('another kind of field: %s', (_what, from, to, choices) => {
    const begun = { ...beginningOf(from, { ...about, key: 'a', label: 'A' }), isRequired: true, help: 'So' };
    const field = 'choices' in begun ? { ...begun, choices: ['A', 'B'] } : begun;
    expect(asKind(field as FieldDefinition, to, about)).toMatchObject({
      key: 'a',
      kind: to,
      isRequired: true,
      help: 'So',
      choices,
    });
  });
  test('what is computed is never required', () =>
    expect(asKind(text('a', { isRequired: true }), 'computed', about).isRequired).toBe(false));
});

test('a tab that goes leaves its fields to the master data, and a field comes back without it', () => {
  const tabbed = addTab(design, 'more', 'Mehr');
  const inTab = changeField(tabbed, 'city', text('city', { tab: 'own:more' }));
  expect(positionOf(removeTab(inTab, 'own:more'), 'city')?.one.field.tab).toBeUndefined();
  const back = bringBack(removeTab(retireField(inTab, 'city'), 'own:more'), 'city');
  expect(positionOf(back, 'city')?.one.field.tab).toBeUndefined();
});

test('lists are put in order', () => {
  expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a'], 3, 0)).toEqual(['a']);
});

describe('steps', () => {
  const named = (name: string): Design => ({ ...design, name });
  const write = (name: string, at: number) => [named(name), { kind: 'name', of: 'name', at }] as const;

  test('go back and forth, and what is written at once is one', () => {
    let steps = begin(design);
    for (const [name, at] of [
      ['A', 0],
      ['AB', 500],
      ['ABC', 1000],
    ] as const)
      steps = take(steps, ...write(name, at));
    steps = take(steps, ...write('ABCD', 9000));
    expect(steps.past.length).toBe(2);
    steps = undo(steps);
    expect(steps.now.name).toBe('ABC');
    steps = undo(steps);
    expect([steps.now, undo(steps).now]).toEqual([design, design]);
    steps = redo(steps);
    expect(steps.now.name).toBe('ABC');
    const other = take(steps, ...write('X', 10_000));
    expect([other.future, undo(other).now.name]).toEqual([[], 'ABC']);
  });

  test('a step that changes nothing is none', () => {
    const steps = begin(design);
    expect(take(steps, moveField(design, 'name', 'left', 'name'), { kind: 'move', at: 0 })).toBe(steps);
  });

  test('as many as anybody takes back are kept', () => {
    let steps = begin(design);
    for (let at = 0; at < 150; at += 1) steps = take(steps, named(String(at)), { kind: 'name', at: at * 5000 });
    expect(steps.past.length).toBe(100);
  });
});

describe('two who design at once', () => {
  const mine = changeField(moveField(design, 'email', 'left', 'name'), 'city', text('city', { label: 'Stadt' }));
  const theirs: Design = {
    ...designOf({
      ...KIND,
      name: 'Kundschaft',
      fields: { ...KIND.fields, leftColumn: [text('name'), text('zip')], retired: [text('fax'), text('city')] },
    }),
  };

  test('what each has done is told', () => {
    expect(differencesOf(design, mine).map(({ what, label }) => `${what} ${label}`)).toEqual([
      'changed Stadt',
      'moved email',
    ]);
    expect(differencesOf(design, theirs).map(({ what, label }) => `${what} ${label}`.trim())).toEqual([
      'name',
      'changed name',
      'added zip',
      'removed city',
    ]);
  });

  test('mine is laid over theirs: what I have not touched is as they made it', () => {
    const both = layOver(design, mine, theirs);
    expect(both.name).toBe('Kundschaft');
    expect(keys(both, 'left').split(' ').toSorted()).toEqual(['email', 'name', 'zip']);
    expect(keys(both, 'retired')).toBe('fax city');
    expect(positionOf(both, 'name')?.one.field.isTitle).toBe(false);
    expect(both.columns.map(({ key }) => key).toSorted()).toEqual(
      ['ID', 'changed', 'created', 'email', 'name', 'title', 'zip'].toSorted(),
    );
    expect(layOver(design, design, theirs)).toEqual(theirs);
  });

  test('nothing is changed by what was taken back', () => {
    expect(isChanged(design, moveField(moveField(design, 'city', 'right'), 'city', 'left'))).toBe(false);
    expect(isChanged(design, mine)).toBe(true);
    expect(isChanged(newDesign('Name', '#000000'), newDesign('Name', '#000000'))).toBe(false);
  });
});

describe('choices', () => {
  const state = (choices: string[], more = {}) =>
    ({ ...text('state', more), kind: 'singleChoiceSelect', choices }) as FieldDefinition;
  const from = designOf({
    ...KIND,
    fields: { leftColumn: [state(['new', 'old', 'gone'], { default: 'old' })], rightColumn: [], contactPerson: [] },
  });
  const write = (before: Design, choices: string[]): Design => {
    const { field } = positionOf(before, 'state')?.one ?? expect.fail('No field');
    return changeField(before, 'state', { ...field, choices } as FieldDefinition);
  };
  const written = (...steps: string[][]): Design => steps.reduce(write, from);
  const sent = (one: Design) => givenOf(one, { idoInstanceId: 1, version: 1 }).fields.leftColumn[0];
  const goneIn = (one: Design) => goneChoices(positionOf(one, 'state')?.one ?? expect.fail('No field'));
  test.each([
    [
      'written otherwise, letter by letter',
      [
        ['new', 'olde', 'gone'],
        ['new', 'older', 'gone'],
      ],
      [['old', 'older']],
    ],
    [
      'written otherwise and back',
      [
        ['new', 'older', 'gone'],
        ['new', 'old', 'gone'],
      ],
      [],
    ],
    ['taken out', [['new', 'gone']], [['old', '']]],
    [
      'taken out, another one added',
      [
        ['new', 'gone'],
        ['new', 'gone', 'late'],
      ],
      [['old', '']],
    ],
    ['moved', [['old', 'new', 'gone']], []],
    [
      'all others',
      [['a', 'b', 'c']],
      [
        ['new', ''],
        ['old', ''],
        ['gone', ''],
      ],
    ],
    [
      'renamed, then taken out',
      [
        ['new', 'older', 'gone'],
        ['new', 'gone'],
      ],
      [['old', '']],
    ],
    ['renamed to another that is stored', [['new', 'gone', 'gone']], [['old', '']]],
  ])('%s', (_said, steps, wanted) =>
    expect(goneIn(written(...steps)).map((one) => [one.from, one.to])).toEqual(wanted),
  );
  test('what is renamed is sent, begins so, is taken back and done again, and is over once it is saved', () => {
    const renamed = written(['new', 'older', 'gone']);
    expect(sent(renamed)).toMatchObject({ renamed: [{ from: 'old', to: 'older' }], default: 'older' });
    expect(isChanged(from, renamed)).toBe(true);
    const steps = take(begin(from), renamed, { kind: 'change', at: 0 });
    expect(sent(undo(steps).now)).not.toHaveProperty('renamed');
    expect(redo(undo(steps)).now).toBe(renamed);
    expect(goneIn(asStored(renamed))).toEqual([]);
  });
  test('somebody says what a choice that is taken out has become, or that it has become nothing', () => {
    const merged = renameChoice(written(['new', 'gone']), 'state', { from: 'old', to: 'new' });
    expect(sent(merged)).toMatchObject({ renamed: [{ from: 'old', to: 'new' }], default: 'new' });
    expect(sent(renameChoice(merged, 'state', { from: 'old', to: '' }))).not.toHaveProperty('renamed');
  });
  test('laid over what somebody else has saved, choices are those of mine, and theirs have been there', () => {
    const theirs = designOf({
      ...KIND,
      fields: { leftColumn: [state(['new', 'ancient', 'gone'])], rightColumn: [], contactPerson: [] },
    });
    const over = layOver(from, written(['new', 'older', 'gone']), theirs);
    expect(goneIn(over)).toEqual([{ from: 'ancient', to: '' }]);
  });
});
