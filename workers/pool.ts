import { fileURLToPath } from 'node:url';
import { maxOutputOf } from '../engine/core/limits.js';
import type { EngineOperation } from '../engine/operations/operation.js';
import { FairQueue } from './fair-queue.js';
import { Lane, type LaneOutcome, type RestartReason, restartReasons } from './lane.js';
import type { OwnedBytes } from './owned-bytes.js';
import { threadHeaps } from './thread-heap.js';

/** The times of a job that ran on a thread, in milliseconds. */
export interface JobTimes {
  /** Waiting for the thread. */
  readonly queueMs: number;
  /** From being given to the thread to its outcome. */
  readonly runMs: number;
}

/**
 * Why no thread took a job: the `queue` was full and its owner had most in it, it waited too long (`queue-timeout`),
 * no client waited for its result any more (`unwanted`), or the pool was `stopped`.
 */
export type BusyReason = 'queue' | 'queue-timeout' | 'unwanted' | 'stopped';

/** How a job ended: a lane's outcome, or `busy` if no thread took it. */
export type PoolOutcome =
  | (LaneOutcome & { readonly times: JobTimes })
  | { readonly kind: 'busy'; readonly reason: BusyReason };

export interface PoolOptions {
  readonly threads: number;
  /** Jobs that may wait for a thread; beyond it that of the owner who has most is refused. */
  readonly maxQueue: number;
  /** How long a job may run. It may wait as long before that, and {@link replacementMs} more. */
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

/** What it takes to run a job on a lane. */
type StartedJob = Pick<QueuedJob, 'owner' | 'operation' | 'body' | 'queuedAt'>;

const threadFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url),
);

/**
 * How long replacing a thread may take on a busy machine. A job queued behind one that never ends must not be given up
 * just when the new thread could take it.
 */
const replacementMs = 2_000;

function refuse({ waitTimer, settle }: QueuedJob, reason: BusyReason): void {
  clearTimeout(waitTimer);
  settle({ kind: 'busy', reason });
}

/** What a job's owner is charged: the time for which the thread was not available to others. */
function costMs({ runMs }: JobTimes): number {
  return runMs;
}

/** A fixed number of threads that run the engine, and a bounded queue in front of them. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #lanes: Lane[];
  readonly #queue: FairQueue<QueuedJob>;
  /** Lanes with a job whose owner has not been charged yet. */
  readonly #charging = new Set<Lane>();
  #whenFull: (() => void)[] = [];
  /** Runs while a job does. */
  #ticker: NodeJS.Timeout | undefined;
  readonly #restarts = new Map<RestartReason, number>(restartReasons.map((reason) => [reason, 0]));

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.maxQueue, () => performance.now());
    const { toolDirectories, memoryMb } = options;
    const threadData = { toolDirectories, maxOutput: maxOutputOf(memoryMb) };
    this.#lanes = Array.from({ length: options.threads }, () => {
      const lane: Lane = new Lane({
        threadFile,
        threadData,
        memoryMb,
        heaps: threadHeaps,
        jobTimeoutMs: options.jobTimeoutMs,
        onStartFailure: options.onStartFailure,
        onIdle: () => this.#onIdle(lane),
        onRestart: (reason) => this.#restarts.set(reason, (this.#restarts.get(reason) ?? 0) + 1),
      });
      return lane;
    });
  }

  /** Jobs that wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Threads that are ready or busy. */
  get threadsUp(): number {
    return this.#lanes.filter((lane) => lane.up).length;
  }

  /** How often a thread had to be replaced, by reason. */
  get restarts(): ReadonlyMap<RestartReason, number> {
    return this.#restarts;
  }

  /** Whether every thread is up: false while one is starting, at first or in place of one that died. */
  get full(): boolean {
    return this.#lanes.every((lane) => lane.up);
  }

  /** Starts the threads. Resolves once all are up; a thread that fails to start is tried again until it does. */
  async start(): Promise<void> {
    const full = new Promise<void>((resolve) => this.#whenFull.push(resolve));
    for (const lane of this.#lanes) lane.start();
    await full;
  }

  /**
   * Runs a job on the next free thread.
   *
   * @param body - given away: its memory is transferred to the thread, and comes back with a reply.
   * @param isWanted - asked when a thread becomes free; a job that no client waits for any more is dropped as `busy`.
   * @param owner - the owner of the job: owners share the time of the threads, see {@link FairQueue}.
   */
  run(operation: EngineOperation, body: OwnedBytes, isWanted: () => boolean, owner = ''): Promise<PoolOutcome> {
    const lane = this.#lanes.find((candidate) => candidate.idle && !this.#charging.has(candidate));
    if (lane !== undefined) {
      this.#queue.begin(owner);
      return this.#runOn(lane, { owner, operation, body, queuedAt: performance.now() });
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

  /** Removes jobs that no client waits for any more: they end as `busy`, and free their bodies and places. */
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
    await Promise.all(this.#lanes.map((lane) => lane.stop()));
    clearInterval(this.#ticker);
  }

  /** Checks the running jobs and what they left, and stops when there is nothing more to check. */
  #look(): void {
    const now = performance.now();
    for (const lane of this.#lanes) lane.look(now);
    if (this.#lanes.some((lane) => lane.needsLooks)) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #onIdle(lane: Lane): void {
    if (this.full) for (const resolve of this.#whenFull.splice(0)) resolve();
    // A lane is idle just before the outcome of its job is here. What the job cost may decide whose turn is next.
    if (!this.#charging.has(lane)) this.#takeNext(lane);
  }

  #takeNext(lane: Lane): void {
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) {
      if (!job.isWanted()) {
        this.#queue.end(job.owner, 0);
        refuse(job, 'unwanted');
        continue;
      }
      clearTimeout(job.waitTimer);
      job.settle(this.#runOn(lane, job));
      return;
    }
  }

  async #runOn(lane: Lane, { owner, operation, body, queuedAt }: StartedJob): Promise<PoolOutcome> {
    const startedAt = performance.now();
    this.#ticker ??= setInterval(() => this.#look(), lookMs);
    this.#charging.add(lane);
    const outcome = await lane.run(operation, body);
    const times: JobTimes = { queueMs: startedAt - queuedAt, runMs: performance.now() - startedAt };
    this.#charging.delete(lane);
    this.#queue.end(owner, costMs(times));
    if (lane.idle) this.#takeNext(lane);
    return { ...outcome, times };
  }
}
