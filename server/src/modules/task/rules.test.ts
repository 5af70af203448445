import { RepetitionSchema, type RepetitionInput, type TaskFields } from '@kontor/contract/task';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  alarmsOf,
  decoded,
  differencesOf,
  extrasOf,
  fieldsOfTemplate,
  isLocked,
  openAgain,
  peopleOf,
  plainFields,
  prefilled,
  repeatsRightly,
  sparse,
  templateOf,
  unticked,
  wrongReminder,
} from './rules.ts';
import { historyValue } from './said.ts';
import { comesUpAt, daysFrom, delayed, shifted, spanOf, type Alarms } from './times.ts';

const NOW = Date.parse('2026-11-23T09:00:00.000Z');
const zone = 'Europe/Berlin';
const NO_ALARM: Alarms = { date: null, notifiable: false, ownerDate: null, ownerType: 'never', notifiableUserIds: [] };
const fields = (more: Partial<TaskFields> = {}): TaskFields => ({
  title: 'Angebot',
  content: '',
  responsibleUserId: 1,
  ownerUserId: 0,
  forerunTime: 0,
  fixedMaturityDate: null,
  alarmConfig: NO_ALARM,
  repetitionConfig: null,
  tags: [],
  waitsFor: [],
  zone,
  ...more,
});
const repetition = (given: RepetitionInput) => v.parse(RepetitionSchema, given);

