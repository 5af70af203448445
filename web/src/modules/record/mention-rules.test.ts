import { expect, test } from 'vitest';
import { isNumber, isSought, wordsOf } from './mention-rules.ts';

test.each([
  ['', false, true],
  ['w', true, false],
  ['werft', true, false],
  ['Ött', true, false],
  ['1', true, true],
  ['90417', true, true],
  ['12.', true, true],
  ['4a', true, false],
  ['+49431', true, true],
  ['info@werft.example', true, false],
  ['-', false, true],
  ['!', false, true],
  ['…', false, true],
  ['日本', true, false],
])('behind #: "%s" is looked for: %j, and may mean itself: %j', (typed, sought, number) => {
  expect(isSought(typed)).toBe(sought);
  expect(isNumber(typed)).toBe(number);
});

test('a title is put in on one line', () => expect(wordsOf(' Werft\n Neumann ')).toBe('Werft Neumann'));
