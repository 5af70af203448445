import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_AT_PLACE_MS,
  activeMoment,
  endOfChoice,
  joinChanges,
  leavesAt,
  midnightAfter,
  positionAfter,
  positionStage,
  scheduleReader,
  shownOf,
  type FenceWord,
  type FollowingState,
  type Position,
  type PossibleState,
  type PresenceFacts,
} from './rules.ts';
import { endOfTime, isWithin, nextEdge, readSchedule, windowsAround } from './schedule.ts';

const BERLIN = 'Europe/Berlin';
const HOUR = 3_600_000;
/** A Monday. */
const NOW = Date.parse('2026-11-23T10:00:00Z');
const at = (instant: string): number => Date.parse(instant);

const state = (stateId: number, more: Partial<PossibleState> = {}): PossibleState => ({
  stateId,
  counts: 'devices',
  isBusy: false,
  until: null,
  ...more,
});
const following = (stateId: number, rank: number, more: Partial<FollowingState> = {}): FollowingState => ({
  ...state(stateId),
  rank,
  begunAt: NOW - HOUR,
  yieldsToChoice: false,
  substituteId: null,
  ...more,
});

const CALL = following(-1, 10, { isBusy: true });
const ABSENCE = following(-2, 30, { counts: 'absent', until: NOW + HOUR, substituteId: 7 });
const APPOINTMENT = following(-3, 40, { isBusy: true, yieldsToChoice: true });
const OFFICE = { ...state(2, { counts: 'present' }), automaticId: 5 };
const AVAILABLE = state(1);
const AWAY = state(6, { counts: 'absent' });

const NOBODY: PresenceFacts = {
  isHidden: false,
  choice: null,
  chosenAt: null,
  position: null,
  following: [],
  isAtDevice: false,
};

describe('which state shows', () => {
  test.each<
    [what: string, facts: Partial<PresenceFacts>, presence: string, stateId: number | null, sign: number | null]
  >([
    ['nothing is known', {}, 'absent', null, null],
    ['a device', { isAtDevice: true }, 'present', null, null],
    [
      'hidden, with all there is',
      { isHidden: true, choice: AVAILABLE, position: OFFICE, following: [CALL], isAtDevice: true },
      'absent',
      null,
      null,
    ],
    ['a choice without a device', { choice: AVAILABLE }, 'absent', 1, null],
    ['a choice with a device', { choice: AVAILABLE, isAtDevice: true }, 'present', 1, null],
    ['a choice that counts as being there', { choice: state(5, { counts: 'present' }) }, 'present', 5, null],
    ['a choice that counts as absent wins over devices', { choice: AWAY, isAtDevice: true }, 'absent', 6, null],
    [
      'a choice that is over',
      { choice: state(6, { counts: 'absent', until: NOW }), isAtDevice: true },
      'present',
      null,
      null,
    ],
    [
      'a choice that is over in a millisecond',
      { choice: state(6, { counts: 'absent', until: NOW + 1 }), isAtDevice: true },
      'absent',
      6,
      null,
    ],
    [
      'a choice before a call, a place, an absence',
      { choice: AVAILABLE, position: OFFICE, following: [CALL, ABSENCE] },
      'present',
      1,
      5,
    ],
    ['a call before a place', { position: OFFICE, following: [CALL, ABSENCE], isAtDevice: true }, 'present', -1, 5],
    ['a call at a place, without a device', { position: OFFICE, following: [CALL] }, 'present', -1, 5],
    ['a choice that counts as absent, at a place', { choice: AWAY, position: OFFICE }, 'absent', 6, 5],
    ['a place before an absence', { position: OFFICE, following: [ABSENCE] }, 'present', 2, 5],
    ['an absence before an appointment', { following: [APPOINTMENT, ABSENCE], isAtDevice: true }, 'absent', -2, null],
    ['an appointment', { following: [APPOINTMENT], isAtDevice: true }, 'present', -3, null],
    [
      'an appointment that began before the last choice, which is over',
      { following: [APPOINTMENT], chosenAt: NOW - 1, isAtDevice: true },
      'present',
      null,
      null,
    ],
    [
      'an appointment that began after it',
      { following: [APPOINTMENT], chosenAt: NOW - 2 * HOUR, isAtDevice: true },
      'present',
      -3,
      null,
    ],
    [
      'a call that began before the last choice, which is over',
      { following: [CALL], chosenAt: NOW - 1, isAtDevice: true },
      'present',
      -1,
      null,
    ],
    [
      'what has not begun',
      { following: [following(-2, 30, { begunAt: NOW + 1 })], isAtDevice: true },
      'present',
      null,
      null,
    ],
    ['what is over', { following: [following(-2, 30, { until: NOW })], isAtDevice: true }, 'present', null, null],
  ])('%s', (_what, facts, presence, stateId, sign) => {
    const shown = shownOf({ ...NOBODY, ...facts }, NOW);
    expect([shown.presence, shown.stateId, shown.automaticId]).toEqual([presence, stateId, sign]);
  });

  test('says until when, whether one is busy, and who stands in', () => {
    expect(shownOf({ ...NOBODY, following: [ABSENCE] }, NOW)).toMatchObject({
      until: NOW + HOUR,
      isBusy: false,
      substituteId: 7,
    });
    expect(shownOf({ ...NOBODY, choice: AVAILABLE, following: [ABSENCE] }, NOW)).toMatchObject({
      until: null,
      substituteId: null,
    });
    expect(shownOf({ ...NOBODY, following: [CALL] }, NOW).isBusy).toBe(true);
  });
});

