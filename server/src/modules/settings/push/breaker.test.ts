import { expect, test } from 'vitest';
import { Breaker, PAUSE_MS } from './breaker.ts';

const isUnreached = (done: string) => done === 'unreached';

test('what was not reached is left alone for a moment, then tried by one at a time, until it is reached', async () => {
  const breaker = new Breaker();
  const tried: number[] = [];
  let answer = Promise.resolve('unreached');
  const send = (now: number) =>
    breaker.run(now, {
      work: () => {
        tried.push(now);
        return answer;
      },
      paused: () => 'paused',
      isUnreached,
    });
  expect(await Promise.all([send(0), send(1)])).toEqual(['unreached', 'unreached']);
  expect(await send(100)).toBe('paused');
  const { promise, resolve } = Promise.withResolvers<string>();
  answer = promise;
  const probe = send(PAUSE_MS + 1);
  expect(await Promise.all([send(PAUSE_MS + 2), send(PAUSE_MS + 20_000)])).toEqual(['paused', 'paused']);
  resolve('unreached');
  expect(await probe).toBe('unreached');
  answer = Promise.resolve('sent');
  expect(await send(2 * PAUSE_MS + 1)).toBe('sent');
  expect(await Promise.all([send(2 * PAUSE_MS + 2), send(2 * PAUSE_MS + 2)])).toEqual(['sent', 'sent']);
  expect(tried).toEqual([0, 1, PAUSE_MS + 1, 2 * PAUSE_MS + 1, 2 * PAUSE_MS + 2, 2 * PAUSE_MS + 2]);
});
