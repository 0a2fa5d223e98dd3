import type { OwnedBytes } from '#workers/owned-bytes.js';
import type { Framing } from './head.js';
import type { BodyFailure, BodyLimits, BodyMemoryOptions } from './server.js';

/** The smallest slab; the others are larger powers of two. Nearly all small requests and their responses fit. */
const smallestSlabBytes = 4_096;
const smallestExponent = Math.log2(smallestSlabBytes);

/**
 * Memory reserved for a body before it arrives, and the limit of a small body. A larger body reserves more as it
 * arrives: an announced length alone must not take memory from others.
 */
const smallBodyBytes = 65_536;
/** The share of memory for small bodies, so that a few large ones cannot block all others. */
const shareOfSmall = 1 / 8;
/** The share of memory for bodies of strangers, so that nobody without a key can block the bodies of those who have one. */
const shareOfStrangers = 1 / 8;

/** First slab of a chunked body, whose length is unknown until it ends. Most are small. */
const firstChunkedBytes = 16_384;

/**
 * Once a body of known length exceeds the memory of a small one, it gets memory for this many times what has arrived,
 * so that most bodies are copied once. Later, and for chunked bodies, memory doubles.
 */
const firstGrowth = 8;

const nothing: Slab = new Uint8Array(0);

type Slab = Uint8Array<ArrayBuffer>;

