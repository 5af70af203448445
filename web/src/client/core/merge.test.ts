import { expect, test } from 'vitest';
import fc from 'fast-check';
import { mergeFields, mergeText } from './merge.ts';

const base = { title: 'Angebot', text: 'eins\nzwei\ndrei\nvier', state: 1, people: [1, 2] };

test.each([
  ['nobody', {}, {}, {}, []],
  ['only me', { title: 'Neu' }, {}, { title: 'Neu' }, []],
  ['only them', {}, { people: [1] }, { people: [1] }, []],
  ['each another field', { state: 2 }, { title: 'Neu' }, { state: 2, title: 'Neu' }, []],
  ['both the same', { people: [3] }, { people: [3] }, { people: [3] }, []],
  ['both one field', { state: 2 }, { state: 3 }, { state: 2 }, ['state']],
  [
    'both the text, apart',
    { text: 'EINS\nzwei\ndrei\nvier' },
    { text: 'eins\nzwei\ndrei\nVIER' },
    { text: 'EINS\nzwei\ndrei\nVIER' },
    [],
  ],
  [
    'both the same line of the text',
    { text: 'eins\nmeins\ndrei\nvier' },
    { text: 'eins\nihres\ndrei\nvier' },
    { text: 'eins\nmeins\nihres\ndrei\nvier' },
    ['text'],
  ],
] as const)('changed by %s', (_, mine, theirs, expected, conflicts) => {
  const merged = mergeFields({ ...base }, { ...base, ...mine } as typeof base, { ...base, ...theirs } as typeof base, [
    'text',
  ]);
  expect(merged.value).toEqual({ ...base, ...expected });
  expect(merged.conflicts.map(({ field }) => field)).toEqual(conflicts);
});

test('a field that is new, and one that is gone', () => {
  type Some = Record<string, unknown>;
  const merged = mergeFields<Some>({ a: 1, b: 1 }, { a: 1, b: 1, c: 3 }, { a: 1 });
  expect(merged).toEqual({ value: { a: 1, c: 3 }, conflicts: [] });
});

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 6 }).map((lines) => lines.join('\n'));

test('what one side alone has changed comes out as it is, and equal changes are no conflict', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(mergeText(before, after, before)).toEqual({ value: after, isClean: true });
      expect(mergeText(before, before, after)).toEqual({ value: after, isClean: true });
      expect(mergeText(before, after, after)).toEqual({ value: after, isClean: true });
    }),
  );
});
