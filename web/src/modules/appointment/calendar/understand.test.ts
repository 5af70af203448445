import { expect, test } from 'vitest';
import { understandLine } from './understand.ts';

const now = Temporal.ZonedDateTime.from('2026-11-26T09:41[Europe/Berlin]');
const people = [
  { userId: 2, fullName: 'Ben Krüger' },
  { userId: 3, fullName: 'Chris Okafor' },
];

test.each([
  ['Di 14-15 Montage mit Ben', 'Montage', '2026-12-01', 840, 900, [2]],
  ['Montageplanung 13:30–15 @Ben', 'Montageplanung', undefined, 810, 900, [2]],
  ['Morgen von 9 bis 10.30 Uhr Abnahme', 'Abnahme', '2026-11-27', 540, 630, []],
  ['Werkstatt 10-2', 'Werkstatt', undefined, 600, 840, []],
  ['Rückruf um 16 Uhr', 'Rückruf', undefined, 960, undefined, []],
  ['Messe am 1.12.', 'Messe', '2026-12-01', undefined, undefined, []],
  ['Lunch mit Ben und Chris', 'Lunch', undefined, undefined, undefined, [2, 3]],
  ['Gespräch mit Frau Behn', 'Gespräch mit Frau Behn', undefined, undefined, undefined, []],
  ['Besuch von 2-3 Leuten', 'Besuch von 2-3 Leuten', undefined, undefined, undefined, []],
  ['Ventil 25-30 prüfen', 'Ventil 25-30 prüfen', undefined, undefined, undefined, []],
  ['Essen für 8-10 Leute', 'Essen für 8-10 Leute', undefined, undefined, undefined, []],
  ['Einkauf 22-26', 'Einkauf 22-26', undefined, undefined, undefined, []],
  ['', '', undefined, undefined, undefined, []],
] as const)('%s', (line, title, day, from, to, userIds) => {
  const understood = understandLine(line, { now, language: 'de', people });
  expect({ ...understood, people: understood.people.map(({ userId }) => userId) }).toEqual({
    title,
    day,
    from,
    to,
    people: userIds,
    records: [],
  });
});

test.each([
  ['Messe 31.2.', '31.2.', undefined],
  ['Sonntag, 31. Februar 14-15 Messe', 'Sonntag, 31. Februar', 840],
  ['Messe 28.2. um 9 Uhr', undefined, 540],
])('a day that no calendar has is named: %s', (line, day, from) => {
  const { impossible, from: begins } = understandLine(line, { now, language: 'de', people });
  expect([impossible, begins]).toEqual([day, from]);
});

test('English is understood, too', () =>
  expect(understandLine('Tuesday 14-15 review with Chris', { now, language: 'en', people })).toMatchObject({
    title: 'review',
    day: '2026-12-01',
    people: [{ userId: 3 }],
  }));

test('records are named by a word behind a sign, which leaves the title once one was chosen', () => {
  const read = (line: string, chosen: readonly string[] = []) => {
    const { title, records } = understandLine(line, { now, language: 'de', people, chosen: new Set(chosen) });
    return [title, records];
  };
  expect(read('Di 14-15 Montage mit Ben #Werft')).toEqual(['Montage #Werft', ['Werft']]);
  expect(read('Di 14-15 Montage mit Ben #Werft', ['Werft'])).toEqual(['Montage', ['Werft']]);
  expect(read('Abnahme #12 und ##x')).toEqual(['Abnahme #12 und ##x', []]);
});
