import { expect, test } from 'vitest';
import { browserOf } from './foreground.ts';
import { inTurn } from './warm-up.ts';

const task = () => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const state = { begun: false, resolve, reject };
  return {
    state,
    run: () => {
      state.begun = true;
      return promise;
    },
  };
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('so many are done at a time, in their order, whatever becomes of one', async () => {
  const tasks = Array.from({ length: 6 }, task);
  const all = inTurn(
    tasks.map(({ run }) => run),
    4,
    new AbortController().signal,
  );
  const begun = () => tasks.map(({ state }) => (state.begun ? 1 : 0)).join('');
  expect(begun()).toBe('111100');
  tasks[2]?.state.reject(new Error('no'));
  await settle();
  expect(begun()).toBe('111110');
  for (const { state } of tasks) state.resolve();
  await all;
  expect(begun()).toBe('111111');
});

test('none is begun once it is called off', async () => {
  const tasks = Array.from({ length: 6 }, task);
  const stop = new AbortController();
  const all = inTurn(
    tasks.map(({ run }) => run),
    4,
    stop.signal,
  );
  stop.abort();
  for (const { state } of tasks) state.resolve();
  await all;
  expect(tasks.filter(({ state }) => state.begun).length).toBe(4);
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome 142'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge 142'],
  [
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari 26',
  ],
  ['curl/8.0', ''],
])('%s is %s', (userAgent, name) => expect(browserOf(userAgent)).toBe(name));
