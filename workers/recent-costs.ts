/** The cost of a tenant without jobs halves in this time. */
const halfLifeMs = 60_000;

/** After ten half-lives a thousandth remains: of ten seconds, ten milliseconds. */
const forgetAfterMs = 10 * halfLifeMs;

/** Most remembered tenants; beyond it, those idle for longest are forgotten. */
const maxTenants = 10_000;

/** The costs of a tenant's jobs, in milliseconds of thread time. */
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

/** Remembers the costs of tenants without jobs for a while. Operations take constant time. */
export class RecentCosts {
  readonly #now: () => number;
  /** A Map keeps insertion order, so the first tenant has been idle for longest. */
  readonly #tenants = new Map<string, Remembered>();

  /** @param now - milliseconds from any origin, never decreasing. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Tenants that are remembered. */
  get size(): number {
    return this.#tenants.size;
  }

  /** Remembers a tenant whose last job has ended. */
  remember(tenant: string, { costMs, expectedMs }: Readonly<Spent>): void {
    const now = this.#now();
    this.#tenants.set(tenant, { costMs, expectedMs, since: now });
    for (const [oldest, { since }] of this.#tenants) {
      if (this.#tenants.size <= maxTenants && now - since < forgetAfterMs) return;
      this.#tenants.delete(oldest);
    }
  }

  /**
   * Removes a tenant that has a job again.
   *
   * @param floorMs - the cost of an unknown tenant.
   * @returns the costs: the cost above the floor and the mean have decayed since the last job.
   */
  recall(tenant: string, floorMs: number): Spent {
    const known = this.#tenants.get(tenant);
    if (known === undefined) return { costMs: floorMs, expectedMs: 0 };
    this.#tenants.delete(tenant);
    const idleMs = this.#now() - known.since;
    const left = idleMs < forgetAfterMs ? 2 ** (-idleMs / halfLifeMs) : 0;
    return { costMs: floorMs + Math.max(0, known.costMs - floorMs) * left, expectedMs: known.expectedMs * left };
  }
}
