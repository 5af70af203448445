import { describe, expect, test } from 'vitest';
import type { SettingsGroup, SettingsTab } from '../../shell/index.ts';
import { foundSettings, grouped, isFound, indexForKey } from './settings-rules.ts';

const tab = (key: string, group: SettingsGroup, order: number): SettingsTab => ({
  key,
  group,
  order,
  label: { de: key, en: key },
  component: () => null,
});

test('pages stand in the order of their groups, and in their own within them', () => {
  const tabs = [
    tab('jobs', 'system', 1),
    tab('layout', 'personal', 3),
    tab('mail', 'mail', 1),
    tab('me', 'personal', 1),
  ];
  expect(grouped(tabs).map(([group, own]) => [group, ...own.map(({ key }) => key)])).toEqual([
    ['personal', 'me', 'layout'],
    ['mail', 'mail'],
    ['system', 'jobs'],
  ]);
});

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 0],
  ['ArrowUp', 0, 4],
  ['ArrowUp', 3, 2],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['Tab', 1, undefined],
  ['j', 1, undefined],
] as const)('%s at place %s of five leads to %s', (key, index, next) => {
  expect(indexForKey(key, index, 5)).toBe(next);
});

describe('a page that is searched for', () => {
  const lists: SettingsTab = {
    ...tab('lists', 'working', 1),
    label: { de: 'Listen', en: 'Lists' },
    words: 'gruppieren group',
    settings: [
      { key: 'rowSize', label: { de: 'Größe der Zeilen', en: 'Size of rows' } },
      { key: 'splitView', label: { de: 'Threads zeigen', en: 'Show threads' } },
    ],
  };
  test.each([
    ['', true, []],
    ['listen', true, []],
    ['lists', true, []],
    ['grösse', true, ['rowSize']],
    ['groesse', false, []],
    ['rows', true, ['rowSize']],
    ['gruppieren', true, []],
    ['zeilen größe', true, ['rowSize']],
    ['threads', true, ['splitView']],
    ['zz', false, []],
    ['passwort', false, []],
  ])('by “%s”: %s', (typed, isThere, settings) => {
    expect(isFound(lists, typed)).toBe(isThere);
    if (isThere) expect(foundSettings(lists, typed).map(({ key }) => key)).toEqual(settings);
  });
});
