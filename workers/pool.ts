import { performance } from 'node:perf_hooks';
import { maxOutputOf } from '#engine/core/limits.js';
import { entryFile } from '#engine/core/program-folder.js';
import { noUrlRules } from '#engine/core/url-rules.js';
import { noToolFolder } from '#engine/own-tools/tool-folder.js';
import { BatchPlan } from './batch.js';
import { WakeSignal } from './channel.js';
import { type JobCodings, noCodings } from './content-coding.js';
import type { OwnedBytes } from './owned-bytes.js';
import type { OperatorData, ThreadOperation } from './protocol.js';
import { FairQueue } from './queue.js';
import { RunTimes, type SizedJob } from './run-times.js';
import { type RestartReason, restartReasons, type WorkerOutcome, WorkerThread } from './worker-thread.js';

/** The times of a job that ran on a thread, in milliseconds. */
export interface JobTimes {
  /** Time in the queue. */
  readonly queueMs: number;
  /** Time on the thread. */
  readonly runMs: number;
}

/**
 * Why no thread ran a job: the `queue` was full and its tenant had most jobs in it, it waited too long
 * (`queue-timeout`), its client had left (`unwanted`), or the pool was `stopped`.
 */
export type BusyReason = 'queue' | 'queue-timeout' | 'unwanted' | 'stopped';

/** How a job ended: its outcome on a thread, or `busy` if no thread ran it. */
export type PoolOutcome =
  | (WorkerOutcome & { readonly times: JobTimes })
  | { readonly kind: 'busy'; readonly reason: BusyReason };

export interface PoolOptions {
  readonly threads: number;
  /** Most queued jobs; beyond it, a job of the tenant with most is refused. */
  readonly maxQueue: number;
  /** How long a job may run. It may wait as long, plus {@link replacementMs}. */
  readonly jobTimeoutMs: number;
  /** Heap that a job may use, in MiB. */
  readonly memoryMb: number;
  /** The longest body once it is unpacked, in bytes. */
  readonly maxBodyBytes: number;
  readonly toolDirectories: readonly string[];
  /** The rules and tools of the operator; none if left out. */
  readonly operatorData?: OperatorData;
  readonly onStartFailure: (error: unknown, retryMs: number) => void;
}

/** A job, as {@link WorkerPool.submit} takes it. */
export interface PoolJob {
  readonly operation: ThreadOperation;
  /** None if left out. */
  readonly codings?: JobCodings;
  /** Its memory comes back with a result, and is lost with any other outcome. */
  readonly body: OwnedBytes;
  /** Called when a thread becomes free; a job whose client has left is dropped as `busy`. */
  readonly isWanted: () => boolean;
  /** Tenants share the time of the threads, see {@link FairQueue}. */
  readonly tenant: string;
  /** Called once, possibly before `submit` returns. */
  readonly settle: (outcome: PoolOutcome) => void;
}

interface QueuedJob extends PoolJob, SizedJob {
  readonly codings: JobCodings;
  /** By `performance.now()`. */
  readonly queuedAt: number;
}

/** Jobs that a thread has taken together. */
interface Batch {
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly jobs: readonly QueuedJob[];
  /**
   * Jobs that went back to the queue, because the job before them takes long, or that have ended with the pool. A
   * result of them is not used.
   */
  readonly taken: Set<QueuedJob>;
}

/** How often running and queued jobs are checked, in milliseconds. */
const pollMs = 25;

const threadFile = entryFile('workers/thread');

/**
 * How long replacing a thread may take on a busy machine. A job queued behind an endless one must not time out just
 * when the new thread could run it.
 */
const replacementMs = 2_000;

function refuse(job: QueuedJob, reason: BusyReason): void {
  settle(job, { kind: 'busy', reason });
}

