import type { RequestError } from '../engine/core/errors.js';
import { memoryError, stepTimeError } from '../engine/core/step-runner.js';
import { refusal } from '../engine/execute.js';
import type { EngineOperation } from '../engine/operations/operation.js';
import { type Excess, JobWatch } from './job-watch.js';
import { OneThread } from './one-thread.js';
import { type OwnedBytes, ownBytes } from './owned-bytes.js';
import type { ThreadData, ThreadReply } from './protocol.js';
import { type RunningStep, RunningStepRegister } from './running-step.js';
import type { HeapReader } from './thread-heap.js';

/** What became of a job that a thread took. */
export type LaneOutcome = { readonly kind: 'reply'; readonly reply: ThreadReply } | { readonly kind: JobFailure };

type JobFailure = 'timeout' | 'crash';

/**
 * Why a thread was replaced: what its job did to it, `crash` without a job as well, `interrupted` if a step took too
 * much processor time, `start` if it did not come up.
 */
export const restartReasons = ['timeout', 'out-of-memory', 'crash', 'interrupted', 'start'] as const;

export type RestartReason = (typeof restartReasons)[number];

export interface LaneOptions {
  /** The module that threads run, and what it is given. */
  readonly threadFile: string;
  readonly threadData: Omit<ThreadData, 'runningStep'>;
  /** Heap that a job may use, in MiB; see {@link heapLimitMb}. */
  readonly memoryMb: number;
  readonly heaps: HeapReader;
  /** How long a job may run, from the moment the thread takes it. */
  readonly jobTimeoutMs: number;
  /** The thread is up and has nothing to do. */
  readonly onIdle: () => void;
  /** The thread is gone, or going, and another one takes its place. */
  readonly onRestart: (reason: RestartReason) => void;
  /** The thread died while it was starting; another is tried after `retryMs`. */
  readonly onStartFailure: (error: unknown, retryMs: number) => void;
}

/** Close to its limit V8 does little but collect garbage; with less room than this, small threads took 10 s to fill. */
const roomForCollectorMb = 16;

/**
 * V8's own limit for the heap of a thread whose jobs may use so much, in MiB. At that limit V8 ends the thread if it
 * gets there in small pieces, and aborts the process if one native call needs more than the 16 MiB that Node.js then
 * adds. So there is room behind the limit of jobs: for what one native call can allocate between two looks.
 */
function heapLimitMb(memoryMb: number): number {
  return Math.ceil(1.5 * memoryMb) + roomForCollectorMb;
}

/**
 * A thread that has had a large job and is idle for so long collects its garbage, in milliseconds: not sooner, so that
 * a client who sends one large job after another is not slowed.
 */
const restMs = 500;

const startTimeoutMs = 30_000;
const firstRetryMs = 100;
const longestRetryMs = 5_000;

/**
 * One thread of the pool and its successors: takes a job at a time, and is replaced when a job crashes it or runs
 * past its deadline, or when it dies without one.
 */
export class Lane {
  readonly #options: LaneOptions;
  /** The one that lives, if any does. */
  #thread: OneThread | undefined;
  #register = new RunningStepRegister();
  #watch: JobWatch | undefined;
  #state: 'starting' | 'idle' | 'busy' | 'collecting' | 'stopped' = 'starting';
  /** Whether the thread has had a job that was worth a look since it last collected its garbage. */
  #hasGarbage = false;
  /** By `performance.now()`. */
  #idleSince = 0;
  #retryMs = firstRetryMs;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Whether there is a thread that works or could. */
  get up(): boolean {
    return this.#state !== 'starting' && this.#state !== 'stopped';
  }

  get idle(): boolean {
    return this.#state === 'idle';
  }

  /** Whether there is something to {@link look} after. */
  get needsLooks(): boolean {
    return this.#state === 'busy' || this.#state === 'collecting' || this.#hasGarbage;
  }

