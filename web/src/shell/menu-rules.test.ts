import { describe, expect, test } from 'vitest';
import type { MenuEntry } from './manifest.ts';
import { bottomOf, inOrder } from './menu-rules.ts';

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