/** An error of the job's sender must not keep other jobs from their outcomes: it is thrown afterwards. */
function settle(job: QueuedJob, outcome: PoolOutcome): void {
  try {
    job.settle(outcome);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function isIdle({ state }: WorkerThread): boolean {
  return state === 'idle';
}

/**
 * A fixed number of threads that run the engine, and a bounded queue in front of them. The threads keep the process
 * alive until {@link WorkerPool.stop}.
 */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #threads: readonly WorkerThread[];
  readonly #wakeSignal = new WakeSignal();
  readonly #queue: FairQueue<QueuedJob>;
  /** What the threads run. */
  readonly #batches = new Map<WorkerThread, Batch>();
  /** How long jobs ran; the event loop adds those that it runs itself. */
  readonly runTimes = new RunTimes();
  #operatorData: OperatorData;
  #isStopped = false;
  #whenFull: (() => void)[] = [];
  /** Runs while a job is queued or running. */
  #ticker: NodeJS.Timeout | undefined;
  readonly #restarts = new Map<RestartReason, number>(restartReasons.map((reason) => [reason, 0]));

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.maxQueue, () => performance.now());
    const { toolDirectories, maxBodyBytes, memoryMb } = options;
    this.#operatorData = options.operatorData ?? { urlRules: noUrlRules, toolFolder: noToolFolder };
    const maxOutput = maxOutputOf(memoryMb);
    const threadData = () => ({ toolDirectories, maxOutput, maxBodyBytes, ...this.#operatorData });
    this.#threads = Array.from({ length: options.threads }, () => {
      const thread: WorkerThread = new WorkerThread({
        threadFile,
        threadData,
        memoryMb,
        wakeSignal: this.#wakeSignal,
        onWake: () => this.#onWake(),
        jobTimeoutMs: options.jobTimeoutMs,
        onStartFailure: options.onStartFailure,
        onIdle: () => this.#onIdle(thread),
        onRestart: (reason) => this.#restarts.set(reason, (this.#restarts.get(reason) ?? 0) + 1),
      });
      return thread;
    });
  }

  /** Number of queued jobs. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Threads that are ready or busy. */
  get threadsUp(): number {
    return this.#threads.filter(({ isUp }) => isUp).length;
  }

  /** How often a thread had to be replaced, by reason. */
  get restarts(): ReadonlyMap<RestartReason, number> {
    return this.#restarts;
  }

  /** Whether every thread is up: false while one is starting, at first or in place of one that died. */
  get full(): boolean {
    return this.#threads.every(({ isUp }) => isUp);
  }

  /** Starts the threads. Resolves once all are up; a failed start is retried until it succeeds. */
  async start(): Promise<void> {
    const full = new Promise<void>((resolve) => this.#whenFull.push(resolve));
    for (const thread of this.#threads) thread.start();
    await full;
  }

  /** Replaces what the operator has given, for all threads and their replacements. Jobs that run keep the old data. */
  update(data: OperatorData): void {
    this.#operatorData = data;
    for (const thread of this.#threads) thread.update(data);
  }

  /** {@link submit} as a promise. */
  run(operation: ThreadOperation, body: OwnedBytes, isWanted: () => boolean, tenant = ''): Promise<PoolOutcome> {
    return new Promise((settle) => this.submit({ operation, body, isWanted, tenant, settle }));
  }

  /** Runs a job on the next free thread. */
  submit({ operation, codings = noCodings, body, isWanted, tenant, settle }: PoolJob): void {
    const bytes = body.length;
    const job: QueuedJob = { tenant, operation, codings, bytes, body, isWanted, settle, queuedAt: performance.now() };
    if (this.#isStopped) {
      refuse(job, 'stopped');
      return;
    }
    this.#ticker ??= setInterval(() => this.#poll(), pollMs);
    const thread = this.#threads.find(isIdle);
    if (thread !== undefined) {
      this.#queue.begin(tenant);
      this.#runOn(thread, [job]);
      return;
    }
    const displaced = this.#queue.add(job);
    if (displaced !== undefined) refuse(displaced, 'queue');
  }

  /** Drops queued jobs whose clients have left: they end as `busy`, and free their bodies and places. */
  dropUnwanted(): void {
    for (const job of this.#queue) {
      if (job.isWanted()) continue;
      this.#queue.delete(job);
      refuse(job, 'unwanted');
    }
  }

  /**
   * Ends all threads. Jobs that wait or run end as `busy` at once: a thread in native code, or on a busy machine, may take
   * seconds to end.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) refuse(job, 'stopped');
    for (const { jobs, taken } of this.#batches.values()) {
      for (const job of jobs) {
        if (taken.has(job)) continue;
        taken.add(job);
        refuse(job, 'stopped');
      }
    }
    await Promise.all(this.#threads.map((thread) => thread.stop()));
    clearInterval(this.#ticker);
  }

  #onWake(): void {
    this.#wakeSignal.clear();
    for (const thread of this.#threads) thread.pollResults();
  }

  /** Checks the running and the queued jobs, and stops when there is nothing more to check. */
  #poll(): void {
    this.#wakeSignal.clear();
    const now = performance.now();
    for (const thread of this.#threads) thread.poll(now);
    for (const [thread, batch] of this.#batches) {
      if (now - batch.startedAt >= pollMs) this.#takeBack(batch, thread.runningJob + 1);
    }
    const longestMs = this.#options.jobTimeoutMs + replacementMs;
    for (const job of this.#queue.takeOverdue(({ queuedAt }) => now - queuedAt >= longestMs)) {
      refuse(job, 'queue-timeout');
    }
    if (this.#queue.size > 0 || this.#threads.some(({ needsPolling }) => needsPolling)) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  /** Puts the jobs of a batch that have not begun back into the queue. @param first - the index of the first of them. */
  #takeBack(batch: Batch, first: number): void {
    const left = batch.jobs.slice(first).filter((job) => !batch.taken.has(job));
    if (left.length === 0) return;
    for (const job of left.reverse()) {
      batch.taken.add(job);
      this.#putBack(job);
    }
    for (const thread of this.#threads) this.#takeNext(thread);
  }

  #putBack(job: QueuedJob): void {
    if (this.#isStopped) {
      this.#queue.end(job.tenant, 0);
      refuse(job, 'stopped');
    } else this.#queue.putBack(job);
  }

  #onIdle(thread: WorkerThread): void {
    if (this.full) for (const resolve of this.#whenFull.splice(0)) resolve();
    this.#takeNext(thread);
  }

  /** Gives a thread that is idle the next batch. */
  #takeNext(thread: WorkerThread): void {
    if (!isIdle(thread)) return;
    const { jobs, unwanted } = this.#nextBatch();
    if (jobs.length > 0) this.#runOn(thread, jobs);
    // Only now: whoever is notified may have another job for the thread.
    for (const job of unwanted) refuse(job, 'unwanted');
  }

  /** Takes the jobs whose turn it is and that go to a thread together, and those before them that nobody wants. */
  #nextBatch(): { readonly jobs: readonly QueuedJob[]; readonly unwanted: readonly QueuedJob[] } {
    const plan = new BatchPlan(this.#queue.size, this.#threads.length);
    const jobs: QueuedJob[] = [];
    const unwanted: QueuedJob[] = [];
    for (let job = this.#queue.next; job !== undefined; job = this.#queue.next) {
      if (!job.isWanted()) {
        this.#queue.delete(job);
        unwanted.push(job);
        continue;
      }
      if (!plan.admits({ bodyBytes: job.bytes, expectedMs: this.#expectedMs(job) })) break;
      this.#queue.take();
      jobs.push(job);
    }
    return { jobs, unwanted };
  }

  /** The length of a packed body says little about its work. */
  #expectedMs(job: QueuedJob): number | undefined {
    return job.codings.body === '' ? this.runTimes.expectedMs(job) : undefined;
  }

  #runOn(thread: WorkerThread, jobs: readonly QueuedJob[]): void {
    const batch: Batch = { startedAt: performance.now(), jobs, taken: new Set() };
    this.#batches.set(thread, batch);
    const isTakenBack = (index: number): boolean => batch.taken.has(jobs[index] as QueuedJob);
    thread.run({ jobs, isTakenBack, ended: (outcomes) => this.#end(thread, batch, outcomes) });
  }

  #end(thread: WorkerThread, batch: Batch, outcomes: readonly (WorkerOutcome | undefined)[]): void {
    const { jobs } = batch;
    const endedAt = performance.now();
    this.#batches.delete(thread);
    const costs = costsOf(endedAt - batch.startedAt, outcomes);
    let hasPutBack = false;
    for (let index = jobs.length - 1; index >= 0; index--) {
      const job = jobs[index];
      if (job === undefined || batch.taken.has(job)) continue;
      if (outcomes[index] === undefined) {
        hasPutBack = true;
        this.#putBack(job);
      } else this.#queue.end(job.tenant, costs[index] ?? 0);
    }
    // What the jobs cost may decide whose turn is next. The thread may have ended: other threads are free meanwhile.
    for (const free of hasPutBack ? this.#threads : [thread]) this.#takeNext(free);
    for (const [index, outcome] of outcomes.entries()) {
      const job = jobs[index];
      if (outcome === undefined || job === undefined || batch.taken.has(job)) continue;
      const runMs = costs[index] ?? 0;
      if (outcome.kind === 'result' && job.codings.body === '') this.runTimes.note(job, outcome.result.runMs);
      settle(job, { ...outcome, times: { queueMs: endedAt - job.queuedAt - runMs, runMs } });
    }
  }
}

/**
 * Divides the time in which a thread was not available to others among the jobs that it ran, in the ratio of their own
 * times. A job that ended the thread has no time of its own, and the others lost theirs with it: it bears all of it.
 */
function costsOf(totalMs: number, outcomes: readonly (WorkerOutcome | undefined)[]): readonly number[] {
  if (outcomes.length === 1) return [totalMs];
  const own = outcomes.map((outcome) => (outcome?.kind === 'result' ? outcome.result.runMs : 0));
  const sumMs = own.reduce((sum, ms) => sum + ms, 0);
  return own.map((ms, index) => (sumMs > 0 ? (totalMs * ms) / sumMs : outcomes[index] === undefined ? 0 : totalMs));
}
