import type { OwnedBytes } from '#workers/owned-bytes.js';
import { type BodyMemory, smallBodyBytes } from './body-memory.js';
import type { Framing } from './head.js';
import type { BodyFailure, BodyLimits } from './server.js';

/** First slab of a chunked body, whose length is unknown until it ends. Most are small. */
const firstChunkedBytes = 16_384;

/**
 * Once a body of known length exceeds the memory of a small one, it gets memory for this many times what has arrived,
 * so that most bodies are copied once. Later, and for chunked bodies, memory doubles.
 */
const firstGrowth = 8;

const nothing = new Uint8Array(0);

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

  /** Returns the bytes to reserve when this many have arrived. */
  #capacityFor(end: number): number {
    const isFirst = this.#isLengthKnown && this.#slab.byteLength <= smallBodyBytes;
    return Math.max(end, Math.min(isFirst ? firstGrowth * end : 2 * this.#length, this.#wholeBytes));
  }

  /**
   * Hands over the body and its memory, which {@link recycle} takes back. The memory stays reserved until {@link drop},
   * because the body waits for a thread or is processed.
   */
  take(): OwnedBytes {
    const taken = { memory: this.#slab, length: this.#length };
    this.#slab = nothing;
    return taken;
  }

  /** Takes back memory that was handed over. */
  recycle(memory: Uint8Array<ArrayBuffer>): void {
    this.#memory.recycle(memory);
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
