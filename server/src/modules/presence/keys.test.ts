import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { hashOfKey, isKeyOf, keyFor } from './keys.ts';

const signBy = (secret: string) => (purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose} ${text}`).digest('base64url');

/** A server whose keys, the one in use first, sign. */
const signing = (id: number, ...keys: readonly string[]) => {
  const sign = signBy(keys[0] ?? '');
  const verify = (purpose: string, text: string, signature: string) =>
    keys.some((key) => signBy(key)(purpose, text) === signature);
  return { instance: { id }, secrets: { sign, verify } } as unknown as Pick<InstanceContext, 'instance' | 'secrets'>;
};

const NAMED = { automatic_id: 3, session_id: '6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b11' };
const proves = (ctx: ReturnType<typeof signing>, key: string, first: string, named = NAMED) =>
  isKeyOf(ctx, { ...named, key_hash: hashOfKey(first) }, { key, hash: hashOfKey(key) });

test('a key is that of one instance, session and place, before and after the server’s keys are rotated', () => {
  const [before, after, later] = [signing(1, 'old'), signing(1, 'new', 'old'), signing(1, 'new')];
  const first = keyFor(before, NAMED);
  expect(proves(before, first, first)).toBe(true);
  expect(keyFor(after, NAMED)).not.toBe(first);
  for (const ctx of [after, later])
    for (const key of [first, keyFor(ctx, NAMED)]) expect(proves(ctx, key, first)).toBe(true);
  const others = [
    keyFor(signing(2, 'old'), NAMED),
    keyFor(before, { ...NAMED, automatic_id: 4 }),
    keyFor(before, { ...NAMED, session_id: '6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b12' }),
    `${first}x`,
    '',
  ];
  for (const key of others) expect(proves(after, key, first)).toBe(false);
});
