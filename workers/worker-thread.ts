import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { RequestError } from '#engine/core/errors.js';
import { memoryError, stepTimeError } from '#engine/core/step-runner.js';
import { refusal } from '#engine/execute.js';
import { type SentJobs, ThreadConnection, type WakeSignal } from './channel.js';
import { ownBytes } from './owned-bytes.js';
import { batchMs, type OperatorData, type ThreadData, type ThreadResult, type ThreadTask } from './protocol.js';
import {
  type Excess,
  type HeapReader,
  heapLimitMb,
  JobWatch,
  type RunningStep,
  RunningStepRegister,
  threadHeaps,
  threadMemory,
  type WatchedThread,
} from './watch.js';

function heapsFor({ toolFolder }: OperatorData): HeapReader {
  return [...toolFolder.files.keys()].some((name) => name.endsWith('.mjs')) ? threadMemory : threadHeaps;
}

/** The outcome of a job on a thread. */
export type WorkerOutcome =
  | { readonly kind: 'result'; readonly result: ThreadResult }
  | { readonly kind: 'timeout' | 'crash' };

/**
 * Why a thread was replaced: by its job, `crash` also without a job, `interrupted` if a step used too much processor
 * time, `start` if it did not start.
 */
export const restartReasons = ['timeout', 'out-of-memory', 'crash', 'interrupted', 'start'] as const;

export type RestartReason = (typeof restartReasons)[number];

export interface WorkerThreadOptions {
  /** The module that threads run, with its data at the time of a start. */
  readonly threadFile: string;
  readonly threadData: () => Omit<ThreadData, 'runningStep'>;
  /** Heap that a job may use, in MiB; see {@link heapLimitMb}. */
  readonly memoryMb: number;
  /** Shared by all threads of a pool. */
  readonly wakeSignal: WakeSignal;
  /** Called when some thread of the pool has completed its jobs: {@link WorkerThread.pollResults} of each. */
  readonly onWake: () => void;
  /** How long a job may run, from the moment the thread takes it. */
  readonly jobTimeoutMs: number;
  /** Called when the thread has become idle without a batch: it has started, or has collected its garbage. */
  readonly onIdle: () => void;
  /** Called when the thread has ended or is ending, and another replaces it. */
  readonly onRestart: (reason: RestartReason) => void;
  /** Called when the thread died while starting; another is started after `retryMs`. */
  readonly onStartFailure: (error: unknown, retryMs: number) => void;
}

/**
 * Jobs that a thread runs one after the other: small ones, or a single large one, whose memory is transferred to the
 * thread: the caller loses it. A small job's memory gets its result.
 */
export interface ThreadBatch extends SentJobs {
  /**
   * Called once, unless the thread is stopped before, with the outcome of each job; undefined for one that was not run,
   * or whose result was lost with the thread. Not a promise: several for each batch were a tenth of what it costs the
   * event loop.
   */
  readonly ended: (outcomes: readonly (WorkerOutcome | undefined)[]) => void;
}

/** A thread that runs, and what the event loop needs to talk to it. Each start makes a new one. */
interface Thread extends WatchedThread {
  readonly piscina: Piscina;
  readonly connection: ThreadConnection;
  heaps: HeapReader;
  /** Whether it has had a large job since its last garbage collection. */
  hasGarbage: boolean;
  /** Resolves when the thread has ended; undefined while it lives. */
  gone: Promise<void> | undefined;
}

type State =
  /** Before the first start, and during the pause after a start that failed. */
  | { readonly name: 'down'; readonly retryTimer: NodeJS.Timeout | undefined; readonly thread?: undefined }
  | { readonly name: 'starting'; readonly thread: Thread; readonly deadline: NodeJS.Timeout }
  /** `since` is by `performance.now()`. */
  | { readonly name: 'idle'; readonly thread: Thread; readonly since: number }
  | { readonly name: 'running'; readonly thread: Thread; readonly batch: ThreadBatch; readonly watch: JobWatch }
  | { readonly name: 'collecting'; readonly thread: Thread }
  /** The thread is being ended because of an excess, or has died by itself. The error of its task ends the batch. */
  | { readonly name: 'ending'; readonly thread: Thread; readonly batch: ThreadBatch; readonly excess?: Excess }
  | { readonly name: 'stopped'; readonly gone: Promise<void>; readonly thread?: undefined };

