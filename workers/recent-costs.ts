/** After this time without a job, half of what an owner's jobs have cost is forgotten. */
const halfLifeMs = 60_000;

/** After ten half-lives a thousandth is left: of ten seconds of thread time, ten milliseconds. */
const forgetAfterMs = 10 * halfLifeMs;

/** The owners to remember at most; a flood of new owners makes the queue forget those who have been away for longest. */
const maxOwners = 10_000;

/** What the jobs of an owner have cost, in milliseconds of a thread. */
export interface Spent {
  /** The sum of those that have ended, on the scale of virtual time. */
  costMs: number;
  /** The mean of the last ones; 0 if none is known. */
  expectedMs: number;
}

interface Remembered extends Readonly<Spent> {
  /** When the last job ended. */
  readonly since: number;
}

/** Remembers for a while what the jobs of owners have cost who have no job now. Operations take constant time. */
export class RecentCosts {
  readonly #now: () => number;
  /** A Map keeps the order of arrival, so the first owner has been away for longest. */
  readonly #owners = new Map<string, Remembered>();

  /** @param now - milliseconds from any origin, never decreasing. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Owners that are remembered. */
  get size(): number {
    return this.#owners.size;
  }

  /** Remembers an owner whose last job has ended. */
  remember(owner: string, { costMs, expectedMs }: Readonly<Spent>): void {
    const now = this.#now();
    this.#owners.set(owner, { costMs, expectedMs, since: now });
    for (const [oldest, { since }] of this.#owners) {
      if (this.#owners.size <= maxOwners && now - since < forgetAfterMs) return;
      this.#owners.delete(oldest);
    }
  }

  /**
   * Takes out an owner who has a job again.
   *
   * @param floorMs - the cost of an owner who is not remembered.
   * @returns what is left: the cost above the floor and the mean have decayed since the last job.
   */
  recall(owner: string, floorMs: number): Spent {
    const known = this.#owners.get(owner);
    if (known === undefined) return { costMs: floorMs, expectedMs: 0 };
    this.#owners.delete(owner);
    const awayMs = this.#now() - known.since;
    const left = awayMs < forgetAfterMs ? 2 ** (-awayMs / halfLifeMs) : 0;
    return { costMs: floorMs + Math.max(0, known.costMs - floorMs) * left, expectedMs: known.expectedMs * left };
  }
}
