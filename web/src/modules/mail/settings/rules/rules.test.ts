import { RULE_FACTS, type RuleAction, type RuleCondition } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { createFormats } from '../../../../shell/formats.ts';
import {
  CHOOSABLE,
  FIELDS,
  actionOf,
  comparisonsOf,
  conditionOf,
  contentOf,
  draftFromMail,
  draftOf,
  emptyDraft,
  freshKey,
  isChoosable,
  linesOf,
  newAction,
  newCondition,
  starters,
  withField,
  type ActionDraft,
  type ConditionDraft,
  type RuleContent,
} from './draft.ts';
import { actionFault, conditionFault, faultsOf } from './faults.ts';
import { inOrder, settled } from './order.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { actionWords, conditionWords, ruleWords } from './sentences.ts';
import { texts } from './texts.ts';

const { de, en } = sentenceTexts;
const formats = createFormats('de', 'Europe/Berlin');
const names = {
  account: (id: number) => (id === 1 ? 'Büro' : undefined),
  person: (id: number) => ({ 1: 'Anna', 2: 'Ben' })[id],
  template: (id: number) => (id === 7 ? 'Danke' : undefined),
  record: (id: number) => ({ 1: 'Werft Neumann', 2: null })[id],
};
/** Sentences without the marks that keep a stranger's direction inside. */
const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

