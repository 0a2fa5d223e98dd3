/**
 * A Prometheus histogram: the number of values up to each bound, and their sum. Observing costs a few nanoseconds and
 * allocates nothing.
 */
export class BucketHistogram {
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[];
  /** By bucket, not cumulative; the last is for values above every bound. */
  readonly #counts: Float64Array;
  /** One number: a field would allocate a new object at each addition. */
  readonly #sum = new Float64Array(1);

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** @param value - in the unit of the bounds. */
  observe(value: number): void {
    const { bounds } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum[0] = (this.#sum[0] ?? 0) + value;
  }

  get sum(): number {
    return this.#sum[0] ?? 0;
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The number of values up to each bound. */
  get cumulative(): readonly number[] {
    let sum = 0;
    return this.bounds.map((_, index) => {
      sum += this.#counts[index] ?? 0;
      return sum;
    });
  }
}

/** Bounds for the duration of requests and jobs, in seconds. */
export const durationBounds: readonly number[] = [
  0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
