import type { FieldDefinition, FieldFault, Value } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { isMailAddress } from '../../platform/address-key.ts';
import { nameSearch, readSearch, searchWords, titleKey } from './finding.ts';
import {
  addressesOf,
  displayNameOf,
  faultsOf,
  keptValues,
  membersOf,
  mergeChanges,
  phonesOf,
  subtitleOf,
  titleOf,
  type FieldChange,
  type Kind,
  type Person,
} from './rules.ts';
import type { Values } from './tables.ts';

const base = { isRequired: false, isTitle: false };
const text = (key: string, more: Partial<Extract<FieldDefinition, { kind: 'textField' }>> = {}): FieldDefinition => ({
  ...base,
  key,
  label: key,
  kind: 'textField',
  actionIcons: [],
  ...more,
});
const FIELDS = {
  first: text('first', { isTitle: true }),
  last: text('last', { isTitle: true, isRequired: true }),
  company: text('company'),
  email: text('email', { actionIcons: ['mail'] }),
  phone: text('phone', { actionIcons: ['phone'] }),
  notes: { ...base, key: 'notes', label: 'notes', kind: 'textarea' },
  status: { ...base, key: 'status', label: 'status', kind: 'singleChoiceSelect', choices: ['neu', 'alt'] },
  radio: { ...base, key: 'radio', label: 'radio', kind: 'singleChoiceRadio', choices: ['ja', 'nein'] },
  many: { ...base, key: 'many', label: 'many', kind: 'multiplechoice', choices: ['rot', 'blau'] },
  boxes: { ...base, key: 'boxes', label: 'boxes', kind: 'checkboxgroup', choices: ['rot', 'blau'] },
  tags: { ...base, key: 'tags', label: 'tags', kind: 'multiplechoiceTag', choices: ['rot'] },
  day: { ...base, key: 'day', label: 'day', kind: 'datefield', format: 'DD.MM.YYYY', width: 160 },
  time: { ...base, key: 'time', label: 'time', kind: 'timefield', increment: 15, minValue: '08:00', maxValue: '18:00' },
} satisfies Record<string, FieldDefinition>;
const ALL = Object.values(FIELDS) as readonly FieldDefinition[];
const KIND: Kind = {
  name: 'Kontakte',
  fields: {
    leftColumn: [...ALL],
    rightColumn: [],
    contactPerson: [text('name', { isTitle: true }), FIELDS.email, FIELDS.phone],
  },
};
const TELLING = {
  fields: {
    leftColumn: ['city', 'company', 'number', 'email'].map((key) => text(key)),
    rightColumn: [],
    contactPerson: [],
  },
};
const given = (values: Record<string, Value>) => new Map(Object.entries(values));

describe('what a record is called', () => {
  test.each<[string, Values]>([
    ['Paul Neumann', { first: 'Paul', last: 'Neumann', company: 'Werft' }],
    ['Neumann', { last: ' Neumann ' }],
    ['Paul Neumann', { first: 'Paul\n', last: 'Neumann' }],
    ['Werft', { company: 'Werft' }],
    ['ruft an', { notes: 'ruft an', status: 'neu' }],
    ['Kontakte 7', {}],
    ['Kontakte 7', { status: 'neu' }],
    ['Kontakte 7', { last: '   ' }],
    ['x'.repeat(500), { last: 'x'.repeat(900) }],
  ])('%s', (title, values) => expect(titleOf(KIND, 7, values)).toBe(title));

  test.each<[string, Values]>([
    ['Paul, Kiel', { city: 'Kiel', company: 'Werft', number: '4', email: 'a@b.example' }],
    ['Paul, Werft', { company: 'Werft', number: '4' }],
    ['Paul, 4', { number: '4', email: 'a@b.example' }],
    ['Paul, a@b.example', { city: ' ', email: 'a@b.example' }],
    ['Paul', {}],
  ])('%s: with the first of what tells it from others', (name, values) =>
    expect(displayNameOf('Paul', subtitleOf(TELLING, values))).toBe(name),
  );
});

