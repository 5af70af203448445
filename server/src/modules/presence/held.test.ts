import { describe, expect, test } from 'vitest';
import { Held } from './held.ts';

const ALWAYS = { from: 0, until: Number.POSITIVE_INFINITY, size: 1 };
const now = () => 100;

/** Counts how often it is made. */
function counting(part: Partial<typeof ALWAYS> = {}) {
  let made = 0;
  return { make: async () => ({ ...ALWAYS, ...part, n: (made += 1) }), made: () => made };
}

describe('what is held of an instance', () => {
  test('is made once for all who ask at the same time, and for those who ask later', async () => {
    const held = new Held();
    const { make, made } = counting();
    await Promise.all([1, 2, 3].map(() => held.of(1, { stamp: 'a', now }, make)));
    expect(await held.of(1, { stamp: 'a', now }, make)).toMatchObject({ n: 1 });
    expect(made()).toBe(1);
  });

  test('is made anew under another stamp, and for another instance', async () => {
    const held = new Held();
    const { make, made } = counting();
    for (const [id, stamp] of [
      [1, 'a'],
      [1, 'b'],
      [1, 'b'],
      [2, 'b'],
      [1, 'b'],
    ] as const)
      await held.of(id, { stamp, now }, make);
    expect(made()).toBe(3);
  });

  test.each([
    ['is over', { until: 100 }, 3],
    ['begins later, as after a clock was set back', { from: 101 }, 3],
    ['lasts', { from: 100, until: 101 }, 1],
  ])('is made anew where it %s', async (_what, part, times) => {
    const held = new Held();
    const { make, made } = counting(part);
    for (let n = 0; n < 3; n += 1) await held.of(1, { stamp: 'a', now }, make);
    expect(made()).toBe(times);
  });

  test('is made once where it is over for several who ask at the same time', async () => {
    const held = new Held();
    let at = 0;
    const { make, made } = counting({ until: 50 });
    await held.of(1, { stamp: 'a', now: () => at }, make);
    at = 60;
    const later = counting();
    await Promise.all([1, 2, 3].map(() => held.of(1, { stamp: 'a', now: () => at }, later.make)));
    expect([made(), later.made()]).toEqual([1, 1]);
  });

  test('is made again where it could not be made', async () => {
    const held = new Held();
    const failing = held.of(1, { stamp: 'a', now }, () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    expect(await held.of(1, { stamp: 'a', now }, counting().make)).toMatchObject({ n: 1 });
  });

  test('is made with what was there before', async () => {
    const held = new Held();
    const { make } = counting();
    const before: unknown[] = [];
    for (const stamp of ['a', 'b'])
      await held.of(1, { stamp, now }, async (one) => {
        before.push(one);
        return make();
      });
    expect(before).toEqual([undefined, { ...ALWAYS, n: 1 }]);
  });

  test('goes where others are asked for and there is no room, the least recently used first', async () => {
    const held = new Held(5);
    const { make, made } = counting({ size: 2 });
    const ask = (id: number) => held.of(id, { stamp: 'a', now }, make);
    for (const id of [1, 2, 1, 3]) await ask(id);
    expect(made()).toBe(3);
    // The second is gone, the first is not.
    await ask(1);
    expect(made()).toBe(3);
    await ask(2);
    expect(made()).toBe(4);
  });
});
