import { describe, expect, test } from 'vitest';
import { addressWith, readAddress } from './address.ts';

const otherwise = { view: 'day', day: '2026-11-26', calendars: [7] } as const;

test.each([
  ['/agenda', { view: 'day', day: '2026-11-26', calendars: [7] }],
  ['/agenda?view=week&day=2026-12-01&calendars=1-7', { view: 'week', day: '2026-12-01', calendars: [1, 7] }],
  ['/agenda?view=decade&day=2026-02-30&calendars=1-x-1--3', { view: 'day', day: '2026-11-26', calendars: [1, 3] }],
  ['/agenda?view=list&cut=open&days=all', { view: 'list', day: '2026-11-26', calendars: [7] }],
])('%s shows', (address, shown) => expect(readAddress(address, otherwise)).toEqual(shown));

describe('an address that shows something else', () => {
  test('says all of it', () =>
    expect(addressWith('/agenda', { view: 'week', day: '2026-12-01', calendars: [2, 1] })).toBe(
      '/agenda?view=week&day=2026-12-01&calendars=2-1',
    ));

  test('keeps what else stands in it, and forgets calendars where none are chosen', () =>
    expect(
      addressWith('/agenda?view=day&cut=open&calendars=3', { view: 'list', day: '2026-12-01', calendars: [] }),
    ).toBe('/agenda?view=list&cut=open&day=2026-12-01'));
});