describe('values', () => {
  test.each<[string, Record<string, Value>, readonly FieldFault[]]>([
    ['are good', { last: 'Neumann', status: 'neu', many: ['rot', 'blau'], day: '2028-02-29', time: '08:00' }, []],
    ['are missing where they must be', {}, [{ key: 'last', why: 'required' }]],
    ['are blank where they must not be', { last: ' \n' }, [{ key: 'last', why: 'required' }]],
    ['are of no field', { last: 'N', gibtsNicht: '' }, [{ key: 'gibtsNicht', why: 'unknown' }]],
    ['are of no field that there is', { last: 'N', constructor: 'x' }, [{ key: 'constructor', why: 'unknown' }]],
    [
      'are no choice',
      { last: 'N', status: 'kaputt', radio: 'vielleicht' },
      [
        { key: 'status', why: 'choice' },
        { key: 'radio', why: 'choice' },
      ],
    ],
    [
      'are not all choices',
      { last: 'N', many: ['rot', 'grün'], boxes: ['weiß'] },
      [
        { key: 'many', why: 'choice' },
        { key: 'boxes', why: 'choice' },
      ],
    ],
    ['are words of the writer’s own', { last: 'N', tags: ['rot', 'grün'] }, []],
    [
      'are a list where one can be',
      { last: ['N', 'M'], status: ['neu'] },
      [
        { key: 'last', why: 'choice' },
        { key: 'status', why: 'choice' },
      ],
    ],
    ['are one where a list can be', { last: 'N', many: 'rot' }, []],
    [
      'are addresses',
      { last: 'N', email: 'a@b.example, "Neumann" <C@D.example>;e@xn--mller-kva.example\nf@müller.example' },
      [],
    ],
    ['are no addresses', { last: 'N', email: 'a@b.example, Neumann' }, [{ key: 'email', why: 'address' }]],
    ['are nothing but signs between addresses', { last: 'N', email: ';,' }, [{ key: 'email', why: 'address' }]],
    [
      'are too many addresses',
      { last: 'N', email: Array.from({ length: 21 }, (_, n) => `a${n}@b.example`).join() },
      [{ key: 'email', why: 'tooLong' }],
    ],
    ['are no days', { last: 'N', day: '2027-02-29' }, [{ key: 'day', why: 'date' }]],
    ['are days in another form', { last: 'N', day: '01.03.2026' }, [{ key: 'day', why: 'date' }]],
    ['are no times', { last: 'N', time: '24:00' }, [{ key: 'time', why: 'time' }]],
    ['are times outside of what there is', { last: 'N', time: '07:59' }, [{ key: 'time', why: 'time' }]],
    ['are too long', { last: 'N'.repeat(2001) }, [{ key: 'last', why: 'tooLong' }]],
    ['are long where they may be', { last: 'N', notes: 'x'.repeat(20_000) }, []],
  ])('%s', (_, values, faults) => expect(faultsOf(ALL, given(values), true)).toEqual(faults));

  test('that are not named are left alone in a change', () => {
    expect(faultsOf(ALL, given({ company: 'Werft' }), false)).toEqual([]);
    expect(faultsOf(ALL, given({ last: '' }), false)).toEqual([{ key: 'last', why: 'required' }]);
  });

  test('are kept without blanks, each word once, and only where they are filled', () => {
    const values = { last: ' Neumann ', company: ' ', many: [' rot', 'rot', ''], tags: [], boxes: 'blau' };
    expect(keptValues(ALL, given(values))).toEqual({ last: 'Neumann', many: ['rot'], boxes: ['blau'] });
  });

  test.each<[string, boolean]>([
    ['a@b.example', true],
    ['O’Brien@b.example', false],
    ["o'brien+x@b.example", true],
    ['a@b@c.example', false],
    ['a b@c.example', false],
    ['@b.example', false],
    ['a@', false],
    [`${'a'.repeat(320)}@b.example`, false],
  ])('%s is an address: %s', (address, is) => expect(isMailAddress(address)).toBe(is));
});

describe('changes', () => {
  const stored: Values = { last: 'Neumann', company: 'Werft', many: ['rot'] };
  const change = (key: string, before: Value, value: Value): FieldChange => ({ key, before, value });
  test.each<[string, readonly FieldChange[], Values, readonly string[], boolean]>([
    ['of what stands there', [change('last', 'Neumann', 'Altmann')], { ...stored, last: 'Altmann' }, [], true],
    ['to what stands there by now', [change('last', 'Früher', 'Neumann')], stored, [], false],
    ['of what others have changed', [change('last', 'Früher', 'Altmann')], stored, ['last'], false],
    [
      'of two, of which one is good',
      [change('company', 'Werft', 'Hof'), change('last', '', 'A')],
      { ...stored, company: 'Hof' },
      ['last'],
      true,
    ],
    ['of blanks alone', [change('last', ' Neumann', 'Neumann ')], stored, [], false],
    ['of what was empty', [change('first', '', 'Paul')], { ...stored, first: 'Paul' }, [], true],
    ['to nothing', [change('company', 'Werft', '')], { last: 'Neumann', many: ['rot'] }, [], true],
    ['of lists', [change('many', ['rot'], ['rot', 'blau'])], { ...stored, many: ['rot', 'blau'] }, [], true],
    ['of a list that was empty', [change('boxes', '', ['rot'])], { ...stored, boxes: ['rot'] }, [], true],
    ['of lists that others have changed', [change('many', [], ['blau'])], stored, ['many'], false],
    ['of nothing', [], stored, [], false],
  ])('%s', (_, changes, values, conflicts, isChanged) =>
    expect(mergeChanges(ALL, stored, changes)).toEqual({ values, conflicts, isChanged }),
  );
});