/**
 * After a large job, an idle thread collects its garbage after this time, in milliseconds: not sooner, so that a client
 * that sends large jobs in a row is not slowed down.
 */
const restMs = 500;

const startTimeoutMs = 30_000;
const firstRetryMs = 100;
const longestRetryMs = 5_000;

/**
 * Owns one thread of the pool: starts it, runs one batch of jobs at a time on it, and replaces it when a job crashes it
 * or exceeds a limit, or when it dies without a job. README.md has a table of its states.
 */
export class WorkerThread {
  readonly #options: WorkerThreadOptions;
  #state: State = { name: 'down', retryTimer: undefined };
  #retryMs = firstRetryMs;
  /** Threads that are being ended, also those that were replaced. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
  }

  get state(): State['name'] {
    return this.#state.name;
  }

  /** Whether there is a thread that has started. It counts as up until its replacement starts. */
  get isUp(): boolean {
    const { name } = this.#state;
    return name !== 'down' && name !== 'starting' && name !== 'stopped';
  }

  /** Whether {@link poll} must be called. */
  get needsPolling(): boolean {
    const { name, thread } = this.#state;
    return name === 'running' || name === 'ending' || name === 'collecting' || (name === 'idle' && thread.hasGarbage);
  }

  /** The index of the running job in its batch. */
  get runningJob(): number {
    return this.#state.thread?.register.job ?? 0;
  }

  /** Starts the thread; `onIdle` is called when it is up, `onStartFailure` for each failed start. */
  start(): void {
    const thread = this.#createThread();
    const deadline = setTimeout(() => {
      this.#onStartFailure(thread, new Error(`No result within ${startTimeoutMs} ms`));
    }, startTimeoutMs);
    this.#state = { name: 'starting', thread, deadline };
    thread.piscina.run({ kind: 'load' } satisfies ThreadTask).then(
      () => this.#onStarted(thread),
      (error: unknown) => this.#onStartFailure(thread, error),
    );
  }

  /** Runs a batch on the idle thread. Throws in any other state. */
  run(batch: ThreadBatch): void {
    const state = this.#state;
    if (state.name !== 'idle') throw new Error(`A worker thread that is ${state.name} was given a batch`);
    const { thread } = state;
    thread.register.job = 0;
    const { jobTimeoutMs, memoryMb } = this.#options;
    // The last job of a batch begins this much later than the first.
    const limits = { jobTimeoutMs: jobTimeoutMs + (batch.jobs.length > 1 ? batchMs : 0), memoryMb };
    const watch = new JobWatch(limits, thread, performance.now(), (excess) => {
      this.#state = { name: 'ending', thread, batch, excess };
      this.#end(thread);
    });
    this.#state = { name: 'running', thread, batch, watch };
    thread.connection.send(batch.jobs);
  }

  /** Completes the batch, or the collection of garbage, if all results of the thread are here. */
  pollResults(): void {
    const state = this.#state;
    if (state.name === 'running') {
      const { thread, batch, watch } = state;
      const results = thread.connection.takeResults(batch);
      if (results === undefined) return;
      watch.close();
      if (watch.wasPolled) thread.hasGarbage = true;
      this.#state = { name: 'idle', thread, since: performance.now() };
      batch.ended(batch.jobs.map((_, index) => resultOutcome(results[index])));
    } else if (state.name === 'collecting' && state.thread.connection.hasCollected) this.#becomeIdle(state.thread);
  }

