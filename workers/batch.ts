import { maxBufferBytes } from './channel.js';
import { batchMs, maxJobs } from './protocol.js';

/** What decides whether a queued job goes along with others. */
export interface Candidate {
  readonly bodyBytes: number;
  /** How long it probably runs, in milliseconds; undefined if unknown. */
  readonly expectedMs: number | undefined;
}

/**
 * Decides how many queued jobs a free thread takes together.
 *
 * Each hand-over costs the event loop a wake-up in both directions. With a backlog, one hand-over takes several jobs,
 * as long as they are expected to take {@link batchMs} together. A thread takes no more than its share of the backlog,
 * and a job of unknown cost goes alone.
 */
export class BatchPlan {
  readonly #maxJobs: number;
  #jobs = 0;
  #expectedMs = 0;
  #isOpen = true;

  /** @param waiting - queued jobs. @param threads - that share them. */
  constructor(waiting: number, threads: number) {
    this.#maxJobs = Math.min(maxJobs, Math.ceil(waiting / threads));
  }

  /** Adds a job if it fits. The first always does. @returns false if the batch ends before it. */
  admits({ bodyBytes, expectedMs = Number.POSITIVE_INFINITY }: Candidate): boolean {
    const isCheap = bodyBytes <= maxBufferBytes && this.#expectedMs + expectedMs <= batchMs;
    const isAdmitted = this.#jobs === 0 || (this.#isOpen && isCheap && this.#jobs < this.#maxJobs);
    if (!isAdmitted) return false;
    this.#jobs++;
    this.#expectedMs += expectedMs;
    this.#isOpen = isCheap;
    return true;
  }
}