describe('who is reached how', () => {
  const values: Values = {
    last: 'Neumann',
    email: 'Info@Werft.example; N <b@w.example>, info@WERFT.example',
    phone: '+49 (431) 12-34; 0171/5; 12',
  };
  const persons: readonly Person[] = [
    { personId: 4, values: { name: 'Paula', email: 'paula@w.example', phone: '0431 1234' } },
    { personId: 5, values: { phone: 'keine' } },
  ];
  const members = membersOf(KIND, 'Neumann', values, persons);
  test('addresses, each once, as they are compared', () =>
    expect(addressesOf(members)).toEqual([
      { personId: 0, address: 'info@werft.example', name: 'Neumann' },
      { personId: 0, address: 'b@w.example', name: 'Neumann' },
      { personId: 4, address: 'paula@w.example', name: 'Paula' },
    ]));
  test('numbers, as they are dialled', () =>
    expect(phonesOf(members, 'DE')).toEqual([
      { personId: 0, number: '+494311234', e164: '+494311234' },
      { personId: 0, number: '01715', e164: '+491715' },
      { personId: 4, number: '04311234', e164: '+494311234' },
    ]));
});

describe('what is searched for', () => {
  test.each<[string, ReturnType<typeof readSearch>]>([
    ['', undefined],
    [' - / ', undefined],
    ['Werft', { words: "('werft':*)", address: null, begin: 'werft', own: null }],
    [
      'Müller  Kiel',
      {
        words: "('muller':* | 'mueller':*) & ('kiel':*)",
        address: null,
        begin: 'muller kiel',
        own: null,
      },
    ],
    ['#17', { words: "('17':*)", address: null, begin: '#17', own: 17 }],
    ['04711', { words: "('04711':* | '#1174':*) | '#1174':* | '#117494':*", address: null, begin: '04711', own: 4711 }],
    [
      '+49 431/1234',
      {
        words: "('49':*) & ('431':*) & ('1234':* | '#4321':*) | '#432113494':*",
        address: null,
        begin: '+49 431/1234',
        own: null,
      },
    ],
    ['Paul@Werft', { words: "('paul':*) & ('werft':*)", address: "'@paul@werft':*", begin: 'paul@werft', own: null }],
    ["o'b@x", { words: "('o':*) & ('b':*) & ('x':*)", address: "'@o''b@x':*", begin: "o'b@x", own: null }],
    ["a') | '':* & ('b\\", { words: "('a':*) & ('b':*)", address: null, begin: "a') | '':* & ('b\\", own: null }],
  ])('%j', (typed, search) => expect(readSearch(typed, 'DE')).toEqual(search));

  test('by names, words as they come', () => {
    expect(nameSearch([])).toBeUndefined();
    expect(nameSearch(['paul', 'neu'])).toBe("'paul':*B & 'neu':*B");
  });

  test('in the words of the title, of names with addresses, and of all else', () => {
    const members = membersOf(
      KIND,
      'Müller & Söhne',
      { last: 'Müller', email: "o'b@w.example", phone: '0431 12', notes: 'ABC-9' },
      [],
    );
    const words = searchWords('Müller & Söhne', members, addressesOf(members), phonesOf(members, 'DE')).split(' ');
    expect(words).toEqual(
      expect.arrayContaining([
        "'muller':1A,2B,3D",
        "'mueller':1A,2B,3D",
        "'soehne':1A,2B",
        "'@o''b@w.example':2B",
        "'#211340':3D",
        "'abc':3D",
        "'9':3D",
      ]),
    );
    expect(titleKey('  Müller   &\nSöhne ')).toBe('muller & sohne');
  });

  test('in no more than an index holds', () => {
    const notes = Array.from({ length: 200_000 }, (_, n) => `wort${n}`).join(' ');
    const members = membersOf(KIND, 'Lang', { notes }, []);
    expect(searchWords('Lang', members, [], []).length).toBeLessThan(1_000_000);
  });
});
