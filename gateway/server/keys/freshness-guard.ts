import { isBusyFault, StoreLostError } from '../storage/store-fault.js';

/** A pino logger fits. */
export interface ReadLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface FreshnessOptions {
  /** How long keys are served while the database cannot be read, in milliseconds. */
  readonly trustMs: number;
  readonly log: ReadLog;
}

/**
 * Decides how long a gateway serves the keys in memory while it cannot read the database: another process may have
 * revoked one. Logs the first failure, and when the database can be read again.
 */
export class FreshnessGuard {
  readonly #options: FreshnessOptions | undefined;
  /** When the reads began to fail, by `performance.now()`; undefined while they succeed. */
  #failingSince: number | undefined;
  #isFresh = true;
  #isUnreadable = false;

  /** @param options - undefined for trust without end, and no log. */
  constructor(options: FreshnessOptions | undefined) {
    this.#options = options;
  }

  /** Whether keys may be served, as of the last read. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Whether the database cannot be read for longer than a moment. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  /** @param now - by `performance.now()`. */
  failed(error: unknown, now: number): void {
    const isFirst = this.#failingSince === undefined;
    this.#failingSince ??= now;
    if (this.#options === undefined) return;
    this.#isFresh = now - this.#failingSince < this.#options.trustMs;
    // Another process may lock the database for a moment.
    if (this.#isUnreadable || (isFirst && isBusyFault(error))) return;
    this.#isUnreadable = true;
    const isLost = error instanceof StoreLostError;
    const fields = { err: error, ...(isLost && { file: error.file }) };
    const problem = isLost
      ? 'The database is lost: keys cannot be changed, and are'
      : 'Keys cannot be read from the database; they are';
    this.#options.log.error(fields, `${problem} served from memory for a limited time`);
  }

  succeeded(): void {
    if (this.#failingSince === undefined) return;
    this.#failingSince = undefined;
    this.#isFresh = true;
    if (this.#isUnreadable) this.#options?.log.warn({}, 'Keys can be read from the database again');
    this.#isUnreadable = false;
  }
}
