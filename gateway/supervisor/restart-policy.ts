/** Limits of restarts. */
export interface RestartLimits {
  /** A gateway that has served for this long is healthy: its next death counts as the first. */
  readonly goodUptimeMs: number;
  /** The pause after the second death in a row; it doubles with each further one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** The supervisor gives up after this many starts in a row that end before the gateway listens. */
  readonly mostFailedStarts: number;
  /** How long the new process of a requested restart may take to load, and then to listen. */
  readonly longestSilenceMs: number;
  /** How long the threads of the new process may take to start, once it listens. */
  readonly longestReadyMs: number;
  /** How long the old gateway may take to finish requests in flight and end. */
  readonly longestHandOverMs: number;
}

export const restartLimits: RestartLimits = {
  goodUptimeMs: 10_000,
  firstPauseMs: 250,
  longestPauseMs: 10_000,
  mostFailedStarts: 10,
  longestSilenceMs: 60_000,
  longestReadyMs: 60_000,
  longestHandOverMs: 30_000,
};

/**
 * Decides how long to wait before a gateway that died is started again, and when to give up.
 *
 * There is no pause after the first death. Each further death in a row doubles the pause: a gateway that dies with
 * every request must not use up the processor. The supervisor never gives up on a gateway that can start, because it
 * serves between its deaths.
 */
export class RestartPolicy {
  readonly #limits: RestartLimits;
  readonly #monotonicMs: () => number;
  #listeningSince: number | undefined;
  #pauseMs = 0;
  #failedStarts = 0;

  /** @param monotonicMs - milliseconds from any origin, never decreasing. */
  constructor(limits: RestartLimits, monotonicMs: () => number) {
    this.#limits = limits;
    this.#monotonicMs = monotonicMs;
  }

  /** The gateway listens. */
  listening(): void {
    this.#listeningSince = this.#monotonicMs();
    this.#failedStarts = 0;
  }

  /** The gateway ended on request, which does not count as a death. */
  replaced(): void {
    this.#listeningSince = undefined;
  }

  /**
   * The gateway died.
   *
   * @returns how long to wait before the next start, in milliseconds; undefined to give up.
   */
  died(): number | undefined {
    const { goodUptimeMs, firstPauseMs, longestPauseMs, mostFailedStarts } = this.#limits;
    const since = this.#listeningSince;
    this.#listeningSince = undefined;
    if (since === undefined) {
      this.#failedStarts++;
      if (this.#failedStarts >= mostFailedStarts) return undefined;
    } else if (this.#monotonicMs() - since >= goodUptimeMs) {
      this.#pauseMs = 0;
    }
    const pauseMs = this.#pauseMs;
    this.#pauseMs = pauseMs === 0 ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
    return pauseMs;
  }
}
