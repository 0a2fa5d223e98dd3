import type { RequestError } from '#engine/core/errors.js';
import { memoryError, stepTimeError } from '#engine/core/step-runner.js';
import { refusal } from '#engine/execute.js';
import type { WakeSignal } from './channel.js';
import { OneThread } from './one-thread.js';
import { ownBytes } from './owned-bytes.js';
import { batchMs, type ThreadData, type ThreadJob, type ThreadResult } from './protocol.js';
import { type Excess, type HeapReader, JobWatch, type RunningStep, RunningStepRegister } from './watch.js';

/** The outcome of a job on a thread. */
export type WorkerOutcome = { readonly kind: 'result'; readonly result: ThreadResult } | { readonly kind: JobFailure };

function resultOutcome(result: ThreadResult | undefined): WorkerOutcome | undefined {
  return result && { kind: 'result', result };
}

type JobFailure = 'timeout' | 'crash';

/**
 * Why a thread was replaced: by its job, `crash` also without a job, `interrupted` if a step used too much processor
 * time, `start` if it did not start.
 */
export const restartReasons = ['timeout', 'out-of-memory', 'crash', 'interrupted', 'start'] as const;

export type RestartReason = (typeof restartReasons)[number];

export interface PoolWorkerOptions {
  /** The module that threads run, with its data. */
  readonly threadFile: string;
  readonly threadData: Omit<ThreadData, 'runningStep'>;
  /** Heap that a job may use, in MiB; see {@link heapLimitMb}. */
  readonly memoryMb: number;
  readonly heaps: HeapReader;
  /** Shared by all workers of a pool. */
  readonly wakeSignal: WakeSignal;
  /** Called when some thread of the pool has completed its jobs: {@link PoolWorker.pollResults} of each. */
  readonly onWake: () => void;
  /** How long a job may run, from the moment the thread takes it. */
  readonly jobTimeoutMs: number;
  /** Called when the thread is up and idle. */
  readonly onIdle: () => void;
  /** Called when the thread has ended or is ending, and another replaces it. */
  readonly onRestart: (reason: RestartReason) => void;
  /** Called when the thread died while starting; another is started after `retryMs`. */
  readonly onStartFailure: (error: unknown, retryMs: number) => void;
}

/**
 * Near its limit V8 spends most time collecting garbage; with less headroom than this, small threads took 10 s to reach
 * it.
 */
const collectorHeadroomMb = 16;

/**
 * Returns V8's heap limit for a thread with a limit of jobs, in MiB. At its limit V8 ends the thread if small
 * allocations reach it, but aborts the process if one native call needs more than the 16 MiB that Node.js then adds. So
 * there is headroom above the limit of jobs, for what one native call can allocate between two checks.
 */
function heapLimitMb(memoryMb: number): number {
  return Math.ceil(1.5 * memoryMb) + collectorHeadroomMb;
}

/**
 * After a large job, an idle thread collects its garbage after this time, in milliseconds: not sooner, so that a client
 * that sends large jobs in a row is not slowed down.
 */
const restMs = 500;

const startTimeoutMs = 30_000;
const firstRetryMs = 100;
const longestRetryMs = 5_000;

/**
 * One worker of the pool: a thread and its replacements. It runs one batch of jobs at a time. Its thread is replaced when
 * a job crashes it or exceeds a limit, or when it dies without a job.
 */
