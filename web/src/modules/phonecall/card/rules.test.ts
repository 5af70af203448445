import { phonecallQueries, type RunningCall } from '@kontor/contract/phonecall';
import { expect, test } from 'vitest';
import { FOLDED_MS, secondsAt, shownAt, stackOf, stateOf, withCall, withRunning, type CardCall } from './rules.ts';

const [example] = phonecallQueries.running.example.result as [RunningCall];
const ringing = (id: string, part: Partial<RunningCall> = {}): RunningCall => ({
  ...example,
  aggregateId: id,
  startedAt: 1000,
  ...part,
});
const ME = { userId: 1, now: 5000 };
const none: readonly CardCall[] = [];
const NOTHING = { gone: new Set<string>(), written: new Set<string>() };
const states = (calls: readonly CardCall[]) => calls.map(({ call, state }) => [call.aggregateId, state]);

test.each([
  [{}, 'ringing'],
  [{ outcome: 'talking', answeredAt: 2000, receivedBy: 1 }, 'own'],
  [{ outcome: 'talking', answeredAt: 2000, receivedBy: 2 }, 'taken'],
  [{ outcome: 'answered', answeredAt: 2000, receivedBy: 1, endedAt: 3000 }, 'own'],
  [{ outcome: 'missed', endedAt: 3000 }, 'over'],
  [{ direction: 'outgoing', receivedBy: 1 }, 'own'],
] as const)('%o is %s', (part, state) => {
  expect(stateOf(ringing('a', part as Partial<RunningCall>), 1)).toBe(state);
});

test('a call that rings is put first, brought up, and does not ring again after its end', () => {
  const one = withCall(none, ringing('a'), ME);
  const two = withCall(one, ringing('b'), ME);
  expect(states(two)).toEqual([
    ['b', 'ringing'],
    ['a', 'ringing'],
  ]);
  const over = withCall(two, ringing('a', { endedAt: 4000, outcome: 'missed' }), ME);
  expect(states(withCall(over, ringing('a'), ME))).toEqual(states(over));
});

test('one that ended before it was shown is none', () => {
  expect(withCall(none, ringing('a', { endedAt: 4000 }), ME)).toEqual([]);
});

test('what the server has no more has ended; the person’s own stays', () => {
  const own = withCall(none, ringing('a', { receivedBy: 1, answeredAt: 2000, outcome: 'talking' }), ME);
  const both = withCall(own, ringing('b'), ME);
  expect(states(withRunning(both, [], ME))).toEqual([
    ['b', 'over'],
    ['a', 'own'],
  ]);
});

test('what others have taken is folded away after a while, and what was put away at once', () => {
  const taken = withCall(none, ringing('a', { outcome: 'talking', answeredAt: 2000, receivedBy: 2 }), ME);
  expect(shownAt(taken, ME.now + FOLDED_MS - 1, NOTHING)).toHaveLength(1);
  expect(shownAt(taken, ME.now + FOLDED_MS, NOTHING)).toEqual([]);
  expect(shownAt(withCall(none, ringing('a'), ME), ME.now, { ...NOTHING, gone: new Set(['a']) })).toEqual([]);
});

test('what is written at a call keeps its card, whoever has taken it', () => {
  const taken = withCall(none, ringing('a', { outcome: 'talking', answeredAt: 2000, receivedBy: 2 }), ME);
  const written = new Set(['a']);
  expect(shownAt(taken, ME.now + FOLDED_MS, { ...NOTHING, written })).toHaveLength(1);
  expect(stackOf(taken, undefined, written).whole?.call.aggregateId).toBe('a');
});

test('three stand below the first, and the rest is counted', () => {
  const calls = ['a', 'b', 'c', 'd', 'e', 'f'].reduce((all, id) => withCall(all, ringing(id), ME), none);
  const { whole, below, more } = stackOf(calls, 'c');
  expect([whole?.call.aggregateId, below.length, more]).toEqual(['c', 3, 2]);
});

test('who talks has the card of that call, whoever rings', () => {
  const talking = withCall(none, ringing('a', { receivedBy: 1, answeredAt: 2000, outcome: 'talking' }), ME);
  const { whole, below } = stackOf(withCall(talking, ringing('b'), ME), undefined);
  expect([whole?.call.aggregateId, below[0]?.call.aggregateId]).toEqual(['a', 'b']);
});

test('calls of others alone have no whole card', () => {
  const taken = withCall(none, ringing('a', { outcome: 'talking', answeredAt: 2000, receivedBy: 2 }), ME);
  expect(stackOf(taken, undefined).whole).toBeUndefined();
});

test.each([
  [{}, 7000, 6],
  [{ answeredAt: 3000 }, 7000, 4],
  [{ answeredAt: 3000, endedAt: 5000 }, 99_000, 2],
])('%o lasts at %i for %i s', (part, now, seconds) => {
  expect(secondsAt(ringing('a', part), now)).toBe(seconds);
});
