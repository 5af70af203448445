import { expect, test } from 'vitest';
import { LoadFailure, inTime } from './lazily.tsx';

test('code that cannot be loaded, or takes too long, is told apart from what goes wrong while it is drawn', async () => {
  expect(await inTime(Promise.resolve(1))).toBe(1);
  await expect(inTime(Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(LoadFailure);
  await expect(inTime(new Promise(() => undefined), 5)).rejects.toBeInstanceOf(LoadFailure);
});
