import { describe, expect, test } from 'vitest';
import type { MenuEntry } from '../manifest.ts';
import { bottomOf, inOrder, partsOf } from './menu-rules.ts';

const entry = (route: MenuEntry['route'], order: number, bottom = false): MenuEntry => ({
  route,
  order,
  bottom,
  path: '/',
  icon: 'tray',
  keys: '',
  label: { de: route, en: route },
});
const MENU = [entry('settings', 15), entry('mailList', 11, true), entry('inbox', 1, true), entry('trashList', 14)];
const routesOf = (entries: readonly MenuEntry[]): string => entries.map(({ route }) => route).join(' ');

test.each([
  ['nothing chosen', [], 'inbox mailList trashList settings'],
  ['all chosen', ['settings', 'inbox', 'trashList', 'mailList'], 'settings inbox trashList mailList'],
  ['some chosen', ['trashList'], 'trashList inbox mailList settings'],
  ['one that is not there', ['taskList', 'mailList'], 'mailList inbox trashList settings'],
])('the menu with %s', (_, routes, order) => {
  expect(routesOf(inOrder(MENU, routes))).toBe(order);
});

describe('the parts of the menu', () => {
  const kind = (route: MenuEntry['route'], order: number): MenuEntry => ({ ...entry(route, order), isKind: true });
  const menu = [entry('inbox', 1), kind('taskList', 2), kind('mailList', 3), entry('trashList', 4)];
  test.each([
    ['nothing chosen', [], 'inbox | taskList mailList | trashList'],
    ['kinds in another order', ['inbox', 'mailList', 'taskList'], 'inbox | mailList taskList | trashList'],
    ['kinds first', ['mailList', 'taskList'], 'mailList taskList | inbox trashList'],
    ['another among them', ['mailList', 'inbox', 'taskList'], 'mailList inbox taskList trashList'],
  ])('with %s', (_, routes, parts) => {
    expect(partsOf(inOrder(menu, routes)).map(routesOf).join(' | ')).toBe(parts);
  });

  test('with one kind alone there is no head over it', () => {
    expect(partsOf([entry('inbox', 1), kind('taskList', 2)])).toHaveLength(1);
  });
});

describe('the bottom', () => {
  test.each([
    ['nothing chosen', [], false, 'inbox mailList'],
    ['some chosen', ['settings', 'inbox'], false, 'inbox settings'],
    ['the same reversed', ['settings', 'inbox'], true, 'settings inbox'],
    ['only what is not there', ['taskList'], false, 'inbox mailList'],
  ])('with %s', (_, bottomSlots, bottomSlotsInverse, order) => {
    expect(routesOf(bottomOf(inOrder(MENU, []), { bottomSlots, bottomSlotsInverse }))).toBe(order);
  });
});
