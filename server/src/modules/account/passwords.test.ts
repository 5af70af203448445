import { expect, test } from 'vitest';
import { isPassword } from './passwords.ts';

test('who would wait behind two hundred others is told to come again, and those before are answered', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 230 }, () => isPassword(null, 'falsch falsch')));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(26);
  expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE', retryAfter: 5 } });
  expect(await isPassword(null, 'falsch falsch')).toBe(false);
});
