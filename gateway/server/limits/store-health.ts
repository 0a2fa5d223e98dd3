import { setImmediate as nextTurn } from 'node:timers/promises';
import { CounterWriteError } from '../storage/counter-store.js';
import { isLost, storeFault } from '../storage/store-fault.js';

/** A pino logger fits. */
export interface StoreLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What is written to the store. */
export type StoredKind = 'counters' | 'quota';

/**
 * Whether the store takes what is counted, and is whole. Logs the first failure, and when all is stored again. That the
 * store is lost is logged where the keys are read.
 */
export class StoreHealth {
  readonly #log: StoreLog;
  readonly #failing = new Set<StoredKind>();
  #isReported = false;
  #isDamaged = false;

  constructor(log: StoreLog) {
    this.#log = log;
  }

  /**
   * Whether the last write of some kind failed, or the store is damaged: the service is up, but new counts would not
   * survive a crash, or not everything that is stored can be read.
   */
  get isFailing(): boolean {
    return this.#isDamaged || this.#failing.size > 0;
  }

  failed(kind: StoredKind, error: unknown): void {
    this.#failing.add(kind);
    if (this.#isReported || isLost(error)) return;
    this.#isReported = true;
    const file = error instanceof CounterWriteError ? error.file : undefined;
    const { reason, fields } = file === undefined ? { reason: '', fields: { err: error } } : storeFault(error, file);
    this.#log.error(fields, `Counters cannot be stored${reason}; they are kept in memory`);
  }

  succeeded(kind: StoredKind): void {
    this.#failing.delete(kind);
    if (this.#failing.size > 0 || !this.#isReported) return;
    this.#isReported = false;
    this.#log.warn({}, 'Counters are stored again; nothing was lost');
  }

  /**
   * Notes that a request met damage. It counts until this process ends: nobody repeats the request, and damage does not heal
   * by itself. Only the first time is logged.
   *
   * @param fields - of the log line.
   */
  damaged(fields: object): void {
    if (this.#isDamaged) return;
    this.#isDamaged = true;
    this.#log.error(fields, 'The database is damaged: stop the gateway, and restore a backup');
  }
}

/** A write that takes longer counts as failed, because requests may be waiting for it. In milliseconds. */
const defaultTimeoutMs = 1_000;

/** Waits for a write, however long it takes. @param onSlow - called once it has taken longer than `timeoutMs`. */
export async function watched<Result>(
  write: Promise<Result>,
  onSlow: (error: Error) => void,
  timeoutMs = defaultTimeoutMs,
): Promise<Result> {
  let hasEnded = false;
  // It does not keep the process alive.
  const slow = setTimeout(async () => {
    // After a turn in which the event loop was busy, the timer fires before the store's reply is read.
    await nextTurn();
    if (!hasEnded) onSlow(new Error(`A write takes longer than ${timeoutMs} ms`));
  }, timeoutMs).unref();
  try {
    return await write;
  } finally {
    hasEnded = true;
    clearTimeout(slow);
  }
}
