import { expect, test } from 'vitest';
import { createNextPages } from './next-pages.ts';

/** Pages that come or do not, one after the other, and the waits between them. */
function open(...comes: readonly boolean[]) {
  const waits: number[] = [];
  let wake: (() => void) | undefined;
  let requests = 0;
  const pages = createNextPages(
    (ms, then) => {
      waits.push(ms);
      wake = then;
      return () => (wake = undefined);
    },
    () => (comes[(requests += 1) - 1] === true ? Promise.resolve() : Promise.reject(new Error('busy'))),
  );
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    waits,
    requests: () => requests,
    pages,
    settle,
    /** The wait is over. */
    async wake() {
      wake?.();
      await settle();
    },
  };
}

test('a page that does not come is asked for again, ever later, until it comes', async () => {
  const { pages, wake, settle, waits, requests } = open(false, false, true, false);
  pages.attend();
  pages.next();
  await settle();
  await wake();
  await wake();
  expect([requests(), waits]).toEqual([3, [1000, 2000]]);
  // The next one begins anew.
  pages.next();
  await settle();
  expect(waits).toEqual([1000, 2000, 1000]);
});

test('one is asked for at a time', async () => {
  const { pages, settle, requests } = open(true);
  pages.attend();
  pages.next();
  pages.next();
  await settle();
  expect(requests()).toBe(1);
});

test('nothing is asked for again once nobody looks', async () => {
  const { pages, settle, wake, requests, waits } = open(false, false, true);
  const end = pages.attend();
  pages.next();
  await settle();
  end();
  await wake();
  expect(requests()).toBe(1);
  // Nor where it ends while a page is on its way.
  pages.attend();
  pages.next();
  end();
  await settle();
  expect([requests(), waits]).toEqual([2, [1000]]);
});

test('waits are half a minute at most', async () => {
  const { pages, settle, wake, waits } = open();
  pages.attend();
  pages.next();
  await settle();
  for (let n = 0; n < 7; n += 1) await wake();
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});
