import { expect, test } from 'vitest';
import { isAcceptable, strengthOf } from './password-rules.ts';

const NAMES = ['anna.berger', 'Anna Berger', 'nordwerk', 'Kontor', 'Ben'];

test.each([
  ['', 'empty', false],
  ['kurz', 'short', false],
  ['elf zeichen', 'short', false],
  ['mein BERGER geheimnis', 'name', false],
  ['kontor2026kontor', 'name', false],
  // `ben` is in too many words to be kept out of all.
  ['noch ein satz am abend', 'good', true],
  ['aaaaaaaaaaaaaaaa', 'easy', false],
  ['ababababababab12', 'easy', false],
  ['regen im herbst', 'fair', true],
  ['Regen im Herbst 7', 'strong', true],
  ['Regen 7 Herbst', 'good', true],
  ['regen fällt im herbst', 'good', true],
  ['regen fällt im späten herbst', 'strong', true],
])('%s is %s', (password, kind, acceptable) => {
  const strength = strengthOf(password, NAMES);
  expect([strength.kind, isAcceptable(strength)]).toEqual([kind, acceptable]);
});

test('says how much is missing', () => {
  expect(strengthOf('elf zeichen', [])).toEqual({ kind: 'short', more: 1 });
});
