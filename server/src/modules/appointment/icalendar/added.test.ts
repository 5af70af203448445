import { expect, test } from 'vitest';
import { withAddedKept } from './added.ts';
import { bareEvent, type IcalAppointment } from './model.ts';
import { readCalendarText } from './reading.ts';
import { repetitionOf } from './rule-reading.ts';
import { writeCalendarText } from './writing.ts';

const ZONE = 'Europe/Berlin';
const nine = { timeMode: 'fixedTime', start: '2031-03-03T09:00:00', end: '2031-03-03T10:00:00', zone: ZONE } as const;
const WEEKLY = 'FREQ=WEEKLY;COUNT=3';
const day = (number: number): string => `2031-03-${String(number).padStart(2, '0')}T09:00:00`;
const series = (rule: string | null, part: Partial<IcalAppointment['master']> = {}): IcalAppointment => ({
  uid: 'u',
  master: {
    ...bareEvent('u', nine),
    title: 'Runde',
    rule,
    repetition: rule === null ? null : repetitionOf(rule, nine.start),
    ...part,
  },
  changed: [],
});
const originals = (kept: IcalAppointment | undefined) =>
  kept?.changed.map(({ original, slot, title }) => [original, slot.start, title]);

test.each<[string, IcalAppointment, string[]]>([
  ['beside a rule', series(WEEKLY, { added: [day(5), day(20)] }), [day(5), day(20)]],
  ['that the rule gives', series(WEEKLY, { added: [day(10)] }), []],
  ['before the first one', series(WEEKLY, { added: ['2031-02-01T09:00:00'] }), ['2031-02-01T09:00:00']],
  ['that are taken out', series(WEEKLY, { added: [day(5)], excluded: [day(5)] }), []],
  ['without a rule', series(null, { added: [day(5)] }), [day(5)]],
])('times %s are occurrences of their own', (_what, given, expected) => {
  const kept = withAddedKept(given);
  expect(originals(kept)).toEqual(expected.map((time) => [time, time, 'Runde']));
  expect(kept?.master?.added).toEqual([]);
  expect(kept?.master?.rule).toBe(given.master?.rule ?? 'FREQ=DAILY;COUNT=1');
  expect(kept?.master?.repetition).not.toBeNull();
});

test('an occurrence that says otherwise stays as it is', () => {
  const own = {
    ...bareEvent('u', { ...nine, start: day(6), end: '2031-03-06T10:00:00' }),
    original: day(5),
    title: 'Später',
  };
  const kept = withAddedKept({ ...series(WEEKLY, { added: [day(5)] }), changed: [own] });
  expect(originals(kept)).toEqual([[day(5), day(6), 'Später']]);
});

test('what has none is as it was, and more than 200 are none that could be kept', () => {
  const bare = series(WEEKLY);
  expect(withAddedKept(bare)).toBe(bare);
  const many = Array.from({ length: 201 }, (_, at) =>
    new Date(Date.UTC(2032, 0, 1 + at, 9)).toISOString().slice(0, 19),
  );
  expect(withAddedKept(series(null, { added: many }))).toBeUndefined();
  expect(withAddedKept(series(null, { added: many.slice(1) }))?.changed).toHaveLength(200);
});

test('they are written as times beside the rule, and read as the same again', () => {
  const kept = withAddedKept(series(WEEKLY, { added: [day(5)] })) ?? expect.fail('Nothing is kept');
  const text = writeCalendarText([kept], { method: null, now: 0, withPeople: true, withAlarm: true });
  expect(text).toContain('RDATE;TZID=Europe/Berlin:20310305T090000');
  const [again = expect.fail('Nothing is read')] = readCalendarText(text, ZONE).appointments;
  expect(again.master?.added).toEqual([day(5)]);
  expect(originals(withAddedKept(again))).toEqual(originals(kept));
});
