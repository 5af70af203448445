import type { Alarm } from '@kontor/contract/alarm';
import { formatAggregateId } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import {
  callingAt,
  heardOf,
  isConfirmedByOpening,
  withActs,
  nameOf,
  outlived,
  withNotified,
  untilNext,
  notYetNotified,
  type Act,
} from './rules.ts';

const NOW = 1_795_219_200;
const MIDNIGHT = NOW + 8 * 3600;
const NONE: ReadonlySet<string> = new Set();

const anAlarm = (id: number, at: number, more: Partial<Alarm> = {}): Alarm => ({
  id,
  title: `Alarm ${id}`,
  type: 'task',
  timestamp: at + 3600,
  alarmTimestamp: at,
  overriddenAlarmTimestamp: null,
  userAlarmTimestamp: at,
  aggregateId: formatAggregateId({ module: 'task', entryId: id, userId: 1 }),
  moduleName: 'task',
  contact: '',
  ...more,
});
const ids = (alarms: readonly Alarm[]): number[] => alarms.map(({ id }) => id);

describe('what rings', () => {
  test.each<[string, Alarm[], number[], number[]]>([
    ['nothing', [], [], []],
    ['what is due now', [anAlarm(1, NOW)], [1], []],
    ['not what is due in a second', [anAlarm(1, NOW + 1)], [], [1]],
    ['the newest first', [anAlarm(1, NOW - 60), anAlarm(2, NOW - 5), anAlarm(3, NOW - 3600)], [2, 1, 3], []],
    ['today, the next first', [anAlarm(1, NOW + 900), anAlarm(2, NOW + 60)], [], [2, 1]],
    ['not what rings tomorrow', [anAlarm(1, MIDNIGHT), anAlarm(2, MIDNIGHT - 1)], [], [2]],
    ['by the time it was put off to', [anAlarm(1, NOW - 60, { userAlarmTimestamp: NOW + 60 })], [], [1]],
  ])('%s', (_, alarms, rung, today) => {
    const calling = callingAt(alarms, NOW, MIDNIGHT, NONE);
    expect([ids(calling.rung), ids(calling.today)]).toEqual([rung, today]);
  });

  test('what the server has let ring rings, though the clock here is behind', () => {
    const alarm = anAlarm(1, NOW + 30);
    expect(ids(callingAt([alarm], NOW, MIDNIGHT, new Set([heardOf(alarm)])).rung)).toEqual([1]);
    const putOff = { ...alarm, userAlarmTimestamp: NOW + 600 };
    expect(ids(callingAt([putOff], NOW, MIDNIGHT, new Set([heardOf(alarm)])).rung)).toEqual([]);
  });
});

describe('what was done and not answered yet', () => {
  const confirm: Act = { name: 'task:1', on: NOW, to: null };
  const later: Act = { name: 'task:1', on: NOW, to: NOW + 300 };
  test.each<[string, Alarm[], Act[], (readonly [number, number])[]]>([
    ['confirmed: it is gone', [anAlarm(1, NOW), anAlarm(2, NOW)], [confirm], [[2, NOW]]],
    ['put off: it rings then', [anAlarm(1, NOW)], [later], [[1, NOW + 300]]],
    ['one of another kind stays', [anAlarm(1, NOW, { type: 'taskOwner' })], [confirm], [[1, NOW]]],
    ['one that was set anew stays', [anAlarm(1, NOW + 60)], [confirm], [[1, NOW + 60]]],
    ['put off, then confirmed', [anAlarm(1, NOW)], [later, { ...confirm, on: NOW + 300 }], []],
    [
      'put off, which the server knows',
      [anAlarm(1, NOW, { userAlarmTimestamp: NOW + 300 })],
      [later],
      [[1, NOW + 300]],
    ],
  ])('%s', (_, alarms, acts, left) =>
    expect(withActs(alarms, acts).map((alarm) => [alarm.id, alarm.userAlarmTimestamp])).toEqual(left),
  );
});

describe('what is told', () => {
  const rung = [anAlarm(1, NOW), anAlarm(2, NOW - 60)];
  test.each([
    ['all at first', {}, [1, 2]],
    ['not twice', { 'task:1': NOW, 'task:2': NOW - 60 }, []],
    ['again at another time', { 'task:1': NOW - 300, 'task:2': NOW - 60 }, [1]],
    ['those of another kind by themselves', { 'activity:1': NOW }, [1, 2]],
  ])('%s', (_, notified, wanted) => expect(ids(notYetNotified(rung, notified))).toEqual(wanted));

  test('is remembered for as long as there is such an alarm', () => {
    const notified = withNotified({ 'task:2': NOW - 60, 'task:9': NOW }, rung, [anAlarm(1, NOW)]);
    expect(notified).toEqual({ 'task:1': NOW, 'task:2': NOW - 60 });
  });

  test('notifications without their alarm are closed, and no others', () => {
    const tags = ['alarm:task:1', 'alarm:task:7', 'alarms', 'item:email:7'];
    expect(outlived(tags, rung)).toEqual(['alarm:task:7']);
    expect(outlived(tags, [])).toEqual(['alarm:task:1', 'alarm:task:7', 'alarms']);
  });
});

test.each([
  ['nothing is due', [], 60_000],
  ['at the next one', [anAlarm(1, NOW + 5), anAlarm(2, NOW + 2)], 2000],
  ['not for what has rung', [anAlarm(1, NOW - 5)], 60_000],
  ['no longer than asked', [anAlarm(1, NOW + 3600)], 60_000],
])('the clock waits: %s', (_, alarms, ms) => expect(untilNext(alarms, NOW * 1000, 60_000)).toBe(ms));

test('an alarm is named by kind and number; opening confirms those of tasks and appointments', () => {
  expect(nameOf({ type: 'activity', id: 4 })).toBe('activity:4');
  expect((['task', 'taskOwner', 'appointment', 'activity'] as const).map(isConfirmedByOpening)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