describe('schedules', () => {
  test.each([
    ['', []],
    [
      'Mo-Fr 07:00-18:00; Sa 08:00-12:00',
      [
        [1, 420, 1080],
        [2, 420, 1080],
        [3, 420, 1080],
        [4, 420, 1080],
        [5, 420, 1080],
        [6, 480, 720],
      ],
    ],
    [
      'Di,Do 9:00-12:00,13:00-17:00',
      [
        [2, 540, 720],
        [2, 780, 1020],
        [4, 540, 720],
        [4, 780, 1020],
      ],
    ],
    [
      'Sa-Mo 00:00-24:00',
      [
        [6, 0, 1440],
        [7, 0, 1440],
        [1, 0, 1440],
      ],
    ],
    ['Fr 22:00-06:00', [[5, 1320, 1800]]],
    [' so 10:00-11:00 ; ', [[7, 600, 660]]],
  ] as const)('%j is read', (text, hours) => {
    expect(readSchedule(text)?.map(({ day, from, to }) => [day, from, to])).toEqual(hours);
  });
  test('without days, every day is meant', () => expect(readSchedule('08:00-09:00')).toHaveLength(7));
  test.each([
    'immer',
    'Mo',
    'Mo-Xy 08:00-09:00',
    'Mo 25:00-26:00',
    'Mo 08:60-09:00',
    'Mo 08:00',
    'Mo-Di-Mi 08:00-09:00',
    '08:00-09:00 Mo',
    '<b>',
  ])('%j cannot be read', (text) => expect(readSchedule(text)).toBeUndefined());

  const windows = (text: string, now = NOW) => windowsAround(readSchedule(text) ?? [], BERLIN, now);
  test.each([
    ['2026-11-23T05:59:59Z', false],
    ['2026-11-23T06:00:00Z', true],
    ['2026-11-23T16:59:59Z', true],
    ['2026-11-23T17:00:00Z', false],
    ['2026-11-28T08:00:00Z', false],
  ])('at %s it holds: %s', (moment, holds) =>
    expect(isWithin(windows('Mo-Fr 07:00-18:00', at(moment)), at(moment))).toBe(holds),
  );
  test('over midnight, and into Monday', () => {
    expect(isWithin(windows('So 22:00-06:00'), at('2026-11-23T04:59:00Z'))).toBe(true);
    expect(isWithin(windows('So 22:00-06:00'), at('2026-11-23T05:00:00Z'))).toBe(false);
  });
  test('goes by the clock when the clocks are changed', () => {
    const day = at('2026-10-25T12:00:00Z');
    expect(windows('So 01:00-04:00', day).filter(({ from }) => from > at('2026-10-24T12:00:00Z'))[0]).toEqual({
      from: at('2026-10-24T23:00:00Z'),
      to: at('2026-10-25T03:00:00Z'),
    });
  });
  test('says when it begins or ends next', () => {
    expect(nextEdge(windows('Mo-Fr 07:00-18:00'), NOW)).toBe(at('2026-11-23T17:00:00Z'));
    expect(nextEdge(windows('Di 07:00-18:00'), NOW)).toBe(at('2026-11-24T06:00:00Z'));
  });
  test('a break of an hour is within the time', () => {
    expect(endOfTime(windows('Mo 07:00-12:00,13:00-18:00'), NOW)).toBe(at('2026-11-23T17:00:00Z'));
    expect(endOfTime(windows('Mo 07:00-12:00,13:30-18:00'), NOW)).toBe(at('2026-11-23T11:00:00Z'));
  });
});

