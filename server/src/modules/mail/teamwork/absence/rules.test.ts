import { describe, expect, it } from 'vitest';
import { handoverTime, isAbsenceTime, stageAfter } from './rules.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22);
const day = (n: number): Date => new Date(NOW + n * DAY);

it.each([
  ['from tomorrow', 1, 2, true],
  ['since yesterday', -1, 1, true],
  ['for a leap year', 0, 366, true],
  ['for longer', 0, 366.01, false],
  ['for no time', 1, 1, false],
  ['backwards', 2, 1, false],
  ['in the past', -2, -1, false],
  ['until now', -2, 0, false],
] as const)('an absence %s', (_when, from, until, isOne) =>
  expect(isAbsenceTime(day(from).getTime(), day(until).getTime(), NOW)).toBe(isOne),
);

describe('an absence that is saved', () => {
  const known = { stage: 'begun', starts_at: day(-1), substitute_id: 2 } as const;
  it.each([
    ['for the first time begins', undefined, { from: day(-1), substituteId: 2 }, 'coming'],
    ['anew goes on', known, { from: day(-1), substituteId: 2 }, 'begun'],
    ['with somebody else begins again', known, { from: day(-1), substituteId: 3 }, 'coming'],
    ['from another time on begins again', known, { from: day(0), substituteId: 2 }, 'coming'],
    ['before it begins', { ...known, stage: 'coming' }, { from: day(-1), substituteId: 2 }, 'coming'],
    ['after it was over', { ...known, stage: 'over' }, { from: day(-1), substituteId: 2 }, 'coming'],
  ] as const)('%s', (_what, before, now, stage) => expect(stageAfter(before, now)).toBe(stage));
});

describe('what is handed over is of', () => {
  const never = { last_starts_at: null, last_ends_at: null };
  const last = { last_starts_at: day(-9), last_ends_at: day(-8) };
  it.each([
    ['the absence that is over', { starts_at: day(-3), ends_at: day(-1), ...last }, { from: day(-3), until: day(-1) }],
    [
      'the one that goes on, until now',
      { starts_at: day(-3), ends_at: day(1), ...last },
      { from: day(-3), until: day(0) },
    ],
    ['the one before that to come', { starts_at: day(1), ends_at: day(2), ...last }, { from: day(-9), until: day(-8) }],
    ['none where the first is to come', { starts_at: day(1), ends_at: day(2), ...never }, undefined],
  ] as const)('%s', (_which, absence, time) => expect(handoverTime(absence, NOW)).toEqual(time));
});
