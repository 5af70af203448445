import type { GivenField, GivenKind } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { judgeKind } from './judging.ts';

const ABOUT = {
  names: ['Kunden', 'Straßen'],
  kindIds: new Set([1, 2]),
  groupIds: new Set([5]),
  formerKeys: new Set(['fax']),
};
const field = (more: Partial<GivenField> = {}): GivenField => ({
  key: 'name',
  label: 'Name',
  kind: 'textField',
  ...more,
});
const kind = (more: Partial<GivenKind> = {}, fields: Partial<GivenKind['fields']> = {}): GivenKind => ({
  idoInstanceId: null,
  version: 0,
  name: 'Anlagen',
  color: '#2F6f4f',
  fields: { leftColumn: [field({ isTitle: true })], rightColumn: [], contactPerson: [], ...fields },
  columns: [],
  tabs: [],
  ...more,
});
const withField = (more: Partial<GivenField>): GivenKind =>
  kind({}, { rightColumn: [field({ key: 'more', ...more })] });
const ofPerson = (more: Partial<GivenField>): GivenKind =>
  kind({}, { contactPerson: [field({ key: 'more', ...more })] });
const said = (given: GivenKind): readonly string[] =>
  judgeKind(given, ABOUT).faults.map(({ part, key, index, why, detail }) =>
    [part, key, index, why, detail].filter((one) => one !== '').join(' '),
  );
const columns = (...some: readonly Partial<GivenKind['columns'][number]>[]) =>
  kind({ columns: some.map((one) => ({ key: 'name', label: '', isShown: true, ...one })) });
const tabs = (...some: readonly Partial<GivenKind['tabs'][number]>[]) =>
  kind({ tabs: some.map((one) => ({ tab: 'masterData', title: '', isShown: true, ...one })) });
const frame = (url: string, isShown = true) => tabs({ tab: 'iframe', url, isShown });

test('a kind is kept as it is given, but for what says nothing', () => {
  const { kind: judged, faults } = judgeKind(
    kind(
      {
        name: ' Neue   Anlagen ',
        columns: [
          { key: 'name', label: 'Name', isShown: true, width: 200, kind: 'textField' },
          { key: 'fax', label: 'Fax', isShown: true },
          { key: 'changed', label: '', isShown: false },
        ],
        tabs: [
          { tab: 'own:technik', title: 'Technik', isShown: true },
          { tab: 'iframe', title: '', isShown: true, url: 'https://erp.example/{name}?a={state}' },
        ],
      },
      {
        leftColumn: [
          field({
            isTitle: true,
            label: ' Name ',
            help: ' ',
            rights: { others: 'write', groups: [] },
            choices: ['x'],
            isReadOnly: true,
            default: '',
          }),
          field({
            key: 'state',
            kind: 'singleChoiceSelect',
            choices: [' Neu', 'Alt ', ''],
            tab: 'own:technik',
            default: 'Alt',
          }),
        ],
      },
    ),
    ABOUT,
  );
  expect(faults).toEqual([]);
  expect(judged).toEqual({
    renamed: { own: new Map(), ofPersons: new Map() },
    name: 'Neue Anlagen',
    color: '#2f6f4f',
    fields: {
      leftColumn: [
        { key: 'name', label: 'Name', kind: 'textField', isRequired: false, isTitle: true, actionIcons: [] },
        {
          key: 'state',
          label: 'Name',
          kind: 'singleChoiceSelect',
          isRequired: false,
          isTitle: false,
          choices: ['Neu', 'Alt'],
          tab: 'own:technik',
          default: 'Alt',
        },
      ],
      rightColumn: [],
      contactPerson: [],
    },
    columns: [
      { key: 'name', label: 'Name', isShown: true, width: 200 },
      { key: 'changed', label: '', isShown: false },
    ],
    tabs: [
      { tab: 'own:technik', title: 'Technik', isShown: true },
      { tab: 'iframe', title: '', isShown: true, url: 'https://erp.example/{name}?a={state}' },
    ],
  });
});

const many = (count: number) => Array.from({ length: count }, (_, index) => field({ key: `f${index}` }));
const hidden: GivenField['rights'] = { others: 'none', groups: [] };