  /** Checks the running job, or the garbage of the last one. @param now - by `performance.now()`. */
  poll(now: number): void {
    // A thread that was ended between its signal and its message keeps the others from sending one.
    this.pollResults();
    const state = this.#state;
    if (state.name === 'running') state.watch.poll(now);
    else if (state.name === 'idle' && state.thread.hasGarbage && now - state.since >= restMs) {
      state.thread.hasGarbage = false;
      this.#state = { name: 'collecting', thread: state.thread };
      state.thread.connection.sendCollect();
    }
  }

  /** Makes the thread use other data, from its next batch on; a replacement reads it when it starts. */
  update(data: OperatorData): void {
    const { thread } = this.#state;
    if (thread === undefined) return;
    thread.heaps = heapsFor(data);
    thread.connection.sendUpdate(data);
  }

  /**
   * Ends the thread for good; a batch that runs has no outcome. Resolves when the thread and those that it has replaced
   * have ended. Idempotent.
   */
  async stop(): Promise<void> {
    const state = this.#state;
    if (state.name === 'stopped') return state.gone;
    if (state.name === 'down') clearTimeout(state.retryTimer);
    if (state.name === 'starting') clearTimeout(state.deadline);
    if (state.name === 'running') state.watch.close();
    if (state.thread !== undefined) this.#end(state.thread);
    const gone = Promise.all(this.#leaving).then(() => {});
    this.#state = { name: 'stopped', gone };
    await gone;
  }

  #createThread(): Thread {
    const { threadFile, threadData, memoryMb, wakeSignal, onWake } = this.#options;
    const register = new RunningStepRegister();
    const data = threadData();
    const piscina = createPiscina(threadFile, { ...data, runningStep: register.memory }, heapLimitMb(memoryMb));
    const connection = new ThreadConnection({ wakeSignal, onWake, onPosted: () => this.pollResults() });
    const [worker] = piscina.threads as [Worker];
    const heaps = heapsFor(data);
    const thread: Thread = { piscina, connection, worker, register, heaps, hasGarbage: false, gone: undefined };
    // Called before Piscina counts its threads: one that is being destroyed starts none.
    piscina.on('workerDestroy', () => {
      if (thread.gone !== undefined) return;
      thread.gone = Promise.resolve();
      void destroy(thread);
      this.#onDeath(thread);
    });
    return thread;
  }

  #onStarted(thread: Thread): void {
    const state = this.#state;
    if (state.thread !== thread || state.name !== 'starting') return;
    clearTimeout(state.deadline);
    this.#retryMs = firstRetryMs;
    const { task, transferList } = thread.connection.serveTask;
    thread.piscina.run(task, { transferList }).catch((error: unknown) => this.#onTaskFailure(thread, error));
    this.#becomeIdle(thread);
  }

