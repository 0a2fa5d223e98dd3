/**
 * Bytes at the start of memory with one owner, who may overwrite it and transfer it to a thread. The memory may be
 * longer.
 */
export interface OwnedBytes {
  /** The whole ArrayBuffer. */
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Bytes. */
  readonly length: number;
}

/** Takes ownership of bytes: without a copy if they are their whole memory. Small Buffers share memory with others. */
export function ownBytes(bytes: Uint8Array): OwnedBytes {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return { memory: isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes), length: byteLength };
}

/** Returns the bytes to read. */
export function viewOf({ memory, length }: OwnedBytes): Uint8Array<ArrayBuffer> {
  return memory.subarray(0, length);
}
