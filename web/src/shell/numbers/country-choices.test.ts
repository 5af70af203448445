import { expect, test } from 'vitest';
import { countryChoices } from './country-choices.ts';

test.each([
  [
    'de',
    [
      ['DE', 'Deutschland'],
      ['AT', 'Österreich'],
      ['CH', 'Schweiz'],
    ],
  ],
  [
    'en',
    [
      ['AT', 'Austria'],
      ['DE', 'Germany'],
      ['CH', 'Switzerland'],
    ],
  ],
])('countries stand by their names: %s', (language, named) => {
  expect(countryChoices(['AT', 'CH', 'DE'], language)).toEqual(named);
});
