import { fileURLToPath } from 'node:url';
import { maxOutputOf } from '../engine/core/limits.js';
import type { EngineOperation } from '../engine/operations/operation.js';
import { FairQueue } from './fair-queue.js';
import type { OwnedBytes } from './owned-bytes.js';
import { PoolWorker, type RestartReason, restartReasons, type WorkerOutcome } from './pool-worker.js';
import { threadHeaps } from './thread-heap.js';

/** The times of a job that ran on a thread, in milliseconds. */
export interface JobTimes {
  /** Time in the queue. */
  readonly queueMs: number;
  /** Time on the thread. */
  readonly runMs: number;
}

/**
 * Why no thread ran a job: the `queue` was full and its owner had most jobs in it, it waited too long
 * (`queue-timeout`), its client had left (`unwanted`), or the pool was `stopped`.
 */
export type BusyReason = 'queue' | 'queue-timeout' | 'unwanted' | 'stopped';

/** How a job ended: a worker's outcome, or `busy` if no thread ran it. */
export type PoolOutcome =
  | (WorkerOutcome & { readonly times: JobTimes })
  | { readonly kind: 'busy'; readonly reason: BusyReason };

export interface PoolOptions {
  readonly threads: number;
  /** Most queued jobs; beyond it, a job of the owner with most is refused. */
  readonly maxQueue: number;
  /** How long a job may run. It may wait as long, plus {@link replacementMs}. */
  readonly jobTimeoutMs: number;
  /** Heap that a job may use, in MiB. */
  readonly memoryMb: number;
  readonly toolDirectories: readonly string[];
  readonly onStartFailure: (error: unknown, retryMs: number) => void;
}

interface QueuedJob {
  readonly owner: string;
  readonly operation: EngineOperation;
  readonly body: OwnedBytes;
  readonly isWanted: () => boolean;
  readonly settle: (outcome: PoolOutcome | Promise<PoolOutcome>) => void;
  readonly waitTimer: NodeJS.Timeout;
  /** By `performance.now()`. */
  readonly queuedAt: number;
}

/** How often running jobs are checked, in milliseconds. */
const lookMs = 25;

/** What a worker needs to run a job. */
type StartedJob = Pick<QueuedJob, 'owner' | 'operation' | 'body' | 'queuedAt'>;

const threadFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url),
);

/**
 * How long replacing a thread may take on a busy machine. A job queued behind an endless one must not time out just
 * when the new thread could run it.
 */
const replacementMs = 2_000;

function refuse({ waitTimer, settle }: QueuedJob, reason: BusyReason): void {
  clearTimeout(waitTimer);
  settle({ kind: 'busy', reason });
}

/** Returns the cost for a job's owner: the time in which the thread was not available to others. */
function costMs({ runMs }: JobTimes): number {
  return runMs;
}