/**
 * Limits the memory for bodies of all requests in flight, and reuses slabs. A new megabyte costs the kernel 256 page
 * faults, a tenth of a millisecond of the event loop's time, and only the garbage collector frees it.
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #maxIdleBytes: number;
  /** By size class. Last in, first out: the slab that was used last is in the processor's cache. */
  readonly #idle: Slab[][] = [];
  #reservedBytes = 0;
  /** How many of them are for strangers. */
  #strangersBytes = 0;
  #idleBytes = 0;

  constructor({ maxBytes, maxIdleBytes }: BodyMemoryOptions) {
    this.#maxBytes = maxBytes;
    this.#maxIdleBytes = maxIdleBytes;
  }

  /** Bytes reserved for requests in flight. */
  get reservedBytes(): number {
    return this.#reservedBytes;
  }

  /** Bytes kept for later requests. */
  get idleBytes(): number {
    return this.#idleBytes;
  }

  /** Returns the size of the slab for this many bytes. */
  slabBytes(bytes: number): number {
    return smallestSlabBytes << sizeClass(bytes);
  }

  /**
   * Reserves memory.
   *
   * @param bytes - in addition to earlier ones.
   * @param slabBytes - size of the slab that they are for.
   * @param isForStranger - whether it is not known who sends the body.
   * @returns false if too few bytes are left for such a body.
   */
  reserve(bytes: number, slabBytes: number, isForStranger = false): boolean {
    const limit = slabBytes > smallBodyBytes ? this.#maxBytes * (1 - shareOfSmall) : this.#maxBytes;
    if (this.#reservedBytes + bytes > limit) return false;
    if (isForStranger) {
      if (this.#strangersBytes + bytes > this.#maxBytes * shareOfStrangers) return false;
      this.#strangersBytes += bytes;
    }
    this.#reservedBytes += bytes;
    return true;
  }

  /** Counts memory that was reserved for a stranger as that of somebody known. */
  admit(bytes: number): void {
    this.#strangersBytes -= bytes;
  }

  release(bytes: number, isForStranger = false): void {
    this.#reservedBytes -= bytes;
    if (isForStranger) this.#strangersBytes -= bytes;
  }

  /** Returns a slab of at least this many bytes, with memory of its own and undefined content. */
  take(bytes: number): Slab {
    const slab = this.#idle[sizeClass(bytes)]?.pop();
    if (slab === undefined) return plainBytes(this.slabBytes(bytes));
    this.#idleBytes -= slab.byteLength;
    return slab;
  }

  /** Keeps a slab that is no longer used for later bodies. The garbage collector frees memory of other sizes. */
  recycle(slab: Slab): void {
    const { byteLength } = slab;
    if (byteLength < smallestSlabBytes || this.#idleBytes + byteLength > this.#maxIdleBytes) return;
    const size = sizeClass(byteLength);
    if (byteLength !== smallestSlabBytes << size) return;
    this.#idle[size] ??= [];
    this.#idle[size].push(slab);
    this.#idleBytes += byteLength;
  }
}

/** Collects the chunks of one body by copying them. */
export class BodyBuffer {
  readonly #memory: BodyMemory;
  #maxBytes: number;
  /** Whether it is not known who sends the body. */
  #isOfStranger = false;
  /** The Content-Length, or the maximum of a chunked body. */
  #wholeBytes = 0;
  #isLengthKnown = false;
  /** A slab, until {@link take} hands it over. */
  #slab = nothing;
  #length = 0;
  #reserved = 0;

  constructor(memory: BodyMemory, maxBytes: number) {
    this.#memory = memory;
    this.#maxBytes = maxBytes;
  }

  /** Reserves memory for a body before it arrives. @returns why the body will not be read; undefined if it will. */
  expect(framing: Framing, { maxBytes, isOfStranger }: BodyLimits = {}): BodyFailure | undefined {
    if (maxBytes !== undefined && maxBytes < this.#maxBytes) this.#maxBytes = maxBytes;
    this.#isOfStranger = isOfStranger === true;
    if (framing.kind !== 'length' && framing.kind !== 'chunked') return undefined;
    const length = framing.kind === 'length' ? framing.length : undefined;
    if (length !== undefined && length > this.#maxBytes) return 'too-large';
    this.#wholeBytes = length ?? this.#maxBytes;
    this.#isLengthKnown = length !== undefined;
    return this.#grow(Math.min(length ?? firstChunkedBytes, smallBodyBytes, this.#maxBytes)) ? undefined : 'busy';
  }

  /** Adds a chunk. @returns why the body is not read any further; undefined if it is. */
  append(chunk: Uint8Array): BodyFailure | undefined {
    const end = this.#length + chunk.byteLength;
    if (end > this.#maxBytes) return 'too-large';
    if (end > this.#slab.byteLength && !this.#grow(this.#capacityFor(end))) return 'busy';
    this.#slab.set(chunk, this.#length);
    this.#length = end;
    return undefined;
  }

  /** Who sends the body is known now: its memory no longer counts as that of a stranger. */
  admit(): void {
    if (!this.#isOfStranger) return;
    this.#isOfStranger = false;
    this.#memory.admit(this.#reserved);
  }

  /** Reserves memory for the body beside its slab, until {@link drop}. @returns false if too few bytes are left. */
  hold(bytes: number): boolean {
    if (!this.#memory.reserve(bytes, bytes, this.#isOfStranger)) return false;
    this.#reserved += bytes;
    return true;
  }

  /** Returns the bytes to reserve when this many have arrived. */
  #capacityFor(end: number): number {
    const isFirst = this.#isLengthKnown && this.#slab.byteLength <= smallBodyBytes;
    return Math.max(end, Math.min(isFirst ? firstGrowth * end : 2 * this.#length, this.#wholeBytes));
  }

  /**
   * Hands over the body and its memory, which {@link BodyMemory.recycle} takes back. The memory stays reserved until
   * {@link drop}, because the body waits for a thread or is processed.
   */
  take(): OwnedBytes {
    const taken = { memory: this.#slab, length: this.#length };
    this.#slab = nothing;
    return taken;
  }

  /** Frees the body and its reservation. Idempotent. */
  drop(): void {
    this.#memory.release(this.#reserved, this.#isOfStranger);
    this.#reserved = 0;
    this.#memory.recycle(this.#slab);
    this.#slab = nothing;
    this.#length = 0;
  }

  #grow(bytes: number): boolean {
    const size = this.#memory.slabBytes(bytes);
    if (!this.#memory.reserve(size - this.#reserved, size, this.#isOfStranger)) return false;
    this.#reserved = size;
    const grown = this.#memory.take(size);
    if (this.#length > 0) grown.set(this.#slab.subarray(0, this.#length));
    this.#memory.recycle(this.#slab);
    this.#slab = grown;
    return true;
  }
}

/** Returns uninitialised memory as plain bytes: a Buffer's own methods are slower. */
function plainBytes(bytes: number): Slab {
  return new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
}

/** Returns 0 for the smallest slab, 1 for one of twice its size. */
function sizeClass(bytes: number): number {
  return bytes <= smallestSlabBytes ? 0 : 32 - Math.clz32(bytes - 1) - smallestExponent;
}
