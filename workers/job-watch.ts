import type { Worker } from 'node:worker_threads';
import { processorTimeMs } from './processor-time.js';
import type { RunningStep, RunningStepRegister } from './running-step.js';
import type { HeapReader } from './thread-heap.js';

/** Why a job must be stopped from outside, and the step that caused it, if one was running. */
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

/** Facts of the thread that runs the job. */
export interface WatchedThread {
  /** Has no worker once it has ended. */
  readonly thread: { readonly worker: Worker | undefined };
  readonly register: RunningStepRegister;
  readonly heaps: HeapReader;
}

/**
 * V8's young generation, in MiB: it counts as used heap, although most of it is recent garbage.
 *
 * Without this allowance, a job on a thread of 128 MiB was sometimes stopped because of the previous job's garbage.
 */
const youngGenerationMb = 32;

/** Returns the used heap at which a job is stopped; below V8's own limit, see `heapLimitMb`. */
function heapThresholdBytes(memoryMb: number): number {
  return (memoryMb + Math.min(youngGenerationMb, memoryMb / 4)) * 2 ** 20;
}

/** Jobs that end sooner are only compared with the clock. */
const firstPollMs = 25;

/**
 * Watches one job from the event loop while it runs on a thread, which is busy itself. Steps are limited by processor
 * time, so that the same step succeeds on an idle and on a busy machine; by wall-clock time where the system does not
 * report processor time. The heap limit is well below V8's own limit, at which V8 may abort the whole process.
 */
export class JobWatch {
  readonly #limits: JobLimits;
  readonly #watched: WatchedThread;
  readonly #startedAt: number;
  readonly #end: (excess: Excess) => void;
  /** The step at the last check, and the time that it had used by then. */
  #step: { readonly sequence: number; readonly sinceMs: number; readonly processorMs: number | undefined } | undefined;
  #asking = false;
  #polled = false;
  #over = false;

  /**
   * @param now - by `performance.now()`, as in the other methods.
   * @param end - called at most once, when the job must be stopped.
   */
  constructor(limits: JobLimits, watched: WatchedThread, now: number, end: (excess: Excess) => void) {
    this.#limits = limits;
    this.#watched = watched;
    this.#startedAt = now;
    this.#end = end;
  }

  /** Checks whether the job must be stopped. Call it every few dozen milliseconds. */
  poll(now: number): void {
    const elapsedMs = now - this.#startedAt;
    if (this.#over || elapsedMs < firstPollMs) return;
    this.#polled = true;
    const step = this.#watched.register.read();
    if (elapsedMs >= this.#limits.jobTimeoutMs) this.#stop({ kind: 'timeout', step });
    else if (step !== undefined && this.#tookTooLong(step, now)) this.#stop({ kind: 'step-time', step });
    else if (!this.#asking) void this.#checkHeap();
  }

  /** Whether the job has run long enough to be checked. */
  get wasPolled(): boolean {
    return this.#polled;
  }

  /** Called when the job has ended by itself. */
  close(): void {
    this.#over = true;
  }

  #stop(excess: Excess): void {
    this.#over = true;
    this.#end(excess);
  }

  #tookTooLong({ sequence, timeLimitMs }: RunningStep, now: number): boolean {
    const { kernelThreadId } = this.#watched.register;
    if (this.#step?.sequence !== sequence) {
      this.#step = { sequence, sinceMs: now, processorMs: processorTimeMs(kernelThreadId) };
      return false;
    }
    const { sinceMs, processorMs: before } = this.#step;
    // A step cannot use more processor time than has passed.
    if (now - sinceMs < timeLimitMs) return false;
    const used = processorTimeMs(kernelThreadId);
    return used === undefined || before === undefined || used - before >= timeLimitMs;
  }

  async #checkHeap(): Promise<void> {
    const { thread, heaps, register } = this.#watched;
    const { worker } = thread;
    if (worker === undefined) return;
    this.#asking = true;
    const bytes = await heaps.usedHeapBytes(worker);
    this.#asking = false;
    if (this.#over || bytes === undefined || bytes < heapThresholdBytes(this.#limits.memoryMb)) return;
    this.#stop({ kind: 'memory', step: register.read() });
  }
}
