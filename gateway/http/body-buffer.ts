import type { OwnedBytes } from '../../workers/owned-bytes.js';
import { type BodyMemory, smallBodyBytes } from './body-memory.js';
import type { Framing } from './head.js';
import type { BodyFailure } from './server.js';

/** A chunked body says nothing of its length before it ends; most are small. */
const firstChunkedBytes = 16_384;

const nothing = new Uint8Array(0);

/** One body as it arrives. Its chunks are copied. */
export class BodyBuffer {
  readonly #memory: BodyMemory;
  readonly #maxBytes: number;
  /** The Content-Length, or what a chunked body may grow to. */
  #wholeBytes = 0;
  /** A slab, until it is handed over. */
  #slab = nothing;
  #length = 0;
  #reserved = 0;

  constructor(memory: BodyMemory, maxBytes: number) {
    this.#memory = memory;
    this.#maxBytes = maxBytes;
  }

  /** Makes room for the body of a request, before it arrives. @returns why it will not be read. */
  expect(framing: Framing): BodyFailure | undefined {
    if (framing.kind !== 'length' && framing.kind !== 'chunked') return undefined;
    const length = framing.kind === 'length' ? framing.length : undefined;
    if (length !== undefined && length > this.#maxBytes) return 'too-large';
    this.#wholeBytes = length ?? this.#maxBytes;
    return this.#grow(Math.min(length ?? firstChunkedBytes, smallBodyBytes, this.#maxBytes)) ? undefined : 'busy';
  }

  /** Takes a chunk. @returns why the body is not read any further. */
  append(chunk: Uint8Array): BodyFailure | undefined {
    const end = this.#length + chunk.byteLength;
    if (end > this.#maxBytes) return 'too-large';
    if (end > this.#slab.byteLength && !this.#grow(Math.max(end, Math.min(2 * this.#length, this.#wholeBytes)))) {
      return 'busy';
    }
    this.#slab.set(chunk, this.#length);
    this.#length = end;
    return undefined;
  }

  /**
   * Hands the body over, and its memory with it; {@link giveBack} is for when it comes back. It counts as taken until
   * {@link drop}: the body waits for a thread or is worked on.
   */
  take(): OwnedBytes {
    const taken = { memory: this.#slab, length: this.#length };
    this.#slab = nothing;
    return taken;
  }

  /** Memory that was handed over is not needed any more. */
  giveBack(memory: Uint8Array<ArrayBuffer>): void {
    this.#memory.giveBack(memory);
  }

  /** Frees what has arrived, and what was reserved. Idempotent. */
  drop(): void {
    this.#memory.release(this.#reserved);
    this.#reserved = 0;
    this.#memory.giveBack(this.#slab);
    this.#slab = nothing;
    this.#length = 0;
  }

  #grow(bytes: number): boolean {
    const size = this.#memory.slabBytes(bytes);
    if (!this.#memory.reserve(size - this.#reserved, size)) return false;
    this.#reserved = size;
    const grown = this.#memory.take(size);
    if (this.#length > 0) grown.set(this.#slab.subarray(0, this.#length));
    this.#memory.giveBack(this.#slab);
    this.#slab = grown;
    return true;
  }
}
