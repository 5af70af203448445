import { describe, expect, test } from 'vitest';
import { FORGET_ASKED_MS, FORGET_PASSED_MS, judge } from './greylist.ts';
import { firstToGo } from './first-to-go.ts';
import { networkOf } from './network.ts';
import { Pace } from './pace.ts';

test.each([
  ['192.0.2.77', '192.0.2'],
  ['::ffff:192.0.2.77', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['nonsense', 'nonsense'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['nobody where all are at work', [['a', 'at work', 1]], undefined],
  [
    'the one that is silent for longest',
    [
      ['a', 'silent', 2],
      ['a', 'silent', 1],
      ['a', 'at work', 0],
    ],
    1,
  ],
  [
    'one of the network with most silent ones',
    [
      ['a', 'silent', 1],
      ['b', 'silent', 3],
      ['b', 'silent', 2],
    ],
    2,
  ],
  [
    'not one of a network that has many at work',
    [
      ['a', 'silent', 1],
      ['b', 'at work', 1],
      ['b', 'at work', 1],
    ],
    0,
  ],
] as const)('for want of room goes %s', (_who, held, expected) => {
  const connections = held.map(([network, doing, silentSince]) => ({
    network,
    isAtWork: doing === 'at work',
    silentSince,
  }));
  const gone = firstToGo(connections);
  expect(gone && connections.indexOf(gone)).toBe(expected);
});

test.each<[string, readonly number[], boolean]>([
  ['says nothing', [0, 0, 0], false],
  ['sends a byte now and then', [1, 1, 1], false],
  ['sends enough', [1000, 1000, 1000], true],
  ['sends enough in small pieces', [500, 500, 500], true],
  ['sent much, and then nothing', [100_000, 0, 0], false],
  ['was slow, and is not any more', [0, 0, 1000], true],
])('a peer who %s', (_who, pieces, isKept) => {
  // Looked at every ten seconds: a thousand bytes are to come in each twenty.
  const pace = new Pace(1000, 20_000);
  pace.begin(70, 0);
  let bytes = 70;
  pieces.forEach((piece, index) => {
    bytes += piece;
    pace.note(bytes, (index + 1) * 10_000);
  });
  expect(pace.isKept(bytes, 31_000)).toBe(isKept);
});

describe('greylisting', () => {
  const now = new Date('2026-11-20T08:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const wait = 60_000;

  test.each([
    ['asks for the first time', undefined, false, now],
    ['asks again too early', { askedAt: ago(59_999), seenAt: ago(1), passed: false }, false, ago(59_999)],
    ['asks again in time', { askedAt: ago(60_000), seenAt: ago(60_000), passed: false }, true, ago(60_000)],
    ['has passed before', { askedAt: ago(9e8), seenAt: ago(9e8), passed: true }, true, ago(9e8)],
    [
      'came again after days',
      { askedAt: ago(FORGET_ASKED_MS + 1), seenAt: ago(FORGET_ASKED_MS + 1), passed: false },
      false,
      now,
    ],
    [
      'was last here too long ago',
      { askedAt: ago(FORGET_PASSED_MS + 1), seenAt: ago(FORGET_PASSED_MS + 1), passed: true },
      false,
      now,
    ],
  ])('somebody who %s', (_who, known, passes, askedAt) => {
    expect(judge(known, now, wait)).toEqual({ passes, askedAt });
  });
});
