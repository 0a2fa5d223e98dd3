/** Slots of a power of two: three significant digits, as in HdrHistogram. */
const halfSlots = 1_024;
const halfBits = 10;
/** About 2.4 hours. Longer times count as this. */
const longestNs = 2 ** 43 - 1;
const nsPerMs = 1e6;
/** Rows of an .hgrm file each time the distance to 100 % halves, as HdrHistogram writes them. */
const ticksPerHalf = 5;

/**
 * Counts times in slots that are at most a thousandth of their value wide, as HdrHistogram does. Not `createHistogram` of
 * Node.js, whose counts cannot be read, and not hdr-histogram-js, which is 40 times as long for what a load test needs.
 */
export class LatencyHistogram {
  readonly #counts = new Float64Array(slotOf(longestNs) + 1);
  #sumMs = 0;
  #squaresMs = 0;
  #count = 0;
  #maxMs = 0;

  /** Counts a time in milliseconds, once or several times. */
  record(ms: number, times = 1): void {
    const slot = slotOf(Math.min(longestNs, Math.max(0, Math.round(ms * nsPerMs))));
    this.#counts[slot] = (this.#counts[slot] ?? 0) + times;
    this.#count += times;
    this.#sumMs += ms * times;
    this.#squaresMs += ms * ms * times;
    if (ms > this.#maxMs) this.#maxMs = ms;
  }

  get count(): number {
    return this.#count;
  }

  /** In milliseconds, and not rounded; 0 without times, as {@link meanMs}. */
  get maxMs(): number {
    return this.#maxMs;
  }

  get meanMs(): number {
    return this.#count === 0 ? 0 : this.#sumMs / this.#count;
  }

  /** Returns the time in milliseconds that this part of all times (0 to 100 percent) does not exceed; 0 without times. */
  percentileMs(percent: number): number {
    // Without the last digits: 99.9 percent of 1,000 times are 999, not 999.0000000000001.
    const rank = Math.max(1, Math.ceil(Number(((percent / 100) * this.#count).toPrecision(12))));
    let seen = 0;
    for (const [slot, count] of this.#counts.entries()) {
      seen += count;
      if (seen >= rank) return Math.min(highestMs(slot), this.#maxMs);
    }
    return 0;
  }

  /** Returns the distribution as an .hgrm file, which the plotters of HdrHistogram read, with values in milliseconds. */
  hgrm(): string {
    const row = (...cells: readonly string[]) =>
      `${cells.map((cell, i) => cell.padStart([12, 14, 10, 14][i] ?? 0)).join(' ')}\n`;
    const rows = this.#percentileRows().map(({ ms, level, count }) => {
      const cells = [ms.toFixed(3), level.toFixed(12), String(count)];
      return level < 1 ? row(...cells, (1 / (1 - level)).toFixed(2)) : row(...cells);
    });
    const deviation = Math.sqrt(Math.max(0, this.#squaresMs / Math.max(1, this.#count) - this.meanMs ** 2));
    const cell = (value: number) => value.toFixed(3).padStart(12);
    return (
      `${row('Value', 'Percentile', 'TotalCount', '1/(1-Percentile)')}\n${rows.join('')}` +
      `#[Mean    = ${cell(this.meanMs)}, StdDeviation   = ${cell(deviation)}]\n` +
      `#[Max     = ${cell(this.#maxMs)}, Total count    = ${String(this.#count).padStart(12)}]\n` +
      `#[Buckets = ${String(33).padStart(12)}, SubBuckets     = ${String(2 * halfSlots).padStart(12)}]\n`
    );
  }

  #percentileRows() {
    const rows: { readonly ms: number; readonly level: number; readonly count: number }[] = [];
    let [level, seen] = [0, 0];
    for (const [slot, count] of this.#counts.entries()) {
      if (count === 0) continue;
      seen += count;
      const ms = highestMs(slot);
      while (level <= seen / this.#count) {
        rows.push({ ms, level, count: seen });
        if (seen === this.#count) return [...rows, { ms, level: 1, count: seen }];
        level += 1 / (ticksPerHalf * 2 ** (Math.floor(Math.log2(1 / (1 - level))) + 1));
      }
    }
    return rows;
  }
}

/** @param ns - an integer. */
function slotOf(ns: number): number {
  const bits = ns < 2 ** 32 ? 32 - Math.clz32(ns) : 64 - Math.clz32(ns / 2 ** 32);
  const shift = Math.max(0, bits - halfBits - 1);
  return shift * halfSlots + Math.floor(ns / 2 ** shift);
}

/** Returns the longest time of a slot in milliseconds. */
function highestMs(slot: number): number {
  const shift = Math.max(0, Math.floor(slot / halfSlots) - 1);
  return ((slot - shift * halfSlots + 1) * 2 ** shift - 1) / nsPerMs;
}
