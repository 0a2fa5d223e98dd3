import type { Framing } from './head.js';
import type { BodyFailure } from './server.js';

/** Below this many bytes a body is kept in Node's shared slab, which costs next to nothing to allocate. */
const slabBytes = 4096;
/**
 * Room for a body before it has come. A larger one gets more as it arrives: what a client merely announces must not
 * take memory from others.
 */
const firstBytes = 65_536;
/** A chunked body says nothing of its length before it ends; most are small. */
const firstChunkedBytes = 16_384;

/** Memory for the bodies of all requests in flight, so that many at a time cannot use up the machine's. */
export class BodyMemory {
  readonly #maximum: number;
  #reserved = 0;

  constructor(maximumBytes: number) {
    this.#maximum = maximumBytes;
  }

  /** @returns false if that many bytes are not left. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.#maximum) return false;
    this.#reserved += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#reserved -= bytes;
  }
}

/** One body as it arrives. Its chunks are copied. */
export class BodyBuffer {
  readonly #memory: BodyMemory;
  readonly #maxBytes: number;
  /** The Content-Length, or what a chunked body may grow to. */
  #wholeBytes = 0;
  #bytes: Buffer = Buffer.alloc(0);
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
    return this.#grow(Math.min(length ?? firstChunkedBytes, firstBytes, this.#maxBytes)) ? undefined : 'busy';
  }

  /** Takes a chunk. @returns why the body is not read any further. */
  append(chunk: Uint8Array): BodyFailure | undefined {
    const end = this.#length + chunk.byteLength;
    if (end > this.#maxBytes) return 'too-large';
    if (end > this.#bytes.byteLength && !this.#grow(Math.max(end, Math.min(2 * this.#length, this.#wholeBytes)))) {
      return 'busy';
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = end;
    return undefined;
  }

  /** Hands the body over. Its memory stays reserved until {@link drop}: it waits for a thread or is worked on. */
  take(): Uint8Array {
    return this.#length === this.#bytes.byteLength ? this.#bytes : this.#bytes.subarray(0, this.#length);
  }

  /** Gives the memory back. Twice is once. */
  drop(): void {
    this.#memory.release(this.#reserved);
    this.#reserved = 0;
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
  }

  #grow(bytes: number): boolean {
    if (!this.#memory.reserve(bytes - this.#reserved)) return false;
    this.#reserved = bytes;
    const grown = allocate(bytes);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
    return true;
  }
}

/** A large body gets memory of its own, so that it can be handed to a thread without a copy. */
function allocate(bytes: number): Buffer {
  return bytes < slabBytes ? Buffer.allocUnsafe(bytes) : Buffer.allocUnsafeSlow(bytes);
}
