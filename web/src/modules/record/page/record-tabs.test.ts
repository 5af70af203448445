import type { FieldDefinition } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import type { Model } from '../fields/values.ts';
import { fieldsIn, isOfFields, partsOf, tabsOf } from './record-tabs.ts';

const NAMES = { masterData: 'Stammdaten', activity: 'Verlauf', print: 'Drucken' };
const modelOf = (...tabConfiguration: Model['model']['tabConfiguration']): Model =>
  ({ model: { tabConfiguration } }) as Model;
const said = (...given: Model['model']['tabConfiguration']): string[] =>
  tabsOf(modelOf(...given), NAMES, 'Weitere Felder').map(({ key, label }) => `${key} ${label}`);

test('a kind’s own tabs stand among the others, in its order and under its names', () => {
  expect(
    said({ tab: 'own:2', title: 'Technik' }, { tab: 'masterData', title: '' }, { tab: 'own:1', title: ' ' }),
  ).toEqual(['own:2 Technik', 'masterData Stammdaten', 'own:1 Weitere Felder']);
});

test('what is no tab is none, and without any there are the usual ones', () => {
  expect(said({ tab: 'nowhere', title: 'Nirgends' }, { tab: 'print', title: 'Papier' })).toEqual(['print Papier']);
  expect(said()).toEqual(['masterData Stammdaten', 'activity Verlauf', 'print Drucken']);
});

test('a field stands in the tab that it names, and in the master data where it names none', () => {
  const fields = [{ key: 'name' }, { key: 'power', tab: 'own:1' }, { key: 'hidden', tab: 'own:9' }];
  expect(fieldsIn(fields, 'masterData').map(({ key }) => key)).toEqual(['name']);
  expect(fieldsIn(fields, 'own:1').map(({ key }) => key)).toEqual(['power']);
  expect(['masterData', 'own:1', 'print'].filter(isOfFields)).toEqual(['masterData', 'own:1']);
});

test('a new record has its fields in parts, and those of a tab that is not shown with the master data', () => {
  const field = (key: string, tab?: string): FieldDefinition => ({
    key,
    label: key,
    kind: 'textarea',
    isRequired: false,
    isTitle: false,
    ...(tab === undefined ? {} : { tab }),
  });
  const fields = {
    leftColumn: [field('name'), field('power', 'own:1')],
    rightColumn: [field('hidden', 'own:9')],
    contactPerson: [],
  };
  const ownTabs = [
    { tab: 'own:1', title: 'Technik' },
    { tab: 'own:2', title: 'Leer' },
  ];
  const said = partsOf({ fields, ownTabs }).map(({ title, columns }) =>
    [title, ...columns.map((column) => column.map(({ key }) => key).join(' '))].join('|'),
  );
  expect(said).toEqual(['|name|hidden', 'Technik|power|']);
});
