import { expect, test } from 'vitest';
import { lengthOf, secondsOf } from './clock.ts';

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [3600, '1:00:00'],
  [4025, '1:07:05'],
])('%i seconds are %s', (seconds, said) => expect(lengthOf(seconds)).toBe(said));

test.each<[string, number | undefined]>([
  ['7', 420],
  ['90 min', 5400],
  ['1:30', 5400],
  ['1:30:15', 5415],
  ['1,5 h', 5400],
  ['1.5 Std.', 5400],
  ['2 Stunden', 7200],
  ['45 s', 45],
  ['', undefined],
  ['bald', undefined],
  ['1:75', undefined],
  ['999999 h', undefined],
])('%j is a length of %s', (typed, seconds) => expect(secondsOf(typed)).toBe(seconds));
