import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ThreadTask } from './protocol.js';

export interface OneThreadOptions {
  /** The module that the thread runs, with its data. */
  readonly file: string;
  readonly workerData: unknown;
  /** Old-generation heap limit of V8, in MiB. */
  readonly heapLimitMb: number;
  /** Called when the thread died by itself. Its task fails next. */
  readonly onDeath: () => void;
}

/**
 * A Piscina of exactly one thread, which ends with the thread.
 *
 * A Piscina of several threads never replaces one that dies while starting, and queues abortable tasks without a limit
 * (5.3.2, `workerFailsDuringBootstrap` and `skipQueue`). It also replaces a dead thread with one that was not probed.
 */
export class OneThread {
  readonly #piscina: Piscina;
  /** Resolves when the thread has ended; undefined while it lives. */
  #gone: Promise<void> | undefined;

  constructor({ file, workerData, heapLimitMb, onDeath }: OneThreadOptions) {
    this.#piscina = new Piscina({
      filename: file,
      workerData,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      maxQueue: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
      recordTiming: false,
    });
    // The error of a thread without a task; without a listener, the event would be thrown.
    this.#piscina.on('error', () => {});
    // Called before Piscina counts its threads: one that is being destroyed starts none.
    this.#piscina.on('workerDestroy', () => {
      if (this.#gone !== undefined) return;
      this.#gone = Promise.resolve();
      void this.#destroy();
      onDeath();
    });
  }

  /** The thread itself; undefined if it has ended. */
  get worker(): Worker | undefined {
    return this.#piscina.threads[0];
  }

  /** Runs a task. Rejects if the thread ends before its reply. @param transferList - lost for the caller. */
  run(task: ThreadTask, transferList: ArrayBuffer[] = []): Promise<unknown> {
    return this.#piscina.run(task, { transferList });
  }

  /**
   * Ends the thread; its task fails. Idempotent, because Piscina would take a second call for a death, and replace the
   * thread.
   *
   * @returns a promise that resolves when the thread has ended: native code that cannot be interrupted may block it for
   *   seconds.
   */
  end(): Promise<void> {
    if (this.#gone === undefined) {
      // In a separate turn: `destroy` emits the end before it returns.
      this.#gone = Promise.resolve().then(() => this.#destroy());
    }
    return this.#gone;
  }

  async #destroy(): Promise<void> {
    // The task's promise reports its error.
    await this.#piscina.destroy().catch(() => {});
  }
}
