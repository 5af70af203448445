import { expect, test } from 'vitest';
import { searchQuery, searchWords } from './rules.ts';

test.each([
  ['paul.neumann@werft.example', "'paul':* & 'neumann':* & 'werft':* & 'example':*"],
  ['  Lieferschein   fehlt ', "'Lieferschein':* & 'fehlt':*"],
  ["O'Brien & (drop) | !x:*", "'O':* & 'Brien':* & 'drop':* & 'x':*"],
  ['2026-1184', "'2026':* & '1184':*"],
  ['\\\'"', undefined],
  ['', undefined],
])('a search for %j asks for %j', (term, query) => {
  expect(searchQuery(term)).toBe(query);
});

test('two terms are both asked for, and twenty words are enough', () => {
  expect(searchQuery('a', 'b')).toBe("'a':* & 'b':*");
  expect(searchQuery('w '.repeat(500))?.split('&')).toHaveLength(20);
});

test('what is indexed is cut into the same words', () => {
  expect(searchWords('Größe: 3/4" (blau)\nfür A&B')).toBe('Größe 3 4 blau für A B');
});
