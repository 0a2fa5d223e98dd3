import type { Worker } from 'node:worker_threads';
import { processorTimeMs } from './processor-time.js';
import type { RunningStep, RunningStepRegister } from './running-step.js';
import type { HeapReader } from './thread-heap.js';

/** Why a job has to be ended from outside, and the step that did it where one ran. */
export interface Excess {
  /** `timeout`: the whole job's wall-clock time; `step-time`: a step's processor time; `memory`: the thread's heap. */
  readonly kind: 'timeout' | 'step-time' | 'memory';
  readonly step: RunningStep | undefined;
}

export interface JobLimits {
  /** Wall-clock time of a job, in milliseconds. */
  readonly jobTimeoutMs: number;
  /** Heap that a thread may use, in MiB. */
  readonly memoryMb: number;
}

/** What is known of the thread that runs the job. */
export interface WatchedThread {
  readonly worker: Worker | undefined;
  readonly register: RunningStepRegister;
  readonly heaps: HeapReader;
}

/**
 * V8's young generation, in MiB: it counts as used heap, though most of it is garbage of the last milliseconds.
 *
 * Without it, a job on a thread of 128 MiB was ended now and then for the garbage of the job before.
 */
const youngGenerationMb = 32;

/** At how much used heap a job is ended that may use so much, in MiB; below V8's own limit, see `heapLimitMb`. */
function heapThresholdBytes(memoryMb: number): number {
  return (memoryMb + Math.min(youngGenerationMb, memoryMb / 4)) * 2 ** 20;
}

/** Jobs that end sooner cost nothing but this look at the clock. */
const firstLookMs = 25;

/**
 * Watches one job from the event loop while it runs on a thread: the thread itself is busy. Steps are limited by
 * processor time, so that the same step succeeds on a quiet machine and on a busy one; where the system does not say
 * how much that is, by wall-clock time. The heap is limited well before V8's own limit: at that one V8 may abort the
 * whole process.
 */
export class JobWatch {
  readonly #limits: JobLimits;
  readonly #thread: WatchedThread;
  readonly #startedAt: number;
  readonly #end: (excess: Excess) => void;
  /** The step that was running at the last look, and what it had used by then. */
  #step: { readonly sequence: number; readonly sinceMs: number; readonly processorMs: number | undefined } | undefined;
  #asking = false;
  #looked = false;
  #over = false;

  /**
   * @param now - by `performance.now()`, as everywhere here.
   * @param end - called at most once, when the job has to be ended.
   */
  constructor(limits: JobLimits, thread: WatchedThread, now: number, end: (excess: Excess) => void) {
    this.#limits = limits;
    this.#thread = thread;
    this.#startedAt = now;
    this.#end = end;
  }

  /** Looks whether the job has to be ended. To be called every few dozen milliseconds. */
  look(now: number): void {
    const elapsedMs = now - this.#startedAt;
    if (this.#over || elapsedMs < firstLookMs) return;
    this.#looked = true;
    const step = this.#thread.register.read();
    if (elapsedMs >= this.#limits.jobTimeoutMs) this.#stop({ kind: 'timeout', step });
    else if (step !== undefined && this.#tookTooLong(step, now)) this.#stop({ kind: 'step-time', step });
    else if (!this.#asking) void this.#lookAtHeap();
  }

  /** Whether the job has run long enough to be looked at. */
  get looked(): boolean {
    return this.#looked;
  }

  /** The job has ended by itself. */
  close(): void {
    this.#over = true;
  }

  #stop(excess: Excess): void {
    this.#over = true;
    this.#end(excess);
  }

  #tookTooLong({ sequence, timeLimitMs }: RunningStep, now: number): boolean {
    const { kernelThreadId } = this.#thread.register;
    if (this.#step?.sequence !== sequence) {
      this.#step = { sequence, sinceMs: now, processorMs: processorTimeMs(kernelThreadId) };
      return false;
    }
    const { sinceMs, processorMs: before } = this.#step;
    // Nothing takes more processor time than has passed.
    if (now - sinceMs < timeLimitMs) return false;
    const used = processorTimeMs(kernelThreadId);
    return used === undefined || before === undefined || used - before >= timeLimitMs;
  }

  async #lookAtHeap(): Promise<void> {
    const { worker, heaps, register } = this.#thread;
    if (worker === undefined) return;
    this.#asking = true;
    const bytes = await heaps.usedHeapBytes(worker);
    this.#asking = false;
    if (this.#over || bytes === undefined || bytes < heapThresholdBytes(this.#limits.memoryMb)) return;
    this.#stop({ kind: 'memory', step: register.read() });
  }
}
