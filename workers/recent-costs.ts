/** The cost of an owner without jobs halves in this time. */
const halfLifeMs = 60_000;

/** After ten half-lives a thousandth remains: of ten seconds, ten milliseconds. */
const forgetAfterMs = 10 * halfLifeMs;

/** Most remembered owners; beyond it, those idle for longest are forgotten. */
const maxOwners = 10_000;

/** The costs of an owner's jobs, in milliseconds of thread time. */
export interface Spent {
  /** The sum over ended jobs, on the scale of virtual time. */
  costMs: number;
  /** The mean of the last jobs; 0 if unknown. */
  expectedMs: number;
}

interface Remembered extends Readonly<Spent> {
  /** When the last job ended. */
  readonly since: number;
}

/** Remembers the costs of owners without jobs for a while. Operations take constant time. */
export class RecentCosts {
  readonly #now: () => number;
  /** A Map keeps insertion order, so the first owner has been idle for longest. */
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
   * Removes an owner who has a job again.
   *
   * @param floorMs - the cost of an unknown owner.
   * @returns the costs: the cost above the floor and the mean have decayed since the last job.
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
