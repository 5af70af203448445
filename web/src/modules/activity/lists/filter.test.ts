import { DATE_PRESETS, DIRECTIONS, findQueries } from '@kontor/contract/activity';
import { ITEM_KIND_NAMES } from '@kontor/contract/kernel';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  compileFilter,
  formatDate,
  formatQuery,
  isCut,
  parseDate,
  parseFilter,
  defaultFilter,
  type ListDate,
  type ListFilter,
} from './filter.ts';

const zone = 'Europe/Berlin';
const defaultValue = { view: 'open', date: 'today' } as const;
const about = { views: ['open', 'mine', 'all'], default: defaultValue, zone } as const;
const bare = defaultFilter(defaultValue);
const shown = { archived: true, shared: true };

describe('the date of an address', () => {
  test.each<[string, ListDate | undefined]>([
    ['all', 'all'],
    ['thisWeek', 'thisWeek'],
    ['olderThanAMonth', 'olderThanAMonth'],
    ['2026-11-21', { from: '2026-11-21', to: '2026-11-21' }],
    ['2026-11-01..2026-11-21', { from: '2026-11-01', to: '2026-11-21' }],
    ['2026-11-21..2026-11-01', { from: '2026-11-01', to: '2026-11-21' }],
    ['2026-11-01..', { from: '2026-11-01' }],
    ['..2026-11-21', { to: '2026-11-21' }],
    // What a file that was shared with the app comes with: late in the evening it is another day than in London.
    ['"2026-11-21T23:30:00.000Z"', { from: '2026-11-22', to: '2026-11-22' }],
    ['2026-11-21T10:00:00.000Z', { from: '2026-11-21', to: '2026-11-21' }],
    ['2026-02-30', undefined],
    ['2026-02-01..2026-02-30', undefined],
    ['..', undefined],
    ['a..b', undefined],
    ['2026-01-01..2026-01-02..2026-01-03', undefined],
    ['-000001-01-01T00:00:00Z', undefined],
    ['nonsense', undefined],
    ['', undefined],
  ])('%s', (text, date) => {
    expect(parseDate(text, zone)).toEqual(date);
  });
});

describe('an address', () => {
  test.each<[string, string, string, Partial<ListFilter>]>([
    ['open', 'all', '', { date: 'all' }],
    ['mine', 'today', '', { view: 'mine' }],
    ['all', 'all', 'box=7,3,3&user=2', { view: 'all', date: 'all', boxIds: [3, 7], userIds: [2] }],
    ['all', 'all', 'group=9,4,4,x&user=2', { view: 'all', date: 'all', userIds: [2], groupIds: [4, 9] }],
    ['open', 'today', 'dir=in', { direction: 'incoming' }],
    ['open', 'today', 'dir=out&q=Rechnung%20%26%20Co', { direction: 'outgoing', text: 'Rechnung & Co' }],
    ['open', 'today', 'module=task,email,nothing', { moduleIds: ['email', 'task'] }],
    ['open', 'today', 'hidden=gelb', { hidden: 'gelb' }],
    // Of another time, or made up: the usual.
    ['custom', 'heute', 'box=a,-1,0,1.5,1e99&user=&dir=up&more=1', {}],
    ['usual', 'usual', '?', {}],
    ['', '', 'q=%00&box', {}],
  ])('/%s/%s?%s', (view, date, query, expected) => {
    expect(parseFilter({ view, date }, query, about)).toEqual({ ...bare, ...expected });
  });

  test.each<[Partial<ListFilter>, string]>([
    [{}, ''],
    [{ boxIds: [3, 7], direction: 'incoming' }, 'box=3,7&dir=in'],
    [{ groupIds: [4, 9], userIds: [2] }, 'user=2&group=4,9'],
    [{ text: 'ü #1', hidden: 'a=b', moduleIds: ['email'] }, 'module=email&q=%C3%BC%20%231&hidden=a%3Db'],
  ])('of %o ends with %s', (part, query) => {
    expect(formatQuery({ ...bare, ...part })).toBe(query);
  });
});