describe('a place that was entered', () => {
  const stage = (schedule: string, entered: string, moment: string) =>
    positionStage(scheduleReader(BERLIN, at(moment))(schedule), at(entered), at(moment));
  test.each([
    ['', '2026-11-23T08:00:00Z', '2026-11-23T21:59:59Z', 'shows'],
    ['', '2026-11-23T08:00:00Z', '2026-11-23T22:00:00Z', 'over'],
    ['was immer', '2026-11-23T08:00:00Z', '2026-11-23T21:00:00Z', 'shows'],
    ['Mo-Fr 07:00-18:00', '2026-11-23T05:30:00Z', '2026-11-23T05:45:00Z', 'waits'],
    ['Mo-Fr 07:00-18:00', '2026-11-23T05:30:00Z', '2026-11-23T06:00:00Z', 'shows'],
    ['Mo-Fr 07:00-18:00', '2026-11-23T08:00:00Z', '2026-11-23T17:30:00Z', 'waits'],
    ['Mo-Fr 07:00-18:00', '2026-11-23T08:00:00Z', '2026-11-23T18:00:00Z', 'over'],
    ['Mo-Fr 07:00-18:00', '2026-11-23T20:00:00Z', '2026-11-24T06:30:00Z', 'shows'],
    ['Mo 07:00-12:00,13:00-18:00', '2026-11-23T08:00:00Z', '2026-11-23T13:00:00Z', 'shows'],
  ])('by %j at %s is at %s: %s', (schedule, entered, moment, expected) =>
    expect(stage(schedule, entered, moment)).toBe(expected),
  );
  test('ends after fourteen hours whatever its schedule says', () =>
    expect(
      stage(
        'Mo-So 00:00-24:00',
        '2026-11-23T08:00:00Z',
        new Date(at('2026-11-23T08:00:00Z') + MAX_AT_PLACE_MS).toISOString(),
      ),
    ).toBe('over'));
});

describe('what a device says of a place', () => {
  const here: Position = { automaticId: 5, sessionId: 'a', at: NOW - HOUR / 2 };
  const word = (isEntered: boolean, automaticId: number, sessionId: string, moment = NOW) => ({
    isEntered,
    automaticId,
    sessionId,
    at: moment,
  });
  test.each([
    ['entering', null, word(true, 5, 'a'), { automaticId: 5, sessionId: 'a', at: NOW }],
    ['entering twice', here, word(true, 5, 'a'), { automaticId: 5, sessionId: 'a', at: NOW }],
    ['entering with a second device', here, word(true, 5, 'b'), { automaticId: 5, sessionId: 'b', at: NOW }],
    ['entering another place', here, word(true, 6, 'b'), { automaticId: 6, sessionId: 'b', at: NOW }],
    ['leaving', here, word(false, 5, 'a'), null],
    ['leaving without having entered', null, word(false, 5, 'a'), null],
    ['leaving another place', here, word(false, 6, 'a'), here],
    ['leaving by another device', here, word(false, 5, 'b'), here],
    ['entering that is older', here, word(true, 6, 'a', NOW - HOUR / 2 - 1), here],
    ['leaving that is older', here, word(false, 5, 'a', NOW - HOUR / 2 - 1), here],
    ['entering over an hour ago', null, word(true, 5, 'a', NOW - HOUR - 1), null],
    ['entering an hour ago', null, word(true, 5, 'a', NOW - HOUR), { automaticId: 5, sessionId: 'a', at: NOW - HOUR }],
    ['a clock that is ahead', null, word(true, 5, 'a', NOW + 5 * HOUR), { automaticId: 5, sessionId: 'a', at: NOW }],
  ])('%s', (_what, known, said, expected) => expect(positionAfter(known, said, NOW)).toEqual(expected));
});

