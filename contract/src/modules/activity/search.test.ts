import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSearch, parseSearch, searchBounds, type Search } from './search.ts';
import { SEARCH_OPERATORS } from './search-operators.ts';

/** A Saturday, half past midnight in Berlin, and still Friday in Greenwich. */
const OPTIONS = { now: Date.UTC(2026, 10, 20, 23, 30), timeZone: 'Europe/Berlin' };
const parse = (text: string) => parseSearch(text, OPTIONS);

/** What a search says beyond nothing. */
const essence = (search: object): object =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]: [string, unknown]) => {
      if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value]];
      if (typeof value !== 'object' || value === null) return value === null ? [] : [[name, value]];
      const inner = essence(value);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }),
  );

const problem = (code: string, at: number, length: number) => ({ problems: [{ at, length, code }] });

test.each<[string, object]>([
  ['', {}],
  ['  \t\n ', {}],
  ['Lieferschein fehlt', { words: ['Lieferschein', 'fehlt'] }],
  ['2026-1184', { words: ['2026-1184'] }],
  ['pumpe pumpe', { words: ['pumpe'] }],
  ['"Lieferschein  fehlt" heute', { words: ['heute'], phrases: ['Lieferschein fehlt'] }],
  ['„neue Pumpe“ “new pump”', { phrases: ['neue Pumpe', 'new pump'] }],
  ['"offen geblieben', { phrases: ['offen geblieben'] }],
  ['""', {}],
  ['3/4"-Rohr', { words: ['3/4"-Rohr'] }],
  ['-Werbung', { without: { words: ['Werbung'] } }],
  ['Pumpe -"nicht dicht" -from:paul', { words: ['Pumpe'], without: { phrases: ['nicht dicht'], from: ['paul'] } }],
  ['- -- Pumpe', { words: ['Pumpe'] }],
  ['--Pumpe', { without: { words: ['Pumpe'] } }],
  ['from:paul von:anna', { from: ['paul', 'anna'] }],
  ['VON:"Paul Neumann" an:info@nordwerk.example', { from: ['Paul Neumann'], to: ['info@nordwerk.example'] }],
  ['von:„Paul Neumann“', { from: ['Paul Neumann'] }],
  ['is:new ist:bearbeitung is:done', { is: ['unseen', 'seen', 'ready'] }],
  ['ist:gelöscht ist:Meine -is:shared', { is: ['trashed', 'mine'], without: { is: ['shared'] } }],
  ['type:mail art:aufgabe type:phonecall', { types: ['email', 'task', 'phonecall'] }],
  ['ist:verpasst is:callback', { is: ['missed', 'callback'] }],
  ['nummer:0431/123-456 number:"+49 (0)431 1"', { numbers: ['0431123456', '494311'] }],
  ['dauer:>5m duration:<90s -dauer:1h', { durations: ['>300', '<90'], without: { durations: ['>3600'] } }],
  ['nummer:12', { words: ['nummer:12'], ...problem('VALUE_UNKNOWN', 0, 9) }],
  ['dauer:lang', { words: ['dauer:lang'], ...problem('VALUE_UNKNOWN', 0, 10) }],
  ['dauer:5constructor', { words: ['dauer:5constructor'], ...problem('VALUE_UNKNOWN', 0, 18) }],
  ['hat:anhang has:warning', { has: ['attachment', 'warning'] }],
  ['after:2026-11-01 before:2026-11-21', { range: { from: '2026-11-01', before: '2026-11-21' } }],
  ['nach:1.2.2025 vor:3.4.26', { range: { from: '2025-02-01', before: '2026-04-03' } }],
  ['after:21.11.', { range: { from: '2026-11-21' } }],
  ['after:22.11.', { range: { from: '2025-11-22' } }],
  ['before:29.2.', { range: { before: '2024-02-29' } }],
  ['after:2026 before:2026-10', { range: { from: '2026-01-01', before: '2026-10-01' } }],
  ['after:heute', { range: { from: '2026-11-21' } }],
  ['before:Yesterday', { range: { before: '2026-11-20' } }],
  ['after:7d', { range: { from: '2026-11-14' } }],
  ['nach:4w', { range: { from: '2026-10-24' } }],
  ['nach:3t', { range: { from: '2026-11-18' } }],
  ['after:3m before:1j', { range: { from: '2026-08-21', before: '2025-11-21' } }],
  ['after:7d after:2d', { range: { from: '2026-11-19' } }],
  ['-before:2026-11-01', { range: { from: '2026-11-01' } }],
  ['-after:2026-11-01', { range: { before: '2026-11-01' } }],
  ['AW: Termin um 12:30 https://werft.example', { words: ['AW:', 'Termin', 'um', '12:30', 'https://werft.example'] }],
  ['farbe:rot', { words: ['farbe:rot'], ...problem('OPERATOR_UNKNOWN', 0, 9) }],
  ['Pumpe -farbe:rot', { words: ['Pumpe'], without: { words: ['farbe:rot'] }, ...problem('OPERATOR_UNKNOWN', 6, 10) }],
  ['record:17', { words: ['record:17'], ...problem('OPERATOR_UNKNOWN', 0, 9) }],
  ['has:record', { words: ['has:record'], ...problem('VALUE_UNKNOWN', 0, 10) }],
  ['is:blau', { words: ['is:blau'], ...problem('VALUE_UNKNOWN', 0, 7) }],
  ['ist:"ganz neu"', { phrases: ['ist:ganz neu'], ...problem('VALUE_UNKNOWN', 0, 14) }],
  ['after:31.2.2026', { words: ['after:31.2.2026'], ...problem('VALUE_UNKNOWN', 0, 15) }],
  ['after:0000-01-01', { words: ['after:0000-01-01'], ...problem('VALUE_UNKNOWN', 0, 16) }],
  ['after:9999y', { words: ['after:9999y'], ...problem('VALUE_UNKNOWN', 0, 11) }],
  ['before:constructor', { words: ['before:constructor'], ...problem('VALUE_UNKNOWN', 0, 18) }],
  ['Pumpe from:', { words: ['Pumpe'], ...problem('VALUE_MISSING', 6, 5) }],
  ['from: paul', { words: ['paul'], ...problem('VALUE_MISSING', 0, 5) }],
  ['from:""', problem('VALUE_MISSING', 0, 7)],
  // Signs that control or turn the direction neither hide an operator nor make one of two words.
  ['fr\u200bom:\u202epaul', { from: ['paul'] }],
  ['\u202eis:\u200bblau x', { words: ['is:blau', 'x'], ...problem('VALUE_UNKNOWN', 1, 8) }],
  ['a\u0000b\u0007c', { words: ['a', 'b', 'c'] }],
  ['\ud800x', { words: ['x'] }],
  ['Gro\u0308ße', { words: ['Größe'] }],
])('%j asks for %j', (text, wanted) => {
  expect(essence(parse(text))).toEqual(wanted);
});

