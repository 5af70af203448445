import type { Outcome } from '@kontor/contract/phonecall';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callOf, rungOf, withEvents, type Leg, type ReadEvent, type ReportedCall } from './calls.ts';
import { momentOf, secondsOf, type PhoneEvent } from './events.ts';

const ANNA = 1;
const BEN = 2;
const userOf = (terminal: string): number | null => ({ w0: ANNA, w1: BEN })[terminal] ?? null;

/** An event some seconds after a moment, with its numbers as they were read. */
const at = (second: number, event: Partial<PhoneEvent> & Pick<PhoneEvent, 'type'>): ReadEvent => ({
  event: { ref: 'a', terminals: [], direction: 'in', from: '', to: '', ...event },
  at: 1_000_000 + second * 1000,
  number: 49_431_123_456,
  numberText: '+49431123456',
  called: 49_431_990,
  calledText: '+49431990',
  divertedFrom: '',
});
const of = (...events: readonly ReadEvent[]): ReportedCall => callOf(withEvents([], events, userOf));

const ring = at(0, { type: 'ring', terminals: ['w0', 'w1'] });
const answered = at(4, { type: 'answer', terminals: ['w1'] });
const end = (outcome: Outcome | undefined, second = 10) =>
  at(second, { type: 'end', ...(outcome === undefined ? {} : { outcome }) });

