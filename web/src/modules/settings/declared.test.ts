import { SETTINGS } from '@kontor/contract/settings';
import { expect, test } from 'vitest';
import { optionsOf } from './declared.ts';

test('numbers and times of day rise, whichever is the default; words stand as they are declared', () => {
  expect(optionsOf('calendarDayStarts')).toEqual(['05:00', '06:00', '07:00', '08:00', '09:00']);
  expect(optionsOf('mailUndoSeconds')).toEqual(['0', '5', '10', '20', '30']);
  expect(optionsOf('theme')).toEqual(SETTINGS.theme.schema.options);
});
