import { setImmediate as nextTurn } from 'node:timers/promises';
import { CounterWriteError } from '../store/counter-store.js';
import { storeFault } from '../store/store-fault.js';

/** A pino logger fits. */
export interface StoreLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What is written to the store. */
export type StoredKind = 'counters' | 'quota';

/** Whether the store takes what is counted. Logs the first failure, and when all is stored again. */
export class StoreHealth {
  readonly #log: StoreLog;
  readonly #failing = new Set<StoredKind>();

  constructor(log: StoreLog) {
    this.#log = log;
  }

  /** Whether the last write of some kind failed: the service is up, but new counts would not survive a crash. */
  get isFailing(): boolean {
    return this.#failing.size > 0;
  }

  failed(kind: StoredKind, error: unknown): void {
    if (!this.isFailing) {
      const file = error instanceof CounterWriteError ? error.file : undefined;
      const { reason, fields } = file === undefined ? { reason: '', fields: { err: error } } : storeFault(error, file);
      this.#log.error(fields, `Counters cannot be stored${reason}; they are kept in memory`);
    }
    this.#failing.add(kind);
  }

  succeeded(kind: StoredKind): void {
    if (this.#failing.delete(kind) && !this.isFailing) {
      this.#log.warn({}, 'Counters are stored again; nothing was lost');
    }
  }
}

/** A write that takes longer counts as failed, because requests may be waiting for it. In milliseconds. */
const defaultPatienceMs = 1_000;

/** Waits for a write, however long it takes. @param onSlow - called once it has taken longer than `patienceMs`. */
export async function watched<Result>(
  write: Promise<Result>,
  onSlow: (error: Error) => void,
  patienceMs = defaultPatienceMs,
): Promise<Result> {
  let hasEnded = false;
  // It does not keep the process alive.
  const slow = setTimeout(async () => {
    // After a turn in which the event loop was busy, the timer fires before the store's reply is read.
    await nextTurn();
    if (!hasEnded) onSlow(new Error(`A write takes longer than ${patienceMs} ms`));
  }, patienceMs).unref();
  try {
    return await write;
  } finally {
    hasEnded = true;
    clearTimeout(slow);
  }
}
