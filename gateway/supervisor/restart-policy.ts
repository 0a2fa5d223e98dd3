/** When a gateway is started again. */
export interface RestartLimits {
  /** A gateway that has served for so long is in order: the next death is a first one. */
  readonly goodUptimeMs: number;
  /** The pause after the second death in a row; it doubles with each further one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** So many starts in a row that end before the gateway listens are too many. */
  readonly mostFailedStarts: number;
  /** How long the new process of a restart that was asked for may take to load, and then to listen. */
  readonly longestSilenceMs: number;
  /** How long the gateway before it may take to answer what is in flight and end. */
  readonly longestHandOverMs: number;
}

export const restartLimits: RestartLimits = {
  goodUptimeMs: 10_000,
  firstPauseMs: 250,
  longestPauseMs: 10_000,
  mostFailedStarts: 10,
  longestSilenceMs: 60_000,
  longestHandOverMs: 30_000,
};

/**
 * Decides how long to wait before a gateway that died is started again, and when to give up.
 *
 * The first death costs no pause. One soon after another doubles the pause: a gateway that dies of every request must
 * not take the processor from what else runs there. A gateway that can start is never given up, because it serves
 * between its deaths.
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

  /** The gateway ended because it was asked to: that is no death. */
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
