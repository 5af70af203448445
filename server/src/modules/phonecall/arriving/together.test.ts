import { expect, test } from 'vitest';
import { Together } from './together.ts';

/** Work that goes on when it is told to, and fails where 13 is among it. */
function opened() {
  const done: (readonly number[])[] = [];
  let go = Promise.withResolvers<void>();
  const together = new Together<number, string>(async (items) => {
    done.push(items);
    await go.promise;
    if (items.includes(13)) throw new Error('unlucky');
    return items.map(String);
  });
  return {
    together,
    done,
    next: () => {
      const last = go;
      go = Promise.withResolvers();
      last.resolve();
      return new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

test('what comes alone is done at once, and what waits is done in one go, each line by itself', async () => {
  const { together, done, next } = opened();
  const first = together.do('a', 1);
  const others = [together.do('a', 2), together.do('a', 3)];
  const elsewhere = together.do('b', 4);
  expect(done).toEqual([[1], [4]]);
  await next();
  expect([await first, await elsewhere]).toEqual(['1', '4']);
  expect(done).toEqual([[1], [4], [2, 3]]);
  await next();
  expect(await Promise.all(others)).toEqual(['2', '3']);
  const later = together.do('a', 5);
  await next();
  expect(await later).toBe('5');
});

test('what fails takes nothing with it', async () => {
  const { together, next } = opened();
  const all = [1, 13, 2].map((item) => together.do('a', item));
  const settled = Promise.allSettled(all);
  for (let turn = 0; turn < 6; turn += 1) await next();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('no more are done in one go than a few', async () => {
  const { together, done, next } = opened();
  const all = Array.from({ length: 40 }, (_, index) => together.do('a', index + 20));
  for (let turn = 0; turn < 4; turn += 1) await next();
  await Promise.all(all);
  expect(done.map(({ length }) => length)).toEqual([1, 16, 16, 7]);
});
