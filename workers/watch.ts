import { readFileSync, readlinkSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';

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
  readonly worker: Worker;
  readonly register: RunningStepRegister;
  /** V8's own figures, unless a test has others. */
  readonly heaps?: HeapReader;
}

/**
 * V8's young generation, in MiB: it counts as used heap, although most of it is recent garbage.
 *
 * Without this allowance, a job on a thread of 128 MiB was sometimes stopped because of the previous job's garbage.
 */
const youngGenerationMb = 32;

/** Returns the used heap at which a job is stopped; below V8's own limit, see {@link heapLimitMb}. */
function heapThresholdBytes(memoryMb: number): number {
  return (memoryMb + Math.min(youngGenerationMb, memoryMb / 4)) * 2 ** 20;
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
export function heapLimitMb(memoryMb: number): number {
  return Math.ceil(1.5 * memoryMb) + collectorHeadroomMb;
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
  #step: { readonly number: number; readonly sinceMs: number; readonly processorMs: number | undefined } | undefined;
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

  #tookTooLong({ number, timeLimitMs }: RunningStep, now: number): boolean {
    const { kernelThreadId } = this.#watched.register;
    if (this.#step?.number !== number) {
      this.#step = { number, sinceMs: now, processorMs: processorTimeMs(kernelThreadId) };
      return false;
    }
    const { sinceMs, processorMs: before } = this.#step;
    // A step cannot use more processor time than has passed.
    if (now - sinceMs < timeLimitMs) return false;
    const used = processorTimeMs(kernelThreadId);
    return used === undefined || before === undefined || used - before >= timeLimitMs;
  }

  async #checkHeap(): Promise<void> {
    const { worker, heaps = threadHeaps, register } = this.#watched;
    this.#asking = true;
    const bytes = await heaps.usedHeapBytes(worker);
    this.#asking = false;
    if (this.#over || bytes === undefined || bytes < heapThresholdBytes(this.#limits.memoryMb)) return;
    this.#stop({ kind: 'memory', step: register.read() });
  }
}

/** The offset of each field, in 32-bit words. */
const words = { sequence: 0, position: 1, timeLimitMs: 2, kernelThreadId: 3, slugLength: 4, job: 5, step: 6 } as const;
const slugOffset = 4 * Object.keys(words).length;
const maxSlugBytes = 108;

/** A step that a thread is running. */
export interface RunningStep {
  /** Unique among the steps of the thread; a group is one. */
  readonly number: number;
  /** 1 for the first. */
  readonly position: number;
  readonly slug: string;
  /** Processor time that the step may take, in milliseconds. */
  readonly timeLimitMs: number;
}

/**
 * Publishes the running step of a thread in memory shared with the event loop, because a thread that is busy, out of
 * memory or dead handles no message.
 *
 * One thread writes, and the event loop resets {@link job} while that thread is idle. A reader detects a half-written
 * step and returns none.
 */
export class RunningStepRegister {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #slug: Uint8Array;

  /** @param memory - of another register, to share it. */
  constructor(memory = new SharedArrayBuffer(slugOffset + maxSlugBytes)) {
    this.memory = memory;
    this.#words = new Int32Array(memory, 0, slugOffset / 4);
    this.#slug = new Uint8Array(memory, slugOffset);
  }

  /** The thread's id in the Linux kernel; 0 if unknown. */
  get kernelThreadId(): number {
    return Atomics.load(this.#words, words.kernelThreadId);
  }

  set kernelThreadId(id: number) {
    Atomics.store(this.#words, words.kernelThreadId, id);
  }

  /** Index of the running job in its batch. */
  get job(): number {
    return Atomics.load(this.#words, words.job);
  }

  set job(index: number) {
    Atomics.store(this.#words, words.job, index);
  }

  enter({ position, slug, timeLimitMs }: Omit<RunningStep, 'number'>): void {
    // Odd while it is being written.
    Atomics.add(this.#words, words.sequence, 1);
    Atomics.add(this.#words, words.step, 1);
    this.#words[words.timeLimitMs] = timeLimitMs;
    this.#write(position, slug);
    Atomics.add(this.#words, words.sequence, 1);
  }

  /** Names the tool of a group that runs now. It shares the time of the group, so the step is still the same one. */
  rename({ position, slug }: Pick<RunningStep, 'position' | 'slug'>): void {
    Atomics.add(this.#words, words.sequence, 1);
    this.#write(position, slug);
    Atomics.add(this.#words, words.sequence, 1);
  }

  #write(position: number, slug: string): void {
    const length = Math.min(slug.length, maxSlugBytes);
    for (let at = 0; at < length; at++) this.#slug[at] = slug.charCodeAt(at);
    this.#words[words.slugLength] = length;
    this.#words[words.position] = position;
  }

  leave(): void {
    Atomics.add(this.#words, words.sequence, 1);
    this.#words[words.position] = 0;
    Atomics.add(this.#words, words.sequence, 1);
  }

  /** Returns the running step; undefined between steps. */
  read(): RunningStep | undefined {
    const sequence = Atomics.load(this.#words, words.sequence);
    const position = Atomics.load(this.#words, words.position);
    const timeLimitMs = Atomics.load(this.#words, words.timeLimitMs);
    const slug = String.fromCharCode(...this.#slug.subarray(0, Atomics.load(this.#words, words.slugLength)));
    const number = Atomics.load(this.#words, words.step);
    const whole = sequence % 2 === 0 && Atomics.load(this.#words, words.sequence) === sequence;
    return whole && position > 0 ? { number, position, slug, timeLimitMs } : undefined;
  }
}

/** The id of the calling thread in the Linux kernel; 0 on other systems. */
export function kernelThreadId(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/**
 * Returns the processor time of a thread of this process, in milliseconds; undefined where the system does not report
 * it.
 *
 * The first number of `schedstat` is the time on a processor in nanoseconds (Linux,
 * Documentation/scheduler/sched-stats).
 *
 * @param threadId - see {@link kernelThreadId}.
 */
export function processorTimeMs(threadId: number): number | undefined {
  if (threadId === 0) return undefined;
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'latin1').split(' ', 1);
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

/** Reports the heap of a thread while it works. */
export interface HeapReader {
  /** Returns bytes, including garbage that is not collected yet; undefined if the thread has ended. */
  usedHeapBytes(thread: Worker): Promise<number | undefined>;
}

/**
 * Asks V8, which interrupts the thread's JavaScript for some microseconds. A thread in a long native call responds
 * when the call ends.
 */
export const threadHeaps: HeapReader = {
  async usedHeapBytes(thread) {
    try {
      return (await thread.getHeapStatistics()).used_heap_size;
    } catch {
      // The thread has ended.
      return undefined;
    }
  },
};

/** Counts what buffers have outside of the heap, too: a module of an operator may fill them, Textmill's tools do not. */
export const threadMemory: HeapReader = {
  async usedHeapBytes(thread) {
    try {
      const { used_heap_size: heap, external_memory: outside } = await thread.getHeapStatistics();
      return heap + outside;
    } catch {
      return undefined;
    }
  },
};
