/** Random numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** One of some things; there must be one. */
  of<T>(things: readonly T[]): T;
  bytes(length: number): Buffer;
}

/** The generator mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    of<T>(things: readonly T[]): T {
      const thing = things[below(things.length)];
      if (thing === undefined) throw new Error('There is nothing to choose from');
      return thing;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
