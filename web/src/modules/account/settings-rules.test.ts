import { expect, test } from 'vitest';
import type { SettingsGroup, SettingsTab } from '../../shell/index.ts';
import { grouped, placeOfKey } from './settings-rules.ts';

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
] as const)('%s at place %s of five leads to %s', (key, place, next) => {
  expect(placeOfKey(key, place, 5)).toBe(next);
});
