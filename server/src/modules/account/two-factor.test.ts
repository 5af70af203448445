import { expect, test } from 'vitest';
import vectors from './fixtures/totp-rfc6238.json' with { type: 'json' };
import { newBackupCodes, newSeed, plainCode, stepOf, uriOf } from './two-factor.ts';

const ours = vectors.filter(({ algorithm }) => algorithm === 'sha1');
const STEP = 30_000;

test('the vectors of RFC 6238 are there', () => expect(ours).toHaveLength(6));

test.each(ours)('at $time the code is $code', ({ time, secretBase32, code }) => {
  // The vectors show eight digits of the number whose last six people type.
  const six = code.slice(-6);
  const now = time * 1000;
  const step = Math.floor(time / 30);
  expect(stepOf(secretBase32, six, now)).toBe(step);
  expect(stepOf(secretBase32, six, now + STEP)).toBe(step);
  if (now >= STEP) expect(stepOf(secretBase32, six, now - STEP)).toBe(step);
  expect(stepOf(secretBase32, six, now + 2 * STEP)).toBeUndefined();
  for (const other of [code, six.slice(1), `${six}0`, '', 'abcdef', `${six.slice(0, 5)}x`])
    expect(stepOf(secretBase32, other, now)).toBeUndefined();
});

test('a seed holds 160 bits, which people can type, and its address says what every app knows', () => {
  const seed = newSeed();
  expect(seed).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSeed()).not.toBe(seed);
  const uri = new URL(uriOf(seed, 'Nord: Werk', 'anna'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Nord  Werk:anna');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: seed,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('backup codes are ten different ones, however they are typed', () => {
  const codes = newBackupCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  expect(plainCode(' 7HK2M-9qxwa ')).toBe('7hk2m9qxwa');
});
