import { describe, expect, test } from 'vitest';
import type { Outcome } from '@kontor/contract/phonecall';
import { codeOf, gramsOf, groupsOf, pairOf, readBookSearch } from './book/rules.ts';
import { numberWords, plainLines, statusFor, viewersOfCall, writtenIn } from './rules.ts';
import type { CallFields } from './store/calls.ts';
import { callClock, readCallTime } from './times.ts';

const [NEW, OPEN, DONE] = [1, 2, 3];
const standing = (more: Partial<CallFields> = {}) => ({
  direction: 0 as const,
  outcome: 'answered' as Outcome,
  callback: 0 as const,
  received_by: 1,
  done_by_call: null,
  ...more,
});

test.each<[string, Partial<CallFields>, number, number]>([
  ['rings', { outcome: 'ringing', received_by: null }, NEW, NEW],
  ['nobody took', { outcome: 'missed', received_by: null }, NEW, NEW],
  ['found nobody free', { outcome: 'busy', received_by: null }, NEW, NEW],
  ['left a message', { outcome: 'voice', received_by: null }, NEW, NEW],
  ['is a fax', { outcome: 'fax', received_by: null }, NEW, NEW],
  ['somebody took', { outcome: 'answered' }, OPEN, DONE],
  ['somebody talks in', { outcome: 'talking' }, OPEN, DONE],
  ['wants one back', { callback: 1 }, NEW, NEW],
  ['wanted one back, which was done', { callback: 2 }, DONE, DONE],
  ['went out', { direction: 1 }, DONE, DONE],
  ['went out, and wants one back', { direction: 1, callback: 1 }, NEW, NEW],
  ['was blocked', { outcome: 'blocked', received_by: null }, DONE, DONE],
  ['ended as nobody knows', { outcome: 'unknown' }, DONE, DONE],
  ['was missed, and called back', { outcome: 'missed', done_by_call: 9, callback: 1 }, DONE, DONE],
])('a call that %s', (_what, more, taker, other) => {
  expect([statusFor(standing(more), 1, OPEN), statusFor(standing(more), 2, OPEN)]).toEqual([taker, other]);
});

test('an answered call is Done for who took it where the list says so', () => {
  expect(statusFor(standing(), 1, DONE)).toBe(DONE);
});

test('those see a call who belong to its list, and those whom it names', () => {
  const call = { ...standing({ received_for: 5 }), created_by: 6, callback_by: null } as unknown as CallFields;
  const viewers = viewersOfCall(call, { boxId: 9, memberIds: new Set([1, 2]), answered: OPEN });
  expect(viewers.map(({ userId, boxId, mine }) => [userId, boxId, mine])).toEqual([
    [1, 9, false],
    [2, 9, false],
    [5, 0, true],
    [6, 0, false],
  ]);
});

test.each<[string, object, readonly string[]]>([
  ['what a telephone system does not say', { reason: 'Pumpe', callback: 1, name_id: 3 }, []],
  ['what was so already', { received_by: 1, started_at: new Date('2026-11-26T09:41:00.700Z') }, []],
  ['for whom it was', { received_for: 5 }, ['received_for']],
  ['how the number is written', { number_text: '0431 123456' }, ['number', 'number_text']],
  ['time, length and list', { started_at: new Date(0), duration: 9, box_id: 7 }, ['started_at', 'duration', 'box_id']],
])('an edit writes %s', (_what, changes, fields) => {
  const call = {
    ...standing({ number: 49_431_123_456, number_text: '+49431123456', received_for: null, duration: 0, reason: '' }),
    started_at: new Date('2026-11-26T09:41:00Z'),
    box_id: 4,
  } as unknown as Parameters<typeof writtenIn>[0];
  expect(writtenIn(call, { ...call, ...changes })).toEqual(fields);
});

test('a number is found in each way of writing it', () => {
  const words = numberWords(49431123456, '0431/123456')
    .join('\n')
    .replace(/[^\d\n]/g, '')
    .split('\n');
  expect(new Set(words)).toEqual(new Set(['49431123456', '0431123456', '0049431123456']));
});

test('a text is kept as lines, without what steers a screen', () => {
  expect(plainLines(' a\u202eb\r\n\r\n\r\n\r\nc\u0007 \nd\te ')).toBe('ab\n\nc\nd\te');
});

describe('a time', () => {
  const now = Date.parse('2026-11-26T10:00:00.500Z');
  test.each([
    ['', '2026-11-26T10:00:00.000Z'],
    ['2026-11-26T09:41:00', '2026-11-26T08:41:00.000Z'],
    ['2026-11-26 09:41', '2026-11-26T08:41:00.000Z'],
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    ['2026-11-26T09:41:00.999Z', '2026-11-26T09:41:00.000Z'],
  ])('%j is %s', (written, at) => expect(readCallTime(written, now).toISOString()).toBe(at));
  test.each(['morgen', '2026-02-30', '2026-13-01T00:00', '2026-11-26T25:00', '2026-11-28T10:00:00', '1969-01-01'])(
    '%j is none',
    (written) => expect(() => readCallTime(written, now)).toThrow(),
  );
  test('is read by the clock of Berlin', () => {
    expect(callClock(new Date('2026-07-01T22:30:00Z'))).toEqual({ callDate: '2026-07-02', callTime: '00:30:00' });
  });
});

describe('the phone book', () => {
  test.each<[string, { digits: string; words: string[] } | undefined]>([
    ['', undefined],
    ['  ', undefined],
    ['siev', { digits: '', words: ['siev'] }],
    ['Dirk  Siev', { digits: '', words: ['dirk', 'siev'] }],
    ['Müll', { digits: '', words: ['mull'] }],
    ['0471 951', { digits: '471951', words: [] }],
    ['+49 471', { digits: '49471', words: [] }],
    ['951', { digits: '951', words: [] }],
    ['12', { digits: '', words: ['12'] }],
    ['%_', undefined],
  ])('looks for %j', (typed, expected) => {
    const search = readBookSearch(typed);
    expect(search === undefined ? undefined : { digits: search.digits, words: [...search.words] }).toEqual(expected);
  });

  test('an entry has all that is looked for by parts of its number and name', () => {
    const grams = new Set(gramsOf('4947195120', 'dirk sievers'));
    for (const typed of ['siev', 'evers', 'di', 's', 'dirk siev', '951', '71951', '0471 95120'])
      expect([typed, readBookSearch(typed)?.grams.every((gram) => grams.has(gram))]).toEqual([typed, true]);
    expect(readBookSearch('olsen')?.grams.every((gram) => grams.has(gram))).toBe(false);
  });

  test('names sound alike whichever way round', () => {
    expect(codeOf('Dirk Sievers')).toBe(codeOf('Sivers, Dirk'));
    expect(codeOf('Dirk Sievers')).not.toBe(codeOf('Olsen'));
    expect(codeOf('123')).toBe('');
  });

  test('those that somebody called different are in no group together', () => {
    const entries = [1, 2, 3, 4].map((name_id) => ({ name_id }));
    const groups = (...pairs: string[]) =>
      groupsOf(entries, new Set(pairs)).map((group) => group.map((one) => one.name_id));
    expect(groups()).toEqual([[1, 2, 3, 4]]);
    expect(groups(pairOf(4, 1))).toEqual([[1, 2, 3]]);
    expect(groups(pairOf(1, 2), pairOf(1, 4), pairOf(2, 3), pairOf(3, 4))).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });
});