  #onStartFailure(thread: Thread, error: unknown): void {
    this.#end(thread);
    const state = this.#state;
    if (state.thread !== thread || state.name !== 'starting') return;
    clearTimeout(state.deadline);
    const retryMs = this.#retryMs;
    this.#retryMs = Math.min(retryMs * 2, longestRetryMs);
    this.#state = { name: 'down', retryTimer: setTimeout(() => this.start(), retryMs) };
    this.#options.onRestart('start');
    this.#options.onStartFailure(error, retryMs);
  }

  /** A thread that dies while it starts or runs a batch also fails its task, which tells why. */
  #onDeath(thread: Thread): void {
    const state = this.#state;
    if (state.thread !== thread) return;
    if (state.name === 'idle' || state.name === 'collecting') this.#replace(thread, 'crash');
    if (state.name !== 'running') return;
    state.watch.close();
    this.#state = { name: 'ending', thread, batch: state.batch };
  }

  /** The task of a thread lasts as long as the thread, so the thread has ended or is of no use. */
  #onTaskFailure(thread: Thread, error: unknown): void {
    this.#onDeath(thread);
    const state = this.#state;
    if (state.thread !== thread || state.name !== 'ending') return;
    const { batch, excess } = state;
    const { jobs, ended } = batch;
    // The thread may have completed its jobs just before.
    const results = thread.connection.takeResults(batch) ?? [];
    const guilty = results.length > 0 ? undefined : Math.min(thread.register.job, jobs.length - 1);
    const reason = excess === undefined ? reasonOf(error) : reasonOfExcess[excess.kind];
    const step = excess === undefined ? thread.register.read() : excess.step;
    this.#replace(thread, reason);
    ended(jobs.map((_, index) => (index === guilty ? this.#outcomeOf(reason, step) : resultOutcome(results[index]))));
  }

  #outcomeOf(reason: ExitReason, step: RunningStep | undefined): WorkerOutcome {
    if (reason === 'out-of-memory') return refused(memoryError(this.#options.memoryMb, step));
    if (reason === 'interrupted' && step !== undefined) return refused(stepTimeError(step));
    return { kind: reason === 'crash' ? 'crash' : 'timeout' };
  }

  /** Ends a thread without waiting, and starts another. */
  #replace(thread: Thread, reason: ExitReason): void {
    this.#end(thread);
    this.start();
    this.#options.onRestart(reason);
  }

  /** Ends a thread without waiting. */
  #end(thread: Thread): void {
    const gone = end(thread);
    this.#leaving.add(gone);
    void gone.then(() => this.#leaving.delete(gone));
  }

  #becomeIdle(thread: Thread): void {
    this.#state = { name: 'idle', thread, since: performance.now() };
    this.#options.onIdle();
  }
}

/**
 * Starts a thread in a Piscina of its own, which ends with the thread.
 *
 * Piscina loads the module of the thread, runs a task on it, keeps the process alive meanwhile, reports when the thread
 * dies, and ends it. The thread has two tasks: `load`, and `serve`, which lasts as long as the thread. Jobs do not go
 * through Piscina but through a {@link ThreadConnection}.
 *
 * A Piscina of several threads never replaces one that dies while starting, and queues abortable tasks without a limit
 * (5.3.2, `workerFailsDuringBootstrap` and `skipQueue`). It also replaces a dead thread with one that was not probed.
 */
function createPiscina(filename: string, workerData: ThreadData, maxOldGenerationSizeMb: number): Piscina {
  const piscina = new Piscina({
    filename,
    workerData,
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    maxQueue: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb },
    recordTiming: false,
  });
  // The error of a thread without a task; without a listener, the event would be thrown.
  piscina.on('error', () => {});
  return piscina;
}

/**
 * Ends a thread; its task fails. Idempotent, because Piscina would take a second call for a death, and replace the
 * thread.
 *
 * @returns a promise that resolves when the thread has ended: native code that cannot be interrupted may block it for
 *   seconds.
 */
function end(thread: Thread): Promise<void> {
  // In a separate turn: `destroy` emits the end before it returns.
  thread.gone ??= Promise.resolve().then(() => destroy(thread));
  return thread.gone;
}

async function destroy({ connection, piscina }: Thread): Promise<void> {
  connection.close();
  // The task's promise reports its error.
  await piscina.destroy().catch(() => {});
}

type ExitReason = Exclude<RestartReason, 'start'>;

const reasonOfExcess = { timeout: 'timeout', 'step-time': 'interrupted', memory: 'out-of-memory' } as const;

/** Returns why a thread died by itself: distinguishes the errors of Piscina and Node. */
function reasonOf(error: unknown): ExitReason {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'crash';
}

function resultOutcome(result: ThreadResult | undefined): WorkerOutcome | undefined {
  return result && { kind: 'result', result };
}

/**
 * Returns the result that the engine would give if it could stop the job itself. The memory of the body is lost with
 * the thread.
 */
function refused(error: RequestError): WorkerOutcome {
  const { body, ...result } = refusal(error);
  return { kind: 'result', result: { ...result, body: ownBytes(body), coding: '', spare: undefined, runMs: 0 } };
}