describe('a phone at the edge of a place', () => {
  /** Words of two phones about two places, each so many seconds after the one before. */
  const words = fc.array(
    fc.record({
      isEntered: fc.boolean(),
      automaticId: fc.constantFrom(5, 6),
      sessionId: fc.constantFrom('a', 'b'),
      after: fc.integer({ min: 0, max: 120 }),
    }),
    { maxLength: 40 },
  );
  const moments = (given: readonly (Omit<FenceWord, 'at'> & { after: number })[]): FenceWord[] => {
    let now = NOW;
    return given.map(({ after, ...said }) => ({ ...said, at: (now += after * 1000) }));
  };

  /** What the server does: a leave that is put off waits as one job, which begins when it is due, or later. */
  function follow(said: readonly FenceWord[], lateMs: number): { known: Position | null; changes: number[] } {
    let known: Position | null = null;
    let waiting: { readonly word: FenceWord; readonly due: number } | undefined;
    const changes: number[] = [];
    const move = (one: FenceWord, now: number): void => {
      const next = positionAfter(known, one, now);
      if (next?.automaticId !== known?.automaticId) changes.push(now);
      known = next;
    };
    const work = (now: number): void => {
      if (waiting === undefined || waiting.due + lateMs > now) return;
      move(waiting.word, waiting.due + lateMs);
      waiting = undefined;
    };
    for (const one of said) {
      work(one.at);
      const due = leavesAt(known, one);
      if (due > one.at) waiting = { word: one, due };
      else move(one, one.at);
    }
    work(Infinity);
    return { known, changes };
  }
  const whereIn = (known: Position | null) => known && [known.automaticId, known.sessionId];

  test('is in the end where its words say, whatever came in between', () =>
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 90_000 }), (given, lateMs) => {
        const said = moments(given);
        const plain = said.reduce<Position | null>((known, one) => positionAfter(known, one, one.at), null);
        expect(whereIn(follow(said, lateMs).known)).toEqual(whereIn(plain));
      }),
    ));

  test('that comes and goes all the time moves its person twice a minute at most', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 60 }), (steps) => {
        const said = moments(
          steps.map((after, n) => ({ isEntered: n % 2 === 0, automaticId: 5, sessionId: 'a', after })),
        );
        const { changes } = follow(said, 0);
        for (const [n, moment] of changes.entries())
          expect(moment - (changes[n - 2] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
      }),
    ));
});

describe('a choice ends', () => {
  const end = (until: string | undefined, chosenAt = NOW) => endOfChoice(until, { chosenAt, now: NOW, zone: BERLIN });
  test.each([
    ['at midnight of the zone', undefined, NOW, at('2026-11-23T23:00:00Z')],
    ['never, where that was chosen', 'untilFurtherNotice', NOW, null],
    ['when it was said', '2026-11-23T11:00:00Z', NOW, at('2026-11-23T11:00:00Z')],
    ['not before it began', '2026-11-23T09:00:00Z', NOW, 'invalid'],
    ['not now', '2026-11-23T10:00:00Z', NOW, 'invalid'],
    ['within a year', '2028-11-23T10:00:00Z', NOW, 'invalid'],
    ['before it came here', '2026-11-23T09:00:00Z', NOW - 2 * HOUR, 'tooLate'],
    ['at midnight before it came here', undefined, NOW - 24 * HOUR, 'tooLate'],
  ] as const)('%s', (_what, until, chosenAt, expected) => expect(end(until, chosenAt)).toBe(expected));

  test('at midnight of the day on which the clocks are changed', () =>
    expect(midnightAfter(at('2026-10-25T12:00:00Z'), BERLIN)).toBe(at('2026-10-25T23:00:00Z')));
});

test.each([
  [null, null],
  [NOW - 12 * HOUR - 1, null],
  [NOW - 12 * HOUR, NOW - 12 * HOUR],
  [NOW - 90_500, NOW - 120_000],
  [NOW + 60_000, NOW],
])('last active at %s is said as %s', (activeAt, said) => expect(activeMoment(activeAt, NOW)).toBe(said));

test('of two differences that are told as one, the later one says what shows of a person', () =>
  expect(
    joinChanges(
      [
        [1, 'present', null, null, null, null],
        [2, 'present', 3, null, null, null],
      ],
      [
        [3, 'absent', null, null, null, null],
        [1, 'absent', 6, null, null, null],
      ],
    ),
  ).toEqual([
    [1, 'absent', 6, null, null, null],
    [2, 'present', 3, null, null, null],
    [3, 'absent', null, null, null, null],
  ]));
