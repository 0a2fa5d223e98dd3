/** The result of a load at one rate. */
export interface Trial {
  readonly ratePerSecond: number;
  readonly passed: boolean;
}

/** Bounds of {@link findRate}. */
export interface RateSearch {
  /** The rate to begin with, per second. */
  readonly first: number;
  readonly most: number;
  /** Stop when the rates above and below differ by at most this factor. */
  readonly precision: number;
  readonly maxTrials: number;
}

export const usualSearch = { precision: 1.05, maxTrials: 24 } as const;
const least = 0.1;

/**
 * Searches for the highest rate that passes: doubles the rate until one fails, or halves it until one passes, then tries the
 * rate in the middle. A rate fails if it fails twice: once may be a hiccup of the machine.
 *
 * @param trial - runs a load at a rate; undefined if it was interrupted, which ends the search.
 * @returns the highest rate that passed; undefined if none did.
 */
export async function findRate<Result extends Trial>(
  trial: (ratePerSecond: number) => Promise<Result | undefined>,
  { first, most, precision, maxTrials }: RateSearch,
): Promise<Result | undefined> {
  let best: Result | undefined;
  let failed = Number.POSITIVE_INFINITY;
  let trials = 0;
  const passes = async (rate: number): Promise<boolean | undefined> => {
    for (let attempt = 0; attempt < 2 && trials < maxTrials; attempt++) {
      trials++;
      const result = await trial(rate);
      if (result === undefined) return undefined;
      if (!result.passed) continue;
      best = result;
      return true;
    }
    failed = rate;
    return false;
  };
  for (let rate = Math.min(first, most); trials < maxTrials; ) {
    if ((await passes(rate)) === undefined) break;
    const passed = best?.ratePerSecond;
    if (passed === undefined) rate = rounded(failed / 2);
    else if (passed >= most || failed / passed <= precision) break;
    else rate = failed === Number.POSITIVE_INFINITY ? Math.min(most, passed * 2) : rounded(Math.sqrt(passed * failed));
    if (rate < least || rate === passed || rate === failed) break;
  }
  return best;
}

/** Rates are for people: three significant digits. */
function rounded(rate: number): number {
  return Number(rate.toPrecision(3));
}
