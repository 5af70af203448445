/** What a measurement found: milliseconds of the median, and how many a second. */
export interface Figures {
  readonly p50: number;
  readonly perSecond: number;
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Repeats `work` by `atOnce` for `ms` milliseconds, after a warm-up. `before` is run before each one, outside of its time. */
export async function measure(
  work: () => Promise<unknown>,
  options: { readonly atOnce?: number; readonly ms?: number; readonly before?: () => Promise<unknown> } = {},
): Promise<Figures> {
  const { atOnce = 1, ms = 4000, before } = options;
  for (let n = 0; n < 20; n += 1) await work();
  const times: number[] = [];
  const began = performance.now();
  const end = began + ms;
  const one = async () => {
    while (performance.now() < end) {
      await before?.();
      const from = performance.now();
      await work();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { p50: quantile(times, 0.5), perSecond: times.length / ((performance.now() - began) / 1000) };
}

/** Blanks that make a search term another one without a meaning of their own: what bears them is not answered from memory. */
export function neverAsked(): () => string {
  let n = 0;
  return () => Array.from((n += 1).toString(2), (bit) => (bit === '0' ? ' ' : '\t')).join('');
}