/** A fixed number of threads that run the engine, and a bounded queue in front of them. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #workers: PoolWorker[];
  readonly #queue: FairQueue<QueuedJob>;
  /** Workers with a job whose owner has not been charged yet. */
  readonly #charging = new Set<PoolWorker>();
  #whenFull: (() => void)[] = [];
  /** Runs while a job does. */
  #ticker: NodeJS.Timeout | undefined;
  readonly #restarts = new Map<RestartReason, number>(restartReasons.map((reason) => [reason, 0]));

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.maxQueue, () => performance.now());
    const { toolDirectories, memoryMb } = options;
    const threadData = { toolDirectories, maxOutput: maxOutputOf(memoryMb) };
    this.#workers = Array.from({ length: options.threads }, () => {
      const worker: PoolWorker = new PoolWorker({
        threadFile,
        threadData,
        memoryMb,
        heaps: threadHeaps,
        jobTimeoutMs: options.jobTimeoutMs,
        onStartFailure: options.onStartFailure,
        onIdle: () => this.#onIdle(worker),
        onRestart: (reason) => this.#restarts.set(reason, (this.#restarts.get(reason) ?? 0) + 1),
      });
      return worker;
    });
  }

  /** Number of queued jobs. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Threads that are ready or busy. */
  get threadsUp(): number {
    return this.#workers.filter((worker) => worker.up).length;
  }

  /** How often a thread had to be replaced, by reason. */
  get restarts(): ReadonlyMap<RestartReason, number> {
    return this.#restarts;
  }

  /** Whether every thread is up: false while one is starting, at first or in place of one that died. */
  get full(): boolean {
    return this.#workers.every((worker) => worker.up);
  }

  /** Starts the threads. Resolves once all are up; a failed start is retried until it succeeds. */
  async start(): Promise<void> {
    const full = new Promise<void>((resolve) => this.#whenFull.push(resolve));
    for (const worker of this.#workers) worker.start();
    await full;
  }

  /**
   * Runs a job on the next free thread.
   *
   * @param body - transferred to the thread; its memory comes back with a reply.
   * @param isWanted - called when a thread becomes free; a job whose client has left is dropped as `busy`.
   * @param owner - owners share the time of the threads, see {@link FairQueue}.
   */
  run(operation: EngineOperation, body: OwnedBytes, isWanted: () => boolean, owner = ''): Promise<PoolOutcome> {
    const worker = this.#workers.find((candidate) => candidate.idle && !this.#charging.has(candidate));
    if (worker !== undefined) {
      this.#queue.begin(owner);
      return this.#runOn(worker, { owner, operation, body, queuedAt: performance.now() });
    }
    return new Promise((settle) => {
      const waitTimer = setTimeout(() => {
        this.#queue.delete(job);
        settle({ kind: 'busy', reason: 'queue-timeout' });
      }, this.#options.jobTimeoutMs + replacementMs);
      const job: QueuedJob = { owner, operation, body, isWanted, settle, waitTimer, queuedAt: performance.now() };
      const displaced = this.#queue.add(job);
      if (displaced !== undefined) refuse(displaced, 'queue');
    });
  }

  /** Drops queued jobs whose clients have left: they end as `busy`, and free their bodies and places. */
  dropUnwanted(): void {
    for (const job of this.#queue) {
      if (job.isWanted()) continue;
      this.#queue.delete(job);
      refuse(job, 'unwanted');
    }
  }

  /** Ends all threads; jobs that wait or run end as `busy` or `crash`. */
  async stop(): Promise<void> {
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) refuse(job, 'stopped');
    await Promise.all(this.#workers.map((worker) => worker.stop()));
    clearInterval(this.#ticker);
  }

  /** Checks the running jobs and what they left, and stops when there is nothing more to check. */
  #look(): void {
    const now = performance.now();
    for (const worker of this.#workers) worker.look(now);
    if (this.#workers.some((worker) => worker.needsLooks)) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #onIdle(worker: PoolWorker): void {
    if (this.full) for (const resolve of this.#whenFull.splice(0)) resolve();
    // A worker is idle just before the outcome of its job is here. What the job cost may decide whose turn is next.
    if (!this.#charging.has(worker)) this.#takeNext(worker);
  }

  #takeNext(worker: PoolWorker): void {
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) {
      if (!job.isWanted()) {
        this.#queue.end(job.owner, 0);
        refuse(job, 'unwanted');
        continue;
      }
      clearTimeout(job.waitTimer);
      job.settle(this.#runOn(worker, job));
      return;
    }
  }

  async #runOn(worker: PoolWorker, { owner, operation, body, queuedAt }: StartedJob): Promise<PoolOutcome> {
    const startedAt = performance.now();
    this.#ticker ??= setInterval(() => this.#look(), lookMs);
    this.#charging.add(worker);
    const outcome = await worker.run(operation, body);
    const times: JobTimes = { queueMs: startedAt - queuedAt, runMs: performance.now() - startedAt };
    this.#charging.delete(worker);
    this.#queue.end(owner, costMs(times));
    if (worker.idle) this.#takeNext(worker);
    return { ...outcome, times };
  }
}
