import { describe, expect, test } from 'vitest';
import {
  isSendTime,
  lastLines,
  nextTry,
  outgoingState,
  referencesOf,
  sendableAddress,
  smtpLogType,
  stageOf,
} from './rules.ts';

const MINUTE = 60_000;

describe('the next try', () => {
  const about = { since: 0, now: 0, hours: 120, fault: null };
  test.each([
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 30],
    [5, 60],
    [6, 120],
    [7, 240],
    [30, 240],
  ])('after %i tries is in %i minutes', (attempt, minutes) => {
    expect(nextTry({ ...about, attempt })).toBe(minutes * MINUTE);
  });
  test('is in an hour where only a change of the account helps', () => {
    expect(nextTry({ ...about, attempt: 1, fault: 'SIGN_IN_REFUSED' })).toBe(60 * MINUTE);
  });
  test('is at the end of the five days, and none after it', () => {
    const hour = 60 * MINUTE;
    expect(nextTry({ ...about, attempt: 30, now: 119 * hour })).toBe(120 * hour);
    expect(nextTry({ ...about, attempt: 31, now: 120 * hour })).toBeNull();
  });
});

test.each([
  [['accepted'], 'accepted', 'sent', 'sent'],
  [['accepted', 'refused'], 'accepted', 'partly', 'partly'],
  [['refused', 'refused'], 'refused', 'refused', 'refused'],
  [['accepted', 'pending'], 'built', 'retrying', 'retrying'],
  [['unknown', 'refused'], 'unknown', 'unknown', 'unknown'],
  [['bounced', 'accepted'], 'accepted', 'partly', 'bounced'],
  [['delayed'], 'accepted', 'sent', 'delayed'],
  [['delivered', 'delivered'], 'accepted', 'sent', 'delivered'],
  [['delivered', 'accepted'], 'accepted', 'sent', 'sent'],
] as const)('receivers %j', (states, stage, state, type) => {
  expect(stageOf(states)).toBe(stage);
  expect(outgoingState(stage, 1, states)).toBe(state);
  expect(smtpLogType(stage, 1, states)).toBe(type);
});

test.each([
  ['waiting', 0, 'waiting', 'waiting'],
  ['built', 0, 'queued', 'waiting'],
  ['built', 2, 'retrying', 'retrying'],
  ['handing', 1, 'sending', 'sending'],
  ['data', 1, 'sending', 'sending'],
  ['cancelled', 0, 'cancelled', 'waiting'],
] as const)('stage %s', (stage, attempt, state, type) => {
  expect(outgoingState(stage, attempt, ['pending'])).toBe(state);
  expect(smtpLogType(stage, attempt, ['pending'])).toBe(type);
});

test.each([
  ['paul@werft.example', 'paul@werft.example'],
  ['  Paul.Neumann+x@Werft.Example ', 'Paul.Neumann+x@werft.example'],
  ['müller@bücher.example', 'müller@xn--bcher-kva.example'],
  ['"two words"@werft.example', '"two words"@werft.example'],
  ['root@localhost', 'root@localhost'],
  ['a@[192.0.2.1]', 'a@[192.0.2.1]'],
  ['a@[IPv6:2001:db8::1]', 'a@[IPv6:2001:db8::1]'],
  ['', undefined],
  ['paul', undefined],
  ['@werft.example', undefined],
  ['paul@', undefined],
  ['a@b@c.example', undefined],
  ['.a@werft.example', undefined],
  ['a..b@werft.example', undefined],
  ['a b@werft.example', undefined],
  ['a@werft..example', undefined],
  ['a@-werft.example', undefined],
  ['a@192.0.2.1', undefined],
  ['a@[400.0.2.1]', undefined],
  ['a@werft.example\r\nRCPT TO:<b@werft.example>', undefined],
  ['a\u0000@werft.example', undefined],
  ['Team: a@werft.example, b@werft.example;', undefined],
  ['<a@werft.example>', undefined],
  ['"a<b"@werft.example', undefined],
  [`${'a'.repeat(65)}@werft.example`, undefined],
  [`a@${'b'.repeat(64)}.example`, undefined],
  [`a@${'b.'.repeat(150)}example`, undefined],
])('the address %j', (typed, address) => expect(sendableAddress(typed)).toBe(address));

test.each([
  [0, true],
  [-MINUTE, true],
  [-MINUTE - 1, false],
  [365 * 24 * 60 * MINUTE, true],
  [400 * 24 * 60 * MINUTE, false],
  [Number.NaN, false],
])('a mail sent in %i ms', (ms, isFine) => expect(isSendTime(5_000_000_000 + ms, 5_000_000_000)).toBe(isFine));

test('an answer names the first and the last of a long past', () => {
  expect(referencesOf({ message_id: 'c', refs: ['a', 'b'] })).toEqual(['a', 'b', 'c']);
  expect(referencesOf({ message_id: null, refs: [] })).toEqual([]);
  const long = referencesOf({ message_id: 'last', refs: Array.from({ length: 150 }, (_, index) => `r${index}`) });
  expect([long.length, long[0], long[1], long.at(-1)]).toEqual([100, 'r0', 'r52', 'last']);
});

test.each([
  ['a\nb\n', 10, 'a\nb\n'],
  ['a\nb\n', 4, 'a\nb\n'],
  ['a\nb\n', 3, 'b\n'],
  ['a\nb\n', 2, 'b\n'],
  ['ä\nöö\n', 6, 'öö\n'],
  ['ä\nöö\n', 4, ''],
  ['one long line', 4, ''],
])('the last lines of %j in %i bytes', (text, most, shown) => expect(lastLines(text, most)).toBe(shown));
