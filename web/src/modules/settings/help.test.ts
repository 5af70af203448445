import { parseSearch } from '@kontor/contract/activity';
import { expect, test } from 'vitest';
import { texts } from './texts.ts';

const words = [...texts.de.operatorRows, ...texts.en.operatorRows].flatMap(([shown = '']) =>
  // Phrases have blanks of their own.
  shown.startsWith('"') ? [shown] : shown.split(', '),
);

test.each(words.map((word) => [word] as const))('the search understands %s as the help says', (word) => {
  expect(
    parseSearch(word, { now: Date.parse('2026-11-22T12:00:00Z'), timeZone: 'Europe/Berlin', records: true }).problems,
  ).toEqual([]);
});
