import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortDiff, wordDiff } from './word-diff.ts';

test('says what is gone and what is new, in their places', () =>
  expect(wordDiff('Termin im März bei uns', 'Termin im April bei Ihnen')).toEqual([
    { kind: 'both', text: 'Termin im ' },
    { kind: 'gone', text: 'März' },
    { kind: 'new', text: 'April' },
    { kind: 'both', text: ' bei ' },
    { kind: 'gone', text: 'uns' },
    { kind: 'new', text: 'Ihnen' },
  ]));

test('both texts can be read from it', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'Werft'), { maxLength: 30 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after);
      const read = (without: 'gone' | 'new') =>
        parts.flatMap(({ kind, text: said }) => (kind === without ? [] : said)).join('');
      expect([read('new'), read('gone')]).toEqual([before, after]);
    }),
  );
});

test('what stayed is cut down to what is around a change', () => {
  const long = 'wort '.repeat(100).trim();
  const [first, , last] = shortDiff(wordDiff(`${long} alt ${long}`, `${long} ${long}`));
  expect(first?.text.length).toBeLessThan(70);
  expect(first?.text.startsWith('…')).toBe(true);
  expect(last === undefined || last.text.length < 70).toBe(true);
});

test('very long texts are told as a whole', () =>
  expect(wordDiff('a '.repeat(5000), 'b '.repeat(5000))).toHaveLength(2));
