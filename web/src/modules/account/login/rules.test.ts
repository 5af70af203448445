import { describe, expect, test } from 'vitest';
import { faultOf, timeLeft, waitUntil } from './rules.ts';

const failure = (status: number, kind: 'problem' | 'offline' | 'aborted' | 'shape' = 'problem', code = '') => ({
  kind,
  status,
  code,
});

describe('what a failed try means', () => {
  test.each([
    ['a wrong password', failure(404), {}, { long: 'wrong', short: 'wrongShort' }],
    ['a wrong code', failure(404), { twoFactor: true }, { long: 'wrongCode', short: 'wrongCodeShort' }],
    ['a passkey that nobody knows', failure(404), { passkey: true }, { long: 'passkey' }],
    ['a browser that failed', failure(0), { passkey: true }, { long: 'passkey' }],
    ['a person who is locked', failure(403), {}, { long: 'locked', ok: true }],
    ['the same by passkey', failure(403), { passkey: true }, { long: 'locked', ok: true }],
    [
      'a client that an instance elsewhere does not know',
      failure(403, 'problem', 'ORIGIN_REFUSED'),
      {},
      { long: 'origin' },
    ],
    ['too many tries', failure(429), {}, { long: 'often' }],
    ['no answer', failure(0, 'offline'), { passkey: true }, { long: 'offline' }],
    ['a broken server', failure(500), {}, { long: 'other' }],
    ['a person who has called it off', failure(0, 'aborted'), { passkey: true }, undefined],
  ] as const)('%s', (_, given, way, fault) => {
    expect(faultOf(given, { passkey: false, twoFactor: false, ...way })).toEqual(fault);
  });
});

describe('waiting', () => {
  test.each([
    [{ status: 429, retryAfterMs: 5000 }, 1005_000],
    [{ status: 429, retryAfterMs: undefined }, 1030_000],
    [{ status: 404, retryAfterMs: 5000 }, 0],
  ])('%o: until %d', (given, until) => {
    expect(waitUntil(given, 1000_000)).toBe(until);
  });
  test.each([
    [0, 1, undefined],
    [1000, 1000, undefined],
    [1001, 1000, { minutes: 0, seconds: 1 }],
    [61_000, 1000, { minutes: 1, seconds: 0 }],
    [900_500, 0, { minutes: 15, seconds: 1 }],
  ])('until %d at %d', (until, now, left) => {
    expect(timeLeft(until, now)).toEqual(left);
  });
});
