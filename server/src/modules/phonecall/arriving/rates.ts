/** Counts events by the second they come in, each line by itself. */
export class LineRates {
  readonly #max: number;
  readonly #now: () => number;
  #second = 0;
  #counts = new Map<string, number>();

  constructor(max: number, now: () => number) {
    this.#max = max;
    this.#now = now;
  }

  admits(line: string): boolean {
    const second = Math.floor(this.#now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(line) ?? 0) + 1;
    this.#counts.set(line, count);
    return count <= this.#max;
  }
}
