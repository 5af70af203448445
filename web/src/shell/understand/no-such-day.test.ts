import { expect, test } from 'vitest';
import { sayNoSuchDay } from './no-such-day.ts';

test.each([
  ['31.2.', 'Den 31.2. gibt es nicht.'],
  ['31.2. 8:00', 'Den 31.2. gibt es nicht.'],
  ['am 31.4.2027 um 9', 'Den 31.4.2027 gibt es nicht.'],
  ['30. Februar', 'Den 30. Februar gibt es nicht.'],
  ['31. Februar 14:30', 'Den 31. Februar gibt es nicht.'],
  ['2027-02-30', 'Den 2027-02-30 gibt es nicht.'],
  ['29.2.', undefined],
  ['24.12. 8:00', undefined],
  ['morgen 9', undefined],
  ['in 2 Stunden', undefined],
])('of %j is said %j', (line, said) => expect(sayNoSuchDay(line, 'de')).toBe(said));

test('in English, too', () => expect(sayNoSuchDay('February 30 9:00', 'en')).toBe('There is no February 30.'));