  /** Starts the thread; `onIdle` tells when it is up, `onStartFailure` each time that it was not. */
  start(): void {
    void this.#start();
  }

  /**
   * Runs a job on the idle thread.
   *
   * @param body - transferred: its memory is gone for the caller from here on.
   */
  async run(operation: EngineOperation, body: OwnedBytes): Promise<LaneOutcome> {
    const thread = this.#thread;
    if (thread === undefined || this.#state !== 'idle')
      throw new Error(`A lane that is ${this.#state} was given a job`);
    this.#state = 'busy';
    const register = this.#register;
    let excess: Excess | undefined;
    const watched = { worker: thread.worker, register, heaps: this.#options.heaps };
    const watch = new JobWatch(this.#options, watched, performance.now(), (found) => {
      excess = found;
      void thread.end();
    });
    this.#watch = watch;
    try {
      const replied = thread.run({ kind: 'job', operation, body }, [body.memory.buffer]) as Promise<ThreadReply>;
      if (body.memory.byteLength !== 0) throw new Error('A body was cloned instead of transferred');
      const reply = await replied;
      if (watch.looked) this.#hasGarbage = true;
      this.#becomeIdle();
      return { kind: 'reply', reply };
    } catch (error) {
      const { reason, step } = excess === undefined ? deathOf(error, register) : endOf(excess);
      this.#replace(thread, reason);
      return this.#outcomeOf(reason, step);
    } finally {
      watch.close();
      this.#watch = undefined;
    }
  }

  /** Looks after the job that runs, or after what one has left. @param now - by `performance.now()`. */
  look(now: number): void {
    this.#watch?.look(now);
    if (this.#state === 'idle' && this.#hasGarbage && now - this.#idleSince >= restMs) void this.#collect();
  }

  async #collect(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    this.#state = 'collecting';
    this.#hasGarbage = false;
    try {
      await thread.run({ kind: 'collect' });
      this.#becomeIdle();
    } catch {
      this.#replace(thread, 'crash');
    }
  }

  #outcomeOf(reason: DeathReason, step: RunningStep | undefined): LaneOutcome {
    if (reason === 'out-of-memory') return refused(memoryError(this.#options.memoryMb, step));
    if (reason === 'interrupted' && step !== undefined) return refused(stepTimeError(step));
    return { kind: reason === 'crash' ? 'crash' : 'timeout' };
  }

  /** Ends the thread, whatever it is doing; a running job ends as a crash. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#retryTimer);
    await this.#thread?.end();
  }

  async #start(): Promise<void> {
    const { threadFile, threadData, memoryMb } = this.#options;
    this.#register = new RunningStepRegister();
    const thread: OneThread = new OneThread({
      file: threadFile,
      workerData: { ...threadData, runningStep: this.#register.memory },
      heapLimitMb: heapLimitMb(memoryMb),
      onDeath: () => {
        // With a task, it is the task that fails.
        if (this.#thread === thread && this.#state === 'idle') this.#replace(thread, 'crash');
      },
    });
    this.#thread = thread;
    try {
      await withDeadline(thread.run({ kind: 'probe' }), startTimeoutMs);
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

  /** Ends a thread without waiting for it, and starts another. */
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

/** What a thread that was ended was ended for. */
function endOf({ kind, step }: Excess): { reason: DeathReason; step: RunningStep | undefined } {
  const reasons = { timeout: 'timeout', 'step-time': 'interrupted', memory: 'out-of-memory' } as const;
  return { reason: reasons[kind], step };
}

/** What a thread died of by itself: Piscina's and Node's errors, told apart. */
function deathOf(error: unknown, register: RunningStepRegister) {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'crash';
  return { reason, step: register.read() } as const;
}

/** The reply of the engine had it been able to stop the job itself. The memory of the body went with the thread. */
function refused(error: RequestError): LaneOutcome {
  const { body, ...reply } = refusal(error);
  return { kind: 'reply', reply: { ...reply, body: ownBytes(body), spare: undefined } };
}

async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
