import { AppointmentRepetitionSchema } from '@kontor/contract/appointment';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ruleFaults, ruleOf, typedRule } from './repetition-rules.ts';

const FRIDAY = '2026-11-27';
const weekly = v.parse(AppointmentRepetitionSchema, {
  repetitionType: 'weekly',
  tact: 2,
  weekdays: ['friday'],
  firstDate: FRIDAY,
  hasAnEnd: true,
  durationEnd: '2027-01-29',
  groupId: 7,
});

test('a rule that is only looked at stays as it is', () => {
  expect(ruleOf(typedRule(weekly), weekly)).toEqual(weekly);
  const outside = { ...weekly, repetitionType: 'custom' as const, rule: 'FREQ=DAILY;BYHOUR=9' };
  expect(ruleOf(typedRule(outside), outside)).toBe(outside);
});

test('what belongs to another kind of repetition goes with it', () => {
  const typed = {
    ...typedRule(weekly),
    repetitionType: 'monthly' as const,
    monthDate: 'lastDay',
    end: 'times' as const,
    times: '6',
  };
  expect(ruleOf(typed, weekly)).toMatchObject({
    weekdays: [],
    monthDate: 'lastDay',
    durationEnd: null,
    nTimes: 6,
    groupId: 7,
  });
  expect(ruleOf({ ...typed, monthDate: '15' }, weekly)).toMatchObject({ monthDate: 15 });
  expect(ruleOf({ ...typed, repetitionType: 'daily' }, weekly)).toMatchObject({ monthDate: null });
});

test.each([
  [{}, []],
  [{ tact: '0' }, ['tact']],
  [{ tact: 'zwei' }, ['tact']],
  [{ end: 'date' as const, durationEnd: '2026-11-26' }, ['durationEnd']],
  [{ end: 'date' as const, durationEnd: '' }, ['durationEnd']],
  [{ end: 'times' as const, times: '10000' }, ['times']],
])('of a new rule with %j what is wrong is %j', (part, faults) => {
  expect(ruleFaults({ ...typedRule(null), ...part }, FRIDAY)).toEqual(faults);
});
