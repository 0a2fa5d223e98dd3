/** Below this many bytes a body is kept in Node's shared slab, which costs next to nothing to allocate. */
const slabBytes = 4096;

/** Collects the chunks of a body whose length may not be known before. The chunks are copied. */
export class BodyBuffer {
  #bytes: Buffer;
  #length = 0;

  /** @param expectedBytes - the Content-Length, or a first guess for a chunked body, which may grow past it. */
  constructor(expectedBytes: number) {
    this.#bytes = allocate(expectedBytes);
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const end = this.#length + chunk.byteLength;
    if (end > this.#bytes.byteLength) {
      const grown = allocate(Math.max(end, 2 * this.#bytes.byteLength));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = end;
  }

  /** The body so far. */
  bytes(): Uint8Array {
    return this.#length === this.#bytes.byteLength ? this.#bytes : this.#bytes.subarray(0, this.#length);
  }
}

/** A large body gets memory of its own, so that it can be handed to a thread without a copy. */
function allocate(bytes: number): Buffer {
  return bytes < slabBytes ? Buffer.allocUnsafe(bytes) : Buffer.allocUnsafeSlow(bytes);
}
