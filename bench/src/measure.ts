/** What a measurement found: milliseconds of the median and of the slowest in a hundred, and how many a second. */
export interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

/** Repeats `work` by `atOnce` for `ms` milliseconds, after a warm-up. */
export async function measure(work: () => Promise<unknown>, { atOnce = 1, ms = 3000 } = {}): Promise<Figures> {
  for (let n = 0; n < 30; n += 1) await work();
  const times: number[] = [];
  const began = performance.now();
  const end = began + ms;
  const one = async () => {
    while (performance.now() < end) {
      const from = performance.now();
      await work();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), perSecond: times.length / seconds };
}

export interface Line {
  readonly name: string;
  readonly ours: Figures;
  readonly anchor: Figures;
  /** What the ratio of the medians should be at most. */
  readonly aim: number;
}

const two = (value: number) => value.toFixed(2);

/** A Markdown table with each figure beside its anchor's. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ name, ours, anchor, aim }) => {
    const cells = [
      name,
      two(ours.p50),
      two(ours.p99),
      ours.perSecond.toFixed(0),
      two(anchor.p50),
      two(ours.p50 / anchor.p50),
      `≤ ${aim}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| what | p50 ms | p99 ms | a second | anchor p50 ms | ratio | aim |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
