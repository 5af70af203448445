import type { AlarmType } from '@kontor/contract/alarm';
import { describe, expect, it } from 'vitest';
import {
  delayedTo,
  isBundled,
  isHeld,
  isPlanned,
  namesOf,
  planAlarms,
  secondsOf,
  tagOf,
  type Delay,
  type KnownAlarm,
  type NewAlarm,
  type Standing,
} from './rules.ts';

const NOW = Date.UTC(2026, 10, 23, 8, 0, 0, 500);
const NOW_S = Math.floor(NOW / 1000);
const DAY_S = 86_400;

it.each([
  ['PT15M', 900],
  ['PT1H', 3600],
  ['P1D', DAY_S],
  ['P2W', 14 * DAY_S],
  ['P1DT2H3M4S', DAY_S + 7384],
  ['PT90S', 90],
  ['P0D', 0],
])('reads %s as %i seconds', (duration, seconds) => expect(secondsOf(duration)).toBe(seconds));

it.each<[Delay, number | undefined]>([
  [{ delayDuration: 'PT15M' }, NOW_S + 900],
  [{ delayDuration: 'P0D' }, undefined],
  [{ delayDuration: 'P731D' }, NOW_S + 731 * DAY_S],
  [{ delayDuration: 'P732D' }, undefined],
  [{ duration: 1 }, NOW_S + 1],
  [{ duration: 731 * DAY_S + 1 }, undefined],
  [{ timestamp: NOW_S }, undefined],
  [{ timestamp: NOW_S + 1 }, NOW_S + 1],
  [{ timestamp: NOW_S - 5 }, undefined],
  [{ timestamp: NOW_S + 731 * DAY_S + 1 }, undefined],
])('puts off by %j to %s', (delay, to) => expect(delayedTo(delay, NOW)).toBe(to));

it.each<[AlarmType, Standing, boolean]>([
  ['task', { status: 1, trashed: false }, false],
  ['task', { status: 2, trashed: false }, false],
  ['task', { status: 3, trashed: false }, true],
  ['taskOwner', { status: 3, trashed: false }, true],
  ['taskOwnerAlways', { status: 3, trashed: false }, false],
  ['taskOwnerAlways', { status: 3, trashed: true }, true],
  ['activity', { status: 1, trashed: true }, true],
  ['appointment', { status: 3, trashed: false }, true],
])('holds an alarm of %s with %j: %s', (type, standing, held) => expect(isHeld(type, standing)).toBe(held));

it('names alarms with the moment for which they were set, as many as a push carries', () => {
  const alarm = { type: 'task', activityId: 17, at: new Date(NOW) } as const;
  expect(namesOf([alarm, { ...alarm, type: 'taskOwnerAlways' }])).toBe(`task:17@${NOW_S} taskOwnerAlways:17@${NOW_S}`);
  expect(namesOf(Array.from({ length: 30 }, () => alarm))).toBeDefined();
  expect(namesOf(Array.from({ length: 31 }, () => alarm))).toBeUndefined();
});

it('takes what phones plan to be a fortnight', () => {
  const inDays = (days: number) => new Date(NOW + days * DAY_S * 1000);
  expect([-1, 0, 14, 14.1].map((days) => isPlanned(inDays(days), NOW))).toEqual([true, true, true, false]);
});

it('pushes some alarms one by one, and more as one', () => {
  expect([1, 3, 4].map(isBundled)).toEqual([false, false, true]);
  expect(tagOf('task', 17)).toBe('alarm:task:17');
});

describe('the plan for the alarms of an item', () => {
  const at = (minutes: number) => new Date(NOW + minutes * 60_000);
  const known = (more: Partial<KnownAlarm> = {}): KnownAlarm => ({
    alarm_id: 1,
    user_id: 1,
    type: 'task',
    subject_at: at(60),
    alarm_at: at(10),
    rings_at: at(10),
    rung_at: null,
    confirmed_at: null,
    ...more,
  });
  const wanted = (more: Partial<NewAlarm> = {}): NewAlarm => ({
    userId: 1,
    type: 'task',
    subjectAt: at(60),
    alarmAt: at(10),
    ...more,
  });
  const plan = (
    before: readonly KnownAlarm[],
    after: readonly NewAlarm[],
    standings: ReadonlyMap<number, Standing> = new Map(),
  ) => planAlarms(before, after, standings, NOW);
  const nothing = { set: [], moved: [], gone: [], silenced: [] };

  it('leaves what is at the same time as it is', () => {
    expect(plan([known({ rung_at: at(-1) })], [wanted()])).toEqual(nothing);
  });
  it('moves what it is about without ringing anew', () => {
    expect(plan([known()], [wanted({ subjectAt: at(90) })])).toEqual({
      ...nothing,
      moved: [{ alarmId: 1, userId: 1, subjectAt: at(90) }],
    });
  });
  it('rings anew at another time, and silences what was to ring, or rang', () => {
    const old = known({ rung_at: at(-1) });
    const alarm = wanted({ alarmAt: at(20) });
    expect(plan([old], [alarm])).toEqual({ ...nothing, set: [{ ...alarm, state: 'waits' }], silenced: [old] });
  });
  it('takes away what is not wanted any more', () => {
    const [quiet, rang] = [known(), known({ alarm_id: 2, type: 'taskOwner', rung_at: at(-1) })];
    const over = known({ alarm_id: 3, type: 'taskOwnerAlways', rung_at: at(-1), confirmed_at: at(0) });
    expect(plan([quiet, rang, over], [])).toEqual({
      ...nothing,
      gone: [quiet, rang, over],
      silenced: [quiet, rang],
    });
  });
  it('knows one alarm of a type a person, the last one given', () => {
    const alarm = wanted({ alarmAt: at(20) });
    expect(plan([], [wanted(), alarm]).set).toEqual([{ ...alarm, state: 'waits' }]);
    expect(plan([], [wanted(), wanted({ type: 'taskOwner' }), wanted({ userId: 2 })]).set).toHaveLength(3);
  });
  it.each<[number, Standing | undefined, string]>([
    [10, undefined, 'waits'],
    [-0.5, undefined, 'waits'],
    [-2, undefined, 'passed'],
    [10, { status: 1, trashed: false }, 'waits'],
    [10, { status: 3, trashed: false }, 'held'],
    [-2, { status: 3, trashed: false }, 'passed'],
  ])('in %d minutes with %j: %s', (minutes, standing, state) => {
    const standings = new Map(standing === undefined ? [] : [[1, standing]]);
    expect(plan([], [wanted({ alarmAt: at(minutes) })], standings).set).toMatchObject([{ state }]);
  });
});
