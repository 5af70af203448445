import { describe, expect, test } from 'vitest';
import { Remembered } from './remembered.ts';

describe('what is remembered of an instance', () => {
  const KINDS = -1;
  const counting = () => {
    let reads = 0;
    return { load: async () => (reads += 1), reads: () => reads };
  };

  test('is read once a version, whoever asks', async () => {
    const remembered = new Remembered();
    const { load, reads } = counting();
    await Promise.all([1, 2, 3].map(() => remembered.of(1, KINDS, { [KINDS]: 7 }, load)));
    expect(await remembered.of(1, KINDS, { [KINDS]: 7 }, load)).toBe(1);
    expect(reads()).toBe(1);
  });

  test('is read again at another version, be that lower', async () => {
    const remembered = new Remembered();
    const { load } = counting();
    const at = (version: number) => remembered.of(1, KINDS, { [KINDS]: version }, load);
    expect([await at(7), await at(8), await at(7), await at(7)]).toEqual([1, 2, 3, 3]);
  });

  test('is another thing in another instance, and under another number', async () => {
    const remembered = new Remembered();
    const { load } = counting();
    expect([
      await remembered.of(1, KINDS, {}, load),
      await remembered.of(2, KINDS, {}, load),
      await remembered.of(1, -2, {}, load),
      await remembered.of(1, KINDS, {}, load),
    ]).toEqual([1, 2, 3, 1]);
  });

  test('is read again where it could not be read', async () => {
    const remembered = new Remembered();
    const failing = remembered.of(1, KINDS, {}, () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    expect(await remembered.of(1, KINDS, {}, async () => 'there')).toBe('there');
  });
});