describe('what a conversation is', () => {
  test.each<[string, readonly ReadEvent[], Partial<ReportedCall>]>([
    [
      'it rings',
      [ring],
      { outcome: 'ringing', receivedBy: null, receivedFor: null, rungAt: [ANNA, BEN], endedAt: null },
    ],
    ['it is talked', [ring, answered], { outcome: 'talking', receivedBy: BEN, answeredAt: 1_004_000 }],
    ['it was talked', [ring, answered, end('answered')], { outcome: 'answered', duration: 6, receivedBy: BEN }],
    ['nobody took it', [ring, end('missed')], { outcome: 'missed', duration: 0, receivedBy: null }],
    ['it was busy', [ring, end('busy')], { outcome: 'busy' }],
    ['nobody said how', [ring, end(undefined)], { outcome: 'unknown' }],
    ['it was taken, and its end does not know', [ring, answered, end('missed')], { outcome: 'answered', duration: 6 }],
    [
      'the same, and that it was taken comes last',
      [end('missed'), ring, answered],
      { outcome: 'answered', duration: 6 },
    ],
    [
      'it went out, and its end does not say so',
      [at(0, { type: 'ring', direction: 'out' }), at(9, { type: 'end', direction: undefined, outcome: 'missed' })],
      { direction: 1, outcome: 'cancelled' },
    ],
    ['nobody said how, and it was taken', [ring, answered, end(undefined)], { outcome: 'answered', duration: 6 }],
    ['the mailbox took it', [ring, at(5, { type: 'voice' }), end('answered')], { outcome: 'voice', receivedBy: null }],
    ['somebody took it before the mailbox', [ring, answered, end('voice')], { outcome: 'answered' }],
    [
      'that it was taken was not told',
      [ring, end('answered')],
      { outcome: 'answered', receivedBy: null, answeredAt: null },
    ],
    ['it ended before it rang', [end('missed')], { outcome: 'missed', startedAt: 1_010_000 }],
    [
      'it ended, as long before as it lasted it began',
      [at(10, { type: 'end', outcome: 'answered', duration: 60 })],
      { outcome: 'answered', duration: 60, startedAt: 950_000 },
    ],
    [
      'what the system says of its length wins',
      [ring, answered, at(10, { type: 'end', outcome: 'answered', duration: 5 })],
      { duration: 5 },
    ],
    ['a fax', [at(0, { type: 'fax', pages: 2 })], { outcome: 'fax', endedAt: 1_000_000 }],
    ['a fax that went out', [at(0, { type: 'fax', direction: 'out' })], { outcome: 'sent', direction: 1 }],
    [
      'it rang at one person',
      [at(0, { type: 'ring', terminals: ['w0'] })],
      { receivedFor: ANNA, rungAt: [ANNA], terminal: 'w0' },
    ],
    ['it rang at one person and at nobody', [at(0, { type: 'ring', terminals: ['w0', 'x'] })], { receivedFor: null }],
    [
      'it went out',
      [at(0, { type: 'ring', direction: 'out', terminals: ['w0'] }), at(3, { type: 'answer', direction: 'out' })],
      { direction: 1, outcome: 'talking', receivedBy: ANNA, receivedFor: null },
    ],
    [
      'it went out and nobody took it',
      [
        at(0, { type: 'ring', direction: 'out', terminals: ['w0'] }),
        at(9, { type: 'end', direction: 'out', outcome: 'cancelled' }),
      ],
      { outcome: 'cancelled', receivedBy: ANNA },
    ],
    [
      'it was handed on',
      [
        ring,
        answered,
        at(10, { type: 'ring', ref: 'b', groupRef: 'a', terminals: ['w0'] }),
        at(12, { type: 'answer', ref: 'b', groupRef: 'a', terminals: ['w0'] }),
        end('forwarded', 11),
      ],
      { outcome: 'talking', receivedBy: ANNA, endedAt: null },
    ],
    [
      'it was handed on and is over',
      [
        ring,
        answered,
        at(10, { type: 'ring', ref: 'b', terminals: ['w0'] }),
        end('forwarded', 11),
        at(12, { type: 'answer', ref: 'b', terminals: ['w0'] }),
        at(20, { type: 'end', ref: 'b', outcome: 'answered' }),
      ],
      { outcome: 'answered', receivedBy: ANNA, duration: 16, endedAt: 1_020_000 },
    ],
    [
      'it was forwarded and missed there',
      [
        ring,
        end('forwarded', 5),
        at(5, { type: 'ring', ref: 'b' }),
        at(9, { type: 'end', ref: 'b', outcome: 'missed' }),
      ],
      { outcome: 'missed' },
    ],
    ['it was forwarded to where nobody tells of it', [ring, end('forwarded', 5)], { outcome: 'forwarded' }],
    [
      'each terminal ended by itself',
      [
        ring,
        at(5, { type: 'end', terminals: ['w0'], outcome: 'missed' }),
        at(6, { type: 'end', terminals: ['w1'], outcome: 'busy' }),
      ],
      { outcome: 'busy', endedAt: 1_006_000 },
    ],
    ['one of two terminals ended', [ring, at(5, { type: 'end', terminals: ['w0'] })], { outcome: 'ringing' }],
  ])('%s', (_name, events, expected) => expect(of(...events)).toMatchObject(expected));

  test('a number that nobody wants is blocked, and is nobody’s to take', () => {
    const legs = withEvents([], [ring], userOf);
    expect(callOf(legs, { isBlocked: true }).outcome).toBe('blocked');
    expect(callOf(withEvents(legs, [end('missed')], userOf), { isBlocked: true }).outcome).toBe('blocked');
  });
});

