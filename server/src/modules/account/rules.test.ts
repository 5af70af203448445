import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHosts, originOfInstance } from './hosts.ts';
import {
  PROOF_MS,
  SESSION_IDLE_MS,
  SESSION_MOST_MS,
  TOKEN_AGE_MS,
  TOKEN_GRACE_MS,
  TOUCH_MS,
  expiryOf,
  initialsOf,
  isProofFresh,
  judgeSession,
  judgeSignIn,
  pretendsFactor,
  type SessionTimes,
} from './rules.ts';
import { instanceOfToken, newToken } from './tokens.ts';

const NOW = Date.UTC(2026, 10, 21);
const session = (more: Partial<SessionTimes> = {}): SessionTimes => ({
  kind: 'cookie',
  createdAt: NOW - 1000,
  lastUsedAt: NOW,
  expiresAt: NOW + 1000,
  tokenIssuedAt: NOW,
  tokenUsed: true,
  endedAt: null,
  ...more,
});

describe('a session', () => {
  test.each([
    ['fresh', session(), 'current', 'good'],
    ['not used for a minute', session({ lastUsedAt: NOW - TOUCH_MS }), 'current', 'touch'],
    ['used with its new token for the first time', session({ tokenUsed: false }), 'current', 'touch'],
    ['with an old token', session({ tokenIssuedAt: NOW - TOKEN_AGE_MS }), 'current', 'renew'],
    ['expired', session({ expiresAt: NOW }), 'current', 'ended'],
    ['ended', session({ endedAt: NOW - 5 }), 'current', 'ended'],
    ['used with a token of long ago', session(), 'replaced', 'reused'],
    ['ended, and used with a token of long ago', session({ endedAt: NOW - 5 }), 'replaced', 'ended'],
    [
      'used with the former token by a request under way',
      session({ tokenIssuedAt: NOW - TOKEN_GRACE_MS }),
      'previous',
      'good',
    ],
    [
      'whose new token was lost on its way',
      session({ tokenIssuedAt: NOW - TOKEN_GRACE_MS - 1, tokenUsed: false }),
      'previous',
      'renew',
    ],
    ['whose former token comes back late', session({ tokenIssuedAt: NOW - TOKEN_GRACE_MS - 1 }), 'previous', 'reused'],
  ] as const)('%s', (_name, times, use, verdict) => {
    expect(judgeSession(times, use, NOW)).toBe(verdict);
  });

  test('lives while it is used, and not for ever', () => {
    expect(expiryOf('cookie', NOW, NOW)).toBe(NOW + SESSION_IDLE_MS.cookie);
    expect(expiryOf('bearer', NOW - SESSION_MOST_MS + 5, NOW)).toBe(NOW + 5);
  });
});

test.each([
  ['Anna', 'Berger', 'anna', 'AB'],
  ['', '', 'root', 'RO'],
  ['özgür', '', 'o', 'Ö'],
  ['👩‍🔧', 'Ulf', 'u', '👩‍🔧U'],
])('initials of %s %s', (first, last, user, initials) => {
  expect(initialsOf(first, last, user)).toBe(initials);
});

describe('hosts', () => {
  const settings = {
    domains: ['localhost:8080', 'kontor.example'],
    origins: ['https://app.example'],
    plainHosts: ['127.0.0.1:8080'],
    isSecure: false,
  };
  const hosts = createHosts(() => settings);

  test.each([
    ['localhost:8080', null],
    ['127.0.0.1:8080', null],
    ['demo.localhost:8080', 'demo'],
    ['DEMO.Kontor.example', 'demo'],
    ['kontor.example', null],
    ['evil.example', undefined],
    ['a.b.kontor.example', undefined],
    ['demo.localhost', undefined],
    ['', undefined],
  ])('%s', (host, label) => {
    expect(hosts.labelOf(host)).toBe(label);
  });

  test.each([
    ['http://localhost:8080', 'demo.localhost:8080', true],
    ['https://app.example', 'demo.localhost:8080', true],
    ['https://evil.example', 'demo.localhost:8080', false],
    ['null', 'demo.localhost:8080', false],
    ['https://app.example.evil.example', 'demo.localhost:8080', false],
  ])('a page from %s uses %s: %s', (origin, host, allowed) => {
    expect(hosts.allowsOrigin(origin, host)).toBe(allowed);
  });

  test.each([
    ['http://demo.kontor.example', 'demo.kontor.example', false],
    ['http://other.kontor.example', 'demo.kontor.example', false],
    ['https://demo.kontor.example', 'demo.kontor.example', true],
    ['http://localhost:8080', 'localhost:8080', true],
    ['http://demo.localhost:8080', 'demo.localhost:8080', true],
  ])('where people come over HTTPS, a page from %s uses %s: %s', (origin, host, allowed) => {
    expect(createHosts(() => ({ ...settings, isSecure: true })).allowsOrigin(origin, host)).toBe(allowed);
  });
});

