import { describe, expect, it } from 'vitest';
import { differencesOf, fieldsOf, mayRing, storedExtras } from './rules.ts';

const NOW = Date.UTC(2026, 10, 23, 9);
const HOUR = 3_600_000;
const row = {
  memo_id: 1,
  edit: 1,
  content: '<p>Wartung</p>',
  communication_type: 1,
  contact_person_id: null,
  duration_s: 60,
  alarm_at: null,
  created_by: 1,
  title: 'Anruf',
  contact: 'Werft Neumann',
  ts: new Date(NOW),
};

it('says the fields of a row', () =>
  expect(fieldsOf({ ...row, alarm_at: NOW })).toEqual({
    title: 'Anruf',
    content: '<p>Wartung</p>',
    alarm: '2026-11-23T09:00:00.000Z',
    communicationTypeId: 1,
    contactPersonId: null,
    duration: 60,
    timestamp: NOW / 1000,
  }));

describe('an alarm', () => {
  it.each<[string, number | null, number | null, boolean]>([
    ['none', null, NOW - HOUR, true],
    ['to come', NOW + HOUR, null, true],
    ['now', NOW, null, false],
    ['past', NOW - HOUR, null, false],
    ['past, as it was', NOW - HOUR, NOW - HOUR, true],
    ['in two years', NOW + 731 * 24 * HOUR, null, true],
    ['later', NOW + 731 * 24 * HOUR + 1, null, false],
  ])('%s', (_, at, before, may) => expect(mayRing(at, before, NOW)).toBe(may));
});

it('tells what an edit changes, and of the text that it is HTML', () => {
  const before = fieldsOf(row);
  expect(differencesOf(before, before)).toEqual([]);
  expect(differencesOf(before, { ...before, content: '<p>Reparatur</p>', duration: 90 })).toEqual([
    { field: 'content', before: '<p>Wartung</p>', after: '<p>Reparatur</p>', isHtml: true },
    { field: 'duration', before: 60, after: 90, isHtml: false },
  ]);
});

it('keeps in the list what the list shows', () =>
  expect(storedExtras({ ...fieldsOf(row), alarm: '2026-11-24T09:00:00Z' }, 'Termin\nim März')).toEqual({
    communicationTypeId: 1,
    duration: 60,
    hasAlarm: true,
    preview: 'Termin im März',
  }));