describe('times', () => {
  test.each<[string, string | null, string, string | null, string | null]>([
    ['never', null, zone, null, null],
    ['at a time', '2026-11-24T09:00:00.000Z', zone, '2026-11-24T09:00:00.000Z', '2026-11-24T09:00:00.000Z'],
    ['on a day', '2026-11-24', zone, '2026-11-23T23:00:00.000Z', '2026-11-24T23:00:00.000Z'],
    ['on the day of 23 hours', '2027-03-28', zone, '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
    ['on the day of 25 hours', '2026-10-25', zone, '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['on a day elsewhere', '2026-11-24', 'Pacific/Auckland', '2026-11-23T11:00:00.000Z', '2026-11-24T11:00:00.000Z'],
  ])('what is due %s', (_, due, where, from, over) => {
    const ms = (time: string | null) => (time === null ? null : Date.parse(time));
    expect(spanOf(due, where)).toEqual({ dueAt: ms(from), overAt: ms(over) });
  });

  test('a task comes up so long before it is due, and else when it was made', () => {
    expect(comesUpAt({ dueAt: NOW, forerun: 3600, createdAt: 5 })).toBe(NOW - 3_600_000);
    expect(comesUpAt({ dueAt: null, forerun: 3600, createdAt: 5 })).toBe(5);
  });

  test.each([
    ['2026-11-24', 7, '2026-12-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-03-27T08:00:00.000Z', 1, '2027-03-28T07:00:00.000Z'],
    ['2026-10-24T07:00:00.000Z', 1, '2026-10-25T08:00:00.000Z'],
    // A time that is skipped is later that day.
    ['2027-03-27T01:30:00.000Z', 1, '2027-03-28T01:30:00.000Z'],
    ['2026-11-24T09:00:00.000Z', 0, '2026-11-24T09:00:00.000Z'],
  ])('%s and %i days is %s', (time, days, expected) => expect(shifted(time, zone, days)).toBe(expected));

  test('days are those of the calendar', () => {
    expect(daysFrom('2026-11-23T22:30:00.000Z', '2026-11-23T23:30:00.000Z', zone)).toBe(1);
    expect(daysFrom('2026-11-24', '2026-11-17', zone)).toBe(-7);
  });

  test.each<[string, string | null, string | null, number, string, string | null]>([
    ['to come', '2026-11-25', '2026-11-24T08:00:00.000Z', 1, '2026-11-26', '2026-11-25T08:00:00.000Z'],
    ['of today', '2026-11-23', null, 1, '2026-11-24', null],
    ['that is over', '2026-11-20', '2026-11-19T08:00:00.000Z', 1, '2026-11-24', '2026-11-23T08:00:00.000Z'],
    ['over since this morning', '2026-11-23T07:00:00.000Z', null, 7, '2026-11-30T07:00:00.000Z', null],
    ['over for long', '2026-10-20T07:00:00.000Z', null, 1, '2026-11-24T08:00:00.000Z', null],
    ['never due', null, '2026-11-20T08:00:00.000Z', 7, '2026-11-30', '2026-11-30T08:00:00.000Z'],
  ])('a task %s is put off', (_, maturity, date, days, due, alarm) => {
    const put = delayed({ maturity, alarms: { ...NO_ALARM, date }, zone }, days, NOW);
    expect([put.maturity, put.alarms.date]).toEqual([due, alarm]);
  });
});

describe('reminders', () => {
  const on = (date: string | null, more: Partial<Alarms> = {}): Alarms => ({
    ...NO_ALARM,
    date,
    notifiable: true,
    ...more,
  });
  const owner = (ownerDate: string | null): Alarms => ({ ...NO_ALARM, ownerDate, ownerType: 'always' });
  const [past, soon, late] = ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z', '2026-11-26T08:00:00.000Z'];
  test.each<[string, Alarms | undefined, Alarms, string | null, 'date' | 'ownerDate' | undefined]>([
    ['none', undefined, NO_ALARM, '2026-11-25', undefined],
    ['between', undefined, on(soon), '2026-11-25', undefined],
    ['on the day itself', undefined, on('2026-11-25T22:00:00.000Z'), '2026-11-25', undefined],
    ['behind the day', undefined, on('2026-11-25T23:00:01.000Z'), '2026-11-25', 'date'],
    ['past', undefined, on(past), '2026-11-25', 'date'],
    ['past, switched off', undefined, { ...on(past), notifiable: false }, '2026-11-25', undefined],
    ['past, as it was', on(past), on(past), '2026-11-25', undefined],
    ['past, switched on again', { ...on(past), notifiable: false }, on(past), '2026-11-25', 'date'],
    ['late, of what is never due', undefined, on(late), null, undefined],
    ['late', undefined, on(late), '2026-11-25T08:00:00.000Z', 'date'],
    ['late for the owner', undefined, owner(late), '2026-11-25', 'ownerDate'],
    ['late for the owner, as it was', owner(late), owner(late), '2026-11-25', undefined],
    [
      'late for the owner, who is never told',
      undefined,
      { ...owner(late), ownerType: 'never' },
      '2026-11-25',
      undefined,
    ],
  ])('%s', (_, before, alarmConfig, fixedMaturityDate, wrong) =>
    expect(wrongReminder(before, fields({ alarmConfig, fixedMaturityDate }), NOW)).toBe(wrong),
  );

  test('are of whose task it is, who is told, and who gave it', () => {
    const alarmConfig = {
      ...on(soon),
      ownerDate: late,
      ownerType: 'onlyOnUnfinished' as const,
      notifiableUserIds: [1, 3],
    };
    const task = fields({ alarmConfig, ownerUserId: 2, fixedMaturityDate: late });
    const at = (time: string) => ({ alarmAt: new Date(time), subjectAt: new Date(late) });
    expect(alarmsOf(task, 1)).toEqual([
      { userId: 1, type: 'task', ...at(soon) },
      { userId: 3, type: 'task', ...at(soon), setBy: 1 },
      { userId: 2, type: 'taskOwner', ...at(late), setBy: 1 },
    ]);
    expect(alarmsOf({ ...task, alarmConfig: { ...alarmConfig, ownerType: 'always' } }, undefined).at(-1)?.type).toBe(
      'taskOwnerAlways',
    );
    expect(alarmsOf({ ...task, ownerUserId: 0 }, 1)).toHaveLength(2);
    expect(alarmsOf(fields({ alarmConfig: on(soon) }), 1)[0]?.subjectAt).toEqual(new Date(soon));
    expect(alarmsOf(fields({ alarmConfig: on(null) }), 1)).toEqual([]);
  });
});

test.each<[string, RepetitionInput, string | null, boolean]>([
  ['without a time', { type: 'daily' }, null, false],
  ['without an end', { type: 'daily' }, '2026-11-24', true],
  ['by a number', { type: 'daily', end: 'count', countEnd: 1 }, '2026-11-24', true],
  ['by no number', { type: 'daily', end: 'count' }, '2026-11-24', false],
  ['by its own day', { type: 'daily', end: 'date', fixedEndDate: '2026-11-24' }, '2026-11-23T23:30:00.000Z', true],
  ['by the day before', { type: 'daily', end: 'date', fixedEndDate: '2026-11-23' }, '2026-11-23T23:30:00.000Z', false],
  ['by no day', { type: 'daily', end: 'date' }, '2026-11-24', false],
])('a repetition %s', (_, given, due, is) => expect(repeatsRightly(repetition(given), due, zone)).toBe(is));

describe('fields', () => {
  test('are told apart by what they mean', () => {
    const before = plainFields(fields({ fixedMaturityDate: '2026-11-24T09:00:00.000Z', waitsFor: [2, 1] }));
    const after = plainFields(fields({ fixedMaturityDate: '2026-11-24T10:00:00+01:00', waitsFor: [1, 2, 2] }));
    expect(differencesOf(before, after)).toEqual([]);
    expect(differencesOf(before, { ...after, content: '<p>x</p>', tags: ['a'] })).toEqual([
      { field: 'content', before: '', after: '<p>x</p>', isHtml: true },
      { field: 'tags', before: [], after: ['a'], isHtml: false },
    ]);
  });

  test('in a list entry are those that are not as with every task, and those that were not before', () => {
    const about = { inactive: false, checks: { done: 0, all: 2 }, text: '' };
    const task = fields({ fixedMaturityDate: '2026-11-24' });
    const extras = extrasOf(task, about);
    expect(sparse(extras)).toEqual({ due: '2026-11-24', responsibleUserId: 1, checks: 2 });
    expect(
      sparse(
        extras,
        extrasOf(fields({ tags: ['a'], repetitionConfig: repetition({ type: 'daily' }) }), {
          ...about,
          inactive: true,
        }),
      ),
    ).toEqual({
      due: '2026-11-24',
      responsibleUserId: 1,
      checks: 2,
      inactive: false,
      repeats: false,
      tags: [],
    });
  });

  test('say how its text begins', () => {
    const about = { inactive: false, checks: { done: 0, all: 0 }, text: `Preise\nsteigen ${'x'.repeat(300)}` };
    expect(extrasOf(fields({}), about).preview).toMatch(/^Preise steigen x{145}$/);
  });

  test('name people, each once, and nobody for nobody', () => {
    const named = {
      createdBy: 1,
      responsibleUserId: 2,
      ownerUserId: 0,
      alarmConfig: { ...NO_ALARM, notifiableUserIds: [2, 3] },
    };
    expect(peopleOf(named)).toEqual([1, 2, 3]);
  });

  test('of a series are those of its template, at another time and open', () => {
    const template = templateOf(
      fields({
        fixedMaturityDate: '2027-03-25T08:00:00.000Z',
        content: '<ul><li data-type="taskItem" data-checked="true">a</li></ul>',
        alarmConfig: { ...NO_ALARM, date: '2027-03-24T08:00:00.000Z' },
        waitsFor: [9],
      }),
    );
    expect(fieldsOfTemplate(template, '2027-04-01T07:00:00.000Z', repetition({ type: 'weekly' }))).toMatchObject({
      fixedMaturityDate: '2027-04-01T07:00:00.000Z',
      content: '<ul><li data-type="taskItem" data-checked="false">a</li></ul>',
      alarmConfig: { date: '2027-03-31T07:00:00.000Z' },
      repetitionConfig: { type: 'weekly' },
      waitsFor: [],
    });
    const part = fields({ fixedMaturityDate: '2027-03-24', repetitionConfig: repetition({ type: 'daily' }) });
    expect(openAgain(part, 7)).toMatchObject({ fixedMaturityDate: '2027-03-31', repetitionConfig: null });
  });

  test('a text that says how a tick is written keeps it', () =>
    expect(unticked('<p>data-checked="true"</p><li data-type="taskItem" data-checked="true">a</li>')).toBe(
      '<p>data-checked="true"</p><li data-type="taskItem" data-checked="false">a</li>',
    ));
});

test.each([
  ['plain', false, 'plain'],
  ['QsO8cm8=', true, 'Büro'],
  ['QsO8cm8', true, 'Büro'],
  ['', true, ''],
  ['Qs O8', true, undefined],
  ['kein base64!', true, undefined],
  ['//5B', true, undefined],
  ['YQBi', true, undefined],
])('%j, base64: %s, is %j', (text, isBase64, expected) => expect(decoded(text, isBase64)).toBe(expected));

test('what was not said of a task is what it was made of says', () => {
  const link = { title: ' Lieferschein\n fehlt ', content: 'a <b>\nb\n\n"c" & d' };
  expect(prefilled({ title: '', content: '' }, link)).toEqual({
    title: 'Lieferschein fehlt',
    content: '<p>a &lt;b&gt;<br>b</p><p>&quot;c&quot; &amp; d</p>',
  });
  expect(prefilled({ title: 'x', content: '<p>y</p>' }, link)).toEqual({ title: 'x', content: '<p>y</p>' });
  expect(prefilled({ title: '', content: '' }, null)).toEqual({ title: '', content: '' });
});

test('a lock ends a quarter of an hour after the last save', () => {
  const locked = (ms: number) => isLocked({ locked_by: 1, locked_saved_at: NOW - ms }, NOW);
  expect([locked(0), locked(15 * 60_000 - 1), locked(15 * 60_000)]).toEqual([true, true, false]);
  expect(isLocked({ locked_by: null, locked_saved_at: NOW }, NOW)).toBe(false);
});

test.each<[string, unknown, boolean, string]>([
  ['title', 'x'.repeat(300), false, `${'x'.repeat(199)}…`],
  ['content', '<p>a</p><p>b</p>', true, 'a b'],
  ['responsibleUserId', 7, false, 'Anna Berger'],
  ['ownerUserId', 0, false, ''],
  ['forerunTime', 60, false, '60'],
  ['fixedMaturityDate', null, false, ''],
  ['tags', ['a', 'b'], false, 'a, b'],
  ['archived', true, false, 'true'],
  ['repetitionConfig', { type: 'weekly' }, false, 'weekly'],
  ['alarmConfig', { date: '2026-11-24T09:00:00.000Z', notifiable: true }, false, '2026-11-24T09:00:00.000Z'],
  ['alarmConfig', { date: '2026-11-24T09:00:00.000Z', notifiable: false }, false, ''],
])('the history says of %s %j', (field, after, isHtml, said) =>
  expect(historyValue({ field, before: null, after, isHtml }, new Map([[7, 'Anna Berger']]))).toBe(said),
);