export class PoolWorker {
  readonly #options: PoolWorkerOptions;
  /** The current thread, if there is one. */
  #thread: OneThread | undefined;
  #register = new RunningStepRegister();
  #watch: JobWatch | undefined;
  #state: 'starting' | 'idle' | 'busy' | 'collecting' | 'stopped' = 'starting';
  /** Whether the thread has had a large job since its last garbage collection. */
  #hasGarbage = false;
  /** By `performance.now()`. */
  #idleSince = 0;
  #retryMs = firstRetryMs;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: PoolWorkerOptions) {
    this.#options = options;
  }

  /** Whether there is a ready or busy thread. */
  get up(): boolean {
    return this.#state !== 'starting' && this.#state !== 'stopped';
  }

  get idle(): boolean {
    return this.#state === 'idle';
  }

  /** Whether {@link poll} must be called. */
  get needsPolling(): boolean {
    return this.#state === 'busy' || this.#state === 'collecting' || this.#hasGarbage;
  }

  /** Starts the thread; `onIdle` is called when it is up, `onStartFailure` for each failed start. */
  start(): void {
    void this.#start();
  }

  /** The index of the running job in its batch. */
  get runningJob(): number {
    return this.#register.job;
  }

  /**
   * Runs a batch of jobs on the idle thread, one after the other.
   *
   * @param jobs - small ones, or a single large one, whose memory is transferred to the thread: the caller loses it. A
   *   small job's memory gets its result.
   * @param isTakenBack - whether a job was taken back, by its index; asked when all results are here.
   * @param ended - called once, with the outcome of each job; undefined for one that was not run, or whose result was
   *   lost with the thread.
   */
  run(
    jobs: readonly ThreadJob[],
    isTakenBack: (index: number) => boolean,
    ended: (outcomes: readonly (WorkerOutcome | undefined)[]) => void,
  ): void {
    const thread = this.#thread;
    if (thread === undefined || this.#state !== 'idle')
      throw new Error(`A worker that is ${this.#state} was given a job`);
    this.#state = 'busy';
    const register = this.#register;
    register.job = 0;
    let excess: Excess | undefined;
    const watched = { thread, register, heaps: this.#options.heaps };
    // The last job of a batch begins this much later than the first.
    const jobTimeoutMs = this.#options.jobTimeoutMs + (jobs.length > 1 ? batchMs : 0);
    const limits = { jobTimeoutMs, memoryMb: this.#options.memoryMb };
    const watch = new JobWatch(limits, watched, performance.now(), (found) => {
      excess = found;
      void thread.end();
    });
    this.#watch = watch;
    thread.run(jobs, isTakenBack, ({ results, death }) => {
      watch.close();
      this.#watch = undefined;
      if (death === undefined) {
        if (watch.wasPolled) this.#hasGarbage = true;
        this.#becomeIdle();
        ended(jobs.map((_, index) => resultOutcome(results[index])));
        return;
      }
      const { reason, step } = excess === undefined ? deathOf(death.error, register) : endOf(excess);
      const guilty = results.length > 0 ? undefined : Math.min(register.job, jobs.length - 1);
      this.#replace(thread, reason);
      ended(jobs.map((_, index) => (index === guilty ? this.#outcomeOf(reason, step) : resultOutcome(results[index]))));
    });
  }

  /** Takes the results of the thread if all are here. */
  pollResults(): void {
    this.#thread?.poll();
  }

  /** Checks the running job, or the garbage of the last one. @param now - by `performance.now()`. */
  poll(now: number): void {
    // A thread that was ended between its signal and its message keeps the others from sending one.
    this.pollResults();
    this.#watch?.poll(now);
    if (this.#state === 'idle' && this.#hasGarbage && now - this.#idleSince >= restMs) void this.#collect();
  }

  async #collect(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    this.#state = 'collecting';
    this.#hasGarbage = false;
    try {
      await thread.collect();
      this.#becomeIdle();
    } catch {
      this.#replace(thread, 'crash');
    }
  }

  #outcomeOf(reason: DeathReason, step: RunningStep | undefined): WorkerOutcome {
    if (reason === 'out-of-memory') return refused(memoryError(this.#options.memoryMb, step));
    if (reason === 'interrupted' && step !== undefined) return refused(stepTimeError(step));
    return { kind: reason === 'crash' ? 'crash' : 'timeout' };
  }

  /** Ends the thread; a running job ends as a crash. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#retryTimer);
    await this.#thread?.end();
  }

  async #start(): Promise<void> {
    const { threadFile, threadData, memoryMb, wakeSignal, onWake } = this.#options;
    this.#register = new RunningStepRegister();
    const thread: OneThread = new OneThread({
      file: threadFile,
      workerData: { ...threadData, runningStep: this.#register.memory },
      heapLimitMb: heapLimitMb(memoryMb),
      wakeSignal,
      onWake,
      onDeath: () => {
        // With a task, the task fails instead.
        if (this.#thread === thread && this.#state === 'idle') this.#replace(thread, 'crash');
      },
    });
    this.#thread = thread;
    try {
      await withDeadline(thread.start(), startTimeoutMs);
      this.#retryMs = firstRetryMs;
      this.#becomeIdle();
    } catch (error) {
      void thread.end();
      if (this.#state === 'stopped') return;
      this.#thread = undefined;
      this.#options.onRestart('start');
      this.#options.onStartFailure(error, this.#retryMs);
      this.#retryTimer = setTimeout(() => void this.#start(), this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
    }
  }

  /** Ends a thread without waiting, and starts another. */
  #replace(thread: OneThread, reason: RestartReason): void {
    void thread.end();
    if (this.#state === 'stopped') return;
    this.#options.onRestart(reason);
    this.#state = 'starting';
    this.#hasGarbage = false;
    void this.#start();
  }

  #becomeIdle(): void {
    if (this.#state === 'stopped') return;
    this.#state = 'idle';
    this.#idleSince = performance.now();
    this.#options.onIdle();
  }
}

type DeathReason = Exclude<RestartReason, 'start'>;

/** Returns the outcome of a job that was stopped. */
function endOf({ kind, step }: Excess): { reason: DeathReason; step: RunningStep | undefined } {
  const reasons = { timeout: 'timeout', 'step-time': 'interrupted', memory: 'out-of-memory' } as const;
  return { reason: reasons[kind], step };
}

/** Returns why a thread died by itself: distinguishes the errors of Piscina and Node. */
function deathOf(error: unknown, register: RunningStepRegister) {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'crash';
  return { reason, step: register.read() } as const;
}

/**
 * Returns the result that the engine would give if it could stop the job itself. The memory of the body is lost with
 * the thread.
 */
function refused(error: RequestError): WorkerOutcome {
  const { body, ...result } = refusal(error);
  return { kind: 'result', result: { ...result, body: ownBytes(body), spare: undefined, runMs: 0 } };
}

async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No result within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
