import { expect, test, vi } from 'vitest';
import { answerWith } from './answer.ts';

const kept = new Response('kept');
const fresh = new Response('fresh');
const never = new Promise<Response | undefined>(() => undefined);
const late = (): Promise<Response> => new Promise((resolve) => setTimeout(() => resolve(kept), 30));
const ask = async (): Promise<Response> => fresh;
const offline = (): Promise<Response> => Promise.reject(new TypeError('no network'));

test('what the device has is not asked for', async () => {
  const fetchFresh = vi.fn<() => Promise<Response>>(ask);
  expect(await answerWith(async () => kept, fetchFresh)).toBe(kept);
  expect(fetchFresh).not.toHaveBeenCalled();
});

test.each([
  ['has nothing', async () => undefined],
  ['will not say', () => Promise.reject(new Error('broken'))],
  ['does not answer', () => never],
])('a device that %s: the server is asked', async (_, find) => {
  expect(await answerWith(find, ask, 10)).toBe(fresh);
});

test('without a network a slow device is waited for after all', async () => {
  expect(await answerWith(late, offline, 10)).toBe(kept);
  await expect(answerWith(async () => undefined, offline, 10)).rejects.toThrow('no network');
});