test('with records there is an operator for them', () => {
  const search = parseSearch('record:17 hat:datensatz', { ...OPTIONS, records: true });
  expect(essence(search)).toEqual({ records: ['17'], has: ['record'] });
});

test('twenty words are enough, and what is behind them is told', () => {
  const search = parse(Array.from({ length: 25 }, (_, n) => `w${n + 10}`).join(' '));
  expect(search.words).toHaveLength(20);
  expect(search.problems).toEqual([{ at: 80, length: 19, code: 'TOO_MANY' }]);
});

test('days begin in the zone that they are meant in', () => {
  const { range } = parse('after:2026-03-29 before:2026-03-30');
  const { from, before } = searchBounds(range, 'Europe/Berlin');
  expect(new Date((from ?? 0) * 1000).toISOString()).toBe('2026-03-28T23:00:00.000Z');
  // The day on which the clocks are put forward has 23 hours.
  expect((before ?? 0) - (from ?? 0)).toBe(23 * 3600);
});

test('every name and value that is offered is understood, and no two mean different things', () => {
  for (const { name, de, en, values } of SEARCH_OPERATORS) {
    if (typeof values === 'string') continue;
    for (const typed of values.flatMap((it) => [it.value, ...it.de, ...it.en].map((word) => [it.value, word] as const)))
      for (const operator of [de, en]) {
        const search = parseSearch(`${operator}:${typed[1]}`, { ...OPTIONS, records: true });
        expect([typed[1], search[name === 'type' ? 'types' : (name as 'is' | 'has')]]).toEqual([typed[1], [typed[0]]]);
      }
  }
});

/** What has a meaning to a search or to PostgreSQL, or must not have one. */
const SIGNS =
  '-|"|„|“| |:|--|\u202e|\u200b|\u0000|\u00a0|12.3.|2026-02-29|9999y|7d|neu|mail|anhang|\'|\\|&|!|(|)|<->|:*|%|ß|\u212a|x'.split(
    '|',
  );

describe('whatever is typed', () => {
  const piece = fc.oneof(
    fc.constantFrom(...SIGNS, ...SEARCH_OPERATORS.flatMap(({ de, en }) => [`${de}:`, `${en}:`])),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  const typed = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const said = (search: Search) => ({ ...search, problems: undefined });

  test.each([false, true])(
    'it is read without a fault, and what it says can be written down (records: %s)',
    (records) => {
      const options = { ...OPTIONS, records };
      fc.assert(
        fc.property(typed, (text) => {
          const search = parseSearch(text, options);
          for (const { at, length } of search.problems) {
            expect(at).toBeGreaterThanOrEqual(0);
            expect(length).toBeGreaterThan(0);
            expect(at + length).toBeLessThanOrEqual(text.length);
          }
          const again = parseSearch(formatSearch(search), options);
          expect(said(again)).toEqual(said(search));
          expect(formatSearch(again)).toBe(formatSearch(search));
        }),
        { numRuns: 3000 },
      );
    },
  );
});