describe('the parameters of a query', () => {
  test.each<[Partial<ListFilter>, object]>([
    [{ date: 'all' }, { view: 'open', dateFilter: 'all' }],
    [
      { date: 'all', text: 'vor:heute' },
      { view: 'open', dateFilter: { preset: 'all', timeZone: zone }, searchTerm: 'vor:heute' },
    ],
    [{}, { dateFilter: { preset: 'today', timeZone: zone } }],
    [{ date: { from: '2026-11-01' } }, { dateFilter: { from: '2026-11-01', to: null, timeZone: zone } }],
    [
      { text: ' Rechnung ', hidden: ' x' },
      { searchTerm: 'Rechnung', hiddenSearchTerm: 'x' },
    ],
    // Boxes make a view of their own of all that there is, as long as no people are chosen; what is open stays what is open.
    [
      { view: 'all', boxIds: [3] },
      { view: 'custom', boxIds: [3] },
    ],
    [
      { view: 'all', boxIds: [3], userIds: [2] },
      { view: 'all', userFilter: [2] },
    ],
    [
      { view: 'all', boxIds: [3], groupIds: [4] },
      { view: 'all', groupFilter: [4], userFilter: [] },
    ],
    [{ view: 'open', boxIds: [3] }, { view: 'open' }],
  ])('of %o', (part, expected) => {
    expect(compileFilter({ ...bare, ...part }, shown, zone)).toMatchObject(expected);
  });

  test('say what is not shown', () => {
    expect(compileFilter(bare, { archived: false, shared: false }, zone)).toMatchObject({
      archived: false,
      globalized: false,
    });
    expect(isCut({ ...bare, date: 'all' }, shown)).toBe(false);
    expect(isCut(bare, shown)).toBe(true);
    expect(isCut({ ...bare, date: 'all' }, { ...shown, archived: false })).toBe(true);
  });
});

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const dates: fc.Arbitrary<ListDate> = fc.oneof(
  fc.constantFrom(...DATE_PRESETS),
  day.map((from) => ({ from })),
  day.map((to) => ({ to })),
  fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
);
const ids = fc
  .uniqueArray(fc.integer({ min: 1, max: 2 ** 40 }), { maxLength: 5 })
  .map((list) => list.toSorted((a, b) => a - b));
const word = fc.string({ maxLength: 20, unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
const filters: fc.Arbitrary<ListFilter> = fc.record({
  view: fc.constantFrom('open', 'mine', 'all'),
  date: dates,
  boxIds: ids,
  userIds: ids,
  groupIds: ids,
  direction: fc.constantFrom(...DIRECTIONS),
  moduleIds: fc.subarray([...ITEM_KIND_NAMES]),
  text: word,
  hidden: word,
});

describe('whatever is chosen or typed', () => {
  test('is what its address says', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const path = { view: filter.view, date: formatDate(filter.date) };
        expect(parseFilter(path, formatQuery(filter), about)).toEqual(filter);
      }),
    );
  });

  test('an address is never refused, and neither is what is asked for it', () => {
    const parts = fc.constantFrom(
      'box',
      'user',
      'group',
      'dir',
      'module',
      'q',
      'hidden',
      '=',
      '&',
      ',',
      '..',
      '2026-11-21',
      '%',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(parts, fc.string({ maxLength: 3 }))).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, text, text, (view, date, query) => {
        const filter = parseFilter({ view, date }, query, about);
        const params = compileFilter(filter, shown, zone);
        expect(v.safeParse(findQueries.filterItems.params, { ...params, moduleIds: filter.moduleIds }).success).toBe(
          true,
        );
        expect(parseFilter({ view: filter.view, date: formatDate(filter.date) }, formatQuery(filter), about)).toEqual(
          filter,
        );
      }),
      { numRuns: 40 },
    );
  });
});