const CONDITIONS: readonly (readonly [RuleCondition, german: string, english: string])[] = [
  [
    { field: 'subject', is: 'contains', values: ['Rechnung', 'Invoice'], header: '' },
    'der Betreff „Rechnung“ oder „Invoice“ enthält',
    'the subject contains “Rechnung” or “Invoice”',
  ],
  [
    { field: 'from', is: 'containsNot', values: ['a'], header: '' },
    'der Absender „a“ nicht enthält',
    'the sender does not contain “a”',
  ],
  [
    { field: 'body', is: 'containsNot', values: ['a', 'b'], header: '' },
    'der Text weder „a“ noch „b“ enthält',
    'the text contains neither “a” nor “b”',
  ],
  [
    { field: 'to', is: 'equals', values: ['a@x.example'], header: '' },
    '„An“ genau „a@x.example“ ist',
    '“To” is exactly “a@x.example”',
  ],
  [
    { field: 'receivers', is: 'matchesDomain', values: ['x.example'], header: '' },
    'ein Empfänger zur Domain „x.example“ gehört',
    'a receiver belongs to the domain “x.example”',
  ],
  [
    { field: 'header', is: 'begins', values: ['a', 'b', 'c', 'd', 'e'], header: 'List-Id' },
    'die Kopfzeile List-Id mit „a“ oder „b“ oder „c“ oder 2 weitere beginnt',
    'the header field List-Id begins with “a” or “b” or “c” or 2 more',
  ],
  [
    { field: 'attachmentName', is: 'ends', values: ['.pdf'], header: '' },
    'der Name eines Anhangs mit „.pdf“ endet',
    'the name of an attachment ends with “.pdf”',
  ],
  [{ field: 'size', is: 'over', bytes: 5_000_000 }, 'sie größer als 5 MB ist', 'it is larger than 5 MB'],
  [{ field: 'isBulk', is: true }, 'sie ein Rundschreiben ist', 'it is a newsletter'],
  [{ field: 'isKnownSender', is: false }, 'der Absender unbekannt ist', 'the sender is unknown'],
  [{ field: 'authentication', is: 'failed' }, 'die Herkunft die Prüfung nicht besteht', 'the origin fails the check'],
  [
    { field: 'time', from: '18:00', to: '08:00', weekdays: [7, 6] },
    'sie Sa, So zwischen 18:00 und 08:00 kommt',
    'it comes Sat, Sun between 18:00 and 08:00',
  ],
  [
    { field: 'time', from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
    'sie täglich zwischen 09:00 und 17:00 kommt',
    'it comes daily between 09:00 and 17:00',
  ],
];
const ACTIONS: readonly (readonly [RuleAction, german: string, english: string])[] = [
  [{ kind: 'state', state: 'ready' }, 'auf „Erledigt“ setzen', 'set it to “Done”'],
  [{ kind: 'archive' }, 'ins Archiv legen', 'put it in the archive'],
  [{ kind: 'trash' }, 'in den Papierkorb legen', 'put it in the trash'],
  [{ kind: 'spam' }, 'als Spam behandeln', 'treat it as spam'],
  [{ kind: 'box', accountId: 1 }, 'in das Postfach Büro legen', 'put it in the mailbox Büro'],
  [
    { kind: 'copy', accountId: 9 },
    'in das Postfach (nicht mehr da) kopieren',
    'copy it to the mailbox (not there any more)',
  ],
  [{ kind: 'claim', userId: 2 }, 'Ben zuweisen', 'assign it to Ben'],
  [{ kind: 'tell', userIds: [1, 9] }, 'Anna, (nicht mehr da) vorlegen', 'put it before Anna, (not there any more)'],
  [{ kind: 'answer', templateId: 7 }, 'mit der Vorlage „Danke“ antworten', 'answer with the template “Danke”'],
  [
    { kind: 'forward', to: ['a@x.example', 'b@x.example'], asAttachment: false },
    'an a@x.example, b@x.example weiterleiten',
    'forward it to a@x.example, b@x.example',
  ],
  [
    { kind: 'forward', to: ['a@x.example'], asAttachment: true },
    'als Anhang an a@x.example weiterleiten',
    'forward it to a@x.example as an attachment',
  ],
  [{ kind: 'snooze', hours: 1 }, 'eine Stunde zurückstellen', 'snooze it for an hour'],
  [{ kind: 'snooze', hours: 5 }, '5 Stunden zurückstellen', 'snooze it for 5 hours'],
  [
    { kind: 'record', idoId: 1, idoInstanceId: 2 },
    'mit dem Datensatz „Werft Neumann“ verknüpfen',
    'link it with the record “Werft Neumann”',
  ],
  [
    { kind: 'record', idoId: 2, idoInstanceId: 2 },
    'mit dem Datensatz (nicht mehr da) verknüpfen',
    'link it with the record (not there any more)',
  ],
  [{ kind: 'record', idoId: 3, idoInstanceId: 2 }, 'mit einem Datensatz verknüpfen', 'link it with a record'],
  [
    { kind: 'recordsOfSender' },
    'mit den Datensätzen des Absenders verknüpfen',
    'link it with the records of the sender',
  ],
];
const rule: RuleContent = {
  name: 'Alles',
  isOn: false,
  match: 'any',
  conditions: CONDITIONS.map(([condition]) => condition),
  actions: ACTIONS.map(([action]) => action),
  stops: true,
};

describe('a rule in sentences', () => {
  test.each(CONDITIONS)('when %o', (condition, german, english) => {
    expect(plain(conditionWords(condition, de, formats))).toBe(german);
    expect(plain(conditionWords(condition, en, formats))).toBe(english.replace('5 MB', formats.size(5_000_000)));
  });
  test.each(ACTIONS)('then %o', (action, german, english) => {
    expect(plain(actionWords(action, de, names))).toBe(german);
    expect(plain(actionWords(action, en, names))).toBe(english);
  });
  test.each([
    ['all', ' und ', false, ''],
    ['any', ' oder ', true, ' Danach gilt keine weitere Regel.'],
  ] as const)('as a whole, where %s is true', (match, joint, stops, end) => {
    const conditions: RuleCondition[] = [
      { field: 'hasAttachment', is: true },
      { field: 'isWarned', is: false },
    ];
    const actions: RuleAction[] = [{ kind: 'archive' }, { kind: 'claim', userId: 1 }];
    expect(ruleWords({ match, conditions, actions, stops }, de, names, formats)).toBe(
      `Wenn sie einen Anhang hat${joint}vor ihr nicht gewarnt wird, dann ins Archiv legen, Anna zuweisen.${end}`,
    );
  });
  test.each(['de', 'en'] as const)('every fact says two things, in %s', (language) => {
    const { facts, factChoices } = sentenceTexts[language];
    const all = RULE_FACTS.flatMap((fact) => [facts[fact], factChoices[fact]].flatMap(({ yes, no }) => [yes, no]));
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('a draft', () => {
  test('says what the rule says, whatever that is', () => {
    expect(contentOf(draftOf(rule))).toEqual(rule);
  });
  test('has keys that are told apart, and a fresh one is another', () => {
    const { conditions, actions } = draftOf(rule);
    for (const rows of [conditions, actions]) {
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      expect(rows.map(({ key }) => key)).not.toContain(freshKey(rows));
    }
    expect(freshKey([])).toBe(1);
  });
  test.each([
    ['a\nb', ['a', 'b']],
    [' a \n\n b\na\n', ['a', 'b']],
    ['\n \n', []],
    ['eins, zwei', ['eins, zwei']],
  ])('takes %j as lines', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
  test('keeps what belongs to another field, and nothing that this one cannot be compared by', () => {
    const domain: ConditionDraft = { ...newCondition(1), comparison: 'matchesDomain', values: 'x.example' };
    expect(withField(domain, 'to').comparison).toBe('matchesDomain');
    expect(withField(domain, 'subject')).toMatchObject({ comparison: 'contains', values: 'x.example' });
    const there = withField(withField(domain, 'isBulk'), 'from');
    expect(there).toEqual(domain);
  });
  test('compares people alone by their domains', () => {
    const withDomain = FIELDS.filter((field) =>
      field === 'size' || field === 'time' || field === 'authentication' || RULE_FACTS.some((fact) => fact === field)
        ? false
        : comparisonsOf(field as 'from').includes('matchesDomain'),
    );
    expect(withDomain).toEqual(['from', 'to', 'cc', 'receivers']);
  });
  test('leaves out the header of what is none', () => {
    expect(conditionOf({ ...newCondition(1), header: 'List-Id', values: 'a' })).toMatchObject({ header: '' });
    expect(conditionOf({ ...newCondition(1), field: 'header', header: ' List-Id ', values: 'a' })).toMatchObject({
      header: 'List-Id',
    });
  });
  test('does not offer snoozing, and cannot make it up', () => {
    expect(isChoosable('snooze')).toBe(false);
    for (const kind of CHOOSABLE) expect(actionOf({ ...newAction(1), kind }).kind).toBe(kind);
    expect(() => actionOf({ ...newAction(1), kind: 'snooze' })).toThrow('snooze');
  });
  test('from a mail is about its sender, and short enough', () => {
    const draft = draftFromMail('x'.repeat(120), 'paul@werft.example');
    expect(faultsOf(draft)).toEqual(new Map());
    expect(draft.name).toHaveLength(100);
    expect(contentOf(draft).conditions).toEqual([
      { field: 'from', is: 'equals', values: ['paul@werft.example'], header: '' },
    ]);
  });
  test.each(['de', 'en'] as const)('to begin with: three that can be saved as they are, in %s', (language) => {
    const t = texts[language];
    const all = starters(t.starters, t.starterWords, 4);
    expect(all.map((one) => [...faultsOf(one)])).toEqual([[], [], []]);
    expect(all.flatMap((one) => contentOf(one).actions)).toEqual([
      { kind: 'archive' },
      { kind: 'claim', userId: 4 },
      { kind: 'spam' },
    ]);
  });
});

const many = (count: number): string => Array.from({ length: count }, (_, n) => `wert ${n}`).join('\n');
const addresses = (count: number): string => Array.from({ length: count }, (_, n) => `a${n}@x.example`).join('\n');

describe('what is wrong with a rule that is written', () => {
  test.each<[string, Partial<ConditionDraft>, string | undefined]>([
    ['nothing to look for', {}, 'valuesMissing'],
    ['only spaces', { values: ' \n ' }, 'valuesMissing'],
    ['as many lines as there may be', { values: many(100) }, undefined],
    ['one more', { values: many(101) }, 'tooManyValues'],
    ['as long a line as there may be', { values: 'x'.repeat(500) }, undefined],
    ['one sign more', { values: 'x'.repeat(501) }, 'valueTooLong'],
    ['a header field without its name', { field: 'header', values: 'a' }, 'headerName'],
    ['one with a colon', { field: 'header', header: 'List-Id:', values: 'a' }, 'headerName'],
    ['one with a name', { field: 'header', header: 'List-Id', values: 'a' }, undefined],
    ['no size', { field: 'size', megabytes: '' }, 'sizeMissing'],
    ['a size that is none', { field: 'size', megabytes: 'viel' }, 'sizeMissing'],
    ['a size below nothing', { field: 'size', megabytes: '-1' }, 'sizeMissing'],
    ['a size of half', { field: 'size', megabytes: '0.5' }, undefined],
    ['a size of half as Germans write it', { field: 'size', megabytes: '0,5' }, undefined],
    ['no time', { field: 'time', from: '' }, 'timeMissing'],
    ['no day', { field: 'time', weekdays: [] }, 'weekdaysMissing'],
    ['over midnight', { field: 'time', from: '22:00', to: '06:00' }, undefined],
    ['a fact', { field: 'isBulk' }, undefined],
    ['the origin', { field: 'authentication' }, undefined],
  ])('a condition: %s', (_name, part, fault) => {
    expect(conditionFault({ ...newCondition(1), ...part })).toBe(fault);
  });
  test.each<[string, Partial<ActionDraft>, string | undefined]>([
    ['the archive', {}, undefined],
    ['no mailbox', { kind: 'box' }, 'accountMissing'],
    ['no mailbox for the copy', { kind: 'copy' }, 'accountMissing'],
    ['a mailbox', { kind: 'copy', accountId: 1 }, undefined],
    ['nobody', { kind: 'claim' }, 'personMissing'],
    ['somebody', { kind: 'claim', userId: 1 }, undefined],
    ['before nobody', { kind: 'tell' }, 'peopleMissing'],
    ['before too many', { kind: 'tell', userIds: Array.from({ length: 51 }, (_, n) => n + 1) }, 'tooManyPeople'],
    ['no template', { kind: 'answer' }, 'templateMissing'],
    ['to nobody', { kind: 'forward' }, 'addressMissing'],
    ['to what is no address', { kind: 'forward', to: 'a@x.example\nkeine' }, 'addressInvalid'],
    ['to ten', { kind: 'forward', to: addresses(10) }, undefined],
    ['to eleven', { kind: 'forward', to: addresses(11) }, 'tooManyAddresses'],
  ])('an action: %s', (_name, part, fault) => {
    expect(actionFault({ ...newAction(1), ...part })).toBe(fault);
  });
  test('is told where it is, by the names that the server has for places', () => {
    const draft = {
      ...emptyDraft,
      name: ' ',
      conditions: [{ ...newCondition(1), values: 'a' }, newCondition(2)],
      actions: [newAction(1), { ...newAction(2), kind: 'claim' as const }],
    };
    expect([...faultsOf(draft)]).toEqual([
      ['name', 'nameMissing'],
      ['conditions.1', 'valuesMissing'],
      ['actions.1', 'personMissing'],
    ]);
  });
  test('is nothing of what the contract takes', () => {
    expect([...faultsOf(draftOf(rule))]).toEqual([]);
  });
});

describe('an order that was asked for', () => {
  const rules = ['a', 'b', 'c'].map((ruleId) => ({ ruleId }));
  test.each([
    [undefined, 'a b c'],
    [['c', 'a', 'b'], 'c a b'],
    [['c'], 'c a b'],
    [['x', 'b'], 'b a c'],
  ])('%o is %s', (requested, order) => {
    expect(
      inOrder(rules, requested)
        .map(({ ruleId }) => ruleId)
        .join(' '),
    ).toBe(order);
  });
  test('is settled once they stand in it', () => {
    expect([settled(rules, ['a', 'b', 'c']), settled(rules, ['b', 'a', 'c'])]).toEqual([true, false]);
  });
});
