import type { Piscina } from 'piscina';
import { entryFile } from '#engine/core/program-folder.js';
import { CommandError } from '../core/io.js';
import { type LineJob, runLineJob } from './line-job.js';
import type { SortBudget } from './sort-budget.js';

const threadFile = entryFile('gateway/cli/sort/sort-thread');

const megabyte = 2 ** 20;

/** Runs jobs on several threads, which start with the first job, or on this one. */
export class LineWorkers {
  readonly #budget: SortBudget;
  #pool: Promise<Piscina<LineJob, Uint8Array>> | undefined;

  constructor(budget: SortBudget) {
    this.#budget = budget;
  }

  /**
   * Runs jobs in parallel.
   *
   * @param jobs - their memory is transferred. The next job is requested when a thread will be free.
   * @returns the results in the order of the jobs.
   */
  async *run(jobs: AsyncIterable<LineJob> | Iterable<LineJob>): AsyncGenerator<Uint8Array> {
    const running: Promise<Uint8Array>[] = [];
    for await (const job of jobs) {
      const result = this.#start(job);
      // A failure is reported in the order of the jobs, or never if an earlier job failed.
      result.catch(() => undefined);
      running.push(result);
      // One job more than threads: no thread waits for this one to prepare its next job.
      const oldest = running.length > this.#budget.threads ? running.shift() : undefined;
      if (oldest !== undefined) yield await oldest;
    }
    for (const result of running) yield await result;
  }

  /** Ends the threads. */
  async stop(): Promise<void> {
    if (this.#pool !== undefined) await (await this.#pool).destroy();
  }

  async #start(job: LineJob): Promise<Uint8Array> {
    if (job.isDone) return job.bytes;
    if (this.#budget.threads === 0) return runLineJob(job);
    this.#pool ??= this.#startPool();
    const pool = await this.#pool;
    try {
      return await pool.run(job, { transferList: [job.bytes.buffer as ArrayBuffer] });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new CommandError('A thread ran out of memory: sort with a smaller --memory, or with --parallel 1');
    }
  }

  async #startPool(): Promise<Piscina<LineJob, Uint8Array>> {
    const { Piscina } = await import('piscina');
    const { threads, jobWeight } = this.#budget;
    return new Piscina<LineJob, Uint8Array>({
      filename: threadFile,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      resourceLimits: {
        // Less memory makes garbage collection earlier. Three times the need is not measurably slower.
        maxOldGenerationSizeMb: 128 + Math.ceil((3 * jobWeight) / megabyte),
        maxYoungGenerationSizeMb: 24,
      },
    });
  }
}
