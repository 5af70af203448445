import { expect, test } from 'vitest';
import { scoreOf } from './score.ts';

const SETTINGS = ['Einstellungen', 'Settings'];
const TRASH = ['Papierkorb', 'Trash'];

test.each([
  ['ein', SETTINGS],
  ['SETT', SETTINGS],
  ['einstelungen', SETTINGS],
  ['loschen', ['Löschen', 'Delete']],
  ['strasse', ['Straße', 'Street']],
  ['papier', TRASH],
  ['dark mode', ['Helligkeit: Dunkel', 'Brightness: Dark', 'dark mode dunkelmodus']],
  ['', TRASH],
])('%s finds %s', (typed, texts) => expect(scoreOf(typed, texts)).toBeGreaterThan(0));

test.each([
  ['xyz', SETTINGS],
  ['ein xyz', SETTINGS],
  ['zz', TRASH],
])('%s does not find %s', (typed, texts) => expect(scoreOf(typed, texts)).toBe(0));

test('a whole word is better than a beginning', () => {
  expect(scoreOf('hell', ['Helligkeit: Hell'])).toBeGreaterThan(scoreOf('hell', ['Helligkeit: Dunkel']));
});

test('a beginning is better than a word’s, that better than the inside, and that better than letters alone', () => {
  const scores = ['Suche', 'In der Suche', 'Untersuchen', 'Sammeln und chefen'].map((text) => scoreOf('such', [text]));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(4);
});
