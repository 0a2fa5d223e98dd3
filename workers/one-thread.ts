import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ThreadTask } from './protocol.js';

export interface OneThreadOptions {
  /** The module that the thread runs, and what it is given. */
  readonly file: string;
  readonly workerData: unknown;
  /** Old-generation heap limit of V8, in MiB. */
  readonly heapLimitMb: number;
  /** The thread died by itself. A task that it had fails next. */
  readonly onDeath: () => void;
}

/**
 * A Piscina of exactly one thread, which ends when the thread does.
 *
 * In a Piscina of several, a thread that dies while starting is not replaced any more for the life of the pool, and
 * tasks that can be aborted are queued without a bound (5.3.2, `workerFailsDuringBootstrap` and `skipQueue`). And left
 * to itself it replaces one that died with another that nobody has probed.
 */
export class OneThread {
  readonly #piscina: Piscina;
  /** When the thread is gone; undefined while it lives. */
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
    // What a thread without a task dies of; unheard, the event would be thrown.
    this.#piscina.on('error', () => {});
    // Told before Piscina looks whether it has too few threads: one that is being destroyed starts none.
    this.#piscina.on('workerDestroy', () => {
      if (this.#gone !== undefined) return;
      this.#gone = Promise.resolve();
      void this.#destroy();
      onDeath();
    });
  }

  /** The thread itself; undefined if it is gone. */
  get worker(): Worker | undefined {
    return this.#piscina.threads[0];
  }

  /** Rejects if the thread dies or is ended before its answer. @param transferList - gone for the caller from here on. */
  run(task: ThreadTask, transferList: ArrayBuffer[] = []): Promise<unknown> {
    return this.#piscina.run(task, { transferList });
  }

  /**
   * Ends the thread, whatever it is doing; a task that it has fails. Idempotent: told a second time, Piscina would
   * take the end of the thread for a death, and replace it.
   *
   * @returns when the thread is gone: native code that cannot be interrupted may hold it for seconds.
   */
  end(): Promise<void> {
    if (this.#gone === undefined) {
      // In a turn of its own: `destroy` tells of the end before it returns.
      this.#gone = Promise.resolve().then(() => this.#destroy());
    }
    return this.#gone;
  }

  async #destroy(): Promise<void> {
    // What a task died of is told to who waits for the task.
    await this.#piscina.destroy().catch(() => {});
  }
}
