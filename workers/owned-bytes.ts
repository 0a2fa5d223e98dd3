/**
 * Bytes at the start of memory that nobody else uses: it may be written over, and handed to a thread. There may be room
 * behind them.
 */
export interface OwnedBytes {
  /** All of its ArrayBuffer. */
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Bytes. */
  readonly length: number;
}

/** Takes bytes over: without a copy if they are the whole of their memory. Small Buffers share theirs with strangers. */
export function ownBytes(bytes: Uint8Array): OwnedBytes {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return { memory: isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes), length: byteLength };
}

/** The bytes to read. */
export function viewOf({ memory, length }: OwnedBytes): Uint8Array<ArrayBuffer> {
  return memory.subarray(0, length);
}