test('a token names the instance that issued it, and nothing else does', () => {
  expect(instanceOfToken(newToken(4711))).toBe(4711);
  for (const text of ['', 'k1.', 'Bearer', `k1.${'a'.repeat(42)}`, `k1.${'a'.repeat(44)}`, `k-1.${'a'.repeat(43)}`]) {
    expect(instanceOfToken(text)).toBeUndefined();
  }
});

describe('signing in', () => {
  const nothing = { password: false, code: false, passkey: false };
  test.each([
    ['by password', true, true, false, { ...nothing, password: true }, 'open'],
    ['by password alone where there is a second factor', true, true, true, { ...nothing, password: true }, 'failed'],
    ['by password and code', true, true, true, { ...nothing, password: true, code: true }, 'open'],
    ['by code alone', true, true, true, { ...nothing, code: true }, 'failed'],
    ['by passkey where there is a second factor', true, true, true, { ...nothing, passkey: true }, 'open'],
    ['by nothing', true, true, false, nothing, 'failed'],
    ['locked, by password', true, false, false, { ...nothing, password: true }, 'locked'],
    ['locked, without the code', true, false, true, { ...nothing, password: true }, 'failed'],
    ['locked, by passkey', true, false, false, { ...nothing, passkey: true }, 'locked'],
    ['after having left, by password', false, true, false, { ...nothing, password: true }, 'failed'],
    ['after having left, by passkey', false, true, false, { ...nothing, passkey: true }, 'failed'],
  ] as const)('%s', (_name, isActive, isUnlocked, hasSecondFactor, proven, verdict) => {
    expect(judgeSignIn({ isActive, isUnlocked, hasSecondFactor, proven })).toBe(verdict);
  });
});

test('names that nobody bears have a second factor as often as people do, and none where nobody does', () => {
  const hashes = Array.from({ length: 2000 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64url'));
  for (const share of [0, 0.25, 0.8, 1]) {
    const pretended = hashes.filter((hash) => pretendsFactor(hash, share)).length / hashes.length;
    expect(Math.abs(pretended - share)).toBeLessThan(0.05);
  }
  expect(hashes.some((hash) => pretendsFactor(hash, 0))).toBe(false);
});

test.each([
  ['https://kontor.example', ['localhost:8080'], 'https://kontor.example'],
  [undefined, ['kontor.example', 'kontor.test'], 'https://demo.kontor.example'],
  [undefined, ['localhost:8080'], 'http://demo.localhost:8080'],
  [undefined, ['werk.localhost'], 'http://demo.werk.localhost'],
  [undefined, ['notlocalhost'], 'https://demo.notlocalhost'],
  [undefined, [], 'http://demo.localhost'],
])('links lead by %s and %j to %s', (publicUrl, domains, origin) =>
  expect(originOfInstance({ publicUrl, domains }, 'demo')).toBe(origin),
);

test.each([
  ['just now', 0, true],
  ['by another server, whose clock is a little ahead', -1000, true],
  ['five minutes ago', 5 * 60_000, true],
  ['five minutes and a second ago', 5 * 60_000 + 1000, false],
  ['a millisecond more than it counts', PROOF_MS + 1, false],
])('a proof that was given %s', (_when, age, isFresh) => expect(isProofFresh(NOW - age, NOW)).toBe(isFresh));

test('who has given no proof has none', () => expect(isProofFresh(null, NOW)).toBe(false));
