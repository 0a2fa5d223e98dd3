/** The smallest slab; the others are larger powers of two. Nearly all small requests and their responses fit. */
const smallestSlabBytes = 4_096;
const smallestExponent = Math.log2(smallestSlabBytes);

/**
 * Memory reserved for a body before it arrives, and the limit of a small body. A larger body reserves more as it
 * arrives: an announced length alone must not take memory from others.
 */
export const smallBodyBytes = 65_536;
/** The share of memory for small bodies, so that a few large ones cannot block all others. */
const shareOfSmall = 1 / 8;
/** The share of memory for bodies of strangers, so that nobody without a key can block the bodies of those who have one. */
const shareOfStrangers = 1 / 8;

type Slab = Uint8Array<ArrayBuffer>;

export interface BodyMemoryOptions {
  /** Limit for the bodies of all requests without a response, in bytes. */
  readonly maxBytes: number;
  /** Most memory that is kept for later requests, in bytes. */
  readonly maxIdleBytes: number;
}

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

/** Returns uninitialised memory as plain bytes: a Buffer's own methods are slower. */
function plainBytes(bytes: number): Slab {
  return new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
}

/** Returns 0 for the smallest slab, 1 for one of twice its size. */
function sizeClass(bytes: number): number {
  return bytes <= smallestSlabBytes ? 0 : 32 - Math.clz32(bytes - 1) - smallestExponent;
}
