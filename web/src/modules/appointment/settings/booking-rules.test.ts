import { appointmentCommands, appointmentQueries } from '@kontor/contract/appointment';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { readDraft, readDurations, readHours, readNumber, toDraft } from './booking-rules.ts';

describe('hours as they are typed', () => {
  test.each<[string, readonly string[] | undefined]>([
    ['', []],
    [' , ', []],
    ['9-12', ['09:00 12:00']],
    ['09:00–12:30, 13:30 - 17', ['09:00 12:30', '13:30 17:00']],
    ['20-24', ['20:00 24:00']],
    ['12-9', undefined],
    ['9-9', undefined],
    ['9-25', undefined],
    ['9:75-12', undefined],
    ['vormittags', undefined],
    ['9', undefined],
    ['9-12-15', undefined],
    ['9-12, 11-13', undefined],
    ['1-2,3-4,5-6,7-8,9-10,11-12,13-14', undefined],
  ])('%j', (typed, expected) =>
    expect(readHours(typed, 'monday')?.map(({ from, to }) => `${from} ${to}`)).toEqual(expected),
  );
});

test.each<[string, number[] | undefined]>([
  ['30', [30]],
  ['30, 60;90 15', [30, 60, 90, 15]],
  ['', undefined],
  ['30, 30', undefined],
  ['4', undefined],
  ['481', undefined],
  ['30 Minuten', undefined],
  ['10, 20, 30, 40, 50', undefined],
])('durations %j', (typed, expected) => expect(readDurations(typed)).toEqual(expected));

test.each<[string, number | undefined]>([
  ['0', 0],
  [' 12 ', 12],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['241', undefined],
])('a number %j', (typed, expected) => expect(readNumber(typed, 0, 240)).toBe(expected));

test('a new page is sent as it begins, once it has a title', () => {
  const draft = toDraft(undefined);
  expect([...readDraft(draft).faults]).toEqual(['title']);
  const { faults, params } = readDraft({ ...draft, title: ' Beratung ' });
  expect(faults.size).toBe(0);
  expect(params).toMatchObject({ title: 'Beratung', slug: null, durations: [30], maxPerDay: null });
  expect(params.hours).toHaveLength(10);
  expect(v.is(appointmentCommands.saveBookingPage.params, { id: null, ...params })).toBe(true);
});

test('one that is there is typed as it is, and sent the same', () => {
  const [page] = appointmentQueries.bookingPages.example.result.pages;
  if (page === undefined) throw new Error('The contract has an example');
  const { id: _id, url: _url, owner: _owner, ...fields } = page;
  expect(readDraft(toDraft(page)).params).toEqual(fields);
});
