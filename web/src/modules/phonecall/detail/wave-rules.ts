/** How loud a sound is over its time, as so many numbers from 0 to 1; the loudest is 1, and of silence all are 0. */
export function loudness(samples: Float32Array, bars: number): readonly number[] {
  const peaks = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * samples.length) / bars));
    let squares = 0;
    for (let index = from; index < to; index += 1) squares += (samples[index] ?? 0) ** 2;
    return Math.sqrt(squares / (to - from));
  });
  const loudest = Math.max(...peaks);
  // What nobody hears is silence, and is not blown up to a sound.
  return peaks.map((peak) => (loudest < 0.002 ? 0 : peak / loudest));
}

/** How many of some bars have been played at a moment. */
export const barsPlayed = (at: number, length: number, bars: number): number =>
  length > 0 ? Math.min(bars, Math.round((at / length) * bars)) : 0;
