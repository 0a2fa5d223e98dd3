/** The offset of each field, in 32-bit words. */
const words = { sequence: 0, position: 1, timeLimitMs: 2, kernelThreadId: 3, slugLength: 4, job: 5 } as const;
const slugOffset = 4 * Object.keys(words).length;
const maxSlugBytes = 108;

/** A step that a thread is running. */
export interface RunningStep {
  /** Unique among the steps of the thread. */
  readonly sequence: number;
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

  enter({ position, slug, timeLimitMs }: Omit<RunningStep, 'sequence'>): void {
    // Odd while it is being written.
    Atomics.add(this.#words, words.sequence, 1);
    const length = Math.min(slug.length, maxSlugBytes);
    for (let at = 0; at < length; at++) this.#slug[at] = slug.charCodeAt(at);
    this.#words[words.slugLength] = length;
    this.#words[words.timeLimitMs] = timeLimitMs;
    this.#words[words.position] = position;
    Atomics.add(this.#words, words.sequence, 1);
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
    const whole = sequence % 2 === 0 && Atomics.load(this.#words, words.sequence) === sequence;
    return whole && position > 0 ? { sequence, position, slug, timeLimitMs } : undefined;
  }
}
