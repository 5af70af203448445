import { describe, expect, test } from 'vitest';
import { aRow } from '../../client/testing/rows.ts';
import { isListed } from './own-filters.ts';
import { delayedDue, earlierAlarms } from './delay.ts';
import { taskFrames } from './frames.ts';
import { taskOf } from './quick/making.ts';
import { nearDatesIn } from '../../shell/dates/near-dates.ts';

const ZONE = 'Europe/Berlin';
/** A Monday, half past nine. */
const NOW = Date.parse('2026-11-23T08:30:00Z');
const task = (extras: Record<string, unknown>, status: 1 | 2 | 3 = 2) =>
  aRow(1, { moduleName: 'task', status, extras });

test.each([
  ['de', '2026-11-23', 'Heute', false],
  ['de', '2026-11-24', 'Morgen', false],
  ['de', '2026-11-22', 'Gestern', true],
  ['de', '2026-11-26', 'Donnerstag', false],
  ['de', '2026-11-26T13:00:00.000Z', 'Do 14:00', false],
  ['de', '2026-11-23T08:00:00.000Z', 'Heute 09:00', true],
  ['de', '2026-11-23T23:30:00.000Z', 'Morgen 00:30', false],
  ['de', '2026-11-30', '30.11.', false],
  ['de', '2027-01-05', '05.01.2027', false],
  ['en', '2026-11-24', 'Tomorrow', false],
  ['en', '2026-11-10', '11/10', true],
] as const)('in %s %s is called %s', (language, due, text, isOver) => {
  const said = nearDatesIn(language, ZONE);
  expect([said.text(due, NOW), said.isOver(due, NOW)]).toEqual([text, isOver]);
});

test.each([
  [undefined, 'undated'],
  ['2026-11-22', 'overdue'],
  ['2026-11-22T23:30:00.000Z', 'today'],
  ['2026-11-23', 'today'],
  ['2026-11-24T08:00:00.000Z', 'tomorrow'],
  ['2026-11-29', 'thisWeek'],
  ['2026-11-30', 'later'],
])('a task that is due %s stands among %s', (due, frame) => {
  expect(taskFrames.at(NOW, ZONE)(task(due === undefined ? {} : { due }))).toBe(frame);
  expect(taskFrames.order).toContain(frame);
});

describe('put off', () => {
  test.each([
    [null, 1, '2026-11-24'],
    ['2026-11-25', 1, '2026-11-26'],
    ['2026-11-20', 1, '2026-11-24'],
    ['2026-11-20', 7, '2026-11-30'],
    ['2026-11-23T08:00:00.000Z', 1, '2026-11-24T08:00:00.000Z'],
    ['2026-11-20T08:00:00.000Z', 1, '2026-11-24T08:00:00.000Z'],
    // Nine o'clock stays nine o'clock over the night in March.
    ['2027-03-27T08:00:00.000Z', 1, '2027-03-28T07:00:00.000Z'],
  ])('%s by %d days is %s', (due, days, to) => {
    expect(delayedDue(due, days, NOW, ZONE)).toBe(to);
  });

  test('back again, its reminders go back as well, but for those that have rung', () => {
    const alarms = { date: '2026-11-25T07:00:00.000Z', notifiable: true, ownerDate: null, ownerType: 'never' as const };
    const back = { from: '2026-11-26', to: '2026-11-25' };
    expect(earlierAlarms(alarms, back, ZONE, NOW)).toMatchObject({
      date: '2026-11-24T07:00:00.000Z',
      notifiable: true,
    });
    expect(earlierAlarms(alarms, { ...back, to: '2026-11-20' }, ZONE, NOW)).toMatchObject({ notifiable: false });
    expect(earlierAlarms(alarms, { from: null, to: null }, ZONE, NOW)).toBe(alarms);
  });
});

test.each([
  ['favorites', { favored: true }, true],
  ['favorites', { favored: false }, false],
  ['repeating', { repeats: true }, true],
  ['tag:Werft', { tags: ['Werft'] }, true],
  ['tag:Werft', { tags: [] }, false],
  ['overdue', { due: '2026-11-20' }, true],
  ['overdue', { due: '2026-11-27' }, false],
  ['overdue', {}, false],
  ['given', {}, true],
])('of %s a task with %j stays: %s', (custom, extras, stays) => {
  expect(isListed(task(extras), custom, NOW)).toBe(stays);
});

test('what is done is overdue no more', () => {
  expect(isListed(task({ due: '2026-11-20' }, 3), 'overdue', NOW)).toBe(false);
});

test('a task is made of what a line says, with the records that were chosen', () => {
  const yard = { idoId: 7, idoInstanceId: 1, displayName: 'Werft Neumann' };
  const parts = [
    { kind: 'due', text: 'morgen', due: '2026-11-24' },
    { kind: 'person', text: '@Ben', userId: 2, name: 'Ben Krüger' },
    { kind: 'record', text: '#Werft', word: 'Werft' },
    { kind: 'record', text: '#Hafen', word: 'Hafen' },
    { kind: 'tag', text: '+eilig', tag: 'eilig' },
    { kind: 'tag', text: '+eilig', tag: 'eilig' },
    { kind: 'repetition', text: 'täglich', repetition: { type: 'daily' } },
    { kind: 'reminder', text: 'erinnere mich um 8', at: '2026-11-24T07:00:00.000Z' },
  ] as const;
  expect(taskOf('Angebot', parts, new Map([['Werft', yard]]), ZONE)).toEqual({
    moduleLayout: 'task',
    title: 'Angebot',
    inactive: false,
    zone: ZONE,
    fixedMaturityDate: '2026-11-24',
    responsibleUserId: 2,
    idoLinkings: [{ idoId: 7, idoInstanceId: 1 }],
    tags: ['eilig'],
    repetitionConfig: { type: 'daily' },
    alarmConfig: { date: '2026-11-24T07:00:00.000Z', notifiable: true },
  });
});
