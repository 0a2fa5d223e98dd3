/** Slabs have a power of two of bytes, from this one on. Nearly all small requests fit, and their answers as well. */
const smallestSlabBytes = 4_096;
const smallestExponent = Math.log2(smallestSlabBytes);

/**
 * Room for a body before it has come, and what counts as a small one. A larger one gets more as it arrives: what a client
 * merely announces must not take memory from others.
 */
export const smallBodyBytes = 65_536;
/** This part of the memory is for small bodies, so that a few large ones cannot keep all others out. */
const shareOfSmall = 1 / 8;

type Slab = Uint8Array<ArrayBuffer>;

export interface BodyMemoryOptions {
  /** Limit for the bodies of all requests without a response, in bytes. */
  readonly maxBytes: number;
  /** What may be kept for requests to come, in bytes. */
  readonly maxIdleBytes: number;
}

/**
 * Memory for bodies: how much all requests in flight may have, so that many at a time cannot use up the machine's, and
 * slabs that go from one to the next. New memory of a megabyte costs the kernel 256 page faults, a tenth of a
 * millisecond of the event loop's time, and is freed only by the garbage collector.
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #maxIdleBytes: number;
  /** By size: the exponent less that of the smallest. Last in, first out: what was used last is in the cache. */
  readonly #idle: Slab[][] = [];
  #reservedBytes = 0;
  #idleBytes = 0;

  constructor({ maxBytes, maxIdleBytes }: BodyMemoryOptions) {
    this.#maxBytes = maxBytes;
    this.#maxIdleBytes = maxIdleBytes;
  }

  /** Bytes of requests in flight. */
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
   * @param bytes - how many more.
   * @param slabBytes - the slab that they are for.
   * @returns false if that many bytes are not left for a body of that size.
   */
  reserve(bytes: number, slabBytes: number): boolean {
    const limit = slabBytes > smallBodyBytes ? this.#maxBytes * (1 - shareOfSmall) : this.#maxBytes;
    if (this.#reservedBytes + bytes > limit) return false;
    this.#reservedBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#reservedBytes -= bytes;
  }

  /** @returns a slab of at least this many bytes, in memory of its own, with undefined content. */
  take(bytes: number): Slab {
    const slab = this.#idle[sizeClass(bytes)]?.pop();
    if (slab === undefined) return plainBytes(this.slabBytes(bytes));
    this.#idleBytes -= slab.byteLength;
    return slab;
  }

  /** Takes back a slab that is no longer used. Memory that is not a slab is left to the garbage collector. */
  giveBack(slab: Slab): void {
    const { byteLength } = slab;
    if (byteLength < smallestSlabBytes || this.#idleBytes + byteLength > this.#maxIdleBytes) return;
    const size = sizeClass(byteLength);
    if (byteLength !== smallestSlabBytes << size) return;
    this.#idle[size] ??= [];
    this.#idle[size].push(slab);
    this.#idleBytes += byteLength;
  }
}

/** Memory that is not filled with zeros, as plain bytes: a Buffer's own methods are slower. */
function plainBytes(bytes: number): Slab {
  return new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
}

/** 0 for the smallest slab, 1 for one of twice its size. */
function sizeClass(bytes: number): number {
  return bytes <= smallestSlabBytes ? 0 : 32 - Math.clz32(bytes - 1) - smallestExponent;
}
