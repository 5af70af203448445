import { expect, test } from 'vitest';
import { presentationOf } from './rules.ts';

test.each([
  ['mail', 'mail'],
  ['calendar', 'events'],
  ['contact', 'contacts'],
  ['pdf', 'bytes'],
  ['office', 'bytes'],
  ['other', 'bytes'],
])('a file of kind %s is looked at as %s', (fileType, presentation) => {
  expect(presentationOf({ fileType })).toBe(presentation);
});