/** All orders of a few events. */
function permutations<T>(some: readonly T[]): readonly (readonly T[])[] {
  if (some.length < 2) return [some];
  return some.flatMap((one, index) => permutations(some.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}
const sorted = (legs: readonly Leg[]) =>
  legs.toSorted((one, other) => (one.ref + one.terminal < other.ref + other.terminal ? -1 : 1));

describe('in whatever order and however often it is told', () => {
  const transfer = [
    ring,
    answered,
    at(9, { type: 'ring', ref: 'b', groupRef: 'a', terminals: ['w0'], name: 'Werft' }),
    end('forwarded'),
    at(11, { type: 'answer', ref: 'b', terminals: ['w0'] }),
    at(30, { type: 'end', ref: 'b', outcome: 'answered', duration: 19 }),
  ];

  test('a call that was handed on is the same one: all 720 orders', () => {
    const expected = of(...transfer);
    expect(expected).toMatchObject({ outcome: 'answered', receivedBy: ANNA, duration: 19, systemName: 'Werft' });
    for (const order of permutations(transfer)) expect(of(...order)).toEqual(expected);
  });

  const seconds = fc.integer({ min: 0, max: 100 });
  const events = fc.array(
    fc
      .record({
        second: seconds,
        type: fc.constantFrom<PhoneEvent['type']>('ring', 'answer', 'end', 'voice', 'fax'),
        ref: fc.constantFrom('a', 'b', 'c'),
        terminals: fc.uniqueArray(fc.constantFrom('w0', 'w1', 'x'), { maxLength: 3 }),
        direction: fc.constantFrom<PhoneEvent['direction']>('in', 'out', undefined),
        outcome: fc.option(fc.constantFrom<Outcome>('missed', 'cancelled', 'busy', 'answered', 'forwarded', 'voice'), {
          nil: undefined,
        }),
        duration: fc.option(seconds, { nil: undefined }),
        name: fc.constantFrom('', 'Werft', 'Hof'),
        number: fc.constantFrom(null, 49_431_123_456, 49_431_777),
      })
      .map(({ second, outcome, duration, number, ...event }): ReadEvent => ({
        ...at(second, {
          ...event,
          ...(outcome === undefined ? {} : { outcome }),
          ...(duration === undefined ? {} : { duration }),
        }),
        number,
        numberText: number === null ? '' : `+${number}`,
      })),
    { minLength: 1, maxLength: 12 },
  );

  test('of any events the same ways and the same call come out', () => {
    fc.assert(
      fc.property(
        events.chain((some) =>
          fc.tuple(
            fc.constant(some),
            fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
            fc.subarray(some),
          ),
        ),
        ([some, shuffled, again]) => {
          const expected = withEvents([], some, userOf);
          const actual = withEvents(withEvents([], shuffled, userOf), again, userOf);
          expect(sorted(actual)).toEqual(sorted(expected));
          expect(callOf(actual)).toEqual(callOf(expected));
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each<[string, string | undefined]>([
  ['2026-11-26 09:41:00', '2026-11-26T08:41:00.000Z'],
  ['2026-07-01T09:41', '2026-07-01T07:41:00.000Z'],
  ['2026-11-26T09:41:00Z', '2026-11-26T09:41:00.000Z'],
  ['2026-11-26T09:41:00+02:00', '2026-11-26T07:41:00.000Z'],
  ['26.11.2026 09:41:05', '2026-11-26T08:41:05.000Z'],
  ['11/26/2026 9:41:00 PM', '2026-11-26T20:41:00.000Z'],
  ['31.02.2026 09:41:00', undefined],
  ['gestern', undefined],
  ['', undefined],
])('%j is the moment %j', (text, expected) => {
  const moment = momentOf(text, 'Europe/Berlin');
  expect(moment === undefined ? undefined : new Date(moment).toISOString()).toBe(expected);
});

test.each<[string, number | undefined]>([
  ['252', 252],
  ['4:12', 252],
  ['00:04:12', 252],
  ['12.7', 12],
  ['x', undefined],
  ['', undefined],
])('%j are %j seconds', (text, expected) => expect(secondsOf(text)).toBe(expected));

test.each<[string, readonly ReadEvent[], ReturnType<typeof rungOf>]>([
  ['nowhere', [answered], { rungBefore: [], rangForAll: false }],
  ['at people', [ring], { rungBefore: [ANNA, BEN], rangForAll: false }],
  ['at no terminal in particular', [at(0, { type: 'ring' })], { rungBefore: [], rangForAll: true }],
  ["at nobody's", [at(0, { type: 'ring', terminals: ['w9'] })], { rungBefore: [], rangForAll: true }],
  [
    "at nobody's, and at somebody's later",
    [at(0, { type: 'ring', terminals: ['w9'] }), at(3, { type: 'ring', terminals: ['w1'] })],
    { rungBefore: [BEN], rangForAll: true },
  ],
  [
    "at nobody's and somebody's together",
    [at(0, { type: 'ring', terminals: ['w9', 'w1'] })],
    { rungBefore: [BEN], rangForAll: false },
  ],
])('it has rung %s', (_where, events, rung) => expect(rungOf(withEvents([], events, userOf))).toEqual(rung));