test.each<[string, GivenKind, readonly string[]]>([
  ['no name', kind({ name: ' ' }), ['name 0 missing']],
  ['a long name', kind({ name: 'x'.repeat(61) }), ['name 0 tooLong']],
  ['a name that is taken, however it is written', kind({ name: 'strassen' }), ['name 0 taken']],
  ['a colour by name', kind({ color: 'red' }), ['color 0 form']],
  ['a short colour', kind({ color: '#fff' }), ['color 0 form']],
  ['no key', withField({ key: '' }), ['field 1 missing key']],
  ['a key with a capital', withField({ key: 'Name' }), ['field Name 1 form key']],
  ['a key with a sign', withField({ key: 'a-b' }), ['field a-b 1 form key']],
  ['a long key', withField({ key: 'x'.repeat(41) }), [`field ${'x'.repeat(41)} 1 form key`]],
  ['a key that means something', withField({ key: 'changed' }), ['field changed 1 reserved changed']],
  ['a key of every object', withField({ key: 'constructor' }), ['field constructor 1 reserved constructor']],
  ['a key twice', withField({ key: 'name' }), ['field name 1 taken key']],
  ['no label', withField({ label: ' ' }), ['field more 1 missing label']],
  ['a long label', withField({ label: 'x'.repeat(101) }), ['field more 1 tooLong label']],
  ['long help', withField({ help: 'x'.repeat(501) }), ['field more 1 tooLong help']],
  ['no choices', withField({ kind: 'checkboxgroup', choices: [' '] }), ['field more 1 choices']],
  ['words of the writer’s own', withField({ kind: 'multiplechoiceTag' }), []],
  [
    'a choice twice, however it is written',
    withField({ kind: 'multiplechoice', choices: ['Neu', 'neu'] }),
    ['field more 1 choiceTaken neu'],
  ],
  [
    'a long choice',
    withField({ kind: 'multiplechoice', choices: ['x'.repeat(201)] }),
    [`field more 1 tooLong ${'x'.repeat(200)}`],
  ],
  [
    'too many choices',
    withField({ kind: 'multiplechoice', choices: Array.from({ length: 501 }, (_, at) => `c${at}`) }),
    ['field more 1 tooMany choices'],
  ],
  [
    'times the wrong way round',
    withField({ kind: 'timefield', minValue: '18:00', maxValue: '08:00' }),
    ['field more 1 bounds maxValue'],
  ],
  ['no time', withField({ kind: 'timefield', minValue: '8' }), ['field more 1 form minValue']],
  ['no step', withField({ kind: 'timefield', increment: 0 }), ['field more 1 bounds increment']],
  ['a date without a year', withField({ kind: 'datefield', format: 'DD.MM.' }), ['field more 1 form format']],
  ['a kind that is there', withField({ kind: 'reference', idoInstanceId: 2 }), []],
  ['a kind that is not there', withField({ kind: 'reference', idoInstanceId: 3 }), ['field more 1 reference']],
  ['a kind of none', withField({ kind: 'reference' }), ['field more 1 reference']],
  ['a formula', withField({ kind: 'computed', formula: 'upper(name)', result: 'text' }), []],
  ['no formula', withField({ kind: 'computed', result: 'text' }), ['field more 1 missing formula']],
  [
    'a formula of nothing',
    withField({ kind: 'computed', formula: 'upper(name', result: 'text' }),
    ['field more 1 formula'],
  ],
  [
    'a formula of itself',
    withField({ kind: 'computed', formula: 'more + 1', result: 'number' }),
    ['field more 1 formula'],
  ],
  [
    'what is computed, required and alone',
    withField({ kind: 'computed', formula: '1', result: 'number', isRequired: true, isUnique: true, decimals: 7 }),
    ['field more 1 bounds decimals', 'field more 1 required', 'field more 1 unique'],
  ],
  ['a text of which there is one', withField({ isUnique: true }), []],
  [
    'a choice of which there is one',
    withField({ kind: 'singleChoiceRadio', choices: ['a'], isUnique: true }),
    ['field more 1 unique'],
  ],
  [
    'references of which there is one',
    withField({ kind: 'reference', idoInstanceId: 1, isMany: true, isUnique: true }),
    ['field more 1 unique'],
  ],
  ['one of a contact person', ofPerson({ isUnique: true }), ['personField more 0 unique']],
  [
    'a reference of a contact person',
    ofPerson({ kind: 'reference', idoInstanceId: 1 }),
    ['personField more 0 persons'],
  ],
  ['a group that is there', withField({ rights: { others: 'none', groups: [{ groupId: 5, access: 'read' }] } }), []],
  [
    'a group that is not there',
    withField({ rights: { others: 'none', groups: [{ groupId: 6, access: 'read' }] } }),
    ['field more 1 group 6'],
  ],
  ['a title that is hidden', withField({ isTitle: true, rights: hidden }), ['field more 1 titleHidden']],
  ['a title of numbers', withField({ isTitle: true, kind: 'reference', idoInstanceId: 1 }), ['field more 1 titleKind']],
  [
    'a title that is made of what is hidden',
    kind(
      {},
      {
        rightColumn: [
          field({ key: 'secret', rights: hidden }),
          field({ key: 'more', kind: 'computed', formula: 'secret', result: 'text', isTitle: true }),
        ],
      },
    ),
    ['field more 2 titleHidden'],
  ],
  ['a beginning', withField({ default: 'x' }), []],
  ['no number', withField({ isNumber: true, default: 'x' }), ['field more 1 default']],
  ['no choice', withField({ kind: 'singleChoiceSelect', choices: ['a'], default: 'b' }), ['field more 1 default']],
  ['the day', withField({ kind: 'datefield', default: { kind: 'today' } }), []],
  ['the day in a text', withField({ default: { kind: 'today' } }), ['field more 1 default']],
  ['who makes it', withField({ kind: 'textarea', default: { kind: 'me' } }), []],
  ['who makes it, as a number', withField({ isNumber: true, default: { kind: 'me' } }), ['field more 1 default']],
  ['the next number', withField({ isNumber: true, default: { kind: 'number' } }), []],
  [
    'the next number as an address',
    withField({ actionIcons: ['mail'], default: { kind: 'number' } }),
    ['field more 1 default'],
  ],
  ['the next number of a contact person', ofPerson({ default: { kind: 'number' } }), ['personField more 0 default']],
  [
    'a beginning of what is computed',
    withField({ kind: 'computed', formula: '1', result: 'number', default: '1' }),
    ['field more 1 default'],
  ],
  ['a tab that is not there', withField({ tab: 'own:a' }), ['field more 1 ownTab own:a']],
  ['too many fields', kind({}, { leftColumn: many(201) }), ['field 200 tooMany']],
  ['a column of nothing', columns({ key: 'strange' }), ['column strange 0 column']],
  ['a column twice', columns({}, {}), ['column name 1 taken']],
  ['a narrow column', columns({ width: 3 }), ['column name 0 bounds width']],
  ['a long label of a column', columns({ label: 'x'.repeat(101) }), ['column name 0 tooLong label']],
  ['a strange tab', tabs({ tab: 'strange' }), ['tab strange 0 form']],
  ['a tab twice', tabs({}, {}), ['tab masterData 1 taken']],
  ['an own tab without a name', tabs({ tab: 'own:a' }), ['tab own:a 0 missing title']],
  ['a long title', tabs({ title: 'x'.repeat(61) }), ['tab masterData 0 tooLong title']],
  ['no address', frame(''), ['tab iframe 0 missing url']],
  ['no address of what is not shown', frame('', false), []],
  ['an address without a lock', frame('http://erp.example/'), ['tab iframe 0 url']],
  ['a script', frame('javascript:alert(1)'), ['tab iframe 0 url']],
  ['a name of a server from a field', frame('https://{name}.example/'), ['tab iframe 0 url']],
  ['who signs in', frame('https://a@erp.example/'), ['tab iframe 0 url']],
  ['a field that is not there', frame('https://erp.example/{strange}'), ['tab iframe 0 placeholder strange']],
  ['a brace alone', frame('https://erp.example/{name'), ['tab iframe 0 url']],
])('%s', (_what, given, faults) => {
  expect(said(given)).toEqual(faults);
});

test('where a formula is wrong is said', () => {
  const faults = (formula: string) =>
    judgeKind(withField({ kind: 'computed', formula, result: 'number' }), ABOUT).faults.map((one) => one.formula);
  expect(faults('name + strange')).toEqual([{ why: 'field', detail: 'strange', place: 7 }]);
  expect(faults('1 + nothing(2)')).toEqual([{ why: 'function', detail: 'nothing', place: 4 }]);
  expect(faults('more * 2')).toEqual([{ why: 'ring', detail: '', place: null }]);
  expect(faults('(1 + 2')[0]).toMatchObject({ why: 'syntax', place: 6 });
});

test('there are no more kinds than fifty', () => {
  const names = Array.from({ length: 50 }, (_, index) => `Art ${index}`);
  expect(judgeKind(kind(), { ...ABOUT, names }).faults).toMatchObject([{ part: 'order', why: 'tooMany' }]);
  expect(judgeKind(kind({ idoInstanceId: 1 }), { ...ABOUT, names }).faults).toEqual([]);
});
