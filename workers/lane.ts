import type { EngineOperation } from '../engine/operations/operation.js';
import { OneThread } from './one-thread.js';
import type { OwnedBytes } from './owned-bytes.js';
import type { ThreadReply } from './protocol.js';

/** What became of a job that a thread took. */
export type LaneOutcome = { readonly kind: 'reply'; readonly reply: ThreadReply } | { readonly kind: JobFailure };

type JobFailure = 'timeout' | 'out-of-memory' | 'crash';

/**
 * Why a thread was replaced: what its job did to it, `crash` without a job as well, `interrupted` if a step was stopped
 * in the middle, `start` if it did not come up.
 */
export const restartReasons = ['timeout', 'out-of-memory', 'crash', 'interrupted', 'start'] as const;

export type RestartReason = (typeof restartReasons)[number];

export interface LaneOptions {
  /** The module that threads run, and what it is given. */
  readonly threadFile: string;
  readonly workerData: unknown;
  /** Old-generation heap limit of the thread, in MiB. */
  readonly memoryMb: number;
  /** How long a job may run, from the moment the thread takes it. */
  readonly jobTimeoutMs: number;
  /** The thread is up and has nothing to do. */
  readonly onIdle: () => void;
  /** The thread is gone, or going, and another one takes its place. */
  readonly onRestart: (reason: RestartReason) => void;
  /** The thread died while it was starting; another is tried after `retryMs`. */
  readonly onStartFailure: (error: unknown, retryMs: number) => void;
}

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
  #state: 'starting' | 'idle' | 'busy' | 'stopped' = 'starting';
  #retryMs = firstRetryMs;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Whether there is a thread that works or could. */
  get up(): boolean {
    return this.#state === 'idle' || this.#state === 'busy';
  }

  get idle(): boolean {
    return this.#state === 'idle';
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
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      void thread.end();
    }, this.#options.jobTimeoutMs);
    try {
      const replied = thread.run({ kind: 'job', operation, body }, [body.memory.buffer]) as Promise<ThreadReply>;
      if (body.memory.byteLength !== 0) throw new Error('A body was cloned instead of transferred');
      const reply = await replied;
      if (reply.interrupted) this.#replace(thread, 'interrupted');
      else this.#becomeIdle();
      return { kind: 'reply', reply };
    } catch (error) {
      const kind = timedOut ? 'timeout' : failureKind(error);
      this.#replace(thread, kind);
      return { kind };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the thread, whatever it is doing; a running job ends as a crash. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#retryTimer);
    await this.#thread?.end();
  }

  async #start(): Promise<void> {
    const { threadFile, workerData, memoryMb } = this.#options;
    const thread: OneThread = new OneThread({
      file: threadFile,
      workerData,
      memoryMb,
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
    void this.#start();
  }

  #becomeIdle(): void {
    if (this.#state === 'stopped') return;
    this.#state = 'idle';
    this.#options.onIdle();
  }
}

/** Piscina's and Node's errors, told apart. */
function failureKind(error: unknown): 'out-of-memory' | 'crash' {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'crash';
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
