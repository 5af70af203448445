import type { FieldDefinition, Value } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { convertValues, fitValue, missingChoices } from './converting.ts';

const base = { key: 'a', label: 'A', isRequired: false, isTitle: false };
const TEXT: FieldDefinition = { ...base, kind: 'textField', actionIcons: [] };
const NUMBER: FieldDefinition = { ...TEXT, isNumber: true };
const AREA: FieldDefinition = { ...base, kind: 'textarea' };
const DATE: FieldDefinition = { ...base, kind: 'datefield', format: 'DD.MM.YYYY', width: 160 };
const TIME: FieldDefinition = { ...base, kind: 'timefield', increment: 15, minValue: '08:00', maxValue: '18:00' };
const ONE: FieldDefinition = { ...base, kind: 'singleChoiceSelect', choices: ['Neu', 'Alt'] };
const MANY: FieldDefinition = { ...base, kind: 'checkboxgroup', choices: ['Neu', 'Alt'] };
const WORDS: FieldDefinition = { ...base, kind: 'multiplechoiceTag', choices: [] };
const KIND: FieldDefinition = { ...base, kind: 'reference', idoInstanceId: 1 };
const KINDS: FieldDefinition = { ...KIND, isMany: true };
const OTHER: FieldDefinition = { ...KIND, idoInstanceId: 2 };
const SUM: FieldDefinition = { ...base, kind: 'computed', formula: '1', result: 'number' };
const DAY: FieldDefinition = { ...base, kind: 'computed', formula: '1', result: 'date' };
const NAMES = new Map([
  [7, { displayName: 'Werft Neumann, Kiel' }],
  [9, { displayName: 'Dock 3' }],
]);

test.each<[string, FieldDefinition, FieldDefinition, Value, Value, boolean]>([
  ['text → area', TEXT, AREA, 'x', 'x', true],
  ['area → text', AREA, TEXT, 'a\nb', 'a b', true],
  ['a long area → text', AREA, TEXT, 'x'.repeat(2001), '', false],
  ['text → number', TEXT, NUMBER, '1.234,50', '1234.5', true],
  ['a word → number', TEXT, NUMBER, 'viel', '', false],
  ['number → text', NUMBER, TEXT, '1234.5', '1234.5', true],
  ['text → date', TEXT, DATE, '3.11.2026', '2026-11-03', true],
  ['text → date, the year first', TEXT, DATE, '2026-11-03', '2026-11-03', true],
  ['no day → date', TEXT, DATE, '31.02.2026', '', false],
  ['a word → date', TEXT, DATE, 'bald', '', false],
  ['date → text', DATE, TEXT, '2026-11-03', '03.11.2026', true],
  ['date → number', DATE, NUMBER, '2026-11-03', '', false],
  ['text → time', TEXT, TIME, '8:30', '08:30', true],
  ['a time outside → time', TEXT, TIME, '07:00', '', false],
  ['text → one', TEXT, ONE, 'neu', 'Neu', true],
  ['another text → one', TEXT, ONE, 'Rot', '', false],
  ['text → many', TEXT, MANY, 'alt', ['Alt'], true],
  ['text → words', TEXT, WORDS, 'Rot', ['Rot'], true],
  ['one → many', ONE, MANY, 'Neu', ['Neu'], true],
  ['one that is no choice any more → many', ONE, MANY, 'Rot', ['Rot'], true],
  ['many → one', MANY, ONE, ['Alt', 'Neu'], 'Alt', false],
  ['many of one → one', MANY, ONE, ['Alt'], 'Alt', true],
  ['many → text', MANY, TEXT, ['Alt', 'Neu'], 'Alt, Neu', true],
  ['words → many', WORDS, MANY, ['neu', 'Rot'], ['Neu'], false],
  ['one → one of another look', ONE, { ...ONE, kind: 'singleChoiceRadio' }, 'Rot', 'Rot', true],
  ['a reference → references', KIND, KINDS, '7', ['7'], true],
  ['references → a reference', KINDS, KIND, ['7', '9'], '7', false],
  ['a reference → another kind', KIND, OTHER, '7', '', false],
  ['text → reference', TEXT, KIND, '7', '', false],
  ['references → text', KINDS, TEXT, ['7', '9', '10'], 'Werft Neumann, Kiel; Dock 3', false],
  ['what is computed → number', SUM, NUMBER, '12', '12', true],
  ['a computed day → date', DAY, DATE, '2026-11-03', '2026-11-03', true],
  ['a computed day → text', DAY, TEXT, '2026-11-03', '03.11.2026', true],
  ['text → computed', TEXT, SUM, '12', '', false],
])('%s', (_what, from, to, value, fitted, isWhole) => {
  expect(fitValue(to, from, value, NAMES)).toEqual({ value: fitted, isWhole });
  // A step that is done once more changes nothing.
  if (fitted !== '' && from.kind !== 'reference') expect(fitValue(to, from, fitted).value).toEqual(fitted);
});

test('unknown words become choices, what many have first', () => {
  const stored = [
    { value: 'Rot', records: 2 },
    { value: 'rot', records: 2 },
    { value: 'Blau', records: 3 },
    { value: 'NEU', records: 9 },
    { value: 'a\nb', records: 9 },
    { value: 'x'.repeat(201), records: 9 },
  ];
  expect(missingChoices(ONE, TEXT, stored)).toEqual(['Rot', 'Blau']);
  expect(missingChoices(ONE, MANY, stored)).toEqual([]);
  expect(missingChoices(MANY, WORDS, [{ value: ['Neu', 'Rot'], records: 1 }])).toEqual(['Rot']);
});

test('what does not fit is kept in a field that was taken out, once, and what was written since stays', () => {
  const conversion = { key: 'a', ofPersons: false, from: TEXT, to: NUMBER, keep: 'aOld', version: 2 };
  const names = NAMES;
  expect(convertValues([conversion], { a: 'viel', b: 'x' }, { names })).toEqual({ aOld: 'viel', b: 'x' });
  expect(convertValues([conversion], { a: 'viel', aOld: 'mehr' }, { names })).toEqual({ aOld: 'mehr' });
  expect(convertValues([conversion], { a: '1,5' }, { names })).toEqual({ a: '1.5' });
  expect(convertValues([conversion], { a: '2' }, { names, written: new Set(['a']) })).toEqual({ a: '2' });
  expect(convertValues([{ ...conversion, keep: null }], { a: 'viel' }, { names })).toEqual({ a: 'viel' });
  const twice = [conversion, { ...conversion, from: NUMBER, to: ONE, keep: 'aOld2', version: 3 }];
  expect(convertValues(twice, { a: '1,5' }, { names })).toEqual({ aOld: undefined, aOld2: '1.5' });
});
